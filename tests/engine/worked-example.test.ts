import { loadEngine, type Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import { expectCloseMatrix } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

describe("the worked example", () => {
  type Golden = Record<"x" | "weights" | "z" | "zPrinted", Matrix>;

  it.each(goldens<Golden>("worked_example"))("comes to R's numbers: $name", (golden) => {
    const { x } = golden;
    const { weights, output } = engine.attention(x, x, x, { scale: 1 });
    // The scores are whole numbers and exact; exp and sums of three terms remain.
    expectCloseMatrix(weights, golden.weights, { k: 4 });
    expectCloseMatrix(output, golden.z, { k: 4 });
    const printed = [...output.data].map((entry) => Number(entry.toFixed(6)));
    expect(printed).toEqual([...golden.zPrinted.data]);
  });
});
