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

interface CheckedSampling {
  readonly samples: number;
  /** The options in the order in which they cross: up to `scale`. */
  readonly args: readonly number[];
}

function checkedSampling(options: ScoreSamplingOptions): CheckedSampling {
  inputs.options(options, "{ seed, samples, dim }");
  const dim = inputs.count("dim", options.dim, 1, LARGEST_DIM);
  const { scale = 1 / Math.sqrt(dim) } = options;
  const seed = inputs.oneSeed("seed", options.seed);
  const samples = inputs.count("samples", options.samples, 2, 20_000);
  const [std, law] = [checkedStd(options.std), checkedLaw(options.law)];
  return { samples, args: [seed, samples, dim, std, law, inputs.finite("scale", scale)] };
}

interface CheckedHistogram {
  readonly bins: number;
  readonly low: number;
  readonly high: number;
}

function checkedHistogram(bins: unknown, range: unknown): CheckedHistogram {
  const checkedBins = inputs.count("bins", bins, 1);
  const { cols, data } = inputs.vector("range", range as VectorInput);
  if (cols !== 2) inputs.fail("shape", `range has ${cols} entries; it must be [low, high].`);
  return { bins: checkedBins, low: data[0] as number, high: data[1] as number };
}

/** Room for the counts and the edges. */
function histogramFrame(frame: Frame, { bins, low, high }: CheckedHistogram) {
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
  const { bins, range } = options;
  const wanted =
    bins === undefined && range === undefined ? undefined : checkedHistogram(bins, range);
  const frame = new Frame(module);
  const result = frame.take(Float64Array, 3 * MOMENT_NAMES.length);
  frame.open();
  frame.check(module.sampleScores(...sampling.args, frame.address(result)));
  const numbers = frame.read(result);
  const [query, key] = [momentsAt(numbers, 0), momentsAt(numbers, 1)];
  const { min: _min, max: _max, ...scores } = momentsAt(numbers, 2);
  if (wanted === undefined) return { query, key, scores };
  const streamed = streamedScores(module, sampling, { first: 0, count: sampling.samples }, wanted);
  const { counts: inBins, edges, moments } = streamed;
  const { min, max } = moments;
  return { query, key, scores: { ...scores, min, max }, histogram: { counts: inBins, edges } };
}

export function drawScores(
  module: WasmModule,
  options: ScoreSamplingOptions,
  work: number,
): number {
  // All but the scale, which the draws know nothing of.
  const sampling = checkedSampling(options).args.slice(0, -1);
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
  const { samples } = sampling;
  const { from = 0 } = options;
  const first = inputs.count("from", from, 0, samples - 1);
  const count = inputs.count("count", options.count, 1, samples - first);
  return streamedScores(
    module,
    sampling,
    { first, count },
    checkedHistogram(options.bins, options.range),
  );
}

/** The scores of `count` queries from `first` on. */
function streamedScores(
  module: WasmModule,
  sampling: CheckedSampling,
  { first, count }: { readonly first: number; readonly count: number },
  wanted: CheckedHistogram,
): StreamedScores {
  const frame = new Frame(module);
  const histogram = histogramFrame(frame, wanted);
  const result = frame.take(Float64Array, MOMENT_NAMES.length);
  frame.open();
  const into = [...histogram.args(), frame.address(result)];
  frame.check(module.scoreHistogram(...sampling.args, first, count, ...into));
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
  const dims = inputs.counts("dims", options.dims, 1, LARGEST_DIM);
  const [from, count] = checkedDraws(options);
  const frame = new Frame(module);
  const slot = frame.put(Uint32Array, dims);
  const { args, read } = matrices(frame, count, dims.cols, ["spreads"]);
  frame.open();
  const [address, into = 0] = [frame.address(slot), ...args()];
  frame.check(module.scoreSpreads(seed, samples, std, law, address, dims.cols, from, count, into));
  return read().spreads;
}

export function histogram(
  module: WasmModule,
  data: VectorInput,
  options: HistogramOptions,
): Histogram {
  const given = inputs.vector("data", data);
  inputs.options(options, "{ bins, range }");
  const wanted = checkedHistogram(options.bins, options.range);
  const frame = new Frame(module);
  const input = frame.put(Float64Array, given);
  const { args, read } = histogramFrame(frame, wanted);
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
  const slots = [frame.put(Float64Array, given), frame.put(Float64Array, wanted)];
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
  const slots = [frame.put(Float64Array, from), frame.put(Float64Array, to)];
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
  const input = frame.put(Float64Array, given);
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
  const given = inputs.matrix("matrix", matrix);
  const { rows, cols } = given;
  const ddof = inputs.ddof(options.ddof);
  const frame = new Frame(module);
  const input = frame.put(Float64Array, given);
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
  const numbers = inputs.list("parts", parts, (part, index) => {
    if (!inputs.isObject(part)) {
      inputs.fail("type", `parts[${index}] is ${inputs.kindOf(part)}; it must be moments.`);
    }
    const [count, ...others] = MOMENT_NAMES.map((name) =>
      inputs.number(`parts[${index}].${name}`, part[name]),
    );
    const most = Number.MAX_SAFE_INTEGER;
    return [inputs.count(`parts[${index}].count`, count, 1, most), ...others];
  });
  const ddof = inputs.ddof(options.ddof);
  const frame = new Frame(module);
  const input = frame.put(Float64Array, inputs.own("parts", Float64Array.from(numbers.flat())));
  const result = frame.take(Float64Array, MOMENT_NAMES.length);
  frame.open();
  const [from, into] = [frame.address(input), frame.address(result)];
  frame.check(module.combinedMoments(from, numbers.length, ddof, into));
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
  const input = frame.put(Float64Array, given);
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
  const dims = inputs.counts("dims", options.dims, 1, LARGEST_DIM);
  const exponents = inputs.vector("exponents", options.exponents);
  const [from, count] = checkedDraws(options);
  const frame = new Frame(module);
  const slots = [frame.put(Uint32Array, dims), frame.put(Float64Array, exponents)];
  const names = ["peak", "entropy", "jacobian", "gradient"] as const;
  const { args, read } = matrices(frame, count, dims.cols * exponents.cols, names);
  frame.open();
  const [of = 0, by = 0] = slots.map((slot) => frame.address(slot));
  frame.check(
    module.sampleGradients(
      ...[seed, keys, of, dims.cols, by, exponents.cols, from, count],
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
  const keyCounts = inputs.counts("counts", options.counts, 1, 8192);
  const [from, count] = checkedDraws(options);
  const frame = new Frame(module);
  const slot = frame.put(Uint32Array, keyCounts);
  const { args, read } = matrices(frame, count, keyCounts.cols, ["root", "logarithmic"]);
  frame.open();
  const drawn = [frame.address(slot), keyCounts.cols, from, count];
  frame.check(module.sampleEntropies(seed, dim, ...drawn, ...args()));
  return read();
}
