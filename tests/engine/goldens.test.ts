/**
 * Each call passes every argument and returns every result in its place: the goldens once more through the typed engine.
 * tests/cpp holds the same numbers to their last digits.
 */
import {
  type AttentionOutput,
  type EntryLaw,
  type HistogramOptions,
  loadEngine,
  type Matrix,
  type Moments,
  type PackageEngine,
  type ScoreSamplingOptions,
} from "attention-scale";
import { expect, it } from "vitest";
import { EPS, expectClose } from "./close.js";
import { type AttentionArguments, asRows, attentionOptions, goldens } from "./goldens.js";
import { passes } from "./passes.js";

const engine = await loadEngine();

type Argument<Call extends keyof PackageEngine, Place extends number = 0> = Parameters<
  PackageEngine[Call]
>[Place] &
  object;

// --- Attention and softmax -----------------------------------------------------

passes<AttentionArguments & Record<AttentionOutput, Matrix>>(
  "attention",
  "scores logits weights output",
  ({ queries, keys, values, ...options }, change) =>
    engine.attention(change(queries), change(keys), change(values), attentionOptions(options)),
  // Some of PyTorch's numbers are in single precision.
  { share: 1e-5, inSingle: 4 },
);
passes<AttentionArguments & { doutput: Matrix }>(
  "attention_gradient",
  "gradient",
  ({ queries, keys, values, doutput, ...options }, change) => {
    const given = [change(queries), change(keys), change(values), change(doutput)] as const;
    return { gradient: engine.attentionGradient(...given, attentionOptions(options)) };
  },
  { inSingle: 4 },
);
passes<{ logits: Matrix }>(
  "softmax",
  "weights",
  ({ logits }, change) => ({ weights: engine.softmax(change(logits)) }),
  { inSingle: 4 },
);
passes<{ logits: number[]; vector: number[] }>(
  "softmax_jacobian",
  "jacobian product",
  ({ logits, vector }, change) => ({
    jacobian: engine.softmaxJacobian(change(logits)),
    product: engine.softmaxJacobianProduct(change(logits), change(vector)),
  }),
  { inSingle: 4 },
);
passes<{ weights: Matrix }>("row_statistics", "entropy peak peakIndex", ({ weights }) =>
  engine.rowStatistics(weights),
);
// --- Statistics ------------------------------------------------------------------

passes<{ data: number[]; ddof: number }>(
  "moments",
  "count mean variance std min max",
  ({ data, ddof }) => engine.moments(data, { ddof }),
);
passes<{ matrix: Matrix; ddof: number }>("matrix_moments", "all rows cols", ({ matrix, ddof }) =>
  engine.matrixMoments(matrix, { ddof }),
);
passes<{ matrix: Matrix; ddof: number }>(
  "matrix_moments",
  "all",
  ({ matrix, ddof }) => {
    const parts = asRows(matrix).map((row) => engine.moments(row));
    return { all: engine.combinedMoments(parts, { ddof }) };
  },
  { what: "the moments of parts" },
);
passes<{ data: number[] } & HistogramOptions>(
  "histogram",
  "counts edges",
  ({ data, ...options }) => engine.histogram(data, options),
  { share: 0, ofEach: true },
);
passes<{ data: number[]; probabilities: number[] }>(
  "quantiles",
  "quantiles",
  ({ data, probabilities }) => ({
    quantiles: engine.quantiles(data, probabilities),
  }),
);
passes<{ draws: Matrix }>("draw_summaries", "low median high mean std largest share", ({ draws }) =>
  engine.drawSummaries(draws),
);
passes<{ x: number[]; mean: number; std: number }>(
  "normal_density",
  "density",
  ({ x, mean, std }) => ({
    density: engine.normalDensity(x, { mean, std }),
  }),
);

// --- Saturation -------------------------------------------------

passes<{ logits: number[] }>("jacobian_norms", "frobenius spectral", ({ logits }) =>
  engine.jacobianNorms(logits),
);
passes<{ logits: number[]; scales: number[] }>(
  "saturation",
  "spread entropy peak frobenius spectral",
  ({ logits, scales }) => engine.saturation(logits, scales),
);
passes<AttentionArguments>(
  "query_gradients",
  "peak entropy jacobian gradient",
  ({ queries, keys, scale }) =>
    engine.queryGradients(queries, keys, scale === null ? {} : { scale }),
);

// --- Draws and experiments -----------------------------------------------------------

passes<Argument<"randomNormal"> & { first: number[]; picks: { index: number }[] }>(
  "random_normal",
  "rows cols first picks",
  ({ first, picks, ...options }) => {
    const { data, ...size } = engine.randomNormal(options);
    const picked = picks.map(({ index }) => ({ index, value: data[index] }));
    return { ...size, first: data.slice(0, first.length), picks: picked };
  },
);
interface Sentence {
  words: string[];
  seed: number;
  dim: number;
  projections: "random" | "identity";
  /** The first so many columns are in the golden. */
  shown: number;
}
passes<Sentence>(
  "sentence",
  "queries keys values",
  ({ words, seed, dim, shown }) => {
    const x = engine.wordVectors(words, { seed, dim });
    const columns = Math.min(dim, shown);
    const all = (["queries", "keys", "values"] as const).map((projection) => [
      projection,
      engine.project(x, { seed, projection, columns }),
    ]);
    return Object.fromEntries(all);
  },
  { cases: goldens<Sentence>("sentence").filter(({ projections }) => projections === "random") },
);

type Sampling = Omit<ScoreSamplingOptions, "scale"> & {
  scale: number | null;
} & HistogramOptions & { scores: Moments };
const samplingOf = ({ seed, samples, dim, scale, std, law }: Sampling) =>
  ({ seed, samples, dim, std, law, ...(scale !== null && { scale }) }) as ScoreSamplingOptions;

passes<Sampling>("score_sampling", "query key scores", (golden) => {
  const { scores, ...entries } = engine.sampleScores(samplingOf(golden));
  expect(Object.keys(scores).sort()).toEqual(["count", "mean", "std", "variance"]);
  return { ...entries, scores: { ...golden.scores, ...scores } };
});
passes<Sampling>(
  "score_sampling",
  "counts edges scores",
  (golden) => {
    const { bins, range } = golden;
    const { histogram, scores } = engine.sampleScores({ ...samplingOf(golden), bins, range });
    return { ...histogram, scores };
  },
  // In single precision a score at an edge may fall into the bin beside.
  { share: 1e-3, what: "streamed scores" },
);
passes<{ seed: number; std: number; law: EntryLaw; firstQueries: number[] }>(
  "score_sampling",
  "firstQueries",
  ({ seed, std, law, firstQueries: { length: count } }) => ({
    firstQueries: engine.randomEntries({ seed, count, std, law }),
  }),
  { what: "random entries" },
);

it.each([
  [3, [1, 2, 8, 16, 17, 64, 256, 1024], [0, 0.2, 0.5, 0.6, 1]],
  [2, [1, 3, 512], [0, 0.5]],
  [12, [5, 30], [0.25, 0.75]],
  [65, [1, 2, 16, 17, 256], [0, 0.5]],
  [512, [1, 4, 64], [0, 0.5, 1]],
])(
  "the gradients of draws with %d keys are those of each query and its keys",
  (keys, dims, exponents) => {
    const seed = 2 ** 32 - 1;
    const from = 2 ** 32 - 2;
    const drawn = engine.sampleGradients({ seed, keys, dims, exponents, from, count: 2 });
    for (const draw of [0, 1]) {
      const all = engine.randomNormal({
        seed: [seed, keys, from + draw],
        rows: keys + 1,
        cols: 1024,
      });
      for (const [j, dim] of dims.entries()) {
        const [query = [], ...rest] = asRows(all).map((row) => row.slice(0, dim));
        for (const [k, exponent] of exponents.entries()) {
          const expected = engine.queryGradients([query], rest, { scale: dim ** -exponent });
          const cell = (draw * dims.length + j) * exponents.length + k;
          for (const name of ["peak", "entropy", "jacobian", "gradient"] as const) {
            // However small: an error in a score, of up to 200, is a relative error of a weight.
            expectClose([drawn[name].data[cell] ?? 0], expected[name], { k: 1e-11 / EPS });
          }
        }
      }
    }
  },
);
