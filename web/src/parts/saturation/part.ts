import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "saturation",
  chapter: "why",
  place: 2,
  keys,
  folds: ["saturation-peak"],
} as const satisfies Part;
