/** What the reader has answered: of the piece on screen alone, since another piece is another question. */
import { type Bug, type Effect, PIECES } from "./bugs.js";

export class Quiz {
  private bug: Bug = "width";
  /** The line that was chosen, from 0. */
  line: number | null = null;
  effect: Effect | null = null;
  /** Whether the reader asked for the answer. */
  shown = false;

  constructor(private readonly changed: () => void) {}

  /** The answers to this piece. */
  of(bug: Bug): this {
    if (bug !== this.bug) Object.assign(this, { bug, line: null, effect: null, shown: false });
    return this;
  }

  readonly set = (answer: Partial<Pick<Quiz, "line" | "effect" | "shown">>): void => {
    Object.assign(this, answer);
    this.changed();
  };

  get found(): boolean {
    return this.line !== null && PIECES[this.bug].wrong.includes(this.line);
  }

  /** Whether both questions have an answer, right or wrong in the second one. */
  get complete(): boolean {
    return this.shown || (this.found && this.effect !== null);
  }
}
