/** The pictures of the first chapter. */
import type { Part } from "../../state/part.js";

export const part = {
  chapter: "page",
  place: 0,
  keys: {},
  folds: [],
} as const satisfies Part;
