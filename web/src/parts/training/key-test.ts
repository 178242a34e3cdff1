/** A trained head of recall among other numbers of keys than it was trained on. */
import { layerExperiment } from "../../experiments/experiment.js";
import type { LaneName } from "./keys.js";
import { laneOf } from "./lane.js";
import type { Setup } from "./request.js";
import { unlessOverflow } from "./rounds.js";

/** The numbers of keys, and the sequences of each. */
export const COUNTS: readonly number[] = [16, 64, 256, 1024, 4096];
const SEQUENCES = 32;
/** Numbers that are drawn between two reports: some dozen milliseconds. */
const DRAWN = 2 ** 20;

export interface KeyTestRequest {
  readonly setup: Setup;
  readonly lane: LaneName;
  readonly parameters: Float32Array;
}

/** The mean weight on the right key for each number of keys; nothing where the scores overflow. */
export interface KeyTestResult {
  readonly plain: readonly number[];
  /** With logits that are multiplied by ln n/ln n₀, n₀ the number of keys in training. */
  readonly grown: readonly number[];
}

export const keyTest = layerExperiment<never, KeyTestResult, KeyTestRequest>(
  "training/keyTest",
  [],
  function* (engine, { setup, lane, parameters }) {
    const { dim, tokens } = setup;
    const model = { ...laneOf(engine, setup, lane), parameters };
    const total = 2 * COUNTS.length * SEQUENCES;
    const means: [number[], number[]] = [[], []];
    let done = 0;
    for (const n of COUNTS)
      for (const [i, lengthFactor] of [undefined, 1 / Math.log(tokens)].entries()) {
        let sum = 0;
        for (let from = 0; from < SEQUENCES; ) {
          const batch = Math.min(SEQUENCES - from, Math.max(1, Math.floor(DRAWN / (n * dim))));
          const head = { ...model, n, batch, from, lengthFactor };
          const weights = unlessOverflow(() => engine.testRecallKeys(head));
          if (weights === null) {
            yield { done: total, total, result: () => ({ plain: [], grown: [] }) };
            return;
          }
          sum = weights.reduce((all, one) => all + one, sum);
          from += batch;
          done += batch;
          if (done < total) yield { done, total, result: () => null };
        }
        means[i]?.push(sum / SEQUENCES);
      }
    const [plain, grown] = means;
    yield { done: total, total, result: () => ({ plain, grown }) };
  },
);
