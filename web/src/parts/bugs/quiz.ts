/** What the reader has answered: of the piece on screen alone, since another piece is another question. */
import type { PartView, Words } from "../../part-kit/part-view.js";
import { type Effect, PIECES } from "./bugs.js";

interface Answers {
  /** The line that was chosen, from 0. */
  readonly line: number | null;
  readonly effect: Effect | null;
  /** Whether the reader asked for the answer. */
  readonly shown: boolean;
}

const NONE: Answers = { line: null, effect: null, shown: false };

export function quizOf(view: PartView<Words>) {
  const { bug } = view.state;
  const kept = view.shared("bugs", () => ({ bug, ...NONE }));
  if (kept.bug !== bug) Object.assign(kept, { bug, ...NONE });
  const { line, effect, shown } = kept;
  const found = line !== null && PIECES[bug].wrong.includes(line);
  const set = (answer: Partial<Answers>): void => {
    Object.assign(kept, answer);
    view.changedAnew();
  };
  // Complete: both questions have an answer, right or wrong in the second one.
  return { line, effect, shown, found, complete: shown || (found && effect !== null), set };
}
export type Quiz = ReturnType<typeof quizOf>;
