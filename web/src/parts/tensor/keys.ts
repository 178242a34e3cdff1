/** Keys of the tensor: those of the parts beside it. */
import { keys as crossKeys } from "../cross/keys.js";
import { keys as manyKeys } from "../many/keys.js";

const { heads, division } = manyKeys;
const { second, secondcuts } = crossKeys;
export const keys = { heads, division, second, secondcuts };

export const part = { chapter: "heads", place: 14, keys, folds: ["tensor-queries"] } as const;
