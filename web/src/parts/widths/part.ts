import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "widths",
  chapter: "heads",
  place: 13,
  keys,
  folds: ["widths-output"],
} as const satisfies Part;
