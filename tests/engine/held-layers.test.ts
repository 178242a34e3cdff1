/**
 * Layers that the engine's memory holds give the digits of the same layers passed with each call.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { asSingle } from "./goldens.js";

const normal = (seed: number, rows: number, cols: number): Matrix =>
  engine.randomNormal({ seed, rows, cols });

/** Odd widths: neither the columns nor the terms fill whole panels. */
const N = 5;
const M = 3;
const D = 12;
const F = 19;

/** Drawn parameters with biases, which `drawLayer` leaves out. */
function layer(seed: number, cross: boolean, change: (matrix: Matrix) => Matrix = (it) => it) {
  const drawn = engine.drawLayer({ seed, dim: D, hidden: F, initialisation: "xavier", cross });
  const biases = { bq: normal(seed + 1, 1, D).data, bo: normal(seed + 2, 1, D).data };
  const parameters = { ...drawn, ...biases } as Record<string, Matrix | Float64Array>;
  const changed = Object.entries(parameters).map(([name, value]) => [
    name,
    "rows" in value ? change(value) : change({ rows: 1, cols: value.length, data: value }).data,
  ]);
  return Object.fromEntries(changed) as ReturnType<typeof engine.drawLayer>;
}

const double = (matrix: Matrix): Matrix => matrix;
const single = (matrix: Matrix): Matrix => asSingle(matrix) as unknown as Matrix;
const x = normal(1, N, D);
const memory = normal(2, M, D);

describe.each([
  ["double", double, Float64Array],
  ["single", single, Float32Array],
] as const)("held layers in %s precision", (precision, change, Type) => {
  const given = { x: change(x), heads: 3, norm: "pre" as const, activation: "gelu" as const };

  it("give the encoder's digits, with all matrices on the way", () => {
    const layers = [layer(10, false, change), layer(20, false, change)];
    const held = engine.holdLayers(layers);
    expect(held).toEqual({ layers: 2, precision });
    const expected = engine.encoder({ ...given, layers, mask: "causal" });
    expect(expected.output.data).toBeInstanceOf(Type);
    expect(engine.encoder({ ...given, layers: held, mask: "causal" })).toEqual(expected);
    const { output } = engine.encoder({ ...given, layers: held, outputs: ["output"] });
    expect(output).toEqual(engine.encoder({ ...given, layers }).output);
  });

  it("give the decoder's digits", () => {
    const layers = [layer(30, true, change), layer(40, true, change)] as never[];
    const held = engine.holdLayers(layers);
    const options = { ...given, memory: change(memory), memoryPadding: [true, false, true] };
    expect(engine.decoder({ ...options, layers: held })).toEqual(
      engine.decoder({ ...options, layers }),
    );
  });

  it("keep their precision whatever that of the words", () => {
    const layers = [layer(50, false, change)];
    const held = engine.holdLayers(layers);
    for (const words of [double(x), single(x)]) {
      const { output } = engine.encoder({ x: words, layers: held, heads: 2 });
      expect(output.data).toBeInstanceOf(Type);
    }
  });
});

describe("held layers", () => {
  it("do not change with the arrays that they were made of", () => {
    const given = layer(60, false);
    const held = engine.holdLayers([given]);
    const before = engine.encoder({ x, layers: held, heads: 1 });
    (given.wq as Matrix).data.fill(7);
    expect(engine.encoder({ x, layers: held, heads: 1 })).toEqual(before);
  });

  it("free their memory once nobody refers to them", async () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const wide = engine.drawLayer({ seed: 5, dim: 256, initialisation: "xavier" });
    const before = process.memoryUsage().external;
    // 6 MB each.
    for (let i = 0; i < 40; i += 1) {
      engine.holdLayers([wide]);
      collect();
      // Memory is freed in a task of its own.
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(process.memoryUsage().external - before).toBeLessThan(60e6);
  });
});
