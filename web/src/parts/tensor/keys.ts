/** Keys of the tensor: those of the parts beside it. */
import { keys as crossKeys } from "../cross/keys.js";
import { keys as manyKeys } from "../many/keys.js";

export const keys = {
  heads: manyKeys.heads,
  division: manyKeys.division,
  second: crossKeys.second,
};

export const part = { chapter: "heads", place: 14, keys, folds: ["tensor-queries"] } as const;
