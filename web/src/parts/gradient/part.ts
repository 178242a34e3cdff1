import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "gradient",
  chapter: "why",
  place: 4,
  keys,
  folds: ["gradient-medians", "gradient-draws", "gradient-sentence"],
} as const satisfies Part;
