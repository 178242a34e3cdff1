/** The pictures of the first chapter. */

export const keys = {};
export const part = { chapter: "page", keys, folds: [] } as const;
