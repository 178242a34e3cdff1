import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "toy",
  chapter: "why",
  place: 6,
  keys,
  folds: [],
} as const satisfies Part;
