/** The pictures of the first chapter. */

export const keys = {};
export const part = { chapter: "page", place: 0, keys, folds: [] } as const;
