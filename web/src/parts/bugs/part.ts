import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "bugs",
  chapter: "divisors",
  place: 40,
  keys,
  folds: ["bugs-race"],
} as const satisfies Part;
