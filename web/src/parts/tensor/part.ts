import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "tensor",
  chapter: "heads",
  place: 14,
  keys,
  folds: ["tensor-queries"],
} as const satisfies Part;
