/** Recall trained with the mistake and without: one head, the same start and the same data. */
import type { RecallRecords } from "../../engine/training-api.js";
import { layerExperiment } from "../../experiments/experiment.js";
import { laneOf } from "../training/lane.js";
import type { Setup } from "../training/request.js";
import type { Bug } from "./bugs.js";

/** The head, and its training. */
export const TASK: Omit<Setup, "rate" | "seed" | "exponent"> = {
  ...{ task: "recall", layers: 1, heads: 1, dim: 64, tokens: 16, batch: 64 },
  ...{ init: "xavier", optimiser: "sgd" },
};
const STEPS = 100;
/** The steps of a call: a few dozen milliseconds. */
const CALL = 10;

/**
 * The mistakes that are another factor of the scores, as powers of d = 64 by which they divide: √(8·64) where the head is one of eight,
 * and √16 for 16 tokens. Recall has no mask.
 */
const POWERS: Partial<Record<Bug, number>> = { width: 3 / 4, twice: 1, both: 1, length: 1 / 3 };

/** The mistake that is raced. Without a race of its own: the root taken twice. */
export const racedFor = (bug: Bug): Bug => (bug in POWERS ? bug : "twice");
/** The learning rate: what is too flat learns too slowly at a small one, what is too sharp not at all at a large one. */
export const rateOf = (bug: Bug): number => (bug === "length" ? 10 : 1);

/** Of one lane, an entry for each step: the loss, and the mean weight on the right key. */
const measured = (calls: readonly RecallRecords[]) => {
  const of = (name: "loss" | "right") =>
    Float64Array.from(calls.flatMap((call) => [...call[name]]));
  return { loss: of("loss"), right: of("right") };
};

export const race = layerExperiment(
  "bugs/race",
  ["bug", "seed"],
  function* (engine, { bug, seed }) {
    const divided = (exponent: number) => {
      const lane = laneOf(engine, { ...TASK, seed, rate: rateOf(bug), exponent }, "scaled");
      return { ...lane, state: engine.startRecall(lane) };
    };
    const [options, other] = [divided(POWERS[bug] ?? 1), divided(0.5)];
    let lanes = [options, other];
    const calls: (readonly RecallRecords[])[] = [];
    for (let done = CALL; done <= STEPS; done += CALL) {
      const trained = engine.trainRecallLanes({ ...options, steps: CALL, lanes });
      lanes = lanes.map((lane, i) => ({ ...lane, ...trained[i] }));
      calls.push(trained.map(({ records }) => records));
      const side = (at: number) => measured(calls.map((of) => of[at] as RecallRecords));
      yield { done, total: STEPS, result: () => ({ wrong: side(0), right: side(1) }) };
    }
  },
);
