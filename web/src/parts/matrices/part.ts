import type { Part } from "../../state/part.js";

export const part = {
  name: "matrices",
  chapter: "page",
  place: 0,
  keys: {},
  folds: [],
} as const satisfies Part;
