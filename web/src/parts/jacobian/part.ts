import type { Part } from "../../state/part.js";
import { keys } from "./keys.js";

export const part = {
  name: "jacobian",
  chapter: "why",
  place: 3,
  keys,
  folds: ["jacobian-norms", "jacobian-upstream"],
} as const satisfies Part;
