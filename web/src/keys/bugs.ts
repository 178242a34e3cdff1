/** Keys of the pieces of code with a mistake. */
import { oneOf } from "./key.js";

export const keys = {
  /** The piece, by its mistake. */
  bug: oneOf("width", [
    "width",
    "after",
    "twice",
    "both",
    "masked",
    "length",
    "minus",
    "path",
    "yarn",
    "rotary",
    "cap",
    "heads",
  ]),
};

export const part = { chapter: "divisors", keys, folds: ["bugs-pieces", "bugs-race"] } as const;
