import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "choices",
  chapter: "divisors",
  place: 10,
  keys,
  folds: ["choices-sources"],
} as const satisfies Part;
