import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "flow",
  chapter: "transformer",
  place: 20,
  keys,
  folds: ["flow-embedding", "flow-mask"],
} as const satisfies Part;
