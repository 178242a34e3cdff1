/** Properties of layers, for random arguments. */
import {
  type EncoderLayerParameters,
  loadEngine,
  type Matrix,
  type MultiHeadOptions,
} from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrices } from "./arbitraries.js";
import { expectClose, expectCloseMatrix, largest } from "./close.js";
import { asSingle } from "./goldens.js";

const engine = await loadEngine();

const D = 4;
const F = 3;
const lists = matrices(1, D, 1).map(({ data }) => data);

/** Parameters of a decoder layer, of which the encoder's are some. */
const layers = fc.record({
  ...Object.fromEntries(
    ["wq", "wk", "wv", "wo", "cq", "ck", "cv", "co"].map((name) => [name, matrices(D, D, 1)]),
  ),
  ...{ bq: lists, bo: lists, cbk: lists },
  ...{ w1: matrices(D, F, 1), w2: matrices(F, D, 1) },
  ...Object.fromEntries(
    ["gamma1", "beta1", "gamma2", "beta2", "gamma3", "beta3"].map((name) => [name, lists]),
  ),
}) as unknown as fc.Arbitrary<EncoderLayerParameters<Matrix, Float64Array>>;

const words = (n: number) => matrices(n, D, 2);
const anyWords = fc.integer({ min: 2, max: 6 }).chain(words);

const row = ({ cols, data }: Matrix, index: number) => data.slice(index * cols, (index + 1) * cols);
const reversed = (matrix: Matrix): Matrix => ({
  ...matrix,
  data: Float64Array.from(
    Array.from({ length: matrix.rows }, (_, i) => [...row(matrix, matrix.rows - 1 - i)]).flat(),
  ),
});
const product = (a: Matrix, b: Matrix): Matrix => ({
  rows: a.rows,
  cols: b.cols,
  data: Float64Array.from({ length: a.rows * b.cols }, (_, index) => {
    const [i, j] = [Math.floor(index / b.cols), index % b.cols];
    return row(a, i).reduce((sum, entry, k) => sum + entry * (b.data[k * b.cols + j] ?? 0), 0);
  }),
});
const identity: Matrix = {
  ...{ rows: D, cols: D },
  data: Float64Array.from({ length: D * D }, (_, index) => (index % (D + 1) === 0 ? 1 : 0)),
};

/** Σ output∘dOutput. */
const lossOf = (output: Matrix, { data }: Matrix) =>
  output.data.reduce((sum, entry, index) => sum + entry * (data[index] ?? 0), 0);

describe("multi-head attention", () => {
  it("with one head and the identity as W^O is attention", () => {
    const property = (x: Matrix, { wq, wk, wv }: EncoderLayerParameters<Matrix, Float64Array>) => {
      const options = { x, wq, wk, wv, wo: identity, heads: 1 };
      const { output } = engine.multiHeadAttention(options);
      const [q, k, v] = [wq, wk, wv].map((weight) => product(x, weight));
      const alone = engine.attention(q as Matrix, k as Matrix, v as Matrix);
      // Sums of 4 products in whatever order; softmax makes errors of logits up to 32 relative ones.
      expectCloseMatrix(output, alone.output, { k: 256, of: largest(alone.output.data) });
    };
    fc.assert(fc.property(anyWords, layers, property));
  });

  it("gives zeros to a word that sees nothing", () => {
    const property = (x: Matrix, layer: EncoderLayerParameters<Matrix, Float64Array>) => {
      const mask = Array.from({ length: x.rows }, (_, i) => new Array(x.rows).fill(i !== 1));
      const { wq, wk, wv, wo } = layer;
      const result = engine.multiHeadAttention({ x, wq, wk, wv, wo, heads: 2, mask });
      expect(row(result.output, 1)).toEqual(new Float64Array(D));
      expect(row(result.concatenated, 1)).toEqual(new Float64Array(D));
    };
    fc.assert(fc.property(anyWords, layers, property));
  });

  it("needs no division where W^Q was divided by a power of two", () => {
    const property = (
      x: Matrix,
      { wq, wk, wv, wo }: EncoderLayerParameters<Matrix, Float64Array>,
    ) => {
      const options: MultiHeadOptions = { x, wq, wk, wv, wo, heads: 1 };
      const halved = { ...wq, data: wq.data.map((entry) => entry / 2) };
      expect(engine.multiHeadAttention({ ...options, wq: halved, scale: 1 }).output).toEqual(
        engine.multiHeadAttention(options).output,
      );
    };
    fc.assert(fc.property(anyWords, layers, property));
  });
});

const norms = fc.record({
  norm: fc.constantFrom("post" as const, "pre" as const),
  activation: fc.constantFrom("relu" as const, "gelu" as const),
});
// Where a row varies little, γ/√(variance + ε) would make large numbers of rounding errors.
const shared = { heads: 2, epsilon: 0.1 };

describe("the encoder", () => {
  it("permutes its output with its words, without positions", () => {
    const property = (x: Matrix, layer: EncoderLayerParameters, options: object) => {
      const given = { layers: [layer, layer], ...shared, ...options };
      const { output } = engine.encoder({ ...given, x });
      const { output: other } = engine.encoder({ ...given, x: reversed(x) });
      // The sums over the words have another order: some eps of the numbers on the way.
      expectCloseMatrix(reversed(other), output, { k: 2 ** 16, of: largest(output.data) });
    };
    fc.assert(fc.property(anyWords, layers, norms, property));
  });

  it("changes no earlier row of a causal stack for a later word, to the bit", () => {
    const property = (x: Matrix, layer: EncoderLayerParameters, options: object, last: number) => {
      const changed = { ...x, data: x.data.slice() };
      changed.data[x.data.length - 1] = last;
      const shorter = { ...x, rows: x.rows - 1, data: x.data.slice(0, -D) };
      for (const convert of [(matrix: Matrix) => matrix, asSingle]) {
        const outputOf = (given: Matrix) =>
          engine.encoder({
            ...{ layers: [layer, layer], ...shared, ...options, mask: "causal" },
            x: convert(given),
          }).output.data;
        const before = outputOf(x).slice(0, -D);
        expect(outputOf(changed).slice(0, -D)).toEqual(before);
        expect(outputOf(shorter)).toEqual(before);
      }
    };
    const last = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(fc.property(anyWords, layers, norms, last, property));
  });

  it("works in single precision where every input does", () => {
    const [x, layer] = fc.sample(fc.tuple(words(3), layers), 1)[0] ?? [];
    if (x === undefined || layer === undefined) throw new Error("there is no sample");
    const single = Object.fromEntries(
      Object.entries(layer).map(([name, value]) => [
        name,
        "data" in value ? asSingle(value) : Float32Array.from(value),
      ]),
    ) as unknown as EncoderLayerParameters;
    const typeOf = (given: EncoderLayerParameters, words: Matrix) =>
      engine.encoder({ x: words, layers: [single, given], ...shared }).output.data.constructor;
    const narrow = asSingle(x) as unknown as Matrix;
    expect(typeOf(single, narrow)).toBe(Float32Array);
    expect(typeOf(single, x)).toBe(Float64Array);
    expect(typeOf({ ...single, gamma2: [1, 1, 1, 1] }, narrow)).toBe(Float64Array);
  });
});

describe("the gradients", () => {
  /** (L(x + h·s) − L(x − h·s)) / 2h for every entry of a matrix or list. */
  const quotients = (data: Float64Array, lossAt: (data: Float64Array) => number) => {
    const h = 2 ** -17;
    return data.map((_, index) => {
      const at = (step: number) =>
        lossAt(data.map((entry, place) => (place === index ? entry + step : entry)));
      return (at(h) - at(-h)) / (2 * h);
    });
  };
  // ReLU has no derivative at 0, near which a difference quotient is none.
  const smooth = { ...shared, activation: "gelu" } as const;

  it.each(["encoder", "decoder"] as const)("of the %s equal central differences", (kind) => {
    const property = (
      x: Matrix,
      memory: Matrix,
      layer: EncoderLayerParameters<Matrix, Float64Array>,
      dOutput: Matrix,
      norm: "post" | "pre",
    ) => {
      const options = { x, memory, layers: [layer, layer], ...smooth, norm };
      const calls = engine as unknown as Record<
        "encoder" | "decoder" | "encoderGradient" | "decoderGradient",
        (...given: unknown[]) => unknown
      >;
      const loss = (changed: object) =>
        lossOf((calls[kind]({ ...options, ...changed }) as { output: Matrix }).output, dOutput);
      const gradient = calls[`${kind}Gradient`](options, dOutput) as {
        x: Matrix;
        memory: Matrix;
        layers: Record<string, Matrix | Float64Array>[];
      };
      // The quotient is off by h²/6 of a third derivative, and by the loss' rounding over h.
      const tolerance = { k: 2 ** 32, of: 1 };
      const dx = quotients(x.data, (data) => loss({ x: { ...x, data } }));
      expectClose(gradient.x.data, dx, { ...tolerance, of: largest(dx) });
      if (kind === "decoder") {
        const d = quotients(memory.data, (data) => loss({ memory: { ...memory, data } }));
        expectClose(gradient.memory.data, d, { ...tolerance, of: largest(d) });
      }
      for (const name of Object.keys(gradient.layers[0] ?? {})) {
        const value = layer[name as "wq"] as Matrix | Float64Array;
        const data = "data" in value ? value.data : value;
        const d = quotients(data, (changed) => {
          const other = "data" in value ? { ...value, data: changed } : changed;
          return loss({ layers: [{ ...layer, [name]: other }, layer] });
        });
        const actual = gradient.layers[0]?.[name] as Matrix | Float64Array;
        expectClose("data" in actual ? actual.data : actual, d, { ...tolerance, of: largest(d) });
      }
    };
    const place = fc.constantFrom("post" as const, "pre" as const);
    const all = fc.property(words(3), words(2), layers, matrices(3, D, 1), place, property);
    fc.assert(all, { numRuns: 20 });
  });
});
