/**
 * The first rendering of a page of its own, in pieces, each in a task by itself: on a slow phone all
 * of it would keep the page from answering for a second. Until the last piece is there the picture
 * of the document stays on screen, and the page grows unseen before it.
 */
import { firstCalculator } from "../experiments/calculator.js";
import { Controller } from "../page/controller.js";

/**
 * What is there after each piece: the title and the contents; the controls and the words; the
 * figures and tables, of which nothing is drawn yet; the drawings; the whole.
 */
export const PIECES = { head: 0, controls: 1, figures: 2, drawings: 3, whole: 4 } as const;

/**
 * Milliseconds that the figures wait for the engine. With its answer they are laid out once;
 * without, the controls are shown, and everything below them again a moment later.
 */
const ENGINE_WAIT = 100;

const task = () => new Promise((resolve) => setTimeout(resolve));

export class Opening extends Controller {
  /** The piece that was rendered last, or is rendered next. */
  piece: number = PIECES.whole;

  get done(): boolean {
    return this.piece >= PIECES.whole;
  }

  /** The task of the next piece. */
  async turn(): Promise<void> {
    if (!this.done) await task();
  }

  /** Renders the page piece by piece from now on; before its first rendering. */
  async start(): Promise<void> {
    const { host } = this;
    const patience = new Promise((resolve) => setTimeout(resolve, ENGINE_WAIT));
    // The page reports why an engine does not start.
    const engine = firstCalculator().catch(() => undefined);
    for (this.piece = PIECES.head; !this.done; this.piece += 1) {
      host.requestUpdate();
      await host.updateComplete;
      await task();
      // Has the browser lay out the new piece in a task by itself.
      host.getBoundingClientRect();
      if (this.piece !== PIECES.controls) continue;
      await Promise.race([engine, patience]);
      // Nothing could be drawn yet.
      if (host.attention.engine === null) break;
    }
    this.piece = PIECES.whole;
    host.requestUpdate();
  }
}
