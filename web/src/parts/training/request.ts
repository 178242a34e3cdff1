/** A race: all that decides on its numbers, and the limits of d for each task. */
import { fittingHeads } from "../../part-kit/fitting-heads.js";
import type { Limits } from "../../state/key.js";
import type { State } from "../../state/state.js";
import { LANES, type LaneName } from "./keys.js";

export type Task = State["task"];

/** What all lanes of a race share: keys of the state, those of lanes with a rule only where they run, and the sizes that d allows. */
export type Setup = Readonly<NonNullable<ReturnType<typeof setupOf>>>;

export const DIMS: Readonly<Record<Task, Limits>> = {
  dates: { least: 16, most: 256 },
  recall: { least: 4, most: 512 },
};

/** The setup of a state; null where its d is outside the task's limits. */
export function setupOf(state: State) {
  const { task, dim, tokens, init, optimiser, rate, batch, seed, exponent } = state;
  const { least, most } = DIMS[task];
  if (dim < least || dim > most) return null;
  const dates = task === "dates";
  const layers: 1 | 2 = dates && state.blocks === 2 ? 2 : 1;
  return {
    ...{ task, dim, tokens, init, optimiser, rate, batch, seed, exponent, layers },
    /** Of recall 1, as the layers. */
    heads: dates ? fittingHeads(dim, state.blockheads) : 1,
    ...(state.lanes.has("norm") && { gain: state.gain }),
    ...(state.lanes.has("cap") && { cap: state.cap }),
    ...(state.lanes.has("clip") && { clip: state.clip }),
  };
}

/** The lanes of a state, in their order. */
export const lanesOf = ({ lanes }: State): readonly LaneName[] =>
  LANES.filter((lane) => lanes.has(lane));
