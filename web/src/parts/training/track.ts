/**
 * The recorded numbers of a run: those of each lane step by step, and the parameters of all lanes
 * at some steps.
 */
import type { DateEntry, TrainingState } from "../../engine/training-api.js";
import type { LaneName } from "../../keys/training.js";
import { entryOf } from "../../memo.js";
import type { KeyTestResult, RaceRecords, Round, TestLook } from "./experiments.js";

export type RecordName = keyof RaceRecords;

/** Numbers of each step, by what they measure. */
export type RaceColumns = Readonly<{ [Name in RecordName]?: ArrayLike<number> | undefined }> & {
  readonly loss: ArrayLike<number>;
};

export const NO_VALUES = new Float32Array();

/** Steps from one test to the next. */
export const TEST_EVERY = 20;

export class Lane {
  state: TrainingState | null = null;
  /** The numbers of the steps from 1 on. */
  readonly records = new Map<RecordName, number[]>();
  /** Shares of exact answers, by the steps after which they were measured. */
  readonly exact = new Map<number, number>();
  look: TestLook | null = null;
  /**
   * The look that has every box of the model, or no side where its numbers are no longer finite;
   * null until they are computed, which they are while a reader has them open.
   */
  boxes: Pick<TestLook, "step" | "date" | "side"> | null = null;
  layout: readonly DateEntry[] = [];
  /** A step whose numbers are not finite is not taken: it ends the lane. */
  diverged = false;
  /** Milliseconds of a step. */
  pace: number | null = null;
  /**
   * What the head of recall gives the right key among other numbers of keys; null until a reader
   * asks for it.
   */
  keys: KeyTestResult | null = null;

  constructor(readonly name: LaneName) {}

  get step(): number {
    return this.state?.step ?? 0;
  }

  add(records: RaceColumns): void {
    for (const [measure, values] of Object.entries(records) as [RecordName, ArrayLike<number>][]) {
      entryOf(this.records, measure, () => []).push(...Array.from(values));
    }
  }

  /** Takes what a worker has computed. @param boxes whether the boxes are wanted */
  take(round: Round, date: string, boxes: boolean): void {
    const { state, records, exact, took, look } = round;
    if (records === null) this.state ??= state;
    else {
      const pace = took / Math.max(1, state.step - this.step);
      this.pace = this.pace === null ? pace : 0.7 * this.pace + 0.3 * pace;
      this.state = state;
      this.add(records);
      if (exact !== null) this.exact.set(state.step, exact);
      this.diverged = round.diverged;
    }
    this.look = look ?? this.look;
    this.layout = round.layout;
    if (boxes) this.boxes = look ?? { step: this.step, date, side: null };
  }

  /** The values of the steps from 1 on. */
  valuesOf(measure: RecordName): readonly number[] {
    return this.records.get(measure) ?? [];
  }

  /** The share of exact answers at the last test up to a step; undefined before the first. */
  exactAt(step: number): number | undefined {
    const tested = [...this.exact.keys()].filter((testStep) => testStep <= step);
    return this.exact.get(tested.at(-1) ?? 0);
  }

  /**
   * How many steps it had taken when the race had taken so many: where it has diverged, it takes no
   * more.
   */
  stepAt(step: number): number {
    return Math.min(step, this.step);
  }
}

/** The rows of the table. */
const TABLE_ROWS = 100;

/** The smallest of 1, 2, 5, 10, 20 … that is at least `least`. */
export function rounded125(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = [1, 2, 5, 10].map((digit) => digit * power);
  return steps.find((value) => value >= least * (1 - 1e-9)) ?? least;
}

/** Steps up to `last` at equal distances, multiples of `every`. */
export function recordedSteps(last: number, every: number): number[] {
  const stride = every * rounded125(Math.max(1, last / every / TABLE_ROWS));
  return Array.from({ length: Math.floor(last / stride) }, (_, i) => (i + 1) * stride);
}

/**
 * The factor of exponential smoothing: the share of the smoothed value that remains at the next
 * step.
 */
const SMOOTHING = 0.8;

/**
 * The exponentially weighted means up to each value, of their logarithms where `log`: a curve on a
 * logarithmic axis.
 */
export function smoothed(values: readonly number[], log: boolean): number[] {
  let sum = 0;
  let weight = 0;
  return values.map((value) => {
    const next = log ? Math.log(Math.max(value, Number.MIN_VALUE)) : value;
    sum = SMOOTHING * sum + (1 - SMOOTHING) * next;
    weight = SMOOTHING * weight + (1 - SMOOTHING);
    return log ? Math.exp(sum / weight) : sum / weight;
  });
}

/** At most `most` numbers from 0 to count − 1 at equal distances, the last among them. */
export function thinned(count: number, most: number): number[] {
  const stride = Math.max(1, Math.ceil(count / most));
  const first = (count - 1) % stride;
  return Array.from({ length: Math.ceil(count / stride) }, (_, i) => first + i * stride);
}

// ---- the parameters of the lanes at some steps of a run, so many as a limit of bytes allows ----

export interface Snapshot {
  readonly step: number;
  /** The parameters of each lane. */
  readonly parameters: readonly Float32Array[];
}

/** Bytes of all snapshots of a race. */
const LIMIT = 64e6;

const snapshotBytes = ({ parameters }: Snapshot) =>
  parameters.reduce((sum, { byteLength }) => sum + byteLength, 0);

/**
 * The list with a snapshot, if its last one is long enough ago; where the bytes exceed the limit,
 * every second one goes.
 */
export function withSnapshot(list: readonly Snapshot[], snapshot: Snapshot, limit = LIMIT) {
  const first = list[0];
  const second = list[1];
  const last = list.at(-1);
  const apart = first && second ? second.step - first.step : 1;
  if (last !== undefined && snapshot.step < last.step + apart) return list;
  const longer = [...list, snapshot];
  const many = longer.length > 2 && longer.length * snapshotBytes(snapshot) > limit;
  return many ? longer.filter((_, i) => i % 2 === 0) : longer;
}
