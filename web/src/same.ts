/** Whether two lists have the same entries, compared by identity. */
export const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((entry, index) => Object.is(entry, b[index]));
