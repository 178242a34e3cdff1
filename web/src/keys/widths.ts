/** Keys of the widths. */
import { oneOf, text, whole } from "./key.js";

export const keys = {
  /** d_k, the length of a query and a key. */
  dk: whole(16, 1, 1024),
  /** d_v, the length of a value. */
  dv: whole(24, 1, 1024),
  /** Where W^Q, W^K and W^V come from. */
  projection: oneOf("drawn", ["drawn", "identity", "pasted"]),
  /** The pasted matrices: rows separated by semicolons, numbers by commas. */
  wq: text("1,0;0,1;1,1"),
  wk: text("1,0;0,1;0,0"),
  wv: text("1,0,0;0,1,0;0,0,1"),
};

export const part = {
  chapter: "heads",
  keys,
  folds: ["widths-shapes", "widths-output"],
} as const;
