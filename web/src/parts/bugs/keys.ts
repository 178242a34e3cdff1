/** Keys of the pieces of code with a mistake. */
import { oneOf } from "../../state/key.js";

export const keys = {
  /** The piece, by its mistake. */
  bug: oneOf("width", ["width", "after", "twice", "both", "masked", "length"]),
};

export const chapter = "divisors";
export const place = 40;
export const folds = ["bugs-race"] as const;
