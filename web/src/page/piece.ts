/** A piece of the page that is rendered by itself while a number is dragged. */
import type { ChildPart } from "lit";

/** "moves": in each frame; "reads": now and then; "draws": the same, but its pictures in each frame. */
export type Pace = "moves" | "reads" | "draws";

export type Make = () => unknown;

export interface FollowingPiece {
  readonly pace: Pace;
  /** By `performance.now`. */
  renderedAt: number;
  /** Where Lit has rendered it. */
  readonly place: ChildPart;
  readonly make: Make;
  setValue(content: unknown): void;
}

/** A drag of a number. */
export interface Movement {
  /** Whether pictures are drawn in this frame. */
  readonly pictures: boolean;
  /** Renders what follows in this frame. */
  follow(): void;
  end(): void;
}
