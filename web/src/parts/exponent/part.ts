import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "exponent",
  chapter: "why",
  place: 5,
  keys,
  folds: ["exponent-curves", "exponent-growth", "exponent-precision"],
} as const satisfies Part;
