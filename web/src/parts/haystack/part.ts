import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "haystack",
  chapter: "divisors",
  place: 30,
  keys,
  folds: ["haystack-cost"],
} as const satisfies Part;
