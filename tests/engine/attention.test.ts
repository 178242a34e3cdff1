import { type AttentionOutput, loadEngine, type Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attentionArguments, converted, type Given } from "./arbitraries.js";
import { EPS, EPS32, expectCloseMatrix, largest } from "./close.js";
import {
  type AttentionArguments,
  asDouble,
  asRows,
  asSingle,
  attentionOptions,
  goldens,
} from "./goldens.js";

const engine = await loadEngine();

const OUTPUTS: AttentionOutput[] = ["scores", "logits", "weights", "output"];
const anyArguments = attentionArguments({ largest: 9, most: 4 });

describe("attention", () => {
  type Golden = AttentionArguments & Record<AttentionOutput, Matrix>;

  it.each(goldens<Golden>("attention"))("equals PyTorch's: $name", (golden) => {
    const single = golden.precision === "single";
    const eps = single ? EPS32 : EPS;
    const { queries, keys, values } = golden;
    const options = attentionOptions(golden);
    const actual = single
      ? engine.attention(asSingle(queries), asSingle(keys), asSingle(values), options)
      : engine.attention(queries, keys, values, options);
    for (const name of OUTPUTS) {
      expect(actual[name].data).toBeInstanceOf(single ? Float32Array : Float64Array);
      // Of the largest entry or of 1. The roundings of d_k products are of either sign and add up
      // as √d_k; what a logit is off, a few eps of the largest, goes on into its weights.
      const unmasked = golden.logits.data.filter(Number.isFinite);
      const carried = name === "weights" || name === "output" ? largest(unmasked) : 0;
      const tolerance = { k: 4 + Math.sqrt(queries.cols) + carried, eps };
      const of = largest(golden[name].data.filter(Number.isFinite));
      expectCloseMatrix(actual[name], golden[name], { ...tolerance, of });
    }
  });

  it("takes 1/√d_k for the scale unless told otherwise", () => {
    const property = ({ queries, keys, values }: Given) => {
      const scale = 1 / Math.sqrt(queries.cols);
      expect(engine.attention(queries, keys, values)).toEqual(
        engine.attention(queries, keys, values, { scale }),
      );
    };
    fc.assert(fc.property(anyArguments, property));
  });

  it("gives the same digits whichever outputs are asked for", () => {
    const property = (
      { queries, keys, values }: Given,
      outputs: AttentionOutput[],
      mask: "none" | "causal",
    ) => {
      const all = engine.attention(queries, keys, values, { mask });
      const some = engine.attention(queries, keys, values, { mask, outputs });
      expect(some).toEqual(Object.fromEntries(outputs.map((name) => [name, all[name]])));
    };
    const masks = fc.constantFrom("none" as const, "causal" as const);
    fc.assert(fc.property(anyArguments, fc.subarray(OUTPUTS), masks, property));
  });

  it("takes rows of numbers and matrices alike", () => {
    const property = ({ queries, keys, values }: Given) => {
      expect(engine.attention(asRows(queries), asRows(keys), asRows(values))).toEqual(
        engine.attention(queries, keys, values),
      );
    };
    fc.assert(fc.property(anyArguments, property));
  });

  it("masks with booleans, ones or the word causal alike", () => {
    const property = ({ queries, keys, values }: Given) => {
      const [rows, cols] = [queries.rows, keys.rows];
      const mask = Array.from({ length: rows }, (_, i) =>
        Array.from({ length: cols }, (_, j) => j <= i),
      );
      const causal = engine.attention(queries, keys, values, { mask: "causal" });
      expect(engine.attention(queries, keys, values, { mask })).toEqual(causal);
      const data = mask.flat();
      for (const flat of [data, Uint8Array.from(data, Number)]) {
        const same = engine.attention(queries, keys, values, { mask: { rows, cols, data: flat } });
        expect(same).toEqual(causal);
      }
    };
    fc.assert(fc.property(anyArguments, property));
  });

  it("does not look at a value whose key is masked", () => {
    const values = [[1], [2], [4]];
    const mask = [[true, true, false]];
    const { output, weights } = engine.attention([[1]], [[1], [2], [3]], values, { mask });
    expect(weights.data[2]).toBe(0);
    values[2] = [-1e300];
    expect(engine.attention([[1]], [[1], [2], [3]], values, { mask }).output).toEqual(output);
  });
});

describe("the output alone", () => {
  const draw = (seed: number, rows: number, cols: number) =>
    engine.randomNormal({ seed, rows, cols });

  it.each(["none", "causal"] as const)("equals that of the full result, mask %s", (mask) => {
    for (const [n, m] of [
      [3, 257],
      [70, 600],
      [600, 70],
    ] as const) {
      const [q, k, v] = [draw(1, n, 5), draw(2, m, 5), draw(3, m, 3)];
      for (const convert of [asDouble, asSingle]) {
        const given = [convert(q), convert(k), convert(v)] as const;
        const alone = engine.attention(...given, { mask, outputs: ["output"] });
        const full = engine.attention(...given, { mask });
        // The keys come 256 at a time there: the same sums in other groups, of values of up to 4.
        const eps = convert === asSingle ? EPS32 : EPS;
        expectCloseMatrix(alone.output, full.output, { k: 4, eps, of: 4 });
      }
    }
  });

  it("may be had of more scores than a matrix may have entries", () => {
    const n = 12_000;
    const column = engine.randomNormal({ seed: 4, rows: n, cols: 1 });
    const { output } = engine.attention(column, column, column, { outputs: ["output"] });
    const some = { rows: 3, cols: 1, data: column.data.slice(-3) };
    const last = engine.attention(some, column, column, { outputs: ["output"] });
    expect(output.data.slice(-3)).toEqual(last.output.data);
    expect(() => engine.attention(column, column, column)).toThrow("queries·keysᵀ would be");
  });
});

describe("the precision of attention", () => {
  // Entries of up to 1 and up to 6 of them: no logit is large enough to carry its rounding far.
  const small = attentionArguments({ largest: 6, most: 1 });

  it("is single where every argument is single", () => {
    const property = (given: Given) => {
      const { queries, keys, values } = converted(given, asSingle);
      const single = engine.attention(queries, keys, values);
      const double = engine.attention(asDouble(queries), asDouble(keys), asDouble(values));
      for (const name of OUTPUTS) {
        expect(single[name].data).toBeInstanceOf(Float32Array);
        // Some ten roundings stand behind an entry, of either sign: 200,000 random arguments stayed
        // below 2 eps.
        const of = largest(double[name].data);
        expectCloseMatrix(single[name], double[name], { k: 8, eps: EPS32, of });
      }
    };
    fc.assert(fc.property(small, property));
  });

  it("is double where one argument is double", () => {
    const property = (given: Given, doubles: (keyof Given)[]) => {
      const single = converted(given, asSingle);
      const { queries, keys, values } = converted(single, asDouble);
      const mixed = converted(single, (m, name) => (doubles.includes(name) ? asDouble(m) : m));
      expect(engine.attention(mixed.queries, mixed.keys, mixed.values)).toEqual(
        engine.attention(queries, keys, values),
      );
    };
    const some = fc.subarray(["queries", "keys", "values"] as (keyof Given)[], { minLength: 1 });
    fc.assert(fc.property(small, some, property));
  });
});
