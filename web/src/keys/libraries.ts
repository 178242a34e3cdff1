/** Keys of the attention of libraries. */
import { oneOf, text } from "./key.js";

export const keys = {
  /** A row of the table, by its library and, where it is not the newest, its release. */
  library: text("pytorch"),
  /** What the library is followed in, on the sentence. */
  followed: oneOf("causal", ["masked-row", "causal", "cached", "cap-order"]),
};

export const part = {
  chapter: "divisors",
  keys,
  folds: ["libraries-table", "libraries-rows"],
} as const;
