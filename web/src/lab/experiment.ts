/** What an experiment is: work in pieces, each of which leaves a result that can be shown. */
import type { Engine } from "../engine/api.js";

export interface Step<Result> {
  /** How much is done, in draws, rows or whatever the experiment counts. */
  readonly done: number;
  readonly total: number;
  /** The result so far, null while there is nothing to show; only asked for when somebody looks. */
  result(): Result | null;
}

/** Pieces of a few dozen milliseconds: between them the work can be held or ended, and what is done stays right. */
export type Experiment<Request, Result> = (
  engine: Engine,
  request: Request,
) => Generator<Step<Result>, void, void>;

/** Cuts 0 … total into pieces of `size`, the first ones smaller, so that something is soon on screen. */
export function* pieces(total: number, size: number): Generator<{ from: number; count: number }> {
  let from = 0;
  let piece = Math.max(1, Math.floor(size / 8));
  while (from < total) {
    const count = Math.min(piece, total - from);
    yield { from, count };
    from += count;
    piece = Math.min(size, piece * 2);
  }
}
