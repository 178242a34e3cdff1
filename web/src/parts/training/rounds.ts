/** What the worker computes of a lane: a round of steps and what the model then does, and the check of its gradient. */
import type { Engine, Matrix } from "../../engine/api.js";
import type { DateEntry } from "../../engine/dates-api.js";
import { EngineError } from "../../engine/errors.js";
import type { LayerCalls } from "../../engine/layers-api.js";
import type { LaneRule, Optimiser, Records, TrainingState } from "../../engine/training-api.js";
import { inOneStep, layerExperiment } from "../../experiments/experiment.js";
import type { FlowSide } from "../flow/flow.js";
import { keys, type LaneName } from "./keys.js";
import { boxesOf } from "./model-boxes.js";
import type { Setup } from "./request.js";

export type Calls = Engine & LayerCalls;

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
  /** null where they were not asked for. */
  readonly boxes: FlowSide | null;
}

export type RaceRecords = Records & { readonly right?: Float64Array };

export interface Round {
  readonly state: TrainingState;
  readonly records: RaceRecords | null;
  readonly diverged: boolean;
  /** The worst relative error of the gradient; null where it was not checked. */
  readonly error: number | null;
  /** Milliseconds that the steps took. */
  readonly took: number;
  /** Share of exact answers. */
  readonly exact: number | null;
  /** null where the numbers of the model are no longer finite. */
  readonly look: Look | null;
  /** Where each parameter is in the list of all. */
  readonly layout: readonly DateEntry[];
}

/** Weight decay: that of AdamW is PyTorch's default, the others have none. */
export const decayOf = (optimiser: Optimiser): number => (optimiser === "adamw" ? 0.01 : 0);

/** How many dates a test has. */
export const TESTED = 200;

/** What a lane differs in. */
interface LaneSetup {
  readonly scale: number;
  /** Multiplies W^Q and W^K at the start. */
  readonly factor: number;
  /** Multiplies their learning rate. */
  readonly queryKeyRate: number;
  readonly rule: LaneRule;
  readonly clip?: number;
}

export function laneOf(
  engine: Calls,
  { dim, heads, exponent, optimiser, ...own }: Setup,
  lane: LaneName,
): LaneSetup {
  const { gain = keys.gain.start, cap = keys.cap.start, clip = keys.clip.start } = own;
  const divisor = (power: number) => engine.scoreDivisor(dim / heads, power);
  const plain = { scale: 1, factor: 1, queryKeyRate: 1, rule: {} };
  if (lane === "unscaled") return plain;
  if (lane === "scaled") return { ...plain, scale: 1 / divisor(exponent) };
  if (lane === "one") return { ...plain, scale: 1 / divisor(1) };
  if (lane === "norm") return { ...plain, rule: { queryKeyNorm: gain * divisor(0.5) } };
  if (lane === "cap") return { ...plain, scale: 1 / divisor(exponent), rule: { softCap: cap } };
  if (lane === "clip") return { ...plain, clip };
  // The gradient of a matrix that is c times as large is 1/c of the other's. Adam's step does not depend on its size.
  const adam = optimiser === "adam" || optimiser === "adamw";
  const factor = 1 / divisor(exponent / 2);
  return { ...plain, factor, queryKeyRate: adam ? factor : 1 / divisor(exponent) };
}

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
  { scale, rule }: LaneSetup,
  parameters: Float32Array,
): Pick<Round, "exact" | "look"> {
  const { dim, layers, heads, n, seed, batch } = setup;
  if (setup.task === "dates") {
    const model = { dim, layers, heads, scale, ...rule, parameters };
    const written = engine.answerDate({ ...model, source: date });
    const look = {
      ...{ date, answer: written.answer, weights: meanOf(written.weights), alignment: null },
      boxes: boxes ? boxesOf(engine, model, scale, parameters, date, written) : null,
    };
    return { look, exact: test ? engine.testDates({ ...model, seed, count: TESTED }).exact : null };
  }
  const recall = { dim, n, scale, parameters, seed, batch };
  const look = {
    ...{ date, answer: "", boxes: null },
    weights: meanOf([engine.recallWeights({ ...recall, ...rule, step: SHOWN_STEP })]),
    alignment: steps === 0 ? engine.recallAlignment(recall) : null,
  };
  return { look, exact: null };
}

/** Examples of the check: its many passes are in double precision. */
const CHECKED = 4;

/** The worst relative error of the gradient against finite differences. */
function errorOf(engine: Calls, setup: Setup, lane: LaneSetup): number {
  const { task, dim, layers, heads, n, seed, init: initialisation } = setup;
  const { scale, factor: queryKeyFactor, rule } = lane;
  const batch = Math.min(setup.batch, CHECKED);
  const start = { dim, scale, ...rule, seed, batch, initialisation, queryKeyFactor };
  return task === "dates"
    ? engine.checkDates({ ...start, layers, heads }).error
    : engine.checkRecall({ ...start, n }).error;
}

function roundOf(engine: Calls, request: RoundRequest): Round {
  const { setup, steps } = request;
  const { dim, layers, heads, n, init, optimiser, rate, batch, seed } = setup;
  const lane = laneOf(engine, setup, request.lane);
  const { scale, factor, queryKeyRate, rule, clip } = lane;
  const dates = setup.task === "dates";
  const model = { dim, layers, heads };
  const drawn = { seed, initialisation: init, queryKeyFactor: factor };
  const begun =
    request.state ??
    (dates ? engine.startDates({ ...model, ...drawn }) : engine.startRecall({ dim, ...drawn }));
  const began = performance.now();
  const decay = decayOf(optimiser);
  const own = { scale, ...rule, clip, queryKeyRate };
  const options = { ...own, optimiser, rate, decay, seed, batch, steps, state: begun };
  const trained =
    steps === 0
      ? { state: begun, records: null, diverged: false }
      : dates
        ? engine.trainDates({ ...model, ...options })
        : engine.trainRecall({ dim, n, ...options });
  const took = performance.now() - began;
  const { parameters } = trained.state;
  const seen = unlessOverflow(() => measured(engine, request, lane, parameters));
  return {
    ...{ ...trained, took, error: request.check ? errorOf(engine, setup, lane) : null },
    ...{ exact: seen?.exact ?? null, look: seen?.look ?? null },
    diverged: trained.diverged || seen === null,
    layout: dates
      ? engine.dateLayout(model).entries
      : ["wq", "wk"].map((name, i) => ({ name, from: i * dim * dim, rows: dim, cols: dim })),
  };
}

export const round = layerExperiment<RoundRequest, Round>("training/round", inOneStep(roundOf));
