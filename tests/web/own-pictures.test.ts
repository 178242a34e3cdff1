/** The first look at the weights of a file: pictures and numbers are those of all weights at length. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { SIDES } from "../../web/src/attention/sides.js";
import { pooled } from "../../web/src/draw/sketch.js";
import type { NumberFormat, StoredMatrices } from "../../web/src/engine/number-formats.js";
import { memoryTensor, type Tensor } from "../../web/src/own/tensor.js";
import {
  blockOf,
  type HeadSides,
  MOST_CELLS,
  storedSides,
} from "../../web/src/parts/opened/experiments.js";
import { Bands, piecesOf, readPiece } from "../../web/src/parts/opened/pieces.js";
import { engine } from "../loaded-engine.js";
import { formats } from "./own-files.js";

const POWERS = { unscaled: 8, scaled: 1 };

/** The same from all weights under the power. */
function atLength({ bytes, format, rows, cols }: StoredMatrices, cells: number) {
  const weights = { rows, cols, data: Float64Array.from(formats.decodeNumbers(bytes, format)) };
  return SIDES.map((side) => {
    const tempered = engine.temperedWeights(weights, POWERS[side]);
    const { entropy, peak } = engine.rowStatistics(tempered);
    const { data } = pooled(tempered, cells);
    return [...data, engine.moments(entropy).mean, engine.moments(peak).mean];
  });
}

const numbersOf = (sides: HeadSides | null | undefined) =>
  SIDES.map((side) => {
    const found = sides?.[side];
    return [...(found?.picture.data ?? []), found?.entropy ?? 0, found?.largest ?? 0];
  });

function expectSame(found: readonly number[][], expected: readonly number[][]): void {
  for (const [side, numbers] of expected.entries()) {
    expect(found[side]).toHaveLength(numbers.length);
    for (const [place, number] of numbers.entries()) {
      // The pictures are in single precision.
      expect(Math.abs((found[side]?.[place] ?? 0) - number)).toBeLessThan(1e-6 * number + 1e-30);
    }
  }
}

const storedIn = (format: NumberFormat, bytes: Uint8Array, rows: number, cols: number) => ({
  bytes,
  format,
  bigEndian: false,
  rows,
  cols,
});

describe("a first look at weights", () => {
  /** The positive words of each format up to that of 1. */
  const ONES = { float16: 0x3c00, bfloat16: 0x3f80 } as const;

  it.each(Object.keys(ONES) as (keyof typeof ONES)[])("has the numbers of all: %s", (format) => {
    const shape = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40 }));
    const matrix = shape.chain(([rows, cols]) => {
      // Zeros as a mask leaves them, also whole rows.
      const word = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: ONES[format] }));
      const words = fc.array(word, { minLength: rows * cols, maxLength: rows * cols });
      return words.map((list) =>
        storedIn(format, new Uint8Array(Uint16Array.from(list).buffer), rows, cols),
      );
    });
    fc.assert(
      fc.property(matrix, fc.integer({ min: 1, max: 20 }), (stored, cells) => {
        const block = blockOf(stored.rows, stored.cols, cells);
        const [found] = storedSides(formats, { stored, powers: POWERS, block });
        expectSame(numbersOf(found), atLength(stored, cells));
      }),
    );
  });
});

describe("pieces of a file", () => {
  const placesOf = (tensor: Tensor, heads: number, size: number) =>
    Array.from({ length: heads }, (_, head) => ({
      tensor,
      start: head * size,
      end: (head + 1) * size,
    }));

  test("hold small heads together, each once and in their order", () => {
    const size = 100 * 100;
    const one = memoryTensor("a", [70, 100, 100], new Float64Array());
    const other = memoryTensor("b", [5, 100, 100], new Float64Array());
    const places = [...placesOf(one, 70, size), ...placesOf(other, 5, size)];
    const pieces = piecesOf(places, { rows: 100, cols: 100, block: 2 });
    expect(pieces.map(({ first, heads }) => [first, heads])).toEqual([
      [0, 70],
      [70, 5],
    ]);
    for (const { tensor, start, end, first, heads } of pieces) {
      expect([tensor, start]).toEqual([places[first]?.tensor, places[first]?.start]);
      expect(end).toBe(places[first + heads - 1]?.end);
    }
  });

  test("cut a large head between squares of its picture, and make the same of it", async () => {
    const rows = 2200;
    const cols = 700;
    const logits = engine.randomNormal({ seed: 13, rows, cols });
    const { data } = engine.softmax(logits);
    const tensor = memoryTensor("weights", [rows, cols], data);
    const block = blockOf(rows, cols, MOST_CELLS);
    const pieces = piecesOf(placesOf(tensor, 1, rows * cols), { rows, cols, block });
    expect(pieces.length).toBeGreaterThan(1);
    const bands = new Bands(rows);
    const whole: (HeadSides | null)[] = [];
    // The last one first: they come as they are ready.
    for (const piece of pieces.toReversed()) {
      const stored = await readPiece(piece, cols);
      const [head] = bands.heads(piece, storedSides(formats, { stored, powers: POWERS, block }));
      whole.push(head?.[1] ?? null);
    }
    expect(whole.slice(0, -1).every((head) => head === null)).toBe(true);
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    expectSame(
      numbersOf(whole.at(-1)),
      atLength(storedIn("float64", bytes, rows, cols), MOST_CELLS),
    );
  });
});
