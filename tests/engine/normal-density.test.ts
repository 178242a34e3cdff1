import { loadEngine } from "attention-scale";
import { describe, expect, it } from "vitest";
import { expectClose } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

describe("the normal density", () => {
  type Golden = { mean: number; std: number; x: number[]; density: number[] };

  it.each(goldens<Golden>("normal_density"))("equals mpmath's: $name", (golden) => {
    const { x, mean, std, density } = golden;
    const found = engine.normalDensity(x, { mean, std });
    // A rounding of the exponent is a relative error of the density, as large as the exponent.
    const of = density.map((value, i) => value * (1 + (((x[i] ?? 0) - mean) / std) ** 2));
    expectClose(found, density, { k: 4, of });
  });

  it("of no x is no density", () => {
    expect(engine.normalDensity([], { mean: 0, std: 1 })).toEqual(new Float64Array(0));
  });
});
