import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "many",
  chapter: "heads",
  place: 10,
  keys,
  folds: ["many-concat"],
} as const satisfies Part;
