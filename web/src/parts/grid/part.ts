import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "grid",
  chapter: "race",
  place: 31,
  keys,
  folds: [],
} as const satisfies Part;
