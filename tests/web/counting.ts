/** Experiments that only count, for tests of how they run: how far each came can be seen, and nothing takes time. */
import type { Step } from "../../web/src/lab/experiment.js";

export interface Counting {
  readonly total: number;
  /** Fails at this step. */
  readonly breaks?: number;
  /** Where the steps taken are written down. */
  readonly log?: string;
}

/** How many steps each log saw. */
export const taken = new Map<string, number>();

function* count(_: unknown, { total, breaks, log = "" }: Counting): Generator<Step<number>> {
  for (let done = 1; done <= total; done += 1) {
    if (done === breaks) throw new Error(`broken at ${done}`);
    taken.set(log, done);
    yield { done, total, result: () => done };
  }
}

/** In the place of web/src/lab/experiments.ts. */
export const EXPERIMENTS = { scores: count, spread: count };
