/** The forms that an argument may have, and what a call takes for one that is left out. */
import { crc32 } from "node:zlib";
import type { Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { asDouble, asRows, asSingle } from "./goldens.js";

const normal = (seed: number, rows: number, cols: number) =>
  engine.randomNormal({ seed, rows, cols });
const queries = normal(1, 4, 3);
const keys = normal(2, 5, 3);
const values = normal(3, 5, 2);
const dOutput = normal(4, 4, 2);
const square = normal(5, 3, 3);
const list = [0.1, -0.2, 0.3, 2];

describe("a matrix", () => {
  it("may be rows of numbers", () => {
    expect(engine.attention(asRows(queries), asRows(keys), asRows(values))).toEqual(
      engine.attention(queries, keys, values),
    );
    expect(engine.softmax(asRows(queries))).toEqual(engine.softmax(queries));
  });

  it("of one row is not a list, and has the same numbers", () => {
    for (const logits of [list, [1, Number.NEGATIVE_INFINITY], [Number.NEGATIVE_INFINITY]]) {
      const expected = { rows: 1, cols: logits.length, data: engine.softmax(logits) };
      expect(engine.softmax([logits])).toEqual(expected);
      expect(engine.softmax(Float64Array.from(logits))).toEqual(expected.data);
    }
  });
});

describe("a mask", () => {
  it("may be booleans, ones or the word causal", () => {
    for (const n of [1, 4, 6]) {
      const q = normal(6, n, 3);
      const k = normal(7, 5, 3);
      const causal = engine.attention(q, k, values, { mask: "causal" });
      const rows = Array.from({ length: n }, (_, i) => [0, 1, 2, 3, 4].map((j) => j <= i));
      const flat = rows.flat();
      const size = { rows: n, cols: 5 };
      for (const mask of [
        rows,
        { ...size, data: flat },
        { ...size, data: Uint8Array.from(flat, Number) },
      ]) {
        expect(engine.attention(q, k, values, { mask })).toEqual(causal);
      }
    }
  });
});

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe("seeds and words", () => {
  it("are a list as an array or as a Uint32Array", () => {
    const property = (seed: number[]) => {
      const size = { rows: 2, cols: 2 };
      expect(engine.randomNormal({ seed: Uint32Array.from(seed), ...size })).toEqual(
        engine.randomNormal({ seed, ...size }),
      );
    };
    fc.assert(fc.property(fc.array(seeds, { minLength: 1, maxLength: 5 }), property));
  });

  it("draw nothing where nothing is asked for", () => {
    const none = new Float64Array(0);
    expect(engine.randomNormal({ seed: 13, rows: 0, cols: 3 })).toEqual({
      rows: 0,
      cols: 3,
      data: none,
    });
    expect(engine.randomEntries({ seed: 1, count: 0 })).toEqual(none);
    expect(engine.normalDensity([], { mean: 0, std: 1 })).toEqual(none);
  });

  it("are drawn from the CRC-32 of the UTF-8 of any word, in every sentence", () => {
    const property = (words: string[], seed: number) => {
      const drawn = words.flatMap((word) => [
        ...engine.randomNormal({ seed: [seed, crc32(word)], rows: 1, cols: 3 }).data,
      ]);
      expect([...engine.wordVectors(words, { seed, dim: 3 }).data]).toEqual(drawn);
    };
    const word = fc.string({ unit: "binary", maxLength: 12 }).filter((it) => !it.includes("\0"));
    fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), seeds, property));
  });
});

describe("the outputs asked for", () => {
  it("may be the output alone of more scores than a matrix may have entries", () => {
    const n = 12_000;
    const column = normal(4, n, 1);
    const { output } = engine.attention(column, column, column, { outputs: ["output"] });
    const some = { rows: 3, cols: 1, data: column.data.slice(-3) };
    const last = engine.attention(some, column, column, { outputs: ["output"] });
    expect(output.data.slice(-3)).toEqual(last.output.data);
    expect(() => engine.attention(column, column, column)).toThrow("scores would be");
  });

  it("are no option of a call that returns all its results", () => {
    const options = { outputs: ["mean"] };
    expect(engine.matrixMoments(square, options as object)).toEqual(engine.matrixMoments(square));
  });
});

describe("a call with one argument in double precision", () => {
  it("works in double precision", () => {
    const given = [queries, keys, values, dOutput].map(asSingle) as unknown as Matrix[];
    const [q, k, v, g] = given.map(asDouble) as [Matrix, Matrix, Matrix, Matrix];
    const attention = engine.attention(q, k, v);
    const gradient = engine.attentionGradient(q, k, v, g);
    for (const place of given.keys()) {
      const mixed = given.map((it, i) => (i === place ? asDouble(it) : it));
      const [mq, mk, mv, mg] = mixed as [Matrix, Matrix, Matrix, Matrix];
      if (place < 3) expect(engine.attention(mq, mk, mv)).toEqual(attention);
      expect(engine.attentionGradient(mq, mk, mv, mg)).toEqual(gradient);
    }
    const single = Float32Array.from(list);
    const wide = Float64Array.from(single);
    const product = engine.softmaxJacobianProduct(wide, wide);
    expect(engine.softmaxJacobianProduct(single, wide)).toEqual(product);
    expect(engine.softmaxJacobianProduct(wide, single)).toEqual(product);
  });
});

describe("numbers in single precision", () => {
  const weights = engine.softmax(queries);
  const lists: Record<string, (data: Float32Array | number[]) => unknown> = {
    moments: (data) => engine.moments(data),
    histogram: (data) => engine.histogram(data, { bins: 2, range: [0, 0.4] }),
    weightArithmetic: (data) => engine.weightArithmetic(data, { scale: 0.7, index: 1 }),
    jacobianNorms: (data) => engine.jacobianNorms(data),
    saturation: (data) => engine.saturation(data, data),
  };
  const matrices: Record<string, (matrix: Matrix) => unknown> = {
    rowStatistics: (matrix) => engine.rowStatistics(matrix),
    reducedScores: (matrix) => engine.reducedScores(matrix, matrix, { precision: "double" }),
    matrixMoments: (matrix) => engine.matrixMoments(matrix),
  };

  it.each(Object.entries(lists))("are computed with in double precision by %s", (_name, call) => {
    const single = Float32Array.from(list);
    expect(call(single)).toEqual(call([...single]));
  });

  it.each(Object.entries(matrices))("are computed with in double by %s", (_name, call) => {
    const single = asSingle(weights);
    expect(call(single as unknown as Matrix)).toEqual(call(asDouble(single)));
  });
});

describe("an option that is left out", () => {
  const sampling = { seed: 7, samples: 20, dim: 16 };
  const spreads = { seed: 2, samples: 4, dims: [8], count: 2 };
  const recall = { dim: 4, n: 3, batch: 2, seed: 1 };
  const state = engine.startRecall(recall);
  const train = { ...recall, state, steps: 3, rate: 0.1, scale: 1 };
  const optimiser = { momentum: 0.9, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, decay: 0 };
  const layer = { ...engine.drawLayer({ seed: 1, dim: 3, initialisation: "xavier", cross: true }) };
  const stack = { x: square, memory: square, layers: [layer], heads: 1 };

  interface Default {
    readonly name: string;
    readonly call: (options: never) => unknown;
    /** Options that it needs. */
    readonly needed: object;
    /** What it takes for the others. */
    readonly others: object;
  }
  const defaults: Default[] = [
    {
      name: "attention",
      call: (o) => engine.attention(queries, keys, values, o),
      needed: {},
      others: { scale: 1 / Math.sqrt(3) },
    },
    { name: "moments", call: (o) => engine.moments(list, o), needed: {}, others: { ddof: 0 } },
    {
      name: "matrixMoments",
      call: (o) => engine.matrixMoments(square, o),
      needed: {},
      others: { ddof: 0 },
    },
    {
      name: "combinedMoments",
      call: (o) => engine.combinedMoments([engine.moments(list)], o),
      needed: {},
      others: { ddof: 0 },
    },
    {
      name: "project",
      call: (o) => engine.project(square, o),
      needed: { seed: 1, projection: "keys" },
      others: { columns: 3 },
    },
    {
      name: "sampleScores",
      call: (o) => engine.sampleScores(o),
      needed: sampling,
      others: { scale: 0.25, std: 1, law: "normal" },
    },
    {
      name: "randomEntries",
      call: (o) => engine.randomEntries(o),
      needed: { seed: 8, count: 9 },
      others: { std: 1, law: "normal" },
    },
    {
      name: "scoreSpreads",
      call: (o) => engine.scoreSpreads(o),
      needed: spreads,
      others: { from: 0, std: 1, law: "normal" },
    },
    {
      name: "trainRecall",
      call: (o) => engine.trainRecall(o),
      needed: { ...train, optimiser: "momentum" },
      others: optimiser,
    },
    {
      name: "trainRecall",
      call: (o) => engine.trainRecall(o),
      needed: { ...train, optimiser: "adamw" },
      others: optimiser,
    },
    {
      name: "trainRecall",
      call: (o) => engine.trainRecall(o),
      needed: { ...train, optimiser: "sgd" },
      others: { queryKeyRate: 1 },
    },
    { name: "decoder", call: (o) => engine.decoder(o), needed: stack, others: { causal: true } },
  ];

  it.each(defaults)("of $name has its default", ({ call, needed, others }) => {
    expect(call(needed as never)).toEqual(call({ ...needed, ...others } as never));
  });
});
