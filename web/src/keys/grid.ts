/**
 * Keys of the grid. n, the batch and the initialisation are those of the race; the seed and the
 * exponent those of the page.
 */
import { oneOf, whole } from "./key.js";
import { OPTIMISERS, keys as raceKeys } from "./training.js";

export const GRID_LANES = ["unscaled", "scaled", "one", "norm", "cap", "clip"] as const;

const { tokens, batch, init } = raceKeys;

export const keys = {
  gridoptimiser: oneOf("sgd", OPTIMISERS),
  /** The two lanes that are compared. */
  gridone: oneOf("unscaled", GRID_LANES),
  gridtwo: oneOf("scaled", GRID_LANES),
  /** Steps of training in each cell. */
  gridsteps: whole(300, 1, 1000),
  tokens,
  batch,
  init,
};

export const part = {
  chapter: "race",
  keys,
  folds: ["grid-settings", "grid-weights", "grid-best", "grid-scores", "grid-further"],
} as const;
