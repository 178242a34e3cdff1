/**
 * The request of a race: all that its numbers depend on, the limits of d for each task, and the
 * date as a reader types it.
 */

import type { Limits } from "../../keys/key.js";
import { fittingHeads } from "../../keys/key.js";
import { LANE_NAMES } from "../../keys/training.js";
import type { State } from "../../state/state.js";

export type Task = State["task"];

/**
 * What all lanes of a race share: keys of the state, those of lanes with a rule only where they
 * run, and the sizes that d allows.
 */
export interface Setup
  extends Pick<
      State,
      "task" | "dim" | "tokens" | "init" | "optimiser" | "rate" | "batch" | "seed" | "exponent"
    >,
    Partial<Pick<State, "gain" | "cap" | "clip">> {
  /** Layers of each model; 1 for recall. */
  readonly layers: 1 | 2;
  /** Heads of each attention; 1 for recall. */
  readonly heads: number;
}

export const DIM_LIMITS: Readonly<Record<Task, Limits>> = {
  dates: { least: 16, most: 256 },
  recall: { least: 4, most: 512 },
};

/** The setup of a state; null where its d is outside the task's limits. */
export function setupOf(state: State): Setup | null {
  const { task, dim, tokens, init, optimiser, rate, batch, seed, exponent } = state;
  const { least, most } = DIM_LIMITS[task];
  if (dim < least || dim > most) return null;
  const dates = task === "dates";
  const layers: 1 | 2 = dates && state.blocks === 2 ? 2 : 1;
  return {
    task,
    dim,
    tokens,
    init,
    optimiser,
    rate,
    batch,
    seed,
    exponent,
    layers,
    heads: dates ? fittingHeads(dim, state.blockheads) : 1,
    ...(state.lanes.has("norm") && { gain: state.gain }),
    ...(state.lanes.has("cap") && { cap: state.cap }),
    ...(state.lanes.has("clip") && { clip: state.clip }),
  };
}

/** The lanes of a state, in their order. */
export const laneNamesOf = ({ lanes }: State) => LANE_NAMES.filter((lane) => lanes.has(lane));

// ---- a date as a reader types it, in one of the four formats that the models learn ----

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The years that are trained. */
const FIRST_YEAR = 1950;
const LAST_YEAR = 2049;

/** A day in each of the formats. */
function formsOf(date: Date): string[] {
  const year = date.getUTCFullYear();
  const index = date.getUTCMonth();
  const day = date.getUTCDate();
  const month = MONTHS[index] ?? "";
  const short = month.slice(0, 3);
  return [
    `${day} ${short} ${year}`,
    `${month} ${day}, ${year}`,
    `${short} ${day} ${year}`,
    `${year}年${index + 1}月${day}日`,
  ];
}

/**
 * The date that a text is, as the models read it, and what they should write; null where it is none
 * of the formats, no day of the calendar, or not in the years.
 */
export function readDate(text: string) {
  const source = text.trim();
  const [first = 0, second = 0, third] = (source.match(/\d+/g) ?? []).map(Number);
  const letters = /[A-Z][a-z]{2}/.exec(source)?.[0] ?? "none";
  const named = MONTHS.findIndex((name) => name.startsWith(letters));
  const [year, month, day] =
    third === undefined ? [second, named, first] : [first, second - 1, third];
  const date = new Date(Date.UTC(year, month, day));
  // `Date` turns a day that the calendar does not have into another one.
  if (year < FIRST_YEAR || year > LAST_YEAR || !formsOf(date).includes(source)) return null;
  return { source, right: date.toISOString().slice(0, 10) };
}
