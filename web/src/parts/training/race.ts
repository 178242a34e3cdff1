/**
 * A race: lanes that train side by side in workers, round by round, with the same number of steps.
 */
import { reasonOf } from "../../engine/reason.js";
import type { Experiment } from "../../experiments/experiment.js";
import { type Laboratory, laneLaboratories } from "../../experiments/laboratory.js";
import type { Report } from "../../experiments/runs.js";
import { indexed } from "../../indexed.js";
import { keys, type LaneName } from "../../keys/training.js";
import type { Shared } from "../../part-kit/part-view.js";
import { sharedObject } from "../../part-kit/shared.js";
import { once, type Running } from "../../work.js";
import { keyTest, type Round, trainingRound } from "./experiments.js";
import type { RecordedRace } from "./recorded-runs.js";
import { readDate, type Setup } from "./request.js";
import { mostSteps, type ShownRace } from "./shown-race.js";
import { Lane, NO_VALUES, type Snapshot, TEST_EVERY, withSnapshot } from "./track.js";

/**
 * Milliseconds of a round: a reader sees that it goes on, and messages and pictures take little of
 * it.
 */
const ROUND = 200;
/**
 * The share of a round's time that the lanes rest after it: where they take all processors, the
 * page has its frames then.
 */
export const REST_SHARE = 0.3;
/**
 * Milliseconds from one filling of the tables to the next, and from one computation of the boxes.
 */
const TABLE = 1000;
/**
 * Steps after which a race pauses by itself, so that a forgotten page does not compute for ever.
 */
const LONGEST = 5000;

/** Settles once the page is visible. */
async function pageVisible(): Promise<void> {
  while (globalThis.document?.hidden) {
    await new Promise((resolve) =>
      document.addEventListener("visibilitychange", resolve, { once: true }),
    );
  }
}

/** The first result of an experiment, and its run. */
function firstResult<Request, Result>(
  laboratory: Laboratory | undefined,
  experiment: Experiment<Request, Result>,
  request: Request,
) {
  let run: Running | undefined;
  const result = new Promise<Result>((resolve, reject) => {
    const onReport = ({ result }: Report<Result>) => {
      if (result !== null) resolve(result);
    };
    run = laboratory?.run(experiment, request, onReport, reject);
  });
  return [result, run] as const;
}

export class Race implements ShownRace {
  readonly lanes: readonly Lane[];
  running = false;
  problem: string | null = null;
  error: number | null = null;
  snapshots: readonly Snapshot[] = [];
  /**
   * The step at which the heads of recall were last tested among other numbers of keys, and whether
   * they still are.
   */
  keyTest = { step: 0, running: false };
  shownSnapshot: Snapshot | null = null;
  version = 0;
  tabledStep = 0;
  /** When the tables were last filled, and the boxes computed, while it trains. */
  private filled = 0;
  /** Whether the boxes are open. */
  private open = false;
  private turn = 0;
  private runs: Running[] = [];
  private looking = false;
  private stale = false;

  constructor(
    readonly setup: Setup,
    readonly names: readonly LaneName[],
    /** The date that the models are asked to translate. */
    public date: string,
    /** One for each lane. */
    private readonly laboratories: () => Promise<readonly Laboratory[]>,
    private readonly changed: () => void,
  ) {
    this.lanes = names.map((name) => new Lane(name));
    // Looks after the first call of `ask`, which decides what is to be computed.
    queueMicrotask(() => void this.look());
  }

  get step(): number {
    return mostSteps(this.lanes);
  }

  get shownStep(): number {
    return this.shownSnapshot?.step ?? this.step;
  }

  get answered(): boolean {
    return this.problem !== null || this.lanes.every(({ look }) => look !== null);
  }

  /** Whether the boxes that are open are there; while it trains, they follow. */
  get boxed(): boolean {
    return !this.open || this.running || this.lanes.every(({ boxes }) => boxes !== null);
  }

  // ---- what the reader does ----

  /**
   * Settles once it has paused, with what the lanes do then.
   * @param steps after which it pauses
   */
  async train(steps = LONGEST): Promise<void> {
    if (this.running || this.lanes.every(({ diverged }) => diverged)) return;
    this.running = true;
    this.problem = null;
    this.shownSnapshot = null;
    const run = this.run(this.begin(), this.step + steps);
    this.announce();
    await run;
  }

  /** Stops at once: a round that is not complete is dropped, and made again when it goes on. */
  async pause(): Promise<void> {
    if (!this.running) return;
    this.begin();
    this.running = false;
    this.announce();
    await this.look();
  }

  /** Stops at once and for good: nobody looks at what the lanes do then. */
  end(): void {
    this.begin();
    this.running = false;
  }

  seek(snapshot: Snapshot | null): void {
    void this.pause();
    this.shownSnapshot = snapshot;
    this.announce();
    void this.look();
  }

  /** @param boxes whether the reader has the boxes of the models open */
  ask(date: string, boxes: boolean): void {
    if (date === this.date && boxes === this.open) return;
    const needsLook = date !== this.date || boxes;
    this.date = date;
    this.open = boxes;
    this.filled = 0;
    if (!boxes) for (const lane of this.lanes) lane.boxes = null;
    if (needsLook) this.lookAgain();
  }

  /** Looks at what the lanes do now, also after a failure. */
  lookAgain(): void {
    this.problem = null;
    void this.look();
  }

  /** Tests the heads of recall that are shown among other numbers of keys. */
  async testKeys(): Promise<void> {
    if (this.keyTest.running) return;
    void this.pause();
    const { setup, lanes, shownSnapshot, shownStep } = this;
    this.keyTest = { step: shownStep, running: true };
    for (const lane of lanes) lane.keys = null;
    this.changed();
    const test = async (lane: Lane, index: number) => {
      const parameters = shownSnapshot?.parameters[index] ?? lane.state?.parameters;
      if (parameters === undefined) return;
      const request = { setup, lane: lane.name, parameters };
      const [tested] = firstResult((await this.laboratories())[index], keyTest, request);
      lane.keys = await tested;
      this.changed();
    };
    try {
      await Promise.all(lanes.map(test));
    } catch (error) {
      this.problem = reasonOf(error);
    }
    this.keyTest = { step: shownStep, running: false };
    this.changed();
  }

  // ---- rounds ----

  /** Begins a turn: what an earlier one still computes is not waited for. */
  private begin(): number {
    for (const run of this.runs) run.end();
    this.runs = [];
    this.turn += 1;
    return this.turn;
  }

  /** @param full whether the tables follow */
  private announce(full = !this.running): void {
    this.version += 1;
    if (full) this.tabledStep = this.step;
    this.changed();
  }

  private async run(turn: number, last: number): Promise<void> {
    const goesOn = () => turn === this.turn;
    try {
      while (goesOn() && this.step < last && this.active.length > 0) {
        await pageVisible();
        if (!goesOn()) return;
        const began = performance.now();
        await this.compute(this.active, this.stepsUpTo(last), goesOn);
        // Checked before the rest: a step that is asked for during it would be lost.
        if (this.step >= last) break;
        const milliseconds = REST_SHARE * (performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
      }
    } catch (error) {
      if (goesOn()) this.problem = reasonOf(error);
    }
    if (goesOn()) await this.pause();
  }

  private get active(): readonly Lane[] {
    return this.lanes.filter(({ diverged }) => !diverged);
  }

  /** How many steps take about a round; tests are between rounds. */
  private stepsUpTo(last: number): number {
    const paces = this.active.map(({ pace }) => pace ?? ROUND);
    const fitting = Math.max(1, Math.floor(ROUND / Math.max(...paces)));
    const tests = this.setup.task === "dates";
    const untilTest = tests ? TEST_EVERY - (this.step % TEST_EVERY) : Number.POSITIVE_INFINITY;
    return Math.min(fitting, untilTest, last - this.step);
  }

  /**
   * What the lanes do now: with the date, and with the parameters that are shown. While it trains,
   * rounds tell that.
   */
  private async look(): Promise<void> {
    this.stale = true;
    if (this.looking) return;
    this.looking = true;
    try {
      while (this.stale && !this.running) {
        this.stale = false;
        await this.compute(this.lanes, 0, () => !this.running);
      }
    } catch (error) {
      this.problem = reasonOf(error);
      this.announce();
    }
    this.looking = false;
  }

  /**
   * Has the workers take so many steps with lanes, and look at what they then do; without a step at
   * the parameters that are shown. Before the first step they check the gradients.
   * @param goesOn whether the results still count when they come
   */
  private async compute(lanes: readonly Lane[], steps: number, goesOn: () => boolean) {
    const { setup, date, shownSnapshot } = this;
    const trains = steps > 0;
    const full = !trains || performance.now() > this.filled + TABLE;
    if (full) this.filled = performance.now();
    const boxes = this.open && full;
    const test = trains && (this.step + steps) % TEST_EVERY === 0;
    const roundRequest = { setup, steps, test, date, boxes, check: trains && this.error === null };
    const laboratories = await this.laboratories();
    const result = (lane: Lane) => {
      const index = this.lanes.indexOf(lane);
      const parameters = shownSnapshot?.parameters[index];
      const step = lane.stepAt(this.shownStep);
      const then = parameters && { parameters, first: NO_VALUES, second: NO_VALUES, step };
      const request = { ...roundRequest, lane: lane.name, state: then ?? lane.state };
      const [made, run] = firstResult(laboratories[index], trainingRound, request);
      if (trains && run !== undefined) this.runs.push(run);
      return made;
    };
    const made = await Promise.all(lanes.map(result));
    if (!goesOn()) return;
    this.runs = [];
    if (roundRequest.check) this.error = Math.max(...made.map(({ error }) => error ?? 0));
    // The boxes stay out where the reader has closed them since they were asked for.
    for (const [i, lane] of indexed(lanes)) lane.take(made[i] as Round, date, boxes && this.open);
    if (trains || this.snapshots.length === 0) {
      const parameters = this.lanes.map(({ state }) => state?.parameters ?? NO_VALUES);
      this.snapshots = withSnapshot(this.snapshots, { step: this.step, parameters });
    }
    this.announce(full);
  }
}

// ---- the race of the page's settings; the one before is kept: settings that are set back bring it
// back ----

/** How many races are kept. */
const KEPT_RACES = 2;

export class Races implements Shared {
  /** The newest is the first. */
  private recentRaces: readonly Race[] = [];
  /** The race that is shown. */
  current: Race | null = null;
  /** The laboratories that count this page among their users. */
  private entered: readonly Laboratory[] = [];
  private ended = false;
  /** What the race is shown in; undefined while the page shows none. */
  private stage: Element | undefined;
  private date = keys.date.start;
  /** The recorded run that is shown in place of the race. */
  private recorded: RecordedRace | undefined;

  constructor(private readonly changed: () => void) {}

  /** A recorded run that is no longer shown plays no further. */
  showRecorded(recorded: RecordedRace | undefined): void {
    if (recorded !== this.recorded) this.recorded?.stop();
    this.recorded = recorded;
  }

  private readonly laboratories = once(async () => {
    const laboratories = await laneLaboratories();
    if (this.ended) return [];
    for (const laboratory of laboratories) laboratory.enter();
    this.entered = laboratories;
    return laboratories;
  });

  /**
   * @param date as it is typed; where it is none, the last one that was counts
   * @param boxes whether the reader has the boxes of the models open
   */
  raceFor(setup: Setup, lanes: readonly LaneName[], date: string, boxes: boolean): Race {
    this.date = readDate(date)?.source ?? this.date;
    const key = JSON.stringify([setup, lanes]);
    const race =
      this.recentRaces.find((race) => JSON.stringify([race.setup, race.names]) === key) ??
      new Race(setup, lanes, this.date, this.laboratories, this.changed);
    if (race !== this.current) void this.current?.pause();
    this.current = race;
    this.recentRaces = [race, ...this.recentRaces.filter((one) => one !== race)].slice(
      0,
      KEPT_RACES,
    );
    race.ask(this.date, boxes);
    return race;
  }

  /** Has the race begin again: the next one with its settings is another. */
  restart(): void {
    this.current?.end();
    this.recentRaces = this.recentRaces.slice(1);
    this.changed();
  }

  /**
   * The callback of Lit's ref directive. It pauses the race, also a recorded one, when the element of the race goes,
   * since the reader then leaves the chapter, unless the element comes back at once, moved.
   */
  readonly watch = (element: Element | undefined): void => {
    this.stage = element;
    setTimeout(() => {
      if (this.stage !== undefined) return;
      void this.current?.pause();
      this.showRecorded(undefined);
    });
  };

  async train(steps: number): Promise<void> {
    await this.current?.train(steps);
    if (this.current?.problem) throw new Error(this.current.problem);
  }

  retry(): void {
    if (this.current?.problem) this.current.lookAgain();
  }

  get answered(): boolean {
    const { current } = this;
    return !current || current.problem !== null || (current.answered && current.boxed);
  }

  end(): void {
    this.ended = true;
    void this.current?.pause();
    this.showRecorded(undefined);
    for (const laboratory of this.entered) laboratory.leave();
    this.entered = [];
  }
}

export const racesOf = sharedObject(({ changed }) => new Races(changed));
