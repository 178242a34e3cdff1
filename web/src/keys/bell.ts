/** The bell depends on d and the exponent alone, which are keys of the sentence. */

export const keys = {};
/** The second one is that of the text after it, parts/why.ts. */
export const part = { chapter: "why", keys, folds: ["bell-further", "bell-why"] } as const;
