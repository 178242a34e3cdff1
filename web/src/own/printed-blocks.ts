/**
 * Collects matrices that are printed in blocks of columns, one slice after the other, as R, MATLAB
 * and Octave print what is wider than a line or has more than two dimensions.
 */
import { printedNumber } from "./printed-number.js";
import { excerpt, refuse } from "./reading-error.js";
import { type AnyTensor, memoryTensor } from "./tensor.js";

interface PrintedArray {
  readonly name: string;
  /** The extents of the dimensions after the second, of which the third is the fastest. */
  extents: number[];
  /** The rows of each slice. */
  readonly slices: number[][][];
}

export class PrintedBlocks {
  readonly #fallback: string;
  readonly #arrays: PrintedArray[] = [];
  /** The row of the current slice that the next line continues. */
  #row = 0;
  #factor = 1;

  /** @param fallback what an array is called that has no name of its own */
  constructor(fallback: string) {
    this.#fallback = fallback;
  }

  /** Begins an array. */
  begin(name: string): void {
    this.#arrays.push({ name, extents: [], slices: [] });
    this.#row = 0;
    this.#factor = 1;
  }

  /** Begins a slice. @param indices from 1, of the dimensions after the second */
  slice(indices: readonly number[]): void {
    const array = this.#array();
    array.slices.push([]);
    array.extents = indices.map((index, axis) => Math.max(index, array.extents[axis] ?? 0));
    this.#row = 0;
    this.#factor = 1;
  }

  /** Begins a block of columns. */
  columns(): void {
    this.#row = 0;
  }

  /** A factor of all numbers up to the next slice. */
  factor(value: number): void {
    this.#factor = value;
  }

  /** A line of numbers. @param line its number in what was pasted, from 0 */
  row(texts: readonly string[], line: number): void {
    const { slices } = this.#array();
    if (slices.length === 0) slices.push([]);
    const rows = slices.at(-1) as number[][];
    const row = rows[this.#row] ?? [];
    for (const text of texts) {
      const value = printedNumber(text);
      if (value === undefined) refuse("pasteEntry", { line: line + 1, entry: excerpt(text, 20) });
      row.push((value as number) * this.#factor);
    }
    rows[this.#row] = row;
    this.#row += 1;
  }

  /** A line that goes on with the row before it, as vectors in R do. */
  continued(texts: readonly string[], line: number): void {
    this.#row = 0;
    this.row(texts, line);
  }

  #array(): PrintedArray {
    if (this.#arrays.length === 0) this.begin("");
    return this.#arrays.at(-1) as PrintedArray;
  }

  tensors(): readonly AnyTensor[] {
    return this.#arrays
      .filter(({ slices }) => slices.some((rows) => rows.length > 0))
      .map((array, index) => {
        const unnamed = index === 0 ? this.#fallback : `${this.#fallback}_${index}`;
        return tensorOf(array.name === "" ? unnamed : array.name, array);
      });
  }
}

function tensorOf(name: string, { extents, slices }: PrintedArray): AnyTensor {
  const [first] = slices;
  const rows = first?.length ?? 0;
  const cols = first?.[0]?.length ?? 0;
  const count = extents.reduce((product, extent) => product * extent, 1);
  if (slices.length !== count) refuse("pasteSlices", { name, count: slices.length, needed: count });
  for (const slice of slices) {
    if (slice.length !== rows) refuse("pasteRows", { name, count: slice.length, first: rows });
    for (const [index, row] of slice.entries()) {
      if (row.length !== cols) {
        refuse("ragged", { name, index: String(index), count: row.length, first: cols });
      }
    }
  }
  const shape = [...extents].reverse().concat(rows, cols);
  return memoryTensor(name, shape, Float64Array.from(slices.flat(2)));
}
