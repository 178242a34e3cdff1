import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "cross",
  chapter: "heads",
  place: 12,
  keys,
  folds: ["cross-output"],
} as const satisfies Part;
