import { loadEngine, type Matrix, type OutputLoss } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrices } from "./arbitraries.js";
import { expectClose, expectCloseMatrix, largest } from "./close.js";
import { type AttentionArguments, attentionOptions, goldens } from "./goldens.js";

const engine = await loadEngine();

type Golden = AttentionArguments & {
  loss: OutputLoss;
  target: number | null;
  output: Matrix;
  value: number;
  doutput: Matrix;
  gradient: Record<"queries" | "keys" | "values" | "scores", Matrix>;
};

const cases = goldens<Golden>("output_loss");

const optionsOf = ({ loss, target }: Golden) => (target === null ? { loss } : { loss, target });

describe("a loss of the output", () => {
  it.each(cases)("and its gradient are PyTorch's: $name", (golden) => {
    const result = engine.outputLoss(golden.output, golden.values, optionsOf(golden));
    // A sum of up to 20 terms of either sign.
    expectClose([result.loss], [golden.value], { k: 16, of: Math.max(1, Math.abs(golden.value)) });
    expectCloseMatrix(result.dOutput, golden.doutput, { k: 1 });
  });

  it.each(cases)("reaches queries, keys and values as PyTorch's does: $name", (golden) => {
    const { queries, keys, values } = golden;
    const options = attentionOptions(golden);
    const { output } = engine.attention(queries, keys, values, options);
    const { dOutput } = engine.outputLoss(output, values, optionsOf(golden));
    const gradient = engine.attentionGradient(queries, keys, values, dOutput, options);
    for (const name of ["queries", "keys", "values", "scores"] as const) {
      // PyTorch's numbers are good to a few eps of the largest one or of 1, and so are the engine's.
      const of = largest(golden.gradient[name].data);
      expectCloseMatrix(gradient[name], golden.gradient[name], { k: 32, of });
    }
  });

  it("pulls each output to the target, which alone has no loss", () => {
    const property = (values: Matrix, pick: number) => {
      const target = pick % values.rows;
      const own = values.data.slice(target * values.cols, (target + 1) * values.cols);
      const output = { rows: 1, cols: values.cols, data: own };
      const { loss, dOutput } = engine.outputLoss(output, values, { loss: "target", target });
      expect(loss).toBe(0);
      expect([...dOutput.data].every((entry) => entry === 0)).toBe(true);
      // Moved away by a power of two: half of its square, times the coordinates.
      const moved = { ...output, data: own.map(() => 0) };
      const away = engine.outputLoss(moved, values, { loss: "target", target });
      expect(away.dOutput.data).toEqual(own.map((entry) => 0 - entry));
      const half = own.reduce((sum, entry) => sum + entry ** 2, 0) / 2;
      expectClose([away.loss], [half], { k: 4 });
    };
    fc.assert(fc.property(matrices(3, 4, 10), fc.nat(2), property));
  });

  it("is a sum or half the squares where no target is asked for", () => {
    const output = [
      [1, -2],
      [3, 4],
    ];
    const values = [[9, 9]];
    const sum = engine.outputLoss(output, values, { loss: "sum" });
    expect([sum.loss, ...sum.dOutput.data]).toEqual([6, 1, 1, 1, 1]);
    const squares = engine.outputLoss(output, values, { loss: "squares" });
    expect([squares.loss, ...squares.dOutput.data]).toEqual([15, 1, -2, 3, 4]);
  });
});
