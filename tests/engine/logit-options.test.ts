/** Causal corners, biases, sinks, orders of the cap and grouped heads, for random arguments. */
import type { AttentionOptions, Matrix, MultiHeadOptions } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { matrices, numbers } from "./arbitraries.js";
import { EPS, expectClose, expectCloseMatrix, largest } from "./close.js";
import { asRows, asSingle } from "./goldens.js";

const { NEGATIVE_INFINITY: hidden } = Number;
const size = fc.integer({ min: 1, max: 6 });

/** Queries [n×d], keys [m×d], values [m×2], a gradient [n×2], a bias [n×m] and a mask. */
const inputs = (sizes = fc.tuple(size, size, size)) =>
  sizes.chain(([n, m, d]) =>
    fc.record({
      queries: matrices(n, d, 4),
      keys: matrices(m, d, 4),
      values: matrices(m, 2, 4),
      dOutput: matrices(n, 2, 4),
      bias: matrices(n, m, 4),
      mask: fc.array(fc.array(fc.boolean(), { minLength: m, maxLength: m }), {
        minLength: n,
        maxLength: n,
      }),
    }),
  );
type Inputs = ReturnType<typeof inputs> extends fc.Arbitrary<infer Given> ? Given : never;
const square = fc.tuple(size, size).map(([n, d]): [number, number, number] => [n, n, d]);

const options = fc.record<AttentionOptions>(
  {
    causal: fc.constantFrom("upper-left" as const, "lower-right" as const, false),
    softCap: fc.constantFrom(undefined, 1, 5),
    softCapOrder: fc.constantFrom("before-mask" as const, "after-mask" as const),
    lengthFactor: fc.constantFrom(undefined, 0.5),
    queryKeyNorm: fc.constantFrom(undefined, 3),
  },
  { requiredKeys: [] },
);

/** Under a norm gradients grow as 1/|q|, and overflow single precision where it is tiny. */
const withoutTiny = (matrix: Matrix): Matrix => ({
  ...matrix,
  data: matrix.data.map((entry) => (Math.abs(entry) < 1e-15 ? 0 : entry)),
});

/** Both passes. */
const passes = ({ queries, keys, values, dOutput }: Inputs, given: AttentionOptions) => ({
  ...engine.attention(queries, keys, values, given),
  gradient: engine.attentionGradient(queries, keys, values, dOutput, given),
});
const check = (property: (given: Inputs, rule: AttentionOptions) => void, of = inputs()) =>
  fc.assert(fc.property(of, options, property));

describe("options of attention", () => {
  it("has one causal mask where there are as many queries as keys", () => {
    check((given, rule) => {
      const [one, other] = (["upper-left", "lower-right"] as const).map((causal) =>
        passes(given, { ...rule, causal }),
      );
      expect(other).toEqual(one);
      expect(passes(given, { ...rule, causal: undefined, mask: "causal" })).toEqual(one);
    }, inputs(square));
  });

  it("shows all keys to the last query with the lower-right corner, and to a single one", () => {
    check((given, rule) => {
      const free = { ...rule, causal: undefined };
      const last = (matrix: Matrix) => asRows(matrix).at(-1);
      const seen = passes(given, { ...free, causal: "lower-right" });
      expect(last(seen.weights)).toEqual(last(passes(given, free).weights));
    });
  });

  it("hides a key with a bias of −∞ as with a mask", () => {
    check((given, rule) => {
      const { rows, cols } = given.bias;
      const data = Float64Array.from(given.mask.flat(), (shown) => (shown ? 0 : hidden));
      const masked = passes(given, { ...rule, mask: given.mask });
      const { gradient, ...biased } = passes(given, { ...rule, bias: { rows, cols, data } });
      // A bias of 0 makes 0 of −0.
      expectCloseMatrix(biased.logits, masked.logits, { k: 0 });
      expect(biased.weights).toEqual(masked.weights);
      for (const name of ["queries", "keys", "values", "scores"] as const) {
        expectCloseMatrix(gradient[name], masked.gradient[name], { k: 0 });
      }
    });
  });

  it("adds the same to every key without a change of the weights", () => {
    fc.assert(
      fc.property(inputs(), numbers(4), (given, constant) => {
        const { rows, cols, data } = given.bias;
        const moved = { rows, cols, data: data.map((entry) => entry + constant) };
        const [before, after] = [given.bias, moved].map((bias) => passes(given, { bias }));
        const k = 2 ** 12;
        expectCloseMatrix(after?.weights as Matrix, before?.weights as Matrix, { k, of: 1 });
        const of = largest(before?.gradient.queries.data ?? []);
        const both = [after?.gradient.queries, before?.gradient.queries] as [Matrix, Matrix];
        expectCloseMatrix(...both, { k: 2 ** 20, of });
      }),
    );
  });

  it("has rows of 1, of 1 less the sink's share, or of 0", () => {
    fc.assert(
      fc.property(inputs(), options, fc.option(numbers(9)), (given, rule, sink) => {
        const own = { ...rule, mask: given.mask, bias: given.bias, sink: sink ?? undefined };
        const { logits, weights } = passes(given, own);
        for (const [i, row] of asRows(weights).entries()) {
          const powers = (asRows(logits)[i] ?? []).map(Math.exp);
          const sum = powers.reduce((total, power) => total + power, 0);
          const share = sum === 0 ? 0 : sum / (sum + (sink === null ? 0 : Math.exp(sink)));
          expectClose([row.reduce((total, weight) => total + weight, 0)], [share], {
            k: 2 ** 10,
            of: 1,
          });
        }
      }),
    );
  });

  it("is off by one with a sink of 0, and as without one with a very low sink", () => {
    check((given, rule) => {
      const { gradient, ...zero } = passes(given, { ...rule, sink: 0 });
      const { sink, ...others } = gradient;
      expect({ ...zero, gradient: others }).toEqual(passes(given, { ...rule, offByOne: true }));
      const low = passes(given, { ...rule, sink: -1e6 });
      expect(low.weights).toEqual(passes(given, rule).weights);
      expect(Math.abs(low.gradient.sink ?? Number.NaN)).toBe(0);
      // All derivatives of a row of logits and of its sink add up to 0.
      const { gradient: all } = passes(given, { ...rule, sink: 0.5, bias: given.bias });
      if (rule.softCap && rule.softCapOrder === "after-mask") return;
      const total = [...(all.bias?.data ?? [])].reduce((sum, entry) => sum + entry, 0);
      expectClose([total + (all.sink ?? 0)], [0], { k: 2 ** 12, of: 256 });
    });
  });

  it("caps after the mask as before it where nothing is masked or added", () => {
    check((given, rule) => {
      const free = { ...rule, causal: undefined, softCap: 2 };
      const [before, after] = (["before-mask", "after-mask"] as const).map((softCapOrder) =>
        passes(given, { ...free, softCapOrder }),
      );
      expect(after).toEqual(before);
    });
  });

  it("shows hidden keys where it caps after the mask: with the logit −c, a row of them the mean", () => {
    const property = (given: Inputs) => {
      const softCap = 2;
      const mask = given.mask.map((row, i) => (i === 0 ? row.map(() => false) : row));
      const { logits, weights } = passes(given, { mask, softCap, softCapOrder: "after-mask" });
      for (const [i, row] of mask.entries()) {
        for (const [j, shown] of row.entries()) {
          if (!shown) expect(asRows(logits)[i]?.[j]).toBe(-softCap);
        }
      }
      const m = given.keys.rows;
      expectClose(asRows(weights)[0] ?? [], Array(m).fill(1 / m), { k: 4 });
    };
    fc.assert(fc.property(inputs(), property));
  });

  it("keeps a query without keys at zero, with finite gradients, in both precisions", () => {
    check((given, rule) => {
      const own = { ...rule, softCapOrder: undefined, bias: given.bias };
      const mask = given.mask.map((row, i) => (i === 0 ? row.map(() => false) : row));
      const single = Object.fromEntries(
        Object.entries(given).map(([key, value]) => [
          key,
          Array.isArray(value) ? value : asSingle(withoutTiny(value)),
        ]),
      ) as unknown as Inputs;
      for (const [of, sink] of [
        [given, undefined],
        [given, -2],
        [single, 3],
      ] as const) {
        const { weights, output, gradient } = passes(of, { ...own, mask, sink });
        for (const part of [weights, output, gradient.queries, gradient.bias as Matrix]) {
          expectClose(
            [...part.data.subarray(0, part.cols)].map(Math.abs),
            Array(part.cols).fill(0),
            {
              k: 0,
            },
          );
        }
        for (const { data } of [gradient.keys, gradient.values, gradient.scores]) {
          expect(data.every(Number.isFinite)).toBe(true);
        }
      }
    });
  });

  it("does not decide on the precision with its bias", () => {
    const single = asSingle({ rows: 1, cols: 1, data: Float64Array.of(1) });
    const given = { bias: [[0.5]], sink: 1 };
    expect(engine.attention(single, single, single, given).output.data).toBeInstanceOf(
      Float32Array,
    );
    const gradient = engine.attentionGradient(single, single, single, single, given);
    expect(gradient.bias?.data).toBeInstanceOf(Float32Array);
    expect(gradient.sink).toBeTypeOf("number");
  });
});

describe("grouped heads", () => {
  const heads = 4;
  const width = 2;
  const parameters = (keyHeads: number) =>
    fc.record({
      x: matrices(3, 3, 2),
      wq: matrices(3, heads * width, 1),
      wk: matrices(3, keyHeads * width, 1),
      wv: matrices(3, keyHeads * width, 1),
      wo: matrices(heads * width, 3, 1),
    });
  const both = (given: MultiHeadOptions, dOutput: Matrix) => ({
    ...engine.multiHeadAttention(given),
    gradient: engine.multiHeadAttentionGradient(given, dOutput),
  });

  it("are those of their own keys where there are as many", () => {
    const property = (given: Omit<MultiHeadOptions, "heads">) => {
      const x = given.x as Matrix;
      expect(both({ ...given, heads, keyHeads: heads }, x)).toEqual(both({ ...given, heads }, x));
    };
    fc.assert(fc.property(parameters(heads), property), { numRuns: 30 });
  });

  it("are those of keys that are written for each head, with the sums of their gradients", () => {
    const repeated = (matrix: Matrix): Matrix => {
      const rows = asRows(matrix).map((row) =>
        Array.from(
          { length: heads * width },
          (_, column) => row[Math.floor(column / (2 * width)) * width + (column % width)] ?? 0,
        ),
      );
      return { rows: 3, cols: heads * width, data: Float64Array.from(rows.flat()) };
    };
    const summed = (matrix: Matrix) =>
      asRows(matrix).flatMap((row) =>
        [0, 1, 4, 5].map((column) => (row[column] ?? 0) + (row[column + width] ?? 0)),
      );
    const property = (given: Record<"x" | "wq" | "wk" | "wv" | "wo", Matrix>) => {
      const grouped = both({ ...given, heads, keyHeads: 2 }, given.x);
      const own = { ...given, wk: repeated(given.wk), wv: repeated(given.wv) };
      const written = both({ ...own, heads }, given.x);
      expect(grouped.output).toEqual(written.output);
      expect(grouped.heads).toEqual(written.heads);
      for (const name of ["wk", "wv"] as const) {
        const expected = summed(written.gradient[name]);
        const of = largest(expected);
        expectClose(grouped.gradient[name].data, expected, { k: 2 ** 10, of });
      }
    };
    fc.assert(fc.property(parameters(2), property), { numRuns: 30 });
  });

  it("have one sink for all where one is given, and its gradient is the sum", () => {
    const property = (given: Omit<MultiHeadOptions, "heads">) => {
      const x = given.x as Matrix;
      const one = both({ ...given, heads, sink: 0.5 }, x);
      const each = both({ ...given, heads, sink: Array(heads).fill(0.5) }, x);
      expect(one.output).toEqual(each.output);
      const sum = [...(each.gradient.sink as Float64Array)].reduce((a, b) => a + b);
      expectClose([one.gradient.sink as number], [sum], { k: 0, eps: EPS });
    };
    fc.assert(fc.property(parameters(heads), property), { numRuns: 30 });
  });
});
