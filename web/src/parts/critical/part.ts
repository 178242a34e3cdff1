import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "critical",
  chapter: "divisors",
  place: 20,
  keys,
  folds: ["critical-means"],
} as const satisfies Part;
