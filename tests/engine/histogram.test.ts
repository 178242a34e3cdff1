import { loadEngine } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbers } from "./arbitraries.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

describe("a histogram", () => {
  type Golden = {
    data: number[];
    bins: number;
    range: [number, number];
    counts: number[];
    edges: number[];
  };

  it.each(goldens<Golden>("histogram"))(
    "is NumPy's, edges to the last digit: $name",
    ({ data, bins, range, counts, edges }) => {
      expect(engine.histogram(data, { bins, range })).toEqual({
        counts: Float64Array.from(counts),
        edges: Float64Array.from(edges),
      });
    },
  );

  it("counts between its own edges: the lower one in, the upper one not, but for the last", () => {
    const property = (data: number[], bins: number, low: number, width: number) => {
      const { counts, edges } = engine.histogram(data, { bins, range: [low, low + width] });
      const expected = Array.from(counts, (_, bin) => {
        const [from, to] = [edges[bin] as number, edges[bin + 1] as number];
        const last = bin === bins - 1;
        return data.filter((entry) => entry >= from && (last ? entry <= to : entry < to)).length;
      });
      expect([...counts]).toEqual(expected);
    };
    // Tenths, so that many numbers lie on edges.
    const tenths = fc.integer({ min: -30, max: 30 }).map((whole) => whole / 10);
    const data = fc.array(fc.oneof(tenths, numbers(3)), { maxLength: 50 });
    const widths = fc.integer({ min: 1, max: 30 }).map((whole) => whole / 10);
    fc.assert(fc.property(data, fc.integer({ min: 1, max: 20 }), tenths, widths, property));
  });

  it("of single precision counts the same numbers", () => {
    const data = Float32Array.of(0.1, 0.2, 0.3);
    const options = { bins: 2, range: [0, 0.4] as const };
    expect(engine.histogram(data, options)).toEqual(engine.histogram([...data], options));
  });
});
