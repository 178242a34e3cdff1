/** Recall trained with the mistake and without: one head, the same start and the same data. */
import { layerExperiment } from "../../experiments/experiment.js";
import { type Bug, HEADS } from "./bugs.js";

/** The mistakes that are another factor of the scores; recall has no mask. */
export const RACED: readonly Bug[] = ["width", "twice", "both", "length"];

/** d of the head, tokens, and the training by SGD. */
export const TASK = { dim: 64, n: 16, batch: 64, steps: 100 } as const;
/** The learning rate: what is too flat learns too slowly at a small one, what is too sharp not at all at a large one. */
export const rateOf = (bug: Bug): number => (bug === "length" ? 10 : 1);
const CALL = 10;

export interface RaceRequest {
  readonly bug: Bug;
  readonly seed: number;
}

/** Of one lane, an entry for each step. */
export interface Track {
  readonly loss: number[];
  /** The mean weight on the right key. */
  readonly right: number[];
}

export interface RaceResult {
  readonly request: RaceRequest;
  readonly wrong: Track;
  readonly right: Track;
}

export const race = layerExperiment<RaceRequest, RaceResult>(
  "bugs/race",
  function* (engine, request) {
    const { bug, seed } = request;
    const { dim, n, batch, steps: total } = TASK;
    const by = (width: number, power = 0.5) => 1 / engine.scoreDivisor(width, power);
    const mistaken = bug === "length" ? by(n) : by(dim, 1);
    // The head is one of eight.
    const scales = [bug === "width" ? by(dim) * by(HEADS) : mistaken, by(dim)];
    const state = engine.startRecall({ dim, seed });
    let lanes = scales.map((scale) => ({ scale, rate: rateOf(bug), state }));
    const tracks = { wrong: { loss: [], right: [] }, right: { loss: [], right: [] } };
    for (let done = CALL; done <= total; done += CALL) {
      const options = { dim, n, batch, seed, steps: CALL, optimiser: "sgd" } as const;
      const trained = engine.trainRecallLanes({ ...options, lanes });
      lanes = lanes.map((lane, i) => ({ ...lane, state: trained[i]?.state ?? lane.state }));
      for (const [i, { loss, right }] of Object.values<Track>(tracks).entries()) {
        loss.push(...(trained[i]?.records.loss ?? []));
        right.push(...(trained[i]?.records.right ?? []));
      }
      yield { done, total, result: () => ({ request, ...structuredClone(tracks) }) };
    }
  },
);
