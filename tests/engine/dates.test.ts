import type { Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { EPS, expectClose, largest } from "./close.js";

/** The 1e-9 of the largest, or of 1, that PyTorch's float64 must be met to. */
const expectDouble = (actual: ArrayLike<number>, expected: ArrayLike<number>) =>
  expectClose(actual, expected, { k: 1e-9 / EPS, of: largest(expected) });

describe("training on dates", () => {
  const small = { dim: 16, hidden: 24, heads: 2, scale: 0.35 } as const;
  const lane = { ...small, optimiser: "adam", rate: 0.003, seed: 7, batch: 8 } as const;

  it("works in the precision of the state, and records in double precision", () => {
    for (const dtype of ["float32", "float64"] as const) {
      const state = engine.startDates({ ...small, seed: 7, dtype } as {
        dtype: "float32";
      } & typeof small & { seed: 7 });
      const { state: next, records } = engine.trainDates({ ...lane, state, steps: 1 });
      const Type = dtype === "float32" ? Float32Array : Float64Array;
      expect(next.parameters).toBeInstanceOf(Type);
      expect(next.second).toBeInstanceOf(Type);
      expect(records.loss).toBeInstanceOf(Float64Array);
    }
  });
});

describe("a model of dates", () => {
  const model = { dim: 16, layers: 2, heads: 4, hidden: 20 } as const;
  const { size, entries } = engine.dateLayout(model);
  const { parameters } = engine.startDates({ ...model, seed: 3, dtype: "float64" });

  it("has a layout without gaps, whose names are those of the layers", () => {
    let end = 0;
    for (const { from, rows, cols } of entries) {
      expect(from).toBe(end);
      end += rows * cols;
    }
    expect(end).toBe(size);
    expect(parameters).toHaveLength(size);
    const names = entries.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual([
      "sourceEmbedding",
      "targetEmbedding",
      "encoder.0.wq",
      "encoder.0.wk",
    ]);
    expect(names.filter((name) => name.startsWith("decoder.1.")).join(" ")).toBe(
      [
        "wq",
        "wk",
        "wv",
        "wo",
        "cq",
        "ck",
        "cv",
        "co",
        "w1",
        "b1",
        "w2",
        "b2",
        "gamma1",
        "beta1",
        "gamma2",
        "beta2",
        "gamma3",
        "beta3",
      ]
        .map((name) => `decoder.1.${name}`)
        .join(" "),
    );
    expect(names.slice(-2)).toEqual(["output.weight", "output.bias"]);
    const shape = entries.find(({ name }) => name === "decoder.1.w2");
    expect([shape?.rows, shape?.cols]).toEqual([20, 16]);
  });

  /** A parameter as the calls about layers take it. */
  const part = (name: string): Matrix => {
    const entry = entries.find((it) => it.name === name);
    if (entry === undefined) throw new Error(`no ${name}`);
    const { from, rows, cols } = entry;
    return { rows, cols, data: parameters.slice(from, from + rows * cols) };
  };
  const layer = (stack: string, index: number) =>
    Object.fromEntries(
      entries.flatMap(({ name }) => {
        const [own, place, key = ""] = name.split(".");
        if (own !== stack || place !== `${index}`) return [];
        const matrix = part(name);
        return [[key, matrix.rows > 1 ? matrix : matrix.data]];
      }),
    ) as never;

  it("is `encoder`, `decoder` and a linear map with the parameters of the layout", () => {
    const scale = 0.5;
    const source = "November 20, 2026";
    const { answer, right, weights, entropy, sourceInput, targetInput } = engine.answerDate({
      ...model,
      scale,
      parameters,
      source,
    });
    expect(right).toBe("2026-11-20");
    const memory = engine.encoder({
      x: sourceInput,
      layers: [layer("encoder", 0), layer("encoder", 1)],
      heads: 4,
      scale,
    }).output;
    const decoder = engine.decoder({
      x: targetInput,
      memory,
      heads: 4,
      scale,
      layers: [layer("decoder", 0), layer("decoder", 1)],
    });
    const cross = decoder.layers[1]?.crossAttention.heads ?? [];
    expect(cross).toHaveLength(weights.length);
    for (const [head, own] of weights.entries()) {
      expectDouble(own.data, cross[head]?.weights.data ?? []);
      expect([own.rows, own.cols]).toEqual([10, source.length]);
    }
    const rows = weights.flatMap((matrix) => [...engine.rowStatistics(matrix).entropy]);
    expectDouble([entropy], [rows.reduce((sum, it) => sum + it, 0) / rows.length]);
    // Each character is the one with the largest logit.
    const { output } = decoder;
    const weight = part("output.weight");
    const bias = part("output.bias");
    const written = Array.from({ length: 10 }, (_, row) => {
      const logits = Array.from(bias.data, (start, col) =>
        Array.from({ length: 16 }, (_, k) => k).reduce(
          (sum, k) =>
            sum + (output.data[row * 16 + k] as number) * (weight.data[k * 11 + col] as number),
          start,
        ),
      );
      return "0123456789-"[logits.indexOf(Math.max(...logits))];
    });
    expect(answer).toBe(written.join(""));
  });
});
