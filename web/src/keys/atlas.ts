/** Keys of the published models. */
import { oneOf, text } from "./key.js";

export const keys = {
  /** The model that is looked at, by its name in models.json; none at the start. */
  model: text(""),
  /** What the names of those shown contain. */
  find: text(""),
  kind: oneOf("all", ["all", "language", "vision", "audio", "protein", "diffusion", "time"]),
  /** What those shown do to their scores beside the factor. */
  besides: oneOf("all", ["all", "something", "nothing"]),
  modelsort: oneOf("year", ["year", "name", "kind", "factor", "times", "head", "width", "heads"]),
  modelorder: oneOf("up", ["up", "down"]),
};

export const part = {
  chapter: "divisors",
  keys,
  folds: ["atlas-card", "atlas-table"],
  without: ["dim", "vectors"],
} as const;
