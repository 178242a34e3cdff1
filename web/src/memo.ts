/** Results that are kept as long as what they were computed from is the same. */

/** Whether two lists have the same entries, compared by identity. */
export const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((entry, index) => Object.is(entry, b[index]));

/** The entry of a map, made where there is none yet. */
export function entryOf<K, T>(map: Map<K, T>, key: K, make: () => T): T {
  const entry = map.get(key) ?? make();
  map.set(key, entry);
  return entry;
}

/**
 * Calls `make` again only when an argument has changed (by Object.is); until then returns its last
 * result.
 */
export function memo<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | undefined;
  return (...args) => {
    if (last === undefined || !same(last.args, args)) {
      last = { args, result: make(...args) };
    }
    return last.result;
  };
}
