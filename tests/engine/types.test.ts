/**
 * Which types the calls promise, for the compiler (`npm run check`), and that they keep it, for
 * Vitest.
 */
import type { Attention, AttentionGradient, Matrix, Matrix32 } from "attention-scale";
import { describe, expect, expectTypeOf, it } from "vitest";
import { engine } from "../loaded-engine.js";

const rows = [[1, 2]];
const double: Matrix = { rows: 1, cols: 2, data: Float64Array.of(0.5, 0.25) };
const single: Matrix32 = { rows: 1, cols: 2, data: Float32Array.of(0.5, 0.25) };

describe("the type of a result", () => {
  it("is single where every matrix is single", () => {
    const result = engine.attention(single, single, single);
    expectTypeOf(result).toEqualTypeOf<Attention<Float32Array>>();
    expectTypeOf(result.output).toEqualTypeOf<Matrix<Float32Array>>();
    expect(result.output.data).toBeInstanceOf(Float32Array);

    const gradient = engine.attentionGradient(single, single, single, single);
    expectTypeOf(gradient).toEqualTypeOf<AttentionGradient<Float32Array>>();
    expect(gradient.scores.data).toBeInstanceOf(Float32Array);
  });

  it("is double where one matrix is double or an array", () => {
    const mixed = engine.attention(single, double, single);
    expectTypeOf(mixed).toEqualTypeOf<Attention<Float64Array>>();
    expect(mixed.output.data).toBeInstanceOf(Float64Array);

    const withRows = engine.attention(single, rows, single);
    expectTypeOf(withRows).toEqualTypeOf<Attention<Float64Array>>();
    expect(withRows.output.data).toBeInstanceOf(Float64Array);

    const gradient = engine.attentionGradient(single, single, single, rows);
    expectTypeOf(gradient).toEqualTypeOf<AttentionGradient<Float64Array>>();
    expect(gradient.scores.data).toBeInstanceOf(Float64Array);
  });

  it("holds only the outputs asked for", () => {
    const outputs = ["weights", "output"] as const;
    const result = engine.attention(single, single, single, { outputs });
    expectTypeOf(result).toEqualTypeOf<Pick<Attention<Float32Array>, "weights" | "output">>();
    expectTypeOf(result).not.toHaveProperty("scores");
    expect(Object.keys(result)).toEqual(["weights", "output"]);

    const inline = engine.attention(double, rows, double, { scale: 1, outputs: ["logits"] });
    expectTypeOf(inline).toEqualTypeOf<Pick<Attention<Float64Array>, "logits">>();
  });

  it("is a list for a list and a matrix for a matrix", () => {
    expectTypeOf(engine.softmax([1, 2])).toEqualTypeOf<Float64Array>();
    expectTypeOf(engine.softmax(double.data)).toEqualTypeOf<Float64Array>();
    expectTypeOf(engine.softmax(single.data)).toEqualTypeOf<Float32Array>();
    expectTypeOf(engine.softmax(rows)).toEqualTypeOf<Matrix>();
    expectTypeOf(engine.softmax(double)).toEqualTypeOf<Matrix>();
    expectTypeOf(engine.softmax(single)).toEqualTypeOf<Matrix32>();
    expect(engine.softmax(single).data).toBeInstanceOf(Float32Array);
  });

  it("follows the lists of the Jacobian", () => {
    expectTypeOf(engine.softmaxJacobian([1])).toEqualTypeOf<Matrix>();
    expectTypeOf(engine.softmaxJacobian(single.data)).toEqualTypeOf<Matrix32>();
    const { data } = single;
    expectTypeOf(engine.softmaxJacobianProduct(data, data)).toEqualTypeOf<Float32Array>();
    expectTypeOf(engine.softmaxJacobianProduct(data, [1, 2])).toEqualTypeOf<Float64Array>();
    expect(engine.softmaxJacobianProduct(data, data)).toBeInstanceOf(Float32Array);
  });

  it("follows the parameters of layers", () => {
    const square = { rows: 1, cols: 1, data: Float32Array.of(1) };
    const weights = { wq: square, wk: square, wv: square, wo: square };
    const attended = engine.multiHeadAttention({ x: square, ...weights, heads: 1 });
    expectTypeOf(attended.output).toEqualTypeOf<Matrix32>();
    expectTypeOf(attended.heads[0]?.weights).toEqualTypeOf<Matrix32 | undefined>();
    expect(attended.output.data).toBeInstanceOf(Float32Array);
    const list = square.data;
    const norms = { gamma1: list, beta1: list, gamma2: list, beta2: list };
    const layers = [{ ...weights, w1: square, w2: square, ...norms }];
    const encoded = engine.encoder({ x: square, layers, heads: 1, outputs: ["output"] });
    expectTypeOf(encoded).toEqualTypeOf<{ readonly output: Matrix32 }>();
    const double = engine.encoder({ x: [[1]], layers, heads: 1 });
    expectTypeOf(double.layers[0]?.hidden).toEqualTypeOf<Matrix | undefined>();
    expect(double.output.data).toBeInstanceOf(Float64Array);
    const gradient = engine.encoderGradient({ x: square, layers, heads: 1 }, [[1]]);
    expectTypeOf(gradient.x).toEqualTypeOf<Matrix>();
    expect(gradient.layers[0]?.gamma1).toBeInstanceOf(Float64Array);
  });

  it("is double for everything that has no single version", () => {
    expectTypeOf(engine.rowStatistics(single).entropy).toEqualTypeOf<Float64Array>();
    expectTypeOf(engine.project(single, { seed: 1, projection: "keys" })).toEqualTypeOf<Matrix>();
    expectTypeOf(engine.randomNormal({ seed: 1, rows: 1, cols: 1 })).toEqualTypeOf<Matrix>();
  });
});

describe("the type of an argument", () => {
  it("keeps out what is wrong at a glance", () => {
    const calls = () => {
      // @ts-expect-error: a list is not a matrix
      engine.attention([1, 2], rows, rows);
      // @ts-expect-error: text is not a number
      engine.attention(rows, rows, rows, { scale: "2" });
      // @ts-expect-error: there is no such mask
      engine.attention(rows, rows, rows, { mask: "casual" });
      // @ts-expect-error: there is no such output
      engine.attention(rows, rows, rows, { outputs: ["weight"] });
      // @ts-expect-error: there is no such projection
      engine.project(rows, { seed: 1, projection: "query" });
      // @ts-expect-error: scale and index are needed
      engine.weightArithmetic([1, 2]);
    };
    expect(calls).toThrow();
  });
});
