/**
 * What is rendered while a number is dragged. All that depends on it takes longer than a frame, most
 * of it for numbers that nobody reads while they change: then a frame renders the pieces that the
 * eye follows, the others some times a second while they are in sight, and the rest of the page once
 * the hand rests.
 */
import type { ChildPart } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { FollowingPiece, Make, Movement, Pace } from "./piece.js";

class Piece extends AsyncDirective implements FollowingPiece {
  declare pace: Pace;
  declare renderedAt: number;
  declare place: ChildPart;
  declare make: Make;
  declare private motion: Motion;

  override update(place: ChildPart, [motion, pace, content, make]: Parameters<this["render"]>) {
    Object.assign(this, { place, motion, pace, make, renderedAt: performance.now() });
    motion.pieces.add(this);
    return content;
  }

  render(_motion: Motion, _pace: Pace, content: unknown, _make: Make): unknown {
    return content;
  }

  override disconnected(): void {
    this.motion.pieces.delete(this);
  }
}

const piece = directive(Piece);
const pieceOf =
  (pace: Pace) =>
  ({ motion }: { readonly motion: Motion }, make: Make) =>
    piece(motion, pace, make(), make);

/** What the eye follows: the number that is dragged. It reads the state when it is made. */
export const moves = pieceOf("moves");
/** What is read: sentences and numbers beside the pictures. */
export const reads = pieceOf("reads");
/** What holds pictures of its own, which are drawn in each frame. */
export const draws = pieceOf("draws");

let startDrag: typeof import("./movement.js").startDrag | undefined;
let script: Promise<void> | undefined;

/** The script comes with the first drag: until it is there, each frame renders the whole page. */
async function fetchScript(): Promise<void> {
  ({ startDrag } = await import("./movement.js").catch(() => ({ startDrag })));
}

export class Motion {
  readonly pieces = new Set<FollowingPiece>();
  /** Undefined while the page is rendered as a whole. */
  movement: Movement | undefined;

  /** A number goes on moving. @param render has the page rendered */
  begin(render: () => void): void {
    if (script === undefined) script = fetchScript();
    this.movement ??= startDrag?.(this.pieces, render);
  }

  /** It rests: the page is rendered as a whole. */
  end(): void {
    this.movement?.end();
    this.movement = undefined;
  }
}
