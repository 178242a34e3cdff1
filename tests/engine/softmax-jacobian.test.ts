import { loadEngine, type Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lists, numbers } from "./arbitraries.js";
import { EPS32, expectClose, expectCloseMatrix } from "./close.js";
import { asRows, goldens } from "./goldens.js";

const engine = await loadEngine();

const cases = goldens<{
  logits: number[];
  jacobian: Matrix;
  frobenius: number;
  vector: number[];
  product: number[];
}>("softmax_jacobian");

/** Distances of up to 40 between logits: saturated, but no product of two weights is denormal. */
const logit = numbers(20);

/** Logits and as many numbers to multiply their Jacobian with. */
const pairs = lists(fc.tuple(logit, numbers(10)), 8);

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

describe("the Jacobian of softmax", () => {
  it.each(cases)("equals mpmath's: $name", ({ logits, jacobian, frobenius }) => {
    const { data, ...shape } = engine.softmaxJacobian(logits);
    // Entries are products of two weights, each good to 8 eps (see softmax.test.ts): relative also
    // where softmax saturates and an entry is tiny.
    expectCloseMatrix({ data, ...shape }, jacobian, { k: 16 });
    expectClose([Math.hypot(...data)], [frobenius], { k: 16 });
  });

  it("is symmetric to the last digit", () => {
    const property = (logits: number[]) => {
      const rows = asRows(engine.softmaxJacobian(logits));
      expect(rows[0]?.map((_, j) => rows.map((row) => row[j]))).toEqual(rows);
    };
    fc.assert(fc.property(lists(logit, 8), property));
  });

  it("has rows that sum to 0", () => {
    const property = (logits: number[]) => {
      for (const row of asRows(engine.softmaxJacobian(logits))) {
        // Half an eps for each of up to 8 products and of two sums, of the size of the terms.
        expectClose([sum(row)], [0], { k: 12, of: sum(row.map(Math.abs)) });
      }
    };
    fc.assert(fc.property(lists(logit, 8), property));
  });

  it("is single where the logits are single", () => {
    const logits = Float32Array.of(0.5, -1, 3);
    const single = engine.softmaxJacobian(logits);
    expect(single.data).toBeInstanceOf(Float32Array);
    expectCloseMatrix(single, engine.softmaxJacobian([...logits]), { k: 16, eps: EPS32 });
  });
});

describe("the Jacobian of softmax times a vector", () => {
  it.each(cases)("equals mpmath's: $name", ({ logits, vector, jacobian, product }) => {
    const terms = asRows(jacobian).map((row) => row.map((entry, j) => entry * (vector[j] ?? 0)));
    const of = terms.map((row) => sum(row.map(Math.abs)));
    // As good as the Jacobian is, of the size of the terms: those of a small product cancel.
    expectClose(engine.softmaxJacobianProduct(logits, vector), product, { k: 16, of });
  });

  it("equals the product with the matrix", () => {
    const property = (pairs: [number, number][]) => {
      const logits = pairs.map(([first]) => first);
      const vector = pairs.map(([, second]) => second);
      const rows = asRows(engine.softmaxJacobian(logits));
      const expected = rows.map((row) => sum(row.map((entry, j) => entry * (vector[j] ?? 0))));
      const most = Math.max(...vector.map(Math.abs));
      // Of J_ii·max|g|, which bounds every term: up to 8 of them, a few eps each, on both sides.
      const of = rows.map((row, i) => (row[i] ?? 0) * most);
      expectClose(engine.softmaxJacobianProduct(logits, vector), expected, { k: 64, of });
    };
    fc.assert(fc.property(pairs, property));
  });

  it("is single where both arguments are single, and double where one is not", () => {
    const logits = Float32Array.of(0.5, -1, 3);
    const vector = Float32Array.of(1, 2, -3);
    const double = engine.softmaxJacobianProduct([...logits], [...vector]);
    const single = engine.softmaxJacobianProduct(logits, vector);
    expect(single).toBeInstanceOf(Float32Array);
    expectClose(single, double, { k: 16, eps: EPS32 });
    expect(engine.softmaxJacobianProduct(logits, [...vector])).toEqual(double);
    expect(engine.softmaxJacobianProduct([...logits], vector)).toEqual(double);
  });
});
