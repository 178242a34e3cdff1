import {
  type DecoderOptions,
  type EncoderOptions,
  loadEngine,
  type Matrix,
  type MultiHeadOptions,
} from "attention-scale";
import { describe, expect, it } from "vitest";
import { expectCloseMatrix } from "./close.js";
import { goldens } from "./goldens.js";
import {
  asArguments,
  bitsOf,
  expectGolden,
  expectGradients,
  type GoldenMasks,
  type GoldenParameters,
  masksOf,
  sequence,
} from "./layers.js";

const engine = await loadEngine();
const each = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("multi-head attention", () => {
  interface Golden extends GoldenMasks {
    readonly context: Matrix | null;
    readonly parameters: GoldenParameters;
    readonly weights: Matrix;
    readonly gradient: {
      readonly x: Matrix;
      readonly context?: Matrix;
      readonly parameters: Readonly<Record<string, Matrix>>;
    };
  }

  it.each(goldens<Golden>("multi_head_attention"))("equals PyTorch's: $name", (golden) => {
    const { heads, batch, context, gradient } = golden;
    const gradients = each(batch).map((index) => {
      const options = {
        ...asArguments(golden.parameters),
        x: sequence(golden.x, batch, index),
        context: context ? sequence(context, batch, index) : undefined,
        heads,
        ...masksOf(golden, index),
      } as unknown as MultiHeadOptions;
      const result = engine.multiHeadAttention(options);
      expectGolden(result.output, sequence(golden.output, batch, index));
      const weights = sequence(golden.weights, batch, index);
      for (const [head, { weights: actual }] of result.heads.entries()) {
        expectGolden(actual, sequence(weights, heads, head));
      }
      const dOutput = sequence(golden.doutput, batch, index);
      const own = engine.multiHeadAttentionGradient(options, dOutput);
      expectGolden(own.x, sequence(gradient.x, batch, index));
      if (gradient.context && own.context) {
        expectGolden(own.context, sequence(gradient.context, batch, index));
      }
      expect(own.context === undefined).toBe(gradient.context === undefined);
      return own;
    });
    expectGradients(gradients, gradient.parameters);
  });

  it("has the results of each head, which `attention` gives too", () => {
    const golden = goldens<Golden>("multi_head_attention")[1] as Golden;
    const options = { ...asArguments(golden.parameters), x: golden.x, heads: 2 };
    const result = engine.multiHeadAttention(options as unknown as MultiHeadOptions);
    for (const head of result.heads) {
      const alone = engine.attention(head.queries, head.keys, head.values);
      for (const name of ["scores", "logits", "weights", "output"] as const) {
        expect(head[name]).toEqual(alone[name]);
      }
    }
    const [first, second] = result.heads.map(({ output }) => output.data);
    const { data } = result.concatenated;
    expect([...data.subarray(0, 4)]).toEqual([
      ...(first ?? []).slice(0, 2),
      ...(second ?? []).slice(0, 2),
    ]);
  });
});

interface GoldenStack extends GoldenMasks {
  readonly norm: "post" | "pre";
  readonly activation: "relu" | "gelu";
  readonly epsilon: number;
  readonly layers: readonly GoldenParameters[];
  readonly gradient: {
    readonly x: Matrix;
    readonly memory: Matrix;
    readonly layers: readonly Readonly<Record<string, Matrix>>[];
  };
}

const stackOptions = (golden: GoldenStack, index: number) => {
  const { norm, activation, epsilon, heads, batch } = golden;
  const layers = golden.layers.map(asArguments);
  const shared = { norm, activation, epsilon, heads, layers, ...masksOf(golden, index) };
  return { ...shared, x: sequence(golden.x, batch, index) };
};

describe("the encoder", () => {
  it.each(goldens<GoldenStack>("encoder"))("equals PyTorch's: $name", (golden) => {
    const { batch, gradient } = golden;
    const gradients = each(batch).map((index) => {
      const options = stackOptions(golden, index) as unknown as EncoderOptions;
      const { output, layers } = engine.encoder(options);
      expectGolden(output, sequence(golden.output, batch, index));
      expect(layers.at(-1)?.output).toEqual(output);
      expect(engine.encoder({ ...options, outputs: ["output"] })).toEqual({ output });
      const own = engine.encoderGradient(options, sequence(golden.doutput, batch, index));
      expectGolden(own.x, sequence(gradient.x, batch, index));
      return own.layers;
    });
    for (const [layer, expected] of gradient.layers.entries()) {
      expectGradients(
        gradients.map((own) => own[layer] as object),
        expected,
      );
    }
  });

  it("returns the matrices on the way", () => {
    for (const name of ["post-norm, ReLU", "pre-norm, ReLU"]) {
      const golden = goldens<GoldenStack>("encoder").find((it) => it.name === name) as GoldenStack;
      const options = stackOptions(golden, 0) as unknown as EncoderOptions;
      const [layer] = engine.encoder(options).layers;
      if (layer === undefined) throw new Error("there is no layer");
      const sum = (a: Matrix, b: Matrix): Matrix => ({
        ...a,
        data: a.data.map((entry, i) => entry + (b.data[i] ?? 0)),
      });
      expect(layer.added1).toEqual(sum(golden.x, layer.attention.output));
      expect(layer.added2).toEqual(sum(layer.afterAttention, layer.feedForward));
      const pre = golden.norm === "pre";
      expect(layer.afterAttention).toBe(pre ? layer.added1 : layer.normalized1);
      expect(layer.output).toBe(pre ? layer.added2 : layer.normalized2);
      expect(layer.hidden.data.every((entry) => entry >= 0)).toBe(true);
    }
  });
});

describe("the decoder", () => {
  interface Golden extends GoldenStack {
    readonly memory: Matrix;
    readonly memoryMask: Matrix | null;
    readonly memoryPadding: Matrix | null;
  }

  it.each(goldens<Golden>("decoder"))("equals PyTorch's: $name", (golden) => {
    const { batch, gradient, memory, memoryMask, memoryPadding } = golden;
    const gradients = each(batch).map((index) => {
      const options = {
        ...stackOptions(golden, index),
        memory: sequence(memory, batch, index),
        memoryMask: memoryMask ?? undefined,
        memoryPadding: bitsOf(memoryPadding, index),
      } as unknown as DecoderOptions;
      const { output, layers } = engine.decoder(options);
      expectGolden(output, sequence(golden.output, batch, index));
      expect(layers.at(-1)?.output).toEqual(output);
      const own = engine.decoderGradient(options, sequence(golden.doutput, batch, index));
      expectGolden(own.x, sequence(gradient.x, batch, index));
      expectGolden(own.memory, sequence(gradient.memory, batch, index));
      return own.layers;
    });
    for (const [layer, expected] of gradient.layers.entries()) {
      expectGradients(
        gradients.map((own) => own[layer] as object),
        expected,
      );
    }
  });

  it("is causal unless told otherwise", () => {
    const golden = goldens<Golden>("decoder")[0] as Golden;
    const { causal: _, ...options } = stackOptions(golden, 0);
    const weights = (causal?: boolean) => {
      const given = { ...options, memory: golden.memory, causal } as unknown as DecoderOptions;
      return engine.decoder(given).layers[0]?.attention.heads[0]?.weights.data ?? [];
    };
    expect(weights()[1]).toBe(0);
    expect(weights(false)[1]).toBeGreaterThan(0);
  });
});

describe("positions", () => {
  it("are the sines and cosines of the paper", () => {
    const angles = [0, 1, 2].map((p) => [p, p / 100]);
    const rows = angles.map((row) => row.flatMap((angle) => [Math.sin(angle), Math.cos(angle)]));
    const expected = { rows: 3, cols: 4, data: Float64Array.from(rows.flat()) };
    expectCloseMatrix(engine.positions({ rows: 3, cols: 4 }), expected, { k: 4, of: 1 });
  });

  it("are added to word vectors", () => {
    const x = engine.randomNormal({ seed: 5, rows: 3, cols: 4 });
    const { data } = engine.positions({ rows: 3, cols: 4 });
    const sums = x.data.map((value, i) => (data[i] ?? 0) + value);
    expect(engine.positions({ x }).data).toEqual(sums);
  });
});

describe("the parameters of a layer as it is initialised", () => {
  const [dim, hidden] = [8, 12];
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
    const [xavier, packed] = [draw("xavier"), draw("packed")];
    const largest = (of: object, name: string) =>
      Math.max(...((of as Record<string, Matrix>)[name]?.data ?? []).map(Math.abs));
    for (const name of ["wq", "wk", "wv", "cq", "ck", "cv"]) {
      expect(largest(xavier, name) / ofPart(dim, dim)).toBeCloseTo(0.97, 1);
      expect(largest(packed, name) / ofPart(3 * dim, dim)).toBeCloseTo(0.97, 1);
    }
    for (const name of ["wo", "co", "w1", "w2"])
      expect(largest(packed, name)).toBe(largest(xavier, name));
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
    const x = engine.randomNormal({ seed: 3, rows: 5, cols: dim });
    const shared = { dim, hidden, initialisation: kind };
    const layer = engine.drawLayer({ ...shared, seed: [7, 4] });
    const { layers } = engine.encoder({ x, layers: [layer], heads: 2 });
    const scores = layers[0]?.attention.heads.flatMap((head) => [...head.scores.data]) ?? [];
    const { spread } = engine.sampleDepth({
      ...{ ...shared, x, heads: 2, layers: 1, seed: 7, from: 4, count: 1 },
    });
    expect(spread.data[0]).toBeCloseTo(engine.moments(Float64Array.from(scores)).std, 12);
  });
});
