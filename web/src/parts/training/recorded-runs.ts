/**
 * What this engine trained with the start settings of both tasks, and at every cell of the grid:
 * shown before the reader trains. tests/fixtures/make_recorded_runs.mjs writes recorded-runs.json.
 */

import { SIDES, type Side } from "../../attention/sides.js";
import { indexed } from "../../indexed.js";
import { keys, type LaneName } from "../../keys/training.js";
import { titleColor } from "../../part-kit/pieces.js";
import type { GridRequest, GridResult, Quantity } from "../grid/grid.js";
import type { TestLook } from "./experiments.js";
import data from "./recorded-runs.json";
import type { Setup, Task } from "./request.js";
import { mostSteps, type ShownRace } from "./shown-race.js";
import { Lane, NO_VALUES, type RaceColumns, type Snapshot, TEST_EVERY } from "./track.js";

/** Steps from one look at the lanes to the next. */
export const SEEN_EVERY = 10;
/**
 * A weight is a whole multiple k of 1/WEIGHT_LEVELS, written as the character with the code
 * FIRST_LETTER + k.
 */
export const FIRST_LETTER = 35;
export const WEIGHT_LEVELS = 56;

export interface RecordedRaceLane {
  /** The records of each step, with three digits. */
  readonly records: RaceColumns;
  /** Shares of exact answers at the tests; of recall none. */
  readonly exact: readonly number[];
  /** The answers at the start and after every `SEEN_EVERY` steps. */
  readonly answers: readonly string[];
  readonly weights: readonly string[];
  /**
   * The cosine and the score of a query and its right key at the start, and at the end, for recall.
   */
  readonly alignment: readonly number[];
}

export interface RecordedRun {
  readonly setup: Setup;
  readonly steps: number;
  readonly lanes: Readonly<Record<Side, RecordedRaceLane>>;
}

interface RecordedGrid {
  readonly steps: number;
  readonly setup: Omit<Setup, "dim" | "rate">;
  /** Four digits of each cell; null where a number is not finite. */
  readonly lanes: Readonly<Record<Side, Readonly<Record<Quantity, readonly (number | null)[]>>>>;
}

export const recordedRaces = data as unknown as Readonly<Record<Task, RecordedRun>> & {
  readonly grid: RecordedGrid;
};

/** The lane at its last step, with every step's numbers. */
function recordedLane(run: RecordedRun, name: Side): Lane {
  const lane = new Lane(name);
  const { steps } = run;
  const { records, exact } = run.lanes[name];
  lane.add(records);
  for (const [i, share] of indexed(exact)) lane.exact.set((i + 1) * TEST_EVERY, share);
  lane.state = { parameters: NO_VALUES, first: NO_VALUES, second: NO_VALUES, step: steps };
  lane.look = lookAt(run, name, steps);
  return lane;
}

function lookAt({ setup, steps, lanes }: RecordedRun, name: Side, step: number): TestLook {
  const { answers, weights, alignment } = lanes[name];
  const index = step / SEEN_EVERY;
  const letters = weights[index] ?? "";
  const answer = answers[index] ?? "";
  const rows = setup.task === "dates" ? answer.length : setup.tokens;
  const weight = (i: number) => (letters.charCodeAt(i) - FIRST_LETTER) / WEIGHT_LEVELS;
  const data = Float64Array.from({ length: letters.length }, (_, i) => weight(i));
  const [cosine, score] = step === 0 ? alignment : alignment.slice(2);
  const known = cosine !== undefined && score !== undefined && (step === 0 || step === steps);
  return {
    date: keys.date.start,
    answer,
    step,
    side: null,
    weights: { rows, cols: letters.length / rows, data },
    alignment: known ? { cosine, score } : null,
  };
}

/** Milliseconds for which each snapshot is shown while the run is played. */
const SHOWN_FOR = 60;

/**
 * The index of the last snapshot at which the lanes answer differently; of recall, whose lanes give
 * no answers, none.
 */
function lastDifference({ lanes }: RecordedRun, names: readonly Side[]): number {
  const answersOf = (index: number) => new Set(names.map((name) => lanes[name].answers[index]));
  const count = lanes.scaled.answers.length;
  const indices = Array.from({ length: count }, (_, i) => i);
  return indices.findLast((index) => answersOf(index).size > 1) ?? -1;
}

/** A recorded run as a race: without parameters, and shown at steps that are whole tens. */
export class RecordedRace implements ShownRace {
  readonly date = keys.date.start;
  readonly running = false;
  readonly error = null;
  readonly lanes: readonly Lane[];
  readonly snapshots: readonly Snapshot[];
  shownSnapshot: Snapshot | null = null;
  version = 0;
  /**
   * What it opens with, and plays up to: at the end both lanes answer right, so a snapshot shortly
   * before it, at which one does not; null where that is the end.
   */
  private readonly opening: Snapshot | null;
  private waits = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly source: RecordedRun,
    readonly names: readonly Side[],
    private readonly changed: () => void,
  ) {
    this.lanes = names.map((name) => recordedLane(source, name));
    const count = source.steps / SEEN_EVERY + 1;
    const steps = Array.from({ length: count }, (_, i) => i * SEEN_EVERY);
    this.snapshots = steps.map((step) => ({ step, parameters: [] }));
    this.opening = this.snapshots[lastDifference(source, names)] ?? null;
    this.show(this.opening);
  }

  get setup(): Setup {
    return this.source.setup;
  }

  get step(): number {
    return mostSteps(this.lanes);
  }

  get tabledStep(): number {
    return this.step;
  }

  get shownStep(): number {
    return this.shownSnapshot?.step ?? this.step;
  }

  /** Shows the start while a question waits, whose answer the end would tell. */
  wait(waits: boolean): void {
    if (waits === this.waits) return;
    this.waits = waits;
    const [start = null] = this.snapshots;
    // Who plays the run has asked for more than its opening.
    if (this.playing) return;
    if (waits || this.shownSnapshot === start) this.show(waits ? start : this.opening);
  }

  seek(snapshot: Snapshot | null): void {
    this.stop();
    this.show(snapshot);
    this.changed();
  }

  get playing(): boolean {
    return this.timer !== undefined;
  }

  /**
   * Shows the run from its start to its opening. Where motion is reduced it shows the opening at
   * once, and from there the start.
   */
  play(): void {
    const end = this.snapshots.length - 1;
    const last = this.opening === null ? end : this.snapshots.indexOf(this.opening);
    const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
    const showFrom = (index: number) => {
      this.show(this.snapshots[index] ?? null);
      this.timer = index < last ? setTimeout(() => showFrom(index + 1), SHOWN_FOR) : undefined;
      this.changed();
    };
    this.stop();
    if (calm) {
      const isAtOpening = this.shownSnapshot === this.snapshots[last];
      this.show(this.snapshots[isAtOpening ? 0 : last] ?? null);
      this.changed();
      return;
    }
    showFrom(0);
  }

  /** Keeps the snapshot that is shown. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private show(snapshot: Snapshot | null): void {
    this.shownSnapshot = snapshot;
    this.version += 1;
    for (const [index, lane] of indexed(this.lanes)) {
      lane.look = lookAt(this.source, this.names[index] as Side, this.shownStep);
    }
  }
}

const sorted = (setup: object) => JSON.stringify(Object.entries(setup).sort());

/** The recording that has the numbers of a race; undefined where there is none. */
export function recordedRun(setup: Setup, lanes: readonly LaneName[]): RecordedRun | undefined {
  const run = recordedRaces[setup.task];
  // The models of dates have no tokens of a sequence.
  const { tokens } = setup.task === "dates" ? run.setup : setup;
  const allRecorded = lanes.every((lane) => (SIDES as readonly LaneName[]).includes(lane));
  return allRecorded && sorted(run.setup) === sorted({ ...setup, tokens }) ? run : undefined;
}

/** The recorded lane of the grid that answers a request; undefined where there is none. */
export function recordedGrid(request: GridRequest): GridResult | undefined {
  const { steps, setup, lanes } = recordedRaces.grid;
  const { kind: side } = titleColor(request.side);
  if (side === undefined) return undefined;
  if (request.steps !== steps || sorted(request.setup) !== sorted(setup)) return undefined;
  const column = (name: Quantity, lost: number) =>
    Float64Array.from(lanes[side][name], (value) => value ?? lost);
  return {
    request,
    loss: column("loss", Number.POSITIVE_INFINITY),
    right: column("right", 0),
    score: column("score", Number.NaN),
    cosine: column("cosine", Number.NaN),
  };
}
