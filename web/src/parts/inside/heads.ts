/** The heads of the trained model as the figures show them. */
import type { Matrix } from "../../engine/api.js";
import type { LaneHeads } from "../../language/api.js";
import { visible } from "../../part-kit/model/tokens.js";

export const SIDES = ["unscaled", "scaled"] as const;
export type Side = (typeof SIDES)[number];

/** The most rows of a small picture, and of a large one. */
const CELLS = 24;
const SHOWN = 64;

export const mean = (numbers: ArrayLike<number>): number =>
  Array.from(numbers).reduce((sum, number) => sum + number, 0) / numbers.length;

/** Each head as a small matrix: of longer texts a cell has the largest weight of several rows and columns. */
export function thumbnails({ tokens: { length: n }, entropy, weights }: LaneHeads): Matrix[] {
  const block = Math.ceil(n / CELLS);
  const size = Math.ceil(n / block);
  return Array.from(entropy, (_, head) => {
    const data = new Float64Array(size * size);
    for (let row = 0; row < n; row += 1)
      for (let col = 0; col <= row; col += 1) {
        const at = Math.floor(row / block) * size + Math.floor(col / block);
        data[at] = Math.max(data[at] ?? 0, weights[(head * n + row) * n + col] ?? 0);
      }
    return { rows: size, cols: size, data };
  });
}

/** For each head the share of the rows, the first one left out, whose largest weight is on the first token. */
export const sinkShares = ({ tokens: { length: n }, entropy, weights }: LaneHeads): number[] =>
  Array.from(entropy, (_, head) => {
    const rows = Array.from({ length: n - 1 }, (__, i): number => {
      const from = (head * n + i + 1) * n;
      const row = weights.subarray(from, from + i + 2);
      return Number(row.every((weight) => weight <= (row[0] ?? 0)));
    });
    return n > 1 ? mean(rows) : 1;
  });

/** The part of a head that a large picture shows: of a long text the first token, and those up to `at` or, if it is near, the end. */
export interface HeadPart {
  /** Numbers of the tokens, from 0. */
  readonly places: readonly number[];
  readonly words: readonly string[];
  readonly weights: Matrix;
}

/** The number of the tokens from which the part is taken, and their end. */
function placesOf(n: number, at: number): number[] {
  const end = Math.min(n, Math.max(SHOWN, at + SHOWN / 2));
  const from = Math.max(0, end - SHOWN);
  return Array.from({ length: end - from }, (_, i) => (i === 0 ? 0 : from + i));
}

export function headPart({ tokens, weights }: LaneHeads, head: number, at: number): HeadPart {
  const n = tokens.length;
  const places = placesOf(n, at);
  const data = places.flatMap((row) =>
    places.map((col) => weights[(head * n + row) * n + col] ?? 0),
  );
  return {
    places,
    words: places.map((place) => visible(tokens[place] ?? "")),
    weights: { rows: places.length, cols: places.length, data: Float64Array.from(data) },
  };
}
