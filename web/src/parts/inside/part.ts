import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "inside",
  chapter: "model",
  place: 41,
  keys,
  folds: ["inside-matrix", "inside-lens"],
} as const satisfies Part;
