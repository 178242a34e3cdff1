import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "variance",
  place: 1,
  keys,
  folds: ["variance-error", "variance-numbers", "variance-rows", "variance-aligned"],
} as const satisfies Part;
