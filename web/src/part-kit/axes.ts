/** The values of d and of n at which several parts measure. The worker imports them too. */

/** The octaves of d from 1 to 1024. */
export const DIMS: readonly number[] = Array.from({ length: 11 }, (_, octave) => 2 ** octave);

/** Numbers of keys n. */
export const COUNTS: readonly number[] = [3, ...Array.from({ length: 13 }, (_, i) => 2 ** (i + 3))];
