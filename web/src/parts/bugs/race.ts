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
  readonly loss: Float64Array;
  /** The mean weight on the right key. */
  readonly right: Float64Array;
}

export interface RaceResult {
  readonly request: RaceRequest;
  readonly wrong: Track;
  readonly right: Track;
}

const trackOf = ({ loss, right }: Record<keyof Track, readonly number[]>): Track => ({
  loss: Float64Array.from(loss),
  right: Float64Array.from(right),
});

export const race = layerExperiment<"bug" | "seed", RaceResult, RaceRequest>(
  "bugs/race",
  ["bug", "seed"],
  function* (engine, request) {
    const { dim, steps: total, ...task } = TASK;
    const by = (width: number, power = 0.5) => 1 / engine.scoreDivisor(width, power);
    const mistaken = request.bug === "length" ? by(task.n) : by(dim, 1);
    // The head is one of eight.
    const wrong = request.bug === "width" ? by(dim) * by(HEADS) : mistaken;
    const state = engine.startRecall({ dim, seed: request.seed });
    let lanes = [wrong, by(dim)].map((scale) => ({ scale, rate: rateOf(request.bug), state }));
    const empty = () => ({ loss: [] as number[], right: [] as number[] });
    const tracks = { wrong: empty(), right: empty() };
    for (let done = CALL; done <= total; done += CALL) {
      const { n, batch } = task;
      const options = { dim, n, batch, seed: request.seed, steps: CALL };
      const trained = engine.trainRecallLanes({ ...options, optimiser: "sgd", lanes });
      lanes = lanes.map((lane, i) => ({ ...lane, state: trained[i]?.state ?? lane.state }));
      for (const [i, track] of Object.values(tracks).entries()) {
        track.loss.push(...(trained[i]?.records.loss ?? []));
        track.right.push(...(trained[i]?.records.right ?? []));
      }
      const result = () => ({
        ...{ request, wrong: trackOf(tracks.wrong), right: trackOf(tracks.right) },
      });
      yield { done, total, result };
    }
  },
);
