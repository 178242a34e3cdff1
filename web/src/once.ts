/**
 * Calls `make` once and gives every caller the same promise. A rejected promise is discarded: the
 * next call tries again, since a network that failed may be back.
 */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
