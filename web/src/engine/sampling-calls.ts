/** The calls of sampling-api.ts, and `moments`. */
import type { Engine } from "./api.js";
import { caller, listOf, type Output, oneNumber, record, recordOf } from "./descriptor.js";
import type { Call } from "./guarded.js";
import * as inputs from "./more-inputs.js";
import type {
  EntryLaw,
  HistogramOptions,
  SamplingCalls,
  ScoreSamplingOptions,
} from "./sampling-api.js";
import type { Moments } from "./types.js";
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
  drawSummaries: "draws:f64 low>f64 median>f64 high>f64 mean>f64 std>f64 largest>f64 share>f64",
  moments: "data:f64 ddof moments>f64",
  matrixMoments: "entries:f64 ddof moments>f64",
  combinedMoments: "parts:f64 ddof moments>f64",
  normalDensity: "x:f64 mean std densities>f64",
  sampleGradients:
    "seed keys dims:u32 exponents:f64 from peak>f64 entropy>f64 jacobian>f64 gradient>f64",
  sampleEntropies: "seed dim counts:u32 from root>f64 logarithmic>f64 level>f64",
} as const;

/** In the order of the enumeration in C++. */
const LAWS = ["normal", "uniform", "sign"] as const satisfies EntryLaw[];

/** In the order in which moments cross. */
const MOMENTS = ["count", "mean", "variance", "std", "min", "max"] as const;
const oneMoments: Output<Moments> = recordOf(MOMENTS);

/** The moments of `count` sets of numbers. */
const momentsOf = (count: number): Output<Moments[]> => ({
  rows: count,
  cols: MOMENTS.length,
  read: (data) => Array.from({ length: count }, (_, place) => record(MOMENTS, data, place)),
});

const dim = inputs.whole(1, 1024);
const dims = inputs.wholes(1, 1024);
const seed = inputs.oneSeed;
const std = inputs.optional(inputs.finite, 1);
const law = inputs.optional(inputs.word(LAWS), "normal");

/** The options of a sampling experiment. The scale is separate because the draws do not depend on it. */
function checkedSampling(options: ScoreSamplingOptions) {
  const checks = { seed, samples: inputs.whole(2, 20_000), dim, std, law };
  const draws = inputs.fields(options, "{ seed, samples, dim }", checks);
  const { scale = 1 / Math.sqrt(draws.dim) } = options;
  return { draws, scale: inputs.finite("scale", scale) };
}

/** The fields of a histogram. */
function checkedHistogram({ bins, range }: { readonly bins?: unknown; readonly range?: unknown }) {
  const checkedBins = inputs.count("bins", bins, 1);
  const { cols, data } = inputs.vector("range", range);
  if (cols !== 2) inputs.fail("shape", `range has ${cols} entries; it must be [low, high].`);
  return {
    low: data[0] as number,
    high: data[1] as number,
    counts: listOf(checkedBins),
    edges: listOf(checkedBins + 1),
  };
}

function checkedDdof(options: { readonly ddof?: number }) {
  return inputs.fields(options, "{ ddof }", { ddof: inputs.optional(inputs.whole(0), 0) });
}

/** A matrix with a row for each draw. */
const drawsOf = (rows: number, cols: number) => inputs.room("the draws", rows, cols);

/** The implementations, by name. */
export function samplingCalls(module: WasmModule) {
  const run = caller(module, SAMPLING_CALLS);
  return {
    sampleScores(options: ScoreSamplingOptions & Partial<HistogramOptions>) {
      const { draws, scale } = checkedSampling(options);
      const { bins, range } = options;
      const isAsked = bins !== undefined || range !== undefined;
      const wanted = isAsked ? checkedHistogram({ bins, range }) : undefined;
      const { moments } = run("sampleScores", { ...draws, scale }, momentsOf(3));
      const [query, key, all] = moments as [Moments, Moments, Moments];
      const { min: _min, max: _max, ...scores } = all;
      if (wanted === undefined) return { query, key, scores };
      const every = { ...draws, scale, from: 0, count: draws.samples };
      const results = run("scoreHistogram", { ...every, ...wanted, moments: oneMoments });
      const { moments: streamed, ...histogram } = results;
      const { min, max } = streamed;
      return { query, key, scores: { ...scores, min, max }, histogram };
    },

    drawScores(options, work) {
      const fields = { ...checkedSampling(options).draws, work: inputs.finite("work", work) };
      return run("drawScores", fields, oneNumber).share;
    },

    scoreHistogram(options) {
      const { draws, scale } = checkedSampling(options);
      const { from = 0 } = options;
      const first = inputs.count("from", from, 0, draws.samples - 1);
      const count = inputs.count("count", options.count, 1, draws.samples - first);
      const range = { from: first, count, ...checkedHistogram(options) };
      return run("scoreHistogram", { ...draws, scale, ...range, moments: oneMoments });
    },

    randomEntries(options) {
      const checks = { seed, count: inputs.whole(0), std, law };
      const { count, ...fields } = inputs.fields(options, "{ seed, count }", checks);
      return run("randomEntries", fields, listOf(count)).entries;
    },

    scoreSpreads(options) {
      const checks = { seed, samples: inputs.whole(2, 2000), std, law, dims };
      const fields = inputs.fields(options, "{ seed, samples, dims, count }", checks);
      const { from, count } = inputs.drawRange(options);
      return run("scoreSpreads", { ...fields, from }, drawsOf(count, fields.dims.cols)).spreads;
    },

    histogram(data, options) {
      const given = inputs.vector("data", data);
      inputs.options(options, "{ bins, range }");
      return run("histogram", { data: given, ...checkedHistogram(options) });
    },

    quantiles(data, probabilities) {
      const given = inputs.vectors({ data, probabilities });
      return run("quantiles", given, listOf(given.probabilities.cols)).results;
    },

    localExponents(x, y) {
      const given = inputs.vectors({ x, y });
      return run("localExponents", given, listOf(Math.max(0, given.x.cols - 1))).exponents;
    },

    drawSummaries(draws) {
      const given = inputs.matrix("draws", draws);
      return run("drawSummaries", { draws: given }, listOf(given.rows));
    },

    moments(data, options = {}) {
      const fields = { ...checkedDdof(options), data: inputs.vector("data", data) };
      return run("moments", fields, oneMoments).moments;
    },

    matrixMoments(matrix, options = {}) {
      const fields = { ...checkedDdof(options), entries: inputs.matrix("matrix", matrix) };
      const { rows, cols } = fields.entries;
      const [all, ...others] = run("matrixMoments", fields, momentsOf(1 + rows + cols)).moments;
      return { all: all as Moments, rows: others.slice(0, rows), cols: others.slice(rows) };
    },

    combinedMoments(parts, options = {}) {
      const { ddof } = checkedDdof(options);
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
      return run("combinedMoments", { parts: given, ddof }, oneMoments).moments;
    },

    normalDensity(x, options) {
      const checks = { mean: inputs.finite, std: inputs.finite };
      const fields = inputs.fields(options, "{ mean, std }", checks);
      const given = inputs.vector("x", x);
      return run("normalDensity", { x: given, ...fields }, listOf(given.cols)).densities;
    },

    sampleGradients(options) {
      const checks = { seed, keys: inputs.whole(2, 512), dims, exponents: inputs.vector };
      const fields = inputs.fields(options, "{ seed, keys, dims, exponents, count }", checks);
      const { from, count } = inputs.drawRange(options);
      const each = drawsOf(count, fields.dims.cols * fields.exponents.cols);
      return run("sampleGradients", { ...fields, from }, each);
    },

    sampleEntropies(options) {
      const checks = { seed, dim, counts: inputs.wholes(1, 8192) };
      const fields = inputs.fields(options, "{ seed, dim, counts, count }", checks);
      const { from, count } = inputs.drawRange(options);
      return run("sampleEntropies", { ...fields, from }, drawsOf(count, fields.counts.cols));
    },
  } satisfies Omit<SamplingCalls, "sampleScores"> &
    Pick<Engine, "moments"> & { sampleScores: Call };
}
