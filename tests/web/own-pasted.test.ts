/** Numbers are read from what NumPy, PyTorch, R, MATLAB, Octave and JSON print. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readPasted } from "../../web/src/own/pasted.js";
import { isText } from "../../web/src/own/tensor.js";
import { problemOf } from "./own-files.js";
import { python } from "./python.js";

type Read = Readonly<{ name: string; shape: readonly number[]; numbers: readonly number[] }>;

async function read(text: string): Promise<Read[]> {
  const tensors = readPasted(text);
  return Promise.all(
    tensors.map(async (tensor) => {
      if (isText(tensor)) throw new Error(`${tensor.name} holds texts`);
      const { name, shape } = tensor;
      return { name, shape, numbers: Array.from(await tensor.read()) };
    }),
  );
}

const one = async (text: string) => {
  const [first, ...others] = await read(text);
  expect(others).toEqual([]);
  return [first?.shape, first?.numbers];
};

const NaN_ = Number.NaN;
const FOUR = [
  [2, 2],
  [1, -2.5, 0.001, 40],
];

describe("what a program prints is read", () => {
  it.each([
    ["NumPy's str", "[[ 1.e+00 -2.5e+00]\n [ 1.e-03  4.e+01]]"],
    ["NumPy's repr", "array([[ 1.e+00, -2.5e+00],\n       [ 1.e-03,  4.e+01]], dtype=float32)"],
    ["PyTorch", "tensor([[ 1.0000e+00, -2.5000e+00],\n        [ 1.0000e-03,  4.0000e+01]])"],
    [
      "PyTorch on a device, with a gradient",
      "tensor([[1.0000, -2.5000],\n        [0.0010, 40.0000]], device='cuda:0', dtype=torch.float16,\n       grad_fn=<SoftmaxBackward0>)",
    ],
    [
      "a parameter",
      "Parameter containing:\ntensor([[1., -2.5], [0.001, 40.]], requires_grad=True)",
    ],
    ["JAX", "Array([[1., -2.5],\n       [0.001, 40.]], dtype=bfloat16)"],
    [
      "TensorFlow",
      "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[1., -2.5],\n       [0.001, 40.]], dtype=float32)>",
    ],
    ["Python", "[[1, -2.5], [0.001, 40]]"],
    ["a call of NumPy", "np.array([[1, -2.5], [1e-3, 40]])"],
    ["an older PyTorch, with a factor", "1.00000e-03 *\n[[1000.0, -2500.0],\n [1.0, 40000.0]]"],
    ["MATLAB's brackets", "[1 -2.5; 0.001 40]"],
    ["R", "      [,1] [,2]\n[1,] 1.000 -2.5\n[2,] 0.001 40.0"],
    [
      "R in blocks of columns",
      "      [,1]\n[1,] 1.000\n[2,] 0.001\n     [,2]\n[1,] -2.5\n[2,] 40.0",
    ],
    ["R with the names of columns", "         q1   q2\n[1,] 1.000 -2.5\n[2,] 0.001 40.0"],
    ["R with the names of rows", "   [,1] [,2]\na 1.000 -2.5\nb 0.001 40.0"],
    ["MATLAB", "A =\n\n    1.0000   -2.5000\n    0.0010   40.0000\n\n"],
    ["MATLAB with a factor", "q =\n\n   1.0e+03 *\n\n    0.001   -0.0025\n    0.000001    0.04\n"],
    [
      "MATLAB in blocks of columns",
      "A =\n\n  Column 1\n\n    1.0000\n    0.0010\n\n  Column 2\n\n   -2.5000\n   40.0000\n",
    ],
    ["Octave", "ans =\n\n Columns 1 and 2:\n\n   1.0000   -2.5000\n   0.0010   40.0000\n\n"],
    ["rows", "1, −2.5\n1e-3, 40"],
    ["rows on one line", "1 -2.5; .001 40."],
  ])("%s", async (_, text) => {
    const [shape, numbers] = (await one(text)) as [number[], number[]];
    expect(shape).toEqual(FOUR[0]);
    for (const [index, value] of numbers.entries()) {
      expect(value).toBeCloseTo(FOUR[1]?.[index] ?? NaN_, 12);
    }
  });

  it.each([
    ["a vector of NumPy", "[1. 2. 3.]", [3], [1, 2, 3]],
    ["a vector of R", "[1] 1 2 3\n[4] 4 5", [1, 5], [1, 2, 3, 4, 5]],
    ["three dimensions", "tensor([[[1., 2.]],\n\n        [[3., 4.]]])", [2, 1, 2], [1, 2, 3, 4]],
    [
      "slices of R",
      ", , 1\n\n     [,1] [,2]\n[1,]    1    2\n\n, , 2\n\n     [,1] [,2]\n[1,]    3    4\n",
      [2, 1, 2],
      [1, 2, 3, 4],
    ],
    [
      "slices of MATLAB",
      "\nA(:,:,1) =\n\n     1     2\n\n\nA(:,:,2) =\n\n     3     4\n",
      [2, 1, 2],
      [1, 2, 3, 4],
    ],
    ["slices of a newer MATLAB", "A(:,:,1) =\n 1\n(:,:,2) =\n 2", [2, 1, 1], [1, 2]],
    ["true and false", "[[True, False]]", [1, 2], [1, 0]],
    ["what is not finite", "tensor([nan, inf, -inf])", [3], [NaN_, Infinity, -Infinity]],
    ["what is not finite in R", "[1]  NaN  Inf -Inf", [1, 3], [NaN_, Infinity, -Infinity]],
    ["a row of JSON", "[1,2]", [2], [1, 2]],
  ])("%s", async (_, text, shape, numbers) => {
    expect(await one(text)).toEqual([shape, numbers]);
  });

  it.each([
    ["assignments", "q = tensor([[1.]])\nk = np.array([[2.]], dtype=np.float32)"],
    ["a dict of Python's", "{'q': array([[1.]]), 'k': tensor([[2.]], device='cuda:0')}"],
    ["an object of JSON", '{"q": [[1]], "k": [[2]]}'],
    ["a list of R's", "$q\n     [,1]\n[1,]    1\n\n$k\n     [,1]\n[1,]    2\n"],
    ["R's prompts", "> q\n     [,1]\n[1,]    1\n> k\n     [,1]\n[1,]    2\n"],
    ["MATLAB", "q =\n\n     1\n\n\nk =\n\n     2\n"],
  ])("several by their names: %s", async (_, text) => {
    expect(await read(text)).toEqual([
      { name: "q", shape: expect.anything(), numbers: [1] },
      { name: "k", shape: expect.anything(), numbers: [2] },
    ]);
  });

  it("numbers those that have no name", async () => {
    const found = await read("(tensor([[1.]]), tensor([[2.]]))");
    expect(found.map(({ name }) => name)).toEqual(["pasted", "pasted_1"]);
  });

  it("reads tokens as texts", async () => {
    const [tokens] = readPasted(`tokens = ['I', "don't", '[SEP]', '...']`);
    if (!tokens || !isText(tokens)) throw new Error("no texts");
    expect([tokens.name, await tokens.readTexts()]).toEqual([
      "tokens",
      ["I", "don't", "[SEP]", "..."],
    ]);
  });

  test("as NumPy itself prints random arrays", async () => {
    const program = `
import json, numpy as np
np.set_printoptions(threshold=np.inf)
draws = np.random.RandomState(7)
said = []
for shape in ((3,), (4, 30), (2, 3, 12), (2, 2, 3, 4)):
    for size in (1e-6, 1, 1e7):
        for kind in (np.float64, np.float32, np.float16, np.int64):
            array = np.clip(draws.normal(size=shape) * size, -6e4, 6e4).astype(kind)
            for text in (str(array), repr(array)):
                said.append([text, list(shape), kind is np.float16, json.loads(json.dumps(array.astype(np.float64).ravel().tolist()))])
print(json.dumps(said))
`;
    const said: [string, number[], boolean, number[]][] = JSON.parse(python(program));
    for (const [text, shape, isHalf, numbers] of said) {
      const [found, own] = (await one(text)) as [number[], number[]];
      expect(found).toEqual(shape);
      const largest = Math.max(...numbers.map(Math.abs));
      const off = own.map((value, index) => Math.abs(value - (numbers[index] ?? NaN_)));
      // NumPy shows eight digits after the point, and of halves as many as tell them apart.
      const least = isHalf ? 2 ** -25 : 1e-8;
      expect(Math.max(...off)).toBeLessThanOrEqual(largest * 1e-3 + least);
    }
  });
});

describe("what cannot be read is refused in a sentence", () => {
  it.each([
    ["", "pasteEmpty", "PyTorch"],
    [" \n", "pasteEmpty", "PyTorch"],
    ["[[1. 2. ... 3. 4.]]", "abridged", "np.set_printoptions(threshold=np.inf)"],
    ["tensor([[1., 2.],\n        ...,\n        [3., 4.]])", "abridged", 'profile="full"'],
    ["[[1, 2], …]", "abridged", "save a file"],
    ['[1,] 1\n [ reached getOption("max.print") -- omitted 9 rows ]', "abridged", "max.print"],
    ["[[1, 2], [3]]", "ragged", "[1]"],
    ["[[1, 2], 3]", "nesting", "[1]"],
    ["[[1, 2], [3, x]]", "entry", "[1, 1]"],
    ["[1+2j, 3]", "entry", "1+2j"],
    ["tensor([[1., 2.],\n   [3.", "pasteOpen", "[[1., 2.], [3."],
    ["[[[[[[1]]]]]]", "deep", "5"],
    ["1 2\n3 four", "pasteEntry", "Line 2: “four”"],
    ["1 2\n3", "ragged", "[1]"],
    ["     [,1]\n[1,]   NA", "pasteEntry", "NA"],
    ["A(:,:,1) =\n 1\nA(:,:,3) =\n 2", "pasteSlices", "2 slices"],
    ["A(:,:,1) =\n 1\nA(:,:,2) =\n 2\n 3", "pasteRows", "2 rows"],
    ["hello", "pasteEntry", "hello"],
    ["[]", "none", ""],
  ])("%j: %s", async (text, code, words) => {
    if (code === "none") {
      expect(await read(text)).toEqual([{ name: "pasted", shape: [0], numbers: [] }]);
      return;
    }
    const problem = await problemOf(() => readPasted(text));
    expect(problem.code).toBe(code);
    expect(problem.sentence).toContain(words);
  });
});

describe("any text", () => {
  const signs = fc.constantFrom(
    ..."[](){},;:'\"\n \t=*$>.eE+-−…0123456789NaIinfx",
    "tensor(",
    "array(",
    "[,1]",
    "[1,]",
    ", , 1",
    "A =",
    "Columns 1 through 8",
    "1.0e+03 *",
    ", dtype=",
    "grad_fn=<",
    "...",
  );
  it("is read, or refused in a sentence, and soon", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(signs, { maxLength: 200 }), async (parts) => {
        await accepted(() => read(parts.join("")));
      }),
      { numRuns: 1000 },
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (text) => {
        await accepted(() => read(text));
      }),
    );
  });

  it.each([
    ["brackets", "[".repeat(300_000)],
    ["digits", "1".repeat(300_000)],
    ["spaces", `${" ".repeat(300_000)}x`],
    ["quotes", `["${"\\".repeat(300_000)}`],
    ["commas", `[1${", ".repeat(300_000)}`],
    ["names", "a".repeat(300_000)],
    ["names before brackets", "a.".repeat(100_000) + "[1]".repeat(1000)],
    ["makers", "array(".repeat(60_000)],
    ["properties", ", dtype=<".repeat(40_000)],
    ["R's heads", "[,1] ".repeat(60_000)],
    ["lines", "\n".repeat(300_000)],
    ["braces", `{"${"{".repeat(300_000)}`],
    ["escaped quotes", `{"${'\\"'.repeat(100_000)}`],
    ["digits before a letter", `${"1".repeat(300_000)}x`],
    ["lines before a bracket", `${"\n".repeat(100_000)}x [`],
  ])("that is long is read in time that grows as its length: %s", async (_, text) => {
    const begun = performance.now();
    await accepted(() => read(text));
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});

/** Runs a call that may be refused, but in a sentence alone. */
async function accepted(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    await problemOf(() => Promise.reject(error));
  }
}

it("tells an array without a name from slices of the one before it", async () => {
  const octave = "q =\n\n  1 2\n\nans =\n\nans(:,:,1) =\n\n  3\n\nans(:,:,2) =\n\n  4\n";
  const tensors = readPasted(octave);
  expect(tensors.map(({ name, shape }) => [name, shape])).toEqual([
    ["q", [1, 2]],
    ["ans", [2, 1, 1]],
  ]);
});
