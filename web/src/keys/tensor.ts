/** Keys of the tensor: those of the parts beside it. */
import { keys as crossKeys } from "./cross.js";
import { keys as manyKeys } from "./many.js";

const { heads, division } = manyKeys;
const { second, secondcuts } = crossKeys;
export const keys = { heads, division, second, secondcuts };

export const part = {
  chapter: "heads",
  keys,
  folds: ["tensor-weights", "tensor-queries", "tensor-further"],
} as const;
