import { type AttentionOptions, loadEngine, type Matrix, type MatrixInput } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attentionArguments, converted, type Given } from "./arbitraries.js";
import { EPS32, expectClose, expectCloseMatrix, largest } from "./close.js";
import {
  type AttentionArguments,
  asDouble,
  asRows,
  asSingle,
  attentionOptions,
  goldens,
} from "./goldens.js";

const engine = await loadEngine();

const ARGUMENTS = ["queries", "keys", "values"] as const;
const RESULTS = [...ARGUMENTS, "scores"] as const;
// Entries of up to 1 keep the third derivative, and with it a difference quotient's error, small.
const anyArguments = attentionArguments({ largest: 4, most: 1 });

function gradientAt<M extends MatrixInput>(given: Given<M>, options?: AttentionOptions) {
  const { queries, keys, values, dOutput } = given;
  return engine.attentionGradient(queries, keys, values, dOutput, options);
}

/** Σ output∘dOutput. */
function loss({ queries, keys, values, dOutput }: Given, options: AttentionOptions): number {
  const { output } = engine.attention(queries, keys, values, { ...options, outputs: ["output"] });
  return output.data.reduce((sum, entry, index) => sum + entry * (dOutput.data[index] ?? 0), 0);
}

/** (L(x + h) − L(x − h)) / 2h at every entry x of one argument. */
function differenceQuotients(
  given: Given,
  argument: (typeof ARGUMENTS)[number],
  options: AttentionOptions,
): Float64Array {
  const h = 2 ** -17;
  const lossAt = (index: number, step: number) => {
    const data = given[argument].data.slice();
    data[index] = (data[index] ?? 0) + step;
    return loss({ ...given, [argument]: { ...given[argument], data } }, options);
  };
  return given[argument].data.map((_, i) => (lossAt(i, h) - lossAt(i, -h)) / (2 * h));
}

describe("the gradient of attention", () => {
  type Golden = AttentionArguments & {
    doutput: Matrix;
    gradient: Record<(typeof RESULTS)[number], Matrix>;
  };

  it.each(goldens<Golden>("attention_gradient"))("equals PyTorch's: $name", (golden) => {
    const { queries, keys, values, doutput: dOutput, gradient } = golden;
    const options = attentionOptions(golden);
    const actual = gradientAt({ queries, keys, values, dOutput }, options);
    const { logits } = engine.attention(queries, keys, values, options);
    // As the weights of attention.test.ts, of the largest entry or of 1: where softmax saturates,
    // PyTorch's own digits end there.
    const k = 4 + Math.sqrt(queries.cols) + largest(logits.data.filter(Number.isFinite));
    for (const name of RESULTS) {
      expectCloseMatrix(actual[name], gradient[name], { k, of: largest(gradient[name].data) });
    }
  });

  it("equals central differences of the loss", () => {
    const property = (given: Given, options: AttentionOptions) => {
      const gradient = gradientAt(given, options);
      for (const argument of ARGUMENTS) {
        // 2²⁸ eps = 6e-8: the quotient is off by h²/6 = 1e-11 of a third derivative of up to 100,
        // and by the loss' own rounding, some 100 eps, over h.
        const expected = differenceQuotients(given, argument, options);
        expectClose(gradient[argument].data, expected, { k: 2 ** 28, of: 1 });
      }
    };
    const options = fc.record({
      scale: fc.constantFrom(undefined, 1, -0.5),
      mask: fc.constantFrom("none" as const, "causal" as const),
    });
    fc.assert(fc.property(anyArguments, options, property));
  });

  it("goes from the scores to the queries by the keys", () => {
    const property = (given: Given) => {
      const gradient = gradientAt(given);
      const keys = asRows(given.keys);
      const expected = asRows(gradient.scores).flatMap((row) =>
        Array.from({ length: given.keys.cols }, (_, column) =>
          row.reduce((sum, entry, j) => sum + entry * (keys[j]?.[column] ?? 0), 0),
        ),
      );
      // A sum of up to 4 products in whatever order, of the size of its terms.
      const of = 4 * Math.max(...gradient.scores.data.map(Math.abs));
      expectClose(gradient.queries.data, expected, { k: 4, of });
    };
    fc.assert(fc.property(anyArguments, property));
  });

  it("is exactly zero at a masked score", () => {
    const property = (given: Given) => {
      const { scores } = gradientAt(given, { mask: "causal" });
      for (const [i, row] of asRows(scores).entries()) {
        expect(row.slice(i + 1).every((entry) => entry === 0)).toBe(true);
      }
    };
    fc.assert(fc.property(anyArguments, property));
  });

  it("is single where every argument is single, and double where one is not", () => {
    const property = (given: Given, double: keyof Given) => {
      const singles = converted(given, asSingle);
      const inSingle = gradientAt(singles);
      const inDouble = gradientAt(converted(singles, asDouble));
      for (const name of RESULTS) {
        expect(inSingle[name].data).toBeInstanceOf(Float32Array);
        // Some twenty roundings stand behind an entry, of either sign: 200,000 random arguments
        // stayed below 3 eps.
        const of = largest(inDouble[name].data);
        expectCloseMatrix(inSingle[name], inDouble[name], { k: 12, eps: EPS32, of });
      }
      const mixed = converted(singles, (m, name) => (name === double ? asDouble(m) : m));
      expect(gradientAt(mixed)).toEqual(inDouble);
    };
    fc.assert(fc.property(anyArguments, fc.constantFrom(...ARGUMENTS, "dOutput"), property));
  });
});
