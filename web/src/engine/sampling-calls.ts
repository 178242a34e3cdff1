/** The calls of sampling-api.ts, and `moments`. */
import type { Engine } from "./api.js";
import { caller, listOf, matrixOf, oneNumber, record } from "./descriptor.js";
import type { Call } from "./guarded.js";
import * as inputs from "./more-inputs.js";
import type {
  DrawRange,
  EntryLaw,
  HistogramOptions,
  SamplingCalls,
  ScoreSamplingOptions,
} from "./sampling-api.js";
import type { Moments, VectorInput } from "./types.js";
import type { WasmModule } from "./wasm-module.js";

/** The signatures of cpp/bindings/sampling_calls.hpp. */
export const SAMPLING_CALLS = {
  drawScores: "seed samples dim std law work share>f64",
  sampleScores: "seed samples dim std law scale moments>f64",
  scoreHistogram:
    "seed samples dim std law scale from count low high counts>f64 edges>f64 moments>f64",
  randomEntries: "seed std law entries>f64",
  scoreSpreads: "seed samples std law dims:u32 from spreads>f64",
  histogram: "data:f64 low high counts>f64 edges>f64",
  localExponents: "x:f64 y:f64 exponents>f64",
  quantiles: "data:f64 probabilities:f64 results>f64",
  drawSummaries: "draws:f64 low>f64 median>f64 high>f64 mean>f64 std>f64 largest>f64",
  moments: "data:f64 ddof moments>f64",
  matrixMoments: "entries:f64 ddof moments>f64",
  combinedMoments: "parts:f64 ddof moments>f64",
  normalDensity: "x:f64 mean std densities>f64",
  sampleGradients:
    "seed keys dims:u32 exponents:f64 from peak>f64 entropy>f64 jacobian>f64 gradient>f64",
  sampleEntropies: "seed dim counts:u32 from root>f64 logarithmic>f64",
} as const;

/** In the order of the enumeration in C++. */
const LAWS = ["normal", "uniform", "sign"] as const satisfies EntryLaw[];

const LARGEST_DIM = 1024;
const MOST_DRAWS = 100_000;

/** In the order in which moments cross. */
const MOMENTS = ["count", "mean", "variance", "std", "min", "max"] as const;

const momentsOf = (count: number) => listOf(count * MOMENTS.length);
const momentsAt = (numbers: Float64Array, place = 0): Moments => record(MOMENTS, numbers, place);

function checkedLaw(law: unknown = "normal"): number {
  return inputs.oneOf("law", law, LAWS);
}

function checkedStd(std: unknown = 1): number {
  return inputs.finite("std", std);
}

/** Numbers of draws. */
function checkedDraws({ from = 0, count }: DrawRange) {
  const first = inputs.count("from", from, 0, inputs.LARGEST_SEED);
  const most = Math.min(MOST_DRAWS, inputs.LARGEST_SEED - first + 1);
  return { from: first, count: inputs.count("count", count, 1, most) };
}

/** The options of a sampling experiment. The scale is apart: the draws do not depend on it. */
function checkedSampling(options: ScoreSamplingOptions) {
  inputs.options(options, "{ seed, samples, dim }");
  const dim = inputs.count("dim", options.dim, 1, LARGEST_DIM);
  const { scale = 1 / Math.sqrt(dim) } = options;
  const seed = inputs.oneSeed("seed", options.seed);
  const samples = inputs.count("samples", options.samples, 2, 20_000);
  const draws = { seed, samples, dim, std: checkedStd(options.std), law: checkedLaw(options.law) };
  return { draws, scale: inputs.finite("scale", scale) };
}

type CheckedSampling = ReturnType<typeof checkedSampling>;

/** The fields of a histogram. */
function checkedHistogram(bins: unknown, range: unknown) {
  const checkedBins = inputs.count("bins", bins, 1);
  const { cols, data } = inputs.vector("range", range as VectorInput);
  if (cols !== 2) inputs.fail("shape", `range has ${cols} entries; it must be [low, high].`);
  return {
    low: data[0] as number,
    high: data[1] as number,
    counts: listOf(checkedBins),
    edges: listOf(checkedBins + 1),
  };
}

/** A matrix with a row for each draw. */
function drawsOf(rows: number, cols: number) {
  inputs.entries("the draws", rows, cols);
  return matrixOf(rows, cols);
}

/** The implementations, by name. */
export function samplingCalls(module: WasmModule) {
  const run = caller(module, SAMPLING_CALLS);

  /** The scores of `count` queries, starting with number `from`. */
  const streamedScores = (
    { draws, scale }: CheckedSampling,
    range: { readonly from: number; readonly count: number },
    histogram: ReturnType<typeof checkedHistogram>,
  ) => {
    const moments = momentsOf(1);
    const result = run("scoreHistogram", { ...draws, scale, ...range, ...histogram, moments });
    return { ...result, moments: momentsAt(result.moments) };
  };

  return {
    sampleScores(options: ScoreSamplingOptions & Partial<HistogramOptions>) {
      const sampling = checkedSampling(options);
      const { draws, scale } = sampling;
      const { bins, range } = options;
      const wanted =
        bins === undefined && range === undefined ? undefined : checkedHistogram(bins, range);
      const { moments } = run("sampleScores", { ...draws, scale, moments: momentsOf(3) });
      const [query, key] = [momentsAt(moments), momentsAt(moments, 1)];
      const { min: _min, max: _max, ...scores } = momentsAt(moments, 2);
      if (wanted === undefined) return { query, key, scores };
      const all = { from: 0, count: draws.samples };
      const { moments: streamed, ...histogram } = streamedScores(sampling, all, wanted);
      const { min, max } = streamed;
      return { query, key, scores: { ...scores, min, max }, histogram };
    },

    drawScores(options, work) {
      const { draws } = checkedSampling(options);
      const fields = { ...draws, work: inputs.finite("work", work), share: oneNumber };
      return run("drawScores", fields).share;
    },

    scoreHistogram(options) {
      const sampling = checkedSampling(options);
      const { samples } = sampling.draws;
      const { from = 0 } = options;
      const first = inputs.count("from", from, 0, samples - 1);
      const count = inputs.count("count", options.count, 1, samples - first);
      const histogram = checkedHistogram(options.bins, options.range);
      return streamedScores(sampling, { from: first, count }, histogram);
    },

    randomEntries(options) {
      inputs.options(options, "{ seed, count }");
      const seed = inputs.oneSeed("seed", options.seed);
      const entries = listOf(inputs.count("count", options.count, 0));
      const [std, law] = [checkedStd(options.std), checkedLaw(options.law)];
      return run("randomEntries", { seed, std, law, entries }).entries;
    },

    scoreSpreads(options) {
      inputs.options(options, "{ seed, samples, dims, count }");
      const seed = inputs.oneSeed("seed", options.seed);
      const samples = inputs.count("samples", options.samples, 2, 2000);
      const [std, law] = [checkedStd(options.std), checkedLaw(options.law)];
      const dims = inputs.counts("dims", options.dims, 1, LARGEST_DIM);
      const { from, count } = checkedDraws(options);
      const spreads = drawsOf(count, dims.cols);
      return run("scoreSpreads", { seed, samples, std, law, dims, from, spreads }).spreads;
    },

    histogram(data, options) {
      const given = inputs.vector("data", data);
      inputs.options(options, "{ bins, range }");
      return run("histogram", { data: given, ...checkedHistogram(options.bins, options.range) });
    },

    quantiles(data, probabilities) {
      const given = inputs.vectors({ data, probabilities });
      return run("quantiles", { ...given, results: listOf(given.probabilities.cols) }).results;
    },

    localExponents(x, y) {
      const given = inputs.vectors({ x, y });
      const exponents = listOf(Math.max(0, given.x.cols - 1));
      return run("localExponents", { ...given, exponents }).exponents;
    },

    drawSummaries(draws) {
      const given = inputs.matrix("draws", draws);
      const each = listOf(given.rows);
      const quantiles = { low: each, median: each, high: each };
      const room = { ...quantiles, mean: each, std: each, largest: each };
      return run("drawSummaries", { draws: given, ...room });
    },

    moments(data, options = {}) {
      inputs.options(options, "{ ddof }");
      const given = inputs.vector("data", data);
      const fields = { data: given, ddof: inputs.ddof(options.ddof), moments: momentsOf(1) };
      return momentsAt(run("moments", fields).moments);
    },

    matrixMoments(matrix, options = {}) {
      inputs.options(options, "{ ddof }");
      const entries = inputs.matrix("matrix", matrix);
      const { rows, cols } = entries;
      const ddof = inputs.ddof(options.ddof);
      const { moments } = run("matrixMoments", {
        entries,
        ddof,
        moments: momentsOf(1 + rows + cols),
      });
      const places = (length: number, first: number) =>
        Array.from({ length }, (_, index) => momentsAt(moments, first + index));
      return { all: momentsAt(moments), rows: places(rows, 1), cols: places(cols, 1 + rows) };
    },

    combinedMoments(parts, options = {}) {
      inputs.options(options, "{ ddof }");
      if (!Array.isArray(parts)) {
        inputs.wrongType("parts", parts, "it must be an array of moments");
      }
      const numbers = inputs.list("parts", parts, (part, index) => {
        if (!inputs.isObject(part)) {
          inputs.wrongType(`parts[${index}]`, part, "it must be moments");
        }
        const [count, ...others] = MOMENTS.map((name) =>
          inputs.number(`parts[${index}].${name}`, part[name]),
        );
        const most = Number.MAX_SAFE_INTEGER;
        return [inputs.count(`parts[${index}].count`, count, 1, most), ...others];
      });
      const data = Float64Array.from(numbers.flat());
      const given = { name: "parts", rows: numbers.length, cols: MOMENTS.length, data };
      const fields = { parts: given, ddof: inputs.ddof(options.ddof), moments: momentsOf(1) };
      return momentsAt(run("combinedMoments", fields).moments);
    },

    normalDensity(x, options) {
      inputs.options(options, "{ mean, std }");
      const given = inputs.vector("x", x);
      const mean = inputs.finite("mean", options.mean);
      const std = inputs.finite("std", options.std);
      const fields = { x: given, mean, std, densities: listOf(given.cols) };
      return run("normalDensity", fields).densities;
    },

    sampleGradients(options) {
      inputs.options(options, "{ seed, keys, dims, exponents, count }");
      const seed = inputs.oneSeed("seed", options.seed);
      const keys = inputs.count("keys", options.keys, 2, 64);
      const dims = inputs.counts("dims", options.dims, 1, LARGEST_DIM);
      const exponents = inputs.vector("exponents", options.exponents);
      const { from, count } = checkedDraws(options);
      const each = drawsOf(count, dims.cols * exponents.cols);
      const room = { peak: each, entropy: each, jacobian: each, gradient: each };
      return run("sampleGradients", { seed, keys, dims, exponents, from, ...room });
    },

    sampleEntropies(options) {
      inputs.options(options, "{ seed, dim, counts, count }");
      const seed = inputs.oneSeed("seed", options.seed);
      const dim = inputs.count("dim", options.dim, 1, LARGEST_DIM);
      const counts = inputs.counts("counts", options.counts, 1, 8192);
      const { from, count } = checkedDraws(options);
      const each = drawsOf(count, counts.cols);
      const fields = { seed, dim, counts, from, root: each, logarithmic: each };
      return run("sampleEntropies", fields);
    },
  } satisfies Omit<SamplingCalls, "sampleScores"> &
    Pick<Engine, "moments"> & { sampleScores: Call };
}
