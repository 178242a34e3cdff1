/** Keys of the experiment on depth. */
import { whole } from "../../state/key.js";
import { keys as flowKeys } from "../flow/keys.js";
import { keys as gradientKeys } from "../gradient/keys.js";

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

export const part = { chapter: "transformer", place: 21, keys, folds: ["depth-moved"] } as const;
