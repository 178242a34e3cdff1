import type { Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { asSingle } from "./goldens.js";

const dim = 8;
const hidden = 12;
const x = engine.randomNormal({ seed: 3, rows: 5, cols: dim });

describe("multi-head attention", () => {
  it("has the results of each head, which `attention` gives too", () => {
    const layer = engine.drawLayer({ seed: 2, dim, initialisation: "xavier" });
    const { heads, concatenated } = engine.multiHeadAttention({ x, ...layer, heads: 2 });
    for (const [index, head] of heads.entries()) {
      const { queries, keys, values, ...results } = head;
      expect(results).toEqual(engine.attention(queries, keys, values));
      const row = concatenated.data.subarray(index * 4, index * 4 + 4);
      expect(row).toEqual(head.output.data.subarray(0, 4));
    }
  });
});

describe("the encoder", () => {
  const layer = engine.drawLayer({ seed: 2, dim, hidden, initialisation: "xavier" });

  it.each(["post", "pre"] as const)("returns the matrices on the way: %s-norm", (norm) => {
    const { layers } = engine.encoder({ x, layers: [layer], heads: 2, norm });
    const [inside] = layers;
    if (inside === undefined) throw new Error("there is no layer");
    const sum = (a: Matrix, b: Matrix): Matrix => ({
      ...a,
      data: a.data.map((entry, i) => entry + (b.data[i] ?? 0)),
    });
    expect(inside.added1).toEqual(sum(x, inside.attention.output));
    expect(inside.added2).toEqual(sum(inside.afterAttention, inside.feedForward));
    expect(inside.afterAttention).toBe(norm === "pre" ? inside.added1 : inside.normalized1);
    expect(inside.output).toBe(norm === "pre" ? inside.added2 : inside.normalized2);
    expect(inside.hidden.data.every((entry) => entry >= 0)).toBe(true);
  });

  it("works in double precision where one input does", () => {
    const single = Object.fromEntries(
      Object.entries(layer).map(([name, value]) => [
        name,
        "data" in value ? asSingle(value) : Float32Array.from(value),
      ]),
    ) as unknown as typeof layer;
    const narrow = asSingle(x) as unknown as Matrix;
    const typeOf = (words: Matrix, last: typeof layer) =>
      engine.encoder({ x: words, layers: [single, last], heads: 2 }).output.data.constructor;
    expect(typeOf(narrow, single)).toBe(Float32Array);
    expect(typeOf(x, single)).toBe(Float64Array);
    expect(typeOf(narrow, { ...single, gamma2: layer.gamma2 })).toBe(Float64Array);
  });
});

describe("positions", () => {
  it("are added to word vectors", () => {
    const { data, ...size } = engine.positions({ rows: 5, cols: dim });
    expect(size).toEqual({ rows: 5, cols: dim });
    expect(data[dim]).toBeCloseTo(Math.sin(1), 15);
    const sums = x.data.map((value, i) => (data[i] ?? 0) + value);
    expect(engine.positions({ x }).data).toEqual(sums);
  });
});

describe("the parameters of a layer as it is initialised", () => {
  const draw = (initialisation: "xavier" | "packed" | "normal") =>
    engine.drawLayer({ seed: [1, 2], dim, hidden, initialisation, cross: true });

  it("are NumPy's normal draws in their order", () => {
    const layer = draw("normal");
    const squares = ["wq", "wk", "wv", "wo", "cq", "ck", "cv", "co"] as const;
    const drawn = [...squares, "w1" as const, "w2" as const].flatMap((name) => [
      ...(layer[name] as Matrix).data,
    ]);
    const cols = 8 * dim * dim + 2 * dim * hidden;
    const expected = engine.randomNormal({ seed: [1, 2], rows: 1, cols, std: 0.02 });
    expect(drawn).toEqual([...expected.data]);
    expect(layer.gamma3).toEqual(new Float64Array(dim).fill(1));
    expect(layer.beta3).toEqual(new Float64Array(dim));
  });

  it("are uniform within Xavier's bounds, W^Q, W^K and W^V packed within narrower ones", () => {
    const ofPart = (rows: number, cols: number) => Math.sqrt(6 / (rows + cols));
    const xavier = draw("xavier");
    const packed = draw("packed");
    const largest = (of: object, name: string) =>
      Math.max(...((of as Record<string, Matrix>)[name]?.data ?? []).map(Math.abs));
    for (const name of ["wq", "wk", "wv", "cq", "ck", "cv"]) {
      expect(largest(xavier, name) / ofPart(dim, dim)).toBeCloseTo(0.97, 1);
      expect(largest(packed, name) / ofPart(3 * dim, dim)).toBeCloseTo(0.97, 1);
    }
    for (const name of ["wo", "co", "w1", "w2"]) {
      expect(largest(packed, name)).toBe(largest(xavier, name));
    }
    expect(largest(xavier, "w1") / ofPart(dim, hidden)).toBeCloseTo(0.97, 1);
  });

  it("have W^Q multiplied by its factor, and nothing else", () => {
    const shared = { seed: 9, dim, hidden, initialisation: "xavier" } as const;
    const [plain, scaled] = [1, 0.25].map((queryFactor) =>
      engine.drawLayer({ ...shared, queryFactor }),
    );
    const wq = plain?.wq.data.map((value) => value * 0.25);
    expect(scaled).toEqual({ ...plain, wq: { ...plain?.wq, data: wq } });
  });

  it.each(["xavier", "packed", "normal"] as const)("are those of sampleDepth: %s", (kind) => {
    const shared = { dim, hidden, initialisation: kind };
    const layer = engine.drawLayer({ ...shared, seed: [7, 4] });
    const { layers } = engine.encoder({ x, layers: [layer], heads: 2 });
    const scores = layers[0]?.attention.heads.flatMap((head) => [...head.scores.data]) ?? [];
    const { spread } = engine.sampleDepth({
      ...shared,
      x,
      heads: 2,
      layers: 1,
      seed: 7,
      from: 4,
      count: 1,
    });
    expect(spread.data[0]).toBeCloseTo(engine.moments(Float64Array.from(scores)).std, 12);
  });
});
