/** One lane of recall, trained at every learning rate and every d. */
import type { TrainingState } from "../../engine/training-api.js";
import { layerExperiment, type WholeEngine } from "../../experiments/experiment.js";
import { indexed } from "../../indexed.js";
import type { GRID_LANES } from "../../keys/grid.js";
import { unlessOverflow } from "../training/experiments.js";
import { type LaneArguments, laneArguments } from "../training/lane.js";
import type { Setup } from "../training/request.js";

export type GridSide = (typeof GRID_LANES)[number];

export const GRID_DIMS: readonly number[] = [4, 8, 16, 32, 64, 128, 256, 512];
/** Half decades, as a reader writes them. */
export const RATES: readonly number[] = [
  0.0001, 0.00032, 0.001, 0.0032, 0.01, 0.032, 0.1, 0.32, 1, 3.2, 10, 32, 100,
];

export interface GridRequest {
  readonly side: GridSide;
  readonly steps: number;
  readonly dims: readonly number[];
  readonly rates: readonly number[];
  /** The setup of every race; d and rate are those of the cell. */
  readonly setup: Omit<Setup, "dim" | "rate">;
}

/**
 * The loss on sequences that are never trained, infinite where the lane has diverged; the mean
 * weight on the right key; the mean q·k of a token's query and key before the division, and their
 * mean cosine.
 */
export const QUANTITIES = ["loss", "right", "score", "cosine"] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** Each quantity [rates×dims]; NaN where nothing is trained yet. */
export interface GridResult extends Record<Quantity, Float64Array> {
  readonly request: GridRequest;
}

/** The result before any cell is trained. */
export function blank(request: GridRequest): GridResult {
  const cells = request.dims.length * request.rates.length;
  const untrained = () => new Float64Array(cells).fill(Number.NaN);
  return {
    request,
    loss: untrained(),
    right: untrained(),
    score: untrained(),
    cosine: untrained(),
  };
}

/** Sequences of the test. */
export const TESTED_SEQUENCES = 256;

/**
 * What a step of a lane and the draws of a step take, in microseconds; measured, and good enough to
 * divide the work by.
 */
const stepTime = (dim: number, batch: number) => (batch / 64) * (50 + 0.032 * dim ** 2);
const drawTime = (dim: number, batch: number, n: number) => 0.02 * dim * batch * n;
/**
 * A test draws its sequences twice, for the loss and for the scores of matching queries and keys.
 */
const testTime = (dim: number, n: number) =>
  Math.ceil(2 * drawTime(dim, TESTED_SEQUENCES, n) + stepTime(dim, TESTED_SEQUENCES));
/**
 * Progress is counted by these, since a step at the largest d takes as long as a hundred at the
 * smallest.
 */
const PERCENT = 100;
/** Microseconds of a call at most, unless it takes one step. */
const CALL_TIME = 40_000;

interface TrainedLane extends LaneArguments {
  readonly state: TrainingState;
  readonly diverged: boolean;
}

/** What a lane that has taken its steps has come to. */
function tested(engine: WholeEngine, lane: TrainedLane): Record<Quantity, number> {
  const head = { ...lane, batch: TESTED_SEQUENCES, parameters: lane.state.parameters };
  const found = unlessOverflow(() => ({
    ...engine.testRecall(head),
    ...engine.recallAlignment(head),
  }));
  const lost = { loss: Number.POSITIVE_INFINITY, right: 0, score: Number.NaN, cosine: Number.NaN };
  return { ...lost, ...found, ...(lane.diverged && { loss: lost.loss }) };
}

export const trainGrid = layerExperiment<never, GridResult, GridRequest>(
  "grid/grid",
  [],
  function* (engine, request) {
    const { side, dims, rates, steps, setup } = request;
    const { tokens: n, batch } = setup;
    const cells = blank(request);
    const result = () => structuredClone(cells);
    /** A step of all lanes of a d, which share the draws. */
    const time = (dim: number) =>
      Math.ceil(rates.length * stepTime(dim, batch) + drawTime(dim, batch, n));
    const times = dims.map((dim) => steps * time(dim) + rates.length * testTime(dim, n));
    const whole = times.reduce((sum, one) => sum + one, 0);
    let spent = 0;
    const step = (more: number) => {
      spent += more;
      return { done: (PERCENT * spent) / whole, total: PERCENT, result };
    };
    for (const [column, dim] of indexed(dims)) {
      const model = laneArguments(engine, { ...setup, dim, rate: 1 }, side);
      const state = engine.startRecall(model);
      let lanes = rates.map((rate): TrainedLane => ({ ...model, rate, state, diverged: false }));
      const most = Math.max(1, Math.floor(CALL_TIME / time(dim)));
      for (let from = 0; from < steps; from += most) {
        const count = Math.min(most, steps - from);
        const training = lanes.filter(({ diverged }) => !diverged);
        const options = { ...model, steps: count, lanes: training };
        const trained = training.length === 0 ? [] : engine.trainRecallLanes(options);
        lanes = lanes.map((lane) => ({ ...lane, ...trained[training.indexOf(lane)] }));
        yield step(count * time(dim));
      }
      for (const [row, lane] of indexed(lanes)) {
        const found = tested(engine, lane);
        for (const quantity of QUANTITIES) {
          cells[quantity][row * dims.length + column] = found[quantity];
        }
        yield step(testTime(dim, n));
      }
    }
  },
);

/** A quantity of the cell of a rate and a d, by their numbers; NaN where it is not trained yet. */
export const quantityAt = (result: GridResult, quantity: Quantity, row: number, column: number) =>
  result[quantity][row * result.request.dims.length + column] ?? Number.NaN;

/**
 * The place in `rates` of the smallest loss of a d, which is number `column`; null where a cell is
 * not trained yet.
 */
export function bestRate(result: GridResult, column: number): number | null {
  const losses = result.request.rates.map((_, row) => quantityAt(result, "loss", row, column));
  return losses.some(Number.isNaN) ? null : losses.indexOf(Math.min(...losses));
}

/** A quantity of a d, which is number `column`, at its best rate. */
export const atBest = (result: GridResult, quantity: Quantity, column: number): number =>
  quantityAt(result, quantity, bestRate(result, column) ?? 0, column);
