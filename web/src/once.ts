/**
 * Memoises a call whose promise serves everybody. A rejected promise is not kept: the next call tries again, since a
 * network that failed may be back.
 */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) {
      const making = make();
      made = making;
      making.catch(() => {
        if (made === making) made = undefined;
      });
    }
    return made;
  };
}
