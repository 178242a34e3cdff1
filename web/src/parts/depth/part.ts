import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "depth",
  chapter: "transformer",
  place: 21,
  keys,
  folds: ["depth-moved"],
} as const satisfies Part;
