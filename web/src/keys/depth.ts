/** Keys of the experiment on depth. */

import { keys as flowKeys } from "./flow.js";
import { keys as gradientKeys } from "./gradient.js";
import { whole } from "./key.js";

const { layers, heads, norm, activation, init } = flowKeys;

export const keys = {
  layers,
  heads,
  norm,
  activation,
  init,
  /** How many encoders are drawn. */
  encoders: whole(40, 10, 400),
  drawseed: gradientKeys.drawseed,
};

export const part = {
  chapter: "transformer",
  keys,
  folds: ["depth-settings", "depth-layers", "depth-moved", "depth-further"],
} as const;
