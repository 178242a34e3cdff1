import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "talk",
  chapter: "model",
  place: 40,
  keys,
  folds: [],
} as const satisfies Part;
