/** Numbers in the bytes of a file become those that NumPy and onnxruntime read from them. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { EngineError } from "../../web/src/engine/errors.js";
import { BYTES_OF_NUMBER, type NumberFormat } from "../../web/src/engine/number-formats.js";
import { decode, littleEndian } from "./own-files.js";
import { python } from "./python.js";

const goldens = JSON.parse(readFileSync("tests/fixtures/number_formats.json", "utf8"));
const FORMATS = Object.keys(BYTES_OF_NUMBER) as NumberFormat[];

/** Every word of so many bytes, one after the other. */
function everyWord(size: 1 | 2): Uint8Array {
  const words = Array.from({ length: 256 ** size }, (_, word) => littleEndian(word, size));
  return Uint8Array.from(words.flat());
}

function hashOf(numbers: Float32Array | Float64Array): string {
  const same = Float32Array.from(numbers, (value) => (Number.isNaN(value) ? Number.NaN : value));
  return createHash("sha256").update(new Uint8Array(same.buffer)).digest("hex");
}

describe("every number of a small format", () => {
  it.each(["float8_e4m3", "float8_e5m2"] as const)("is onnxruntime's: %s", async (format) => {
    const numbers = await decode(everyWord(1), format);
    expect(Array.from(numbers)).toEqual(goldens[format].map(Number));
  });

  it.each(["float16", "bfloat16"] as const)("is onnxruntime's: %s", async (format) => {
    expect(hashOf(await decode(everyWord(2), format))).toBe(goldens[format]);
  });

  test("is NumPy's, in both orders of bytes", async () => {
    const program = `
import hashlib, numpy as np
words = np.arange(65536, dtype=np.uint16)
half = words.view(np.float16).astype(np.float32)
brain = (words.astype(np.uint32) << 16).view(np.float32)
for numbers in (half, brain):
    numbers[np.isnan(numbers)] = np.nan
    print(hashlib.sha256(numbers.tobytes()).hexdigest())
`;
    const [half, brain] = python(program).trim().split("\n");
    const little = everyWord(2);
    const big = little.map((_, place) => little[place ^ 1] as number);
    for (const [bytes, bigEndian] of [
      [little, false],
      [big, true],
    ] as const) {
      expect(hashOf(await decode(bytes, "float16", bigEndian))).toBe(half);
      expect(hashOf(await decode(bytes, "bfloat16", bigEndian))).toBe(brain);
    }
  });
});

describe("a number of a wide format", () => {
  const VIEWS = {
    float64: "getFloat64",
    float32: "getFloat32",
    int16: "getInt16",
    uint16: "getUint16",
    int32: "getInt32",
    uint32: "getUint32",
    int64: "getBigInt64",
    uint64: "getBigUint64",
  } as const;

  it.each(Object.entries(VIEWS))("is that of a DataView: %s", async (format, getter) => {
    const size = BYTES_OF_NUMBER[format as NumberFormat];
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: size, maxLength: size * 9 }),
        fc.boolean(),
        async (bytes, bigEndian) => {
          const whole = bytes.slice(0, bytes.length - (bytes.length % size));
          const view = new DataView(whole.buffer);
          const numbers = await decode(whole, format as NumberFormat, bigEndian);
          const expected = Array.from({ length: whole.length / size }, (_, index) =>
            Number(view[getter](index * size, !bigEndian)),
          );
          expect(Array.from(numbers)).toEqual(expected);
        },
      ),
    );
  });
});

it("converts what takes more than one call", async () => {
  const count = 2 ** 20 + 3;
  const whole = Float64Array.from({ length: count }, (_, index) => index / 8);
  const numbers = await decode(new Uint8Array(whole.buffer), "float64");
  expect(numbers).toBeInstanceOf(Float64Array);
  expect(numbers.every((value, index) => value === whole[index])).toBe(true);
  expect(numbers).toHaveLength(count);
});

it.each(FORMATS)("converts no bytes to no numbers: %s", async (format) => {
  expect(await decode(new Uint8Array(), format)).toHaveLength(0);
});

it("refuses bytes that are no whole number of numbers, and formats that there are not", () => {
  expect(() => decode(new Uint8Array(3), "float16")).toThrow(EngineError);
  expect(() => decode(new Uint8Array(4), "float128" as NumberFormat)).toThrow(EngineError);
});
