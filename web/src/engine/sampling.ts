/** The calls of sampling-api.ts over the compiled module. */
import { Frame } from "./frame.js";
import * as inputs from "./inputs.js";
import type {
  DrawRange,
  DrawSummaries,
  EntropyDraws,
  EntryLaw,
  GradientDraws,
  GradientSamplingOptions,
  Histogram,
  HistogramOptions,
  MatrixMoments,
  SamplingCalls,
  ScoreSample,
  ScoreSampleWithHistogram,
  ScoreSamplingOptions,
  StreamedScores,
} from "./sampling-api.js";
import type { Matrix, MatrixInput, Moments, VectorInput } from "./types.js";
import type { WasmModule } from "./wasm-module.js";

/** In the order of the enumeration in C++. */
const LAWS = ["normal", "uniform", "sign"] as const satisfies EntryLaw[];

const LARGEST_DIM = 1024;
const MOST_DRAWS = 100_000;

/** How moments cross. */
const MOMENT_NAMES = ["count", "mean", "variance", "std", "min", "max"] as const;

function momentsAt(numbers: Float64Array, place: number): Moments {
  const [count = 0, mean = 0, variance = 0, std = 0, min = 0, max = 0] = numbers.subarray(
    place * MOMENT_NAMES.length,
  );
  return { count, mean, variance, std, min, max };
}

function checkedLaw(law: unknown = "normal"): number {
  return inputs.oneOf("law", law, LAWS);
}

function checkedStd(std: unknown = 1): number {
  return inputs.finite("std", std);
}

/** Numbers of draws, in the order in which they cross. */
function checkedDraws({ from = 0, count }: DrawRange): [from: number, count: number] {
  const first = inputs.count("from", from, 0, inputs.LARGEST_SEED);
  const most = Math.min(MOST_DRAWS, inputs.LARGEST_SEED - first + 1);
  return [first, inputs.count("count", count, 1, most)];
}

/** A list of whole numbers; whether they rise is for C++ to judge. */
function counts(name: string, value: VectorInput, least: number, most: number): number[] {
  return Array.from(inputs.vector(name, value).data, (entry, index) =>
    inputs.count(`${name}[${index}]`, entry, least, most),
  );
}

/** The options of the experiment in the order in which they cross: up to `scale`. */
function checkedSampling(options: ScoreSamplingOptions): number[] {
  inputs.options(options, "{ seed, samples, dim }");
  const dim = inputs.count("dim", options.dim, 1, LARGEST_DIM);
  const { scale = 1 / Math.sqrt(dim) } = options;
  return [
    inputs.oneSeed("seed", options.seed),
    inputs.count("samples", options.samples, 2, 20_000),
    dim,
    checkedStd(options.std),
    checkedLaw(options.law),
    inputs.finite("scale", scale),
  ];
}

/** Bins and range, and room for the counts and the edges. */
function histogramFrame(frame: Frame, options: HistogramOptions) {
  inputs.options(options, "{ bins, range }");
  const bins = inputs.count("bins", options.bins, 1);
  const range = inputs.vector("range", options.range);
  if (range.cols !== 2) {
    inputs.fail("shape", `range has ${range.cols} entries; it must be [low, high].`);
  }
  const [low = 0, high = 0] = Array.from(range.data);
  const [inBins, edges] = [frame.take(Float64Array, bins), frame.take(Float64Array, bins + 1)];
  return {
    args: () => [bins, low, high, frame.address(inBins), frame.address(edges)],
    read: (): Histogram => ({ counts: frame.read(inBins), edges: frame.read(edges) }),
  };
}

/** Room for matrices of one shape. */
function matrices<Name extends string>(
  frame: Frame,
  rows: number,
  cols: number,
  names: readonly Name[],
) {
  const { addresses, read } = frame.results(inputs.entries("the draws", rows, cols), names);
  const asMatrix = ([name, data]: [string, Float64Array]) => [name, { rows, cols, data }] as const;
  return {
    args: addresses,
    read: () =>
      Object.fromEntries(Object.entries<Float64Array>(read()).map(asMatrix)) as Record<
        Name,
        Matrix
      >,
  };
}

export function sampleScores(
  module: WasmModule,
  options: ScoreSamplingOptions & Partial<HistogramOptions>,
): ScoreSample | ScoreSampleWithHistogram {
  const sampling = checkedSampling(options);
  const frame = new Frame(module);
  const result = frame.take(Float64Array, 3 * MOMENT_NAMES.length);
  const { bins, range, samples } = options;
  const wanted = bins !== undefined || range !== undefined;
  if (wanted) histogramFrame(new Frame(module), options as HistogramOptions); // before the work
  frame.open();
  frame.check(module.sampleScores(...sampling, frame.address(result)));
  const numbers = frame.read(result);
  const [query, key] = [momentsAt(numbers, 0), momentsAt(numbers, 1)];
  const { min: _min, max: _max, ...scores } = momentsAt(numbers, 2);
  if (!wanted) return { query, key, scores };
  const all = { ...options, from: 0, count: samples } as Parameters<
    SamplingCalls["scoreHistogram"]
  >[0];
  const { counts: inBins, edges, moments } = scoreHistogram(module, all);
  const { min, max } = moments;
  return { query, key, scores: { ...scores, min, max }, histogram: { counts: inBins, edges } };
}

export function drawScores(
  module: WasmModule,
  options: ScoreSamplingOptions,
  work: number,
): number {
  // All but the scale, which the draws know nothing of.
  const sampling = checkedSampling(options).slice(0, -1);
  const checkedWork = inputs.finite("work", work);
  const frame = new Frame(module);
  const share = frame.take(Float64Array, 1);
  frame.open();
  frame.check(module.drawScores(...sampling, checkedWork, frame.address(share)));
  return frame.read(share)[0] ?? 0;
}

export function scoreHistogram(
  module: WasmModule,
  options: ScoreSamplingOptions & HistogramOptions & DrawRange,
): StreamedScores {
  const sampling = checkedSampling(options);
  const { from = 0, samples } = options;
  const first = inputs.count("from", from, 0, samples - 1);
  const count = inputs.count("count", options.count, 1, samples - first);
  const frame = new Frame(module);
  const histogram = histogramFrame(frame, options);
  const result = frame.take(Float64Array, MOMENT_NAMES.length);
  frame.open();
  frame.check(
    module.scoreHistogram(...sampling, first, count, ...histogram.args(), frame.address(result)),
  );
  return { ...histogram.read(), moments: momentsAt(frame.read(result), 0) };
}

export function randomEntries(
  module: WasmModule,
  options: Parameters<SamplingCalls["randomEntries"]>[0],
): Float64Array {
  inputs.options(options, "{ seed, count }");
  const seed = inputs.oneSeed("seed", options.seed);
  const count = inputs.count("count", options.count, 0);
  const [std, law] = [checkedStd(options.std), checkedLaw(options.law)];
  const frame = new Frame(module);
  const entries = frame.take(Float64Array, count);
  frame.open();
  frame.check(module.randomEntries(seed, std, law, count, frame.address(entries)));
  return frame.read(entries);
}

export function scoreSpreads(
  module: WasmModule,
  options: Parameters<SamplingCalls["scoreSpreads"]>[0],
): Matrix {
  inputs.options(options, "{ seed, samples, dims, count }");
  const seed = inputs.oneSeed("seed", options.seed);
  const samples = inputs.count("samples", options.samples, 2, 2000);
  const [std, law] = [checkedStd(options.std), checkedLaw(options.law)];
  const dims = counts("dims", options.dims, 1, LARGEST_DIM);
  const [from, count] = checkedDraws(options);
  const frame = new Frame(module);
  const slot = frame.put(Uint32Array, dims);
  const { args, read } = matrices(frame, count, dims.length, ["spreads"]);
  frame.open();
  const [address, into = 0] = [frame.address(slot), ...args()];
  frame.check(
    module.scoreSpreads(seed, samples, std, law, address, dims.length, from, count, into),
  );
  return read().spreads;
}

export function histogram(
  module: WasmModule,
  data: VectorInput,
  options: HistogramOptions,
): Histogram {
  const given = inputs.vector("data", data);
  const frame = new Frame(module);
  const input = frame.put(Float64Array, given.data);
  const { args, read } = histogramFrame(frame, options);
  frame.open();
  frame.check(module.histogram(frame.address(input), given.cols, ...args()));
  return read();
}

export function quantiles(
  module: WasmModule,
  data: VectorInput,
  probabilities: VectorInput,
): Float64Array {
  const given = inputs.vector("data", data);
  const wanted = inputs.vector("probabilities", probabilities);
  const frame = new Frame(module);
  const slots = [frame.put(Float64Array, given.data), frame.put(Float64Array, wanted.data)];
  const results = frame.take(Float64Array, wanted.cols);
  frame.open();
  const [numbers = 0, at = 0] = slots.map((slot) => frame.address(slot));
  frame.check(module.quantiles(numbers, given.cols, at, wanted.cols, frame.address(results)));
  return frame.read(results);
}

export function localExponents(module: WasmModule, x: VectorInput, y: VectorInput): Float64Array {
  const from = inputs.vector("x", x);
  const to = inputs.vector("y", y);
  const frame = new Frame(module);
  const slots = [frame.put(Float64Array, from.data), frame.put(Float64Array, to.data)];
  const results = frame.take(Float64Array, Math.max(0, from.cols - 1));
  frame.open();
  const [atX = 0, atY = 0] = slots.map((slot) => frame.address(slot));
  frame.check(module.localExponents(atX, from.cols, atY, to.cols, frame.address(results)));
  return frame.read(results);
}

export function drawSummaries(module: WasmModule, draws: MatrixInput): DrawSummaries {
  const given = inputs.matrix("draws", draws);
  const names = ["low", "median", "high", "mean", "std", "largest"] as const;
  const frame = new Frame(module);
  const input = frame.put(Float64Array, given.data);
  const result = frame.take(Float64Array, given.rows * names.length);
  frame.open();
  const [from, into] = [frame.address(input), frame.address(result)];
  frame.check(module.drawSummaries(from, given.rows, given.cols, into));
  const numbers = frame.read(result);
  const column = (index: number) =>
    Float64Array.from(
      { length: given.rows },
      (_, row) => numbers[row * names.length + index] as number,
    );
  return Object.fromEntries(
    names.map((name, index) => [name, column(index)]),
  ) as unknown as DrawSummaries;
}

export function matrixMoments(
  module: WasmModule,
  matrix: MatrixInput,
  options: { readonly ddof?: number } = {},
): MatrixMoments {
  inputs.options(options, "{ ddof }");
  const { rows, cols, data } = inputs.matrix("matrix", matrix);
  const ddof = inputs.count("ddof", options.ddof === undefined ? 0 : options.ddof, 0);
  const frame = new Frame(module);
  const input = frame.put(Float64Array, data);
  const result = frame.take(Float64Array, (1 + rows + cols) * MOMENT_NAMES.length);
  frame.open();
  frame.check(module.matrixMoments(frame.address(input), rows, cols, ddof, frame.address(result)));
  const numbers = frame.read(result);
  const places = (length: number, first: number) =>
    Array.from({ length }, (_, index) => momentsAt(numbers, first + index));
  return { all: momentsAt(numbers, 0), rows: places(rows, 1), cols: places(cols, 1 + rows) };
}

export function combinedMoments(
  module: WasmModule,
  parts: readonly Moments[],
  options: { readonly ddof?: number } = {},
): Moments {
  inputs.options(options, "{ ddof }");
  if (!Array.isArray(parts)) {
    inputs.fail("type", `parts is ${inputs.kindOf(parts)}; it must be an array of moments.`);
  }
  const numbers = Array.from(parts as readonly unknown[], (part, index) => {
    if (!inputs.isObject(part)) {
      inputs.fail("type", `parts[${index}] is ${inputs.kindOf(part)}; it must be moments.`);
    }
    inputs.count(`parts[${index}].count`, part.count, 1, Number.MAX_SAFE_INTEGER);
    return MOMENT_NAMES.map((name) => inputs.number(`parts[${index}].${name}`, part[name]));
  }).flat();
  const ddof = inputs.count("ddof", options.ddof === undefined ? 0 : options.ddof, 0);
  const frame = new Frame(module);
  const input = frame.put(Float64Array, numbers);
  const result = frame.take(Float64Array, MOMENT_NAMES.length);
  frame.open();
  const [from, into] = [frame.address(input), frame.address(result)];
  frame.check(module.combinedMoments(from, parts.length, ddof, into));
  return momentsAt(frame.read(result), 0);
}

export function normalDensity(
  module: WasmModule,
  x: VectorInput,
  options: { readonly mean: number; readonly std: number },
): Float64Array {
  inputs.options(options, "{ mean, std }");
  const given = inputs.vector("x", x);
  const mean = inputs.finite("mean", options.mean);
  const std = inputs.finite("std", options.std);
  const frame = new Frame(module);
  const input = frame.put(Float64Array, given.data);
  const densities = frame.take(Float64Array, given.cols);
  frame.open();
  const [from, into] = [frame.address(input), frame.address(densities)];
  frame.check(module.normalDensity(from, given.cols, mean, std, into));
  return frame.read(densities);
}

export function sampleGradients(
  module: WasmModule,
  options: GradientSamplingOptions,
): GradientDraws {
  inputs.options(options, "{ seed, keys, dims, exponents, count }");
  const seed = inputs.oneSeed("seed", options.seed);
  const keys = inputs.count("keys", options.keys, 2, 64);
  const dims = counts("dims", options.dims, 1, LARGEST_DIM);
  const exponents = inputs.vector("exponents", options.exponents);
  const [from, count] = checkedDraws(options);
  const frame = new Frame(module);
  const slots = [frame.put(Uint32Array, dims), frame.put(Float64Array, exponents.data)];
  const names = ["peak", "entropy", "jacobian", "gradient"] as const;
  const { args, read } = matrices(frame, count, dims.length * exponents.cols, names);
  frame.open();
  const [of = 0, by = 0] = slots.map((slot) => frame.address(slot));
  frame.check(
    module.sampleGradients(
      ...[seed, keys, of, dims.length, by, exponents.cols, from, count],
      ...args(),
    ),
  );
  return read();
}

export function sampleEntropies(
  module: WasmModule,
  options: Parameters<SamplingCalls["sampleEntropies"]>[0],
): EntropyDraws {
  inputs.options(options, "{ seed, dim, counts, count }");
  const seed = inputs.oneSeed("seed", options.seed);
  const dim = inputs.count("dim", options.dim, 1, LARGEST_DIM);
  const keyCounts = counts("counts", options.counts, 1, 8192);
  const [from, count] = checkedDraws(options);
  const frame = new Frame(module);
  const slot = frame.put(Uint32Array, keyCounts);
  const { args, read } = matrices(frame, count, keyCounts.length, ["root", "logarithmic"]);
  frame.open();
  const drawn = [frame.address(slot), keyCounts.length, from, count];
  frame.check(module.sampleEntropies(seed, dim, ...drawn, ...args()));
  return read();
}
