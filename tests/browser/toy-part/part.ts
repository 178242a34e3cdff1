import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "toy",
  place: 6,
  keys,
  folds: [],
} as const satisfies Part;
