/** Results that are kept as long as what they were computed from is the same. */
import { same } from "./same.js";

/** Calls `make` again only when an argument has changed (by Object.is); until then returns its last result. */
export function memo<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | undefined;
  return (...args) => {
    if (last === undefined || !same(last.args, args)) last = { args, result: make(...args) };
    return last.result;
  };
}
