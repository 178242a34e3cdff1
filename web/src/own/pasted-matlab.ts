/**
 * Matrices as MATLAB and Octave display them: `A =`, `A(:,:,1) =`, a common factor such as
 * `1.0e+03 *`, and blocks of columns, "Columns 1 through 8".
 */
import { PrintedBlocks } from "./printed-blocks.js";
import type { AnyTensor } from "./tensor.js";

const ASSIGNED = /^(?:>>\s*)?([A-Za-z]\w*)?(?:\(:,:,([\d,]+)\))?\s*=$/;
const COLUMNS = /^Columns? \d+(?: (?:through|and|to) \d+)?:?$/;
const FACTOR = /^(\d+(?:\.\d*)?e[+-]?\d+)\s*\*$/i;

export const looksLikeMatlab = (text: string): boolean =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .some((line) => ASSIGNED.test(line) || COLUMNS.test(line) || FACTOR.test(line));

export function readMatlab(name: string, text: string): readonly AnyTensor[] {
  const blocks = new PrintedBlocks(name);
  let last: string | undefined;
  /** Whether the last array has no rows yet but those of slices: Octave calls these "ans". */
  let hasSlicesAlone = false;
  let isInSlice = false;
  for (const [line, whole] of text.split(/\r?\n/).entries()) {
    const content = whole.trim();
    const assigned = ASSIGNED.exec(content);
    const [, factor] = FACTOR.exec(content) ?? [];
    if (assigned) {
      const [, own = last ?? "", slice] = assigned;
      const isSlice = slice !== undefined && (own === last || (own === "ans" && hasSlicesAlone));
      if (!isSlice) {
        blocks.begin(own);
        last = own;
        hasSlicesAlone = slice === undefined;
      }
      isInSlice = slice !== undefined;
      if (slice !== undefined) blocks.slice(slice.split(",").map(Number));
    } else if (factor !== undefined) {
      blocks.factor(Number(factor));
    } else if (COLUMNS.test(content)) {
      blocks.columns();
    } else if (content !== "") {
      hasSlicesAlone = hasSlicesAlone && isInSlice;
      blocks.row(content.split(/\s+/), line);
    }
  }
  return blocks.tensors();
}
