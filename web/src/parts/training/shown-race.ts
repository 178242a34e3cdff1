/** A race as the page shows it: one that trains (race.ts), or a recorded one (recorded-runs.ts). */
import type { LaneName } from "../../keys/training.js";
import type { Setup } from "./request.js";
import type { Lane, Snapshot } from "./track.js";

export interface ShownRace {
  readonly setup: Setup;
  readonly names: readonly LaneName[];
  /** The date that the models are asked to translate. */
  readonly date: string;
  readonly lanes: readonly Lane[];
  readonly running: boolean;
  /**
   * The worst relative error of the gradients against finite differences; null before the check,
   * and where it is recorded.
   */
  readonly error: number | null;
  /** The number of steps of the lanes that still run, or of all where none does. */
  readonly step: number;
  /** The number of steps after which the lanes are shown. */
  readonly shownStep: number;
  readonly snapshots: readonly Snapshot[];
  /** The snapshot that the pictures show; null: the newest parameters. */
  readonly shownSnapshot: Snapshot | null;
  /** The step up to which tables go: they are filled more rarely than pictures are painted. */
  readonly tabledStep: number;
  /** A number that changes with everything that is visible. */
  readonly version: number;
  /** Shows the lanes as they were at a snapshot. */
  seek(snapshot: Snapshot | null): void;
}

/** The most steps that one of the lanes has. */
export const mostSteps = (lanes: readonly Lane[]): number =>
  Math.max(0, ...lanes.map(({ step }) => step));
