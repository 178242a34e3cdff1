/** Calls `make` again only when an argument has changed (by Object.is); until then returns its last result. */
export function memo<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | undefined;
  return (...args) => {
    if (last === undefined || args.some((arg, i) => !Object.is(arg, last?.args[i])))
      last = { args, result: make(...args) };
    return last.result;
  };
}
