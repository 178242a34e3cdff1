/** The calls of api.ts that the first screen asks for, over the compiled module: each lays out a frame, calls once, and copies the results out. */
import type {
  AttentionOptions,
  AttentionOutput,
  FirstEngine,
  Matrix,
  MatrixInput,
  Projection,
  RowChange,
  RowStatistics,
  VectorInput,
  WeightArithmetic,
} from "./api.js";
import { Frame, type Slot } from "./frame.js";
import { type Call, guarded } from "./guarded.js";
import * as inputs from "./inputs.js";
import type { WasmModule } from "./wasm-module.js";

export type Floats = Float64Array | Float32Array;
export type FloatsClass = typeof Float64Array | typeof Float32Array;

const OUTPUTS = ["scores", "logits", "weights", "output"] as const satisfies AttentionOutput[];
const PROJECTIONS = ["queries", "keys", "values"] as const satisfies Projection[];

export function asMatrix<T extends Floats>(rows: number, cols: number, data: T): Matrix<T> {
  return { rows, cols, data };
}

/** The options of `attention`, laid out: what both directions pass on. */
export function attentionFrame(
  module: WasmModule,
  given: { queries: MatrixInput; keys: MatrixInput; values: MatrixInput; dOutput?: MatrixInput },
  options: AttentionOptions,
) {
  const queries = inputs.matrix("queries", given.queries);
  const keys = inputs.matrix("keys", given.keys);
  const values = inputs.matrix("values", given.values);
  const dOutput =
    "dOutput" in given ? inputs.matrix("dOutput", given.dOutput as MatrixInput) : undefined;
  const mask = inputs.mask(options.mask);
  const scale = inputs.scale(options.scale);
  const single =
    queries.single && keys.single && values.single && (dOutput === undefined || dOutput.single);
  const type: FloatsClass = single ? Float32Array : Float64Array;
  const n = queries.rows;
  const m = keys.rows;
  const frame = new Frame(module);
  const q = frame.put<Floats>(type, queries);
  const k = frame.put<Floats>(type, keys);
  const v = frame.put<Floats>(type, values);
  const g = dOutput && frame.put<Floats>(type, dOutput);
  const takesPart = frame.put(Uint8Array, mask);
  /** The arguments of the module's calls: up to where the results go, and these. */
  const args = (...results: number[]): number[] => {
    const list = [frame.address(q), frame.address(k), frame.address(v)];
    list.push(n, m, queries.cols, keys.cols, values.rows, values.cols);
    if (g !== undefined && dOutput !== undefined) {
      list.push(frame.address(g), dOutput.rows, dOutput.cols);
    }
    list.push(scale, mask.kind, frame.address(takesPart), mask.rows, mask.cols, ...results);
    return list;
  };
  return { frame, type, n, m, dK: queries.cols, dV: values.cols, args };
}

function refuseOutputs(): never {
  inputs.fail("type", `outputs must be an array of names out of ${OUTPUTS.join(", ")}.`);
}

function checkedOutput(name: unknown): AttentionOutput {
  return OUTPUTS.includes(name as AttentionOutput) ? (name as AttentionOutput) : refuseOutputs();
}

function wantedOutputs(given: unknown): readonly AttentionOutput[] {
  if (given === undefined) return OUTPUTS;
  return Array.isArray(given) ? inputs.list("outputs", given, checkedOutput) : refuseOutputs();
}

/** The calls of attention and what stands around it. */
export class WasmEngine {
  constructor(private readonly module: WasmModule) {}

  attention(
    queries: MatrixInput,
    keys: MatrixInput,
    values: MatrixInput,
    options: AttentionOptions & { readonly outputs?: readonly AttentionOutput[] } = {},
  ): Partial<Record<AttentionOutput, Matrix<Floats>>> {
    inputs.options(options, "{ scale, mask }");
    const wanted = wantedOutputs(options.outputs);
    const { frame, type, n, m, dV, args } = attentionFrame(
      this.module,
      { queries, keys, values },
      options,
    );
    // Where only the output is wanted, no n×m matrix is made.
    if (wanted.some((name) => name !== "output")) inputs.entries("queries·keysᵀ", n, m);
    const slot = (name: AttentionOutput) =>
      wanted.includes(name)
        ? frame.take<Floats>(type, n * (name === "output" ? dV : m))
        : undefined;
    const slots = {
      scores: slot("scores"),
      logits: slot("logits"),
      weights: slot("weights"),
      output: slot("output"),
    };
    frame.open();
    const call = type === Float32Array ? this.module.attention32 : this.module.attention64;
    const into = args(
      frame.address(slots.scores),
      frame.address(slots.logits),
      frame.address(slots.weights),
      frame.address(slots.output),
    );
    frame.check(call(...into));
    const results: Partial<Record<AttentionOutput, Matrix<Floats>>> = {};
    for (const name of wanted) {
      const cols = name === "output" ? dV : m;
      results[name] = asMatrix(n, cols, frame.read(slots[name] as Slot<Floats>));
    }
    return results;
  }

  rowStatistics(weights: MatrixInput): RowStatistics {
    const given = inputs.matrix("weights", weights);
    const frame = new Frame(this.module);
    const input = frame.put(Float64Array, given);
    const results = frame.results(given.rows, ["entropy", "peak", "peakIndex"]);
    frame.open();
    const { rows, cols } = given;
    frame.check(
      this.module.rowStatistics(frame.address(input), rows, cols, ...results.addresses()),
    );
    return results.read();
  }

  rowChange(before: MatrixInput, after: MatrixInput): RowChange {
    const a = inputs.matrix("before", before);
    const b = inputs.matrix("after", after);
    if (a.rows !== b.rows || a.cols !== b.cols) {
      inputs.fail(
        "shape",
        `before is ${a.rows}×${a.cols} and after is ${b.rows}×${b.cols}; both need one shape.`,
      );
    }
    const frame = new Frame(this.module);
    const slots = [frame.put(Float64Array, a), frame.put(Float64Array, b)] as const;
    const distance = frame.take(Float64Array, a.rows);
    const largest = frame.take(Float64Array, 1);
    frame.open();
    const [first, second, into, intoLargest] = [...slots, distance, largest].map((s) =>
      frame.address(s),
    );
    frame.check(
      this.module.rowChange(first ?? 0, second ?? 0, a.rows, a.cols, into ?? 0, intoLargest ?? 0),
    );
    return { distance: frame.read(distance), largest: frame.read(largest)[0] ?? 0 };
  }

  weightArithmetic(
    scores: VectorInput,
    options: { scale: number; index: number },
  ): WeightArithmetic {
    inputs.options(options, "{ scale, index }");
    const given = inputs.vector("scores", scores);
    const checkedScale = inputs.number("scale", options.scale);
    const checkedIndex = inputs.count("index", options.index, 0, Math.max(0, given.cols - 1));
    const frame = new Frame(this.module);
    const input = frame.put(Float64Array, given);
    const steps = frame.take(Float64Array, 8);
    frame.open();
    frame.check(
      this.module.weightArithmetic(
        frame.address(input),
        given.cols,
        checkedScale,
        checkedIndex,
        frame.address(steps),
      ),
    );
    const [
      score = 0,
      logit = 0,
      largest = 0,
      exponential = 0,
      sum = 0,
      weight = 0,
      slope = 0,
      derivative = 0,
    ] = frame.read(steps);
    return { score, logit, largest, exponential, sum, weight, slope, derivative };
  }

  scoreDivisor(dim: number, exponent: number): number {
    const checkedDim = inputs.count("dim", dim, 1);
    const checkedExponent = inputs.number("exponent", exponent);
    const frame = new Frame(this.module);
    const divisor = frame.take(Float64Array, 1);
    frame.open();
    frame.check(this.module.scoreDivisor(checkedDim, checkedExponent, frame.address(divisor)));
    return frame.read(divisor)[0] ?? 0;
  }

  wordVectors(
    words: readonly string[],
    options: { readonly seed: number; readonly dim: number },
  ): Matrix {
    inputs.options(options, "{ seed, dim }");
    const given = inputs.words(words);
    const checkedSeed = inputs.oneSeed("seed", options.seed);
    const checkedDim = inputs.count("dim", options.dim, 1, 1024);
    const bytes = inputs.own(
      "words",
      new TextEncoder().encode(given.map((word) => `${word}\0`).join("")),
    );
    const frame = new Frame(this.module);
    const text = frame.put(Uint8Array, bytes);
    const vectors = frame.take(
      Float64Array,
      inputs.entries("the vectors", given.length, checkedDim),
    );
    frame.open();
    frame.check(
      this.module.wordVectors(
        frame.address(text),
        bytes.cols,
        checkedSeed,
        checkedDim,
        frame.address(vectors),
      ),
    );
    return asMatrix(given.length, checkedDim, frame.read(vectors));
  }

  project(
    x: MatrixInput,
    options: { readonly seed: number; readonly projection: Projection; readonly columns?: number },
  ): Matrix {
    inputs.options(options, "{ seed, projection }");
    const given = inputs.matrix("x", x);
    const seed = inputs.oneSeed("seed", options.seed);
    const projection = inputs.oneOf("projection", options.projection, PROJECTIONS);
    const { columns: wanted } = options;
    const columns =
      wanted === undefined
        ? given.cols
        : inputs.count("columns", wanted, 1, Math.max(1, given.cols));
    const frame = new Frame(this.module);
    const input = frame.put(Float64Array, given);
    const projected = frame.take(Float64Array, given.rows * columns);
    frame.open();
    const [from, into] = [frame.address(input), frame.address(projected)];
    frame.check(
      this.module.project(from, given.rows, given.cols, seed, projection, columns, into ?? 0),
    );
    return asMatrix(given.rows, columns, frame.read(projected));
  }
}

/** The calls above over an instantiated module, by name. */
export function engineCalls(module: WasmModule): Record<string, Call> {
  const engine = new WasmEngine(module);
  const names = Object.getOwnPropertyNames(WasmEngine.prototype).filter(
    (name) => name !== "constructor",
  ) as (keyof WasmEngine)[];
  return Object.fromEntries(
    names.map((name) => [name, guarded(name, (engine[name] as Call).bind(engine))]),
  );
}

/** The typed engine over an instantiated module of the first screen. */
export function createFirstEngine(module: WasmModule): FirstEngine {
  return engineCalls(module) as unknown as FirstEngine;
}
