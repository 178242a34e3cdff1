import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "perplexity",
  chapter: "model",
  place: 42,
  keys,
  folds: ["perplexity-alone"],
} as const satisfies Part;
