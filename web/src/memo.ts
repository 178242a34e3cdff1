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

export class Memo {
  private readonly kept = new Map<string, { deps: readonly unknown[]; value: unknown }>();

  /**
   * @param name tells the results apart
   * @param deps all that the result depends on, compared by identity
   * @returns the result of `compute`, which is called where there is none yet for these `deps`
   */
  of<T>(name: string, deps: readonly unknown[], compute: () => T): T {
    let entry = this.kept.get(name);
    if (entry === undefined || !same(entry.deps, deps)) {
      entry = { deps, value: compute() };
      this.kept.set(name, entry);
    }
    return entry.value as T;
  }

  forget(name: string): void {
    this.kept.delete(name);
  }
}

/**
 * Calls `make` again only when an argument has changed (by Object.is); until then returns its last
 * result.
 */
export function memo<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  const last = new Memo();
  return (...args) => last.of("", args, () => make(...args));
}
