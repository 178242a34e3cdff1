/** The pictures of the first chapter. */

export const keys = {};
export const chapter = "page";
export const place = 0;
export const folds = [] as const;
