/** What the worker computes of a lane: a round of steps and what the model then does, and the check of its gradient. */
import type { Matrix } from "../../engine/api.js";
import { EngineError } from "../../engine/errors.js";
import type { Records, Trained, TrainingState } from "../../engine/training-api.js";
import { inOneStep, layerExperiment } from "../../experiments/experiment.js";
import type { FlowSide } from "../flow/flow.js";
import type { LaneName } from "./keys.js";
import { type Calls, laneOf } from "./lane.js";
import { boxesOf } from "./model-boxes.js";
import type { Setup } from "./request.js";

export interface RoundRequest {
  readonly setup: Setup;
  readonly lane: LaneName;
  /** null: the start. */
  readonly state: TrainingState | null;
  /** 0: only looks at the model. */
  readonly steps: number;
  /** Whether the model is tested on dates that are never trained. */
  readonly test: boolean;
  /** The date that the model is asked. */
  readonly date: string;
  /** Whether every box of the model is to be computed, for dates. */
  readonly boxes: boolean;
  /** Whether the hand-written gradient is first compared with finite differences. */
  readonly check: boolean;
}

/** What the model does with the typed date, or with a sequence. */
export interface Look {
  /** The steps that it has taken. */
  readonly step: number;
  /** The date that it was asked. */
  readonly date: string;
  /** Of recall "". */
  readonly answer: string;
  /**
   * Of dates the cross-attention of the last layer [10×length], the mean of its heads; of recall [n×n], each token of a sequence as
   * the query.
   */
  readonly weights: Matrix;
  /** Of recall: mean cosine of a query and its right key, and their mean score before any division. */
  readonly alignment: { readonly cosine: number; readonly score: number } | null;
  /** Every box of the model; null where they were not asked for. */
  readonly side: FlowSide | null;
}

export type RaceRecords = Records & { readonly right?: Float64Array };
export type Round = ReturnType<typeof roundOf>;

/** How many dates a test has. */
export const TESTED = 200;

const meanOf = (matrices: readonly Matrix<Float32Array>[]): Matrix => {
  const [{ rows, cols } = { rows: 0, cols: 0 }] = matrices;
  const mean = (i: number) =>
    matrices.reduce((sum, { data }) => sum + (data[i] ?? 0), 0) / matrices.length;
  return { rows, cols, data: Float64Array.from({ length: rows * cols }, (_, i) => mean(i)) };
};

/** The sequence that is shown of recall: one that is never trained. */
const SHOWN_STEP = 0;

/** What `compute` returns; null where numbers overflow, as before a step that diverges. */
export function unlessOverflow<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof EngineError && error.code === "domain") return null;
    throw error;
  }
}

/** What the model does, and its share of exact answers where it is tested. */
function measured(
  engine: Calls,
  { setup, date, steps, boxes, test }: RoundRequest,
  lane: ReturnType<typeof laneOf>,
  { step, parameters }: TrainingState,
): { readonly look: Look; readonly exact: number | null } {
  const model = { ...lane, parameters };
  if (setup.task === "dates") {
    const written = engine.answerDate({ ...model, source: date });
    const look = {
      ...{ step, date, answer: written.answer, alignment: null },
      weights: meanOf(written.weights),
      side: boxes ? boxesOf(engine, setup, lane.scale, parameters, date, written) : null,
    };
    return { look, exact: test ? engine.testDates({ ...model, count: TESTED }).exact : null };
  }
  const look = {
    ...{ step, date, answer: "", side: null },
    weights: meanOf([engine.recallWeights({ ...model, step: SHOWN_STEP })]),
    alignment: steps === 0 ? engine.recallAlignment(model) : null,
  };
  return { look, exact: null };
}

/** Examples of the check: its many passes are in double precision. */
const CHECKED = 4;

/** A look is null where the numbers of the model are no longer finite. */
function roundOf(engine: Calls, request: RoundRequest) {
  const { setup, steps } = request;
  const lane = laneOf(engine, setup, request.lane);
  const dates = setup.task === "dates";
  const state = request.state ?? (dates ? engine.startDates(lane) : engine.startRecall(lane));
  const options = { ...lane, steps, state };
  const began = performance.now();
  const trained: Pick<Trained<Float32Array>, "state" | "diverged"> & {
    records: RaceRecords | null;
  } =
    steps === 0
      ? { state, records: null, diverged: false }
      : dates
        ? engine.trainDates(options)
        : engine.trainRecall(options);
  const took = performance.now() - began;
  const checked = { ...lane, batch: Math.min(lane.batch, CHECKED) };
  const check = () => (dates ? engine.checkDates(checked) : engine.checkRecall(checked)).error;
  const seen = unlessOverflow(() => measured(engine, request, lane, trained.state));
  const { dim } = setup;
  return {
    ...trained,
    diverged: trained.diverged || seen === null,
    /** Milliseconds that the steps took. */
    took,
    /** The worst relative error of the gradient; null where it was not checked. */
    error: request.check ? check() : null,
    /** Share of exact answers. */
    exact: seen?.exact ?? null,
    look: seen?.look ?? null,
    /** Where each parameter is in the list of all. */
    layout: dates
      ? engine.dateLayout(lane).entries
      : ["wq", "wk"].map((name, i) => ({ name, from: i * dim * dim, rows: dim, cols: dim })),
  };
}

export const round = layerExperiment<never, Round, RoundRequest>(
  "training/round",
  [],
  inOneStep(roundOf),
);
