/** Reads the summaries of draws by d and side. */
import type { DrawSummaries } from "../../engine/api.js";

/** Side 0 is without the division, side 1 with it: the two exponents of the request. */
export const SIDES = [0, 1] as const;

/** A result whose summaries have an entry for each d and, within it, each exponent. */
interface BySide {
  readonly request: { readonly exponents: readonly number[] };
  readonly dims: readonly number[];
}

/** The index of an entry. @param dim as an index into `dims` */
export const cellOf = ({ request }: BySide, dim: number, side: number): number =>
  dim * request.exponents.length + side;

/** Of a side: a function that gives a statistic for every d. */
export const statisticOf =
  (result: BySide, summaries: DrawSummaries, side: number) =>
  (statistic: keyof DrawSummaries): number[] =>
    result.dims.map((_, i) => summaries[statistic][cellOf(result, i, side)] ?? 0);

/** The exponent of side 1. */
export const exponentOf = ({ request }: BySide): number => request.exponents[1] ?? 0;

/** The octave of d nearest to the page's, as an index into `dims`. */
export const nearestDim = ({ dims }: BySide, dim: number): number =>
  Math.max(0, dims.indexOf(2 ** Math.round(Math.log2(dim))));
