import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "steps",
  chapter: "heads",
  place: 11,
  keys,
  folds: ["steps-vectors"],
} as const satisfies Part;
