import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "training",
  chapter: "race",
  place: 30,
  keys,
  folds: [
    "training-settings",
    "training-attention",
    "training-teachers",
    "training-boxes",
    "training-keys",
  ],
} as const satisfies Part;
