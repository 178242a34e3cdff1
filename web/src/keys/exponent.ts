/** Keys of the map over exponent and d, and of the four places of the root. */
import type { Precision, RootPlace } from "../engine/api.js";
import { drawKeys } from "./gradient.js";
import { decimal, oneOf } from "./key.js";

/** A quantity that the map over exponent and d can show. */
export type MapQuantity = (typeof keys.measure.words)[number];

export const keys = {
  ...drawKeys,
  /** The quantity that the map shows. */
  measure: oneOf("change", ["change", "gradient", "entropy", "peak"]),
  precision: oneOf("half", ["double", "float", "half", "bfloat16"] satisfies Precision[]),
  /** Precision of the sums: that of the products, or float. */
  accumulate: oneOf("same", ["same", "float"]),
  place: oneOf("scores", ["scores", "queries", "keys", "both"] satisfies RootPlace[]),
  /** Queries and keys are multiplied by it. */
  size: decimal(96, 0.001, 1000),
};

export const part = {
  chapter: "why",
  keys,
  folds: ["exponent-curves", "exponent-growth", "exponent-precision"],
} as const;
