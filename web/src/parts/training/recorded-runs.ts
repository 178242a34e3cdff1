/**
 * What this engine trained with the start settings of both tasks, and at every cell of the grid: shown before the reader trains.
 * tests/fixtures/make_recorded_runs.mjs writes recorded-runs.json.
 */
import type { LaneName } from "./keys.js";
import data from "./recorded-runs.json";
import type { Setup, Task } from "./request.js";

export const RECORDED_LANES = ["unscaled", "scaled"] as const satisfies readonly LaneName[];
type RecordedName = (typeof RECORDED_LANES)[number];

/** Steps from one look at the lanes to the next. */
export const SEEN_EVERY = 10;
/** Weights are whole multiples of 1/LEVELS, each written as the character `FIRST` and so many after it. */
export const [FIRST, LEVELS] = [35, 56];

export interface RecordedLane {
  /** Of each step, three digits. */
  readonly records: Readonly<Record<string, readonly number[]>>;
  /** Shares of exact answers at the tests; of recall none. */
  readonly exact: readonly number[];
  /** At the start and after every `SEEN_EVERY` steps. */
  readonly answers: readonly string[];
  readonly weights: readonly string[];
  /** Of recall: cosine and score of a query and its right key at the start, and at the end. */
  readonly alignment: readonly number[];
}

export interface RecordedRun {
  readonly setup: Setup;
  readonly steps: number;
  readonly lanes: Readonly<Record<RecordedName, RecordedLane>>;
}

export const GRID_QUANTITIES = ["loss", "right", "score", "cosine"] as const;
type GridQuantity = (typeof GRID_QUANTITIES)[number];

interface RecordedGrid {
  readonly steps: number;
  readonly setup: Omit<Setup, "dim" | "rate">;
  /** Four digits of each cell; null where a number is not finite. */
  readonly lanes: Readonly<
    Record<RecordedName, Readonly<Record<GridQuantity, readonly (number | null)[]>>>
  >;
}

export const recording = data as unknown as Readonly<Record<Task, RecordedRun>> & {
  readonly grid: RecordedGrid;
};
