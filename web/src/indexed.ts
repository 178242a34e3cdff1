/**
 * The entries of a list, each with its place. Not by the list's own `entries()`, which Prototype.js
 * removes from the arrays of a page.
 */
export const indexed = <T>(list: ArrayLike<T>): readonly (readonly [place: number, entry: T])[] =>
  Array.from(list, (entry, place) => [place, entry] as const);
