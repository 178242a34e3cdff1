/** Objects that belong to another object: made at the first request, and gone with their owner. */
import { entryOf, memo } from "./memo.js";

/** One object for each owner. */
export function oneFor<Owner extends object, T extends object>(
  make: (owner: Owner) => T,
): (owner: Owner) => T {
  const made = new WeakMap<Owner, T>();
  return (owner) => {
    const known = made.get(owner) ?? make(owner);
    made.set(owner, known);
    return known;
  };
}

/** The last result for each owner: `make` is called again when an argument has changed. */
export function memoFor<A extends readonly unknown[], R>(
  make: (...args: A) => R,
): (owner: object, ...args: A) => R {
  const results = oneFor((_: object) => memo(make));
  return (owner, ...args) => results(owner)(...args);
}

/** The same for each of a few cases: one result for each owner and case. */
export function memoForEach<Case, A extends readonly unknown[], R>(
  make: (subject: Case, ...args: A) => R,
): (owner: object, subject: Case, ...args: A) => R {
  const results = oneFor((_: object) => new Map<Case, (...args: A) => R>());
  return (owner, subject, ...args) => {
    const result = entryOf(results(owner), subject, () =>
      memo((...given: A) => make(subject, ...given)),
    );
    return result(...args);
  };
}
