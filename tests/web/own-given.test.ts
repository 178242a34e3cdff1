/** Tensors that a page or Python hands over without a file. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { givenTensors } from "../../web/src/own/given.js";
import { ReadingError } from "../../web/src/own/reading-error.js";
import { decode, named, problemOf } from "./own-files.js";
import { python } from "./python.js";

const given = (tensors: unknown) => givenTensors(tensors, decode);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

describe("tensors that are handed over", () => {
  it("are NumPy's numbers, of every type", async () => {
    const program = `
import base64, json, numpy as np
values = np.array([[0, 1, 2], [3, 100, 127]])
dtypes = ("float16", "float32", "float64", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
print(json.dumps([
    {"name": dtype, "dtype": dtype, "shape": values.shape,
     "data": base64.b64encode(values.astype(dtype).tobytes()).decode()}
    for dtype in dtypes
]))
`;
    const tensors = given(JSON.parse(python(program)));
    expect(tensors).toHaveLength(11);
    for (const { name } of tensors) {
      const tensor = named(tensors, name);
      expect(tensor.shape).toEqual([2, 3]);
      expect(Array.from(await tensor.read())).toEqual([0, 1, 2, 3, 100, 127]);
      expect(Array.from(await tensor.read(3, 5))).toEqual([3, 100]);
    }
  });

  it("are bytes in a buffer, a typed array, a part of a buffer, or base64", async () => {
    const numbers = Float32Array.of(9, 1.5, -2);
    const part = new DataView(numbers.buffer, 4, 8);
    const forms = [
      ["buffer", numbers.slice(1).buffer],
      ["array", numbers.subarray(1)],
      ["view", part],
      ["base64", base64(new Uint8Array(part.buffer, 4, 8))],
    ];
    const tensors = given(
      forms.map(([name, data]) => ({ name, dtype: "float32", shape: [1, 2], data })),
    );
    for (const [name] of forms) {
      expect(Array.from(await named(tensors, String(name)).read())).toEqual([1.5, -2]);
    }
  });

  it("may be of bfloat16 and float8, by the names of PyTorch", async () => {
    const tensors = given([
      { name: "q", dtype: "bfloat16", shape: [1, 2], data: Uint16Array.of(0x3f80, 0xc000) },
      { name: "k", dtype: "float8_e4m3fn", shape: [1, 2], data: Uint8Array.of(0x38, 0xc0) },
    ]);
    expect(Array.from(await named(tensors, "q").read())).toEqual([1, -2]);
    expect(Array.from(await named(tensors, "k").read())).toEqual([1, -2]);
  });

  it("may be texts", async () => {
    const [tokens] = given([{ name: "tokens", texts: ["我", "am", "good"] }]);
    expect(tokens?.shape).toEqual([3]);
    expect(tokens?.dtype === "text" && (await tokens.readTexts())).toEqual(["我", "am", "good"]);
  });
});

describe("what is wrong with them is said", () => {
  const data = new Float32Array(6);
  test.each([
    ["no list", "q", "givenList"],
    ["an empty list", [], "givenList"],
    ["no object", [null], "givenTensor"],
    ["no name", [{ dtype: "float32", shape: [2, 3], data }], "givenTensor"],
    ["no shape", [{ name: "q", dtype: "float32", data }], "givenTensor"],
    ["a shape of halves", [{ name: "q", dtype: "float32", shape: [1.5, 4], data }], "givenTensor"],
    ["another type", [{ name: "q", dtype: "complex64", shape: [3], data }], "dtype"],
    ["a name of Object's", [{ name: "q", dtype: "constructor", shape: [3], data }], "dtype"],
    ["no data", [{ name: "q", dtype: "float32", shape: [2, 3] }], "givenData"],
    ["no base64", [{ name: "q", dtype: "float32", shape: [2, 3], data: "?" }], "givenData"],
    ["too few bytes", [{ name: "q", dtype: "float64", shape: [2, 3], data }], "givenBytes"],
    ["too many bytes", [{ name: "q", dtype: "float16", shape: [2, 3], data }], "givenBytes"],
  ])("%s", async (_, tensors, code) => {
    const problem = await problemOf(async () => given(tensors));
    expect(problem.code).toBe(code);
  });

  test("shapes and types stand in the sentence", async () => {
    const tensors = [{ name: "q", dtype: "float64", shape: [2, 3], data }];
    const problem = await problemOf(async () => given(tensors));
    expect(problem.sentence).toMatch(/“q”, 2×3 of float64, takes 48 bytes, and its data have 24\./);
  });

  test("and nothing else happens, whatever is given", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const tensors of [value, [value], [{ name: "q", dtype: "int8", shape: value }]]) {
          try {
            given(tensors);
          } catch (error) {
            expect(error).toBeInstanceOf(ReadingError);
          }
        }
      }),
    );
  });
});
