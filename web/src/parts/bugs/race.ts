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

const joined = (parts: readonly Float64Array[]) =>
  Float64Array.from(parts.flatMap((part) => [...part]));

export const race = layerExperiment<RaceRequest, RaceResult>(
  "bugs/race",
  function* (engine, request) {
    const { dim, steps: total, ...task } = TASK;
    const by = (width: number, power = 0.5) => 1 / engine.scoreDivisor(width, power);
    const mistaken = request.bug === "length" ? by(task.n) : by(dim, 1);
    // The head is one of eight.
    const wrong = request.bug === "width" ? by(dim) * by(HEADS) : mistaken;
    const state = engine.startRecall({ dim, seed: request.seed });
    let lanes = [wrong, by(dim)].map((scale) => ({ scale, rate: rateOf(request.bug), state }));
    const tracks = lanes.map(() => ({ loss: [] as Float64Array[], right: [] as Float64Array[] }));
    for (let done = CALL; done <= total; done += CALL) {
      const { n, batch } = task;
      const options = { dim, n, batch, seed: request.seed, steps: CALL };
      const trained = engine.trainRecallLanes({ ...options, optimiser: "sgd", lanes });
      lanes = lanes.map((lane, i) => ({ ...lane, state: trained[i]?.state ?? lane.state }));
      for (const [i, { records }] of trained.entries()) {
        tracks[i]?.loss.push(Float64Array.from(records.loss));
        tracks[i]?.right.push(Float64Array.from(records.right));
      }
      const [of = [], beside = []] = tracks.map(({ loss, right }) => [joined(loss), joined(right)]);
      const track = ([loss, right]: readonly Float64Array[]): Track => ({
        loss: loss ?? new Float64Array(),
        right: right ?? new Float64Array(),
      });
      yield { done, total, result: () => ({ request, wrong: track(of), right: track(beside) }) };
    }
  },
);
