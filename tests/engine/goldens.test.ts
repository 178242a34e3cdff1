/** The goldens through the typed engine, to the digits that rounding leaves. */
import {
  type AttentionOutput,
  type DepthSamplingOptions,
  type EntryLaw,
  type HistogramOptions,
  loadEngine,
  type Matrix,
  type Moments,
  type PackageEngine,
  type ScoreSamplingOptions,
} from "attention-scale";
import { expect } from "vitest";
import { EPS, expectCloseMatrix, largest } from "./close.js";
import { type AttentionArguments, asRows, attentionOptions, goldens } from "./goldens.js";
import { passes } from "./passes.js";

const engine = await loadEngine();

type Argument<Call extends keyof PackageEngine, Place extends number = 0> = Parameters<
  PackageEngine[Call]
>[Place] &
  object;

/** Of each number, however small: some roundings of a function, of a few sums and products, and of logits that are scaled. */
const FEW_ROUNDINGS = { share: 16 * EPS, ofEach: true };
/** The logarithm of another library may differ by a last digit. */
const DRAWS = { share: 2 * EPS, ofEach: true };

// --- Attention and softmax -----------------------------------------------------

type GoldenAttention = AttentionArguments & Record<AttentionOutput, Matrix>;
for (const [precision, share] of [
  ["double", 4 * EPS],
  ["single", 1e-6],
] as const) {
  passes<GoldenAttention>(
    "attention",
    "scores logits weights output",
    ({ queries, keys, values, ...options }, change) =>
      engine.attention(change(queries), change(keys), change(values), attentionOptions(options)),
    {
      ...{ share, inSingle: 4, what: `attention in ${precision} precision` },
      cases: goldens<GoldenAttention>("attention").filter(
        (golden) => golden.precision === precision,
      ),
    },
  );
}
passes<AttentionArguments & { doutput: Matrix }>(
  "attention_gradient",
  "gradient",
  ({ queries, keys, values, doutput, ...options }, change) => {
    const given = [change(queries), change(keys), change(values), change(doutput)] as const;
    return { gradient: engine.attentionGradient(...given, attentionOptions(options)) };
  },
  // PyTorch subtracts what cancels in a saturated row: up to 14 eps against mpmath.
  { share: 28 * EPS, inSingle: 4 },
);
passes<{ logits: Matrix }>(
  "softmax",
  "weights",
  ({ logits }, change) => ({ weights: engine.softmax(change(logits)) }),
  { ...FEW_ROUNDINGS, inSingle: 4 },
);
passes<{ logits: number[]; vector: number[] }>(
  "softmax_jacobian",
  "jacobian product",
  ({ logits, vector }, change) => ({
    jacobian: engine.softmaxJacobian(change(logits)),
    product: engine.softmaxJacobianProduct(change(logits), change(vector)),
  }),
  { ...FEW_ROUNDINGS, inSingle: 4 },
);
passes<{ weights: Matrix }>(
  "row_statistics",
  "entropy peak peakIndex",
  ({ weights }) => engine.rowStatistics(weights),
  FEW_ROUNDINGS,
);

// --- Statistics ------------------------------------------------------------------

passes<{ data: number[]; ddof: number }>(
  "moments",
  "count mean variance std min max",
  ({ data, ddof }) => engine.moments(data, { ddof }),
  // The running mean rounds at every step, to the digits of the entries.
  { share: 16 * EPS },
);
passes<{ matrix: Matrix; ddof: number }>(
  "matrix_moments",
  "all rows cols",
  ({ matrix, ddof }) => engine.matrixMoments(matrix, { ddof }),
  { share: 4 * EPS },
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
  FEW_ROUNDINGS,
);
passes<{ draws: Matrix }>(
  "draw_summaries",
  "low median high mean std largest share",
  ({ draws }) => engine.drawSummaries(draws),
  // A mean may cancel.
  { share: 1e-12, ofEach: true },
);
passes<{ x: number[]; mean: number; std: number }>(
  "normal_density",
  "density",
  ({ x, mean, std }) => ({
    density: engine.normalDensity(x, { mean, std }),
  }),
  FEW_ROUNDINGS,
);

// --- Saturation, precision, losses -------------------------------------------------

passes<{ logits: number[] }>(
  "jacobian_norms",
  "frobenius spectral",
  ({ logits }) => engine.jacobianNorms(logits),
  FEW_ROUNDINGS,
);
passes<{ logits: number[]; scales: number[] }>(
  "saturation",
  "spread entropy peak frobenius spectral",
  ({ logits, scales }) => engine.saturation(logits, scales),
  FEW_ROUNDINGS,
);
passes<AttentionArguments>(
  "query_gradients",
  "peak entropy jacobian gradient",
  ({ queries, keys, scale }) =>
    engine.queryGradients(queries, keys, scale === null ? {} : { scale }),
  FEW_ROUNDINGS,
);
passes<Record<"queries" | "keys" | "logits" | "exact", Matrix> & Argument<"reducedScores", 2>>(
  "reduced_scores",
  "logits exact overflowed largestDifference largestRelative",
  ({ queries, keys, logits: expected, exact: unrounded, ...options }) => {
    const { difference, ...result } = engine.reducedScores(queries, keys, options);
    // ∞ where the precision overflows, and NaN for ∞ − ∞.
    const { logits, exact } = result;
    expect(difference.data).toEqual(logits.data.map((logit, i) => logit - (exact.data[i] ?? 0)));
    // Every digit of a reduced precision, where 0 and −0 are the same number.
    const digits = ({ data }: Matrix) => data.map((logit) => logit + 0);
    expect(digits(logits)).toEqual(digits(expected));
    expectCloseMatrix(exact, unrounded, { k: 40, of: largest(unrounded.data) });
    return result;
  },
  // A difference loses the digits that both logits share.
  { share: 1e-12 },
);
passes<{ output: Matrix; values: Matrix; target: number | null } & Argument<"outputLoss", 2>>(
  "output_loss",
  "value doutput",
  ({ output, values, loss, target }) => {
    const options = target === null ? { loss } : { loss, target };
    const { loss: value, dOutput: doutput } = engine.outputLoss(output, values, options);
    return { value, doutput };
  },
  // Sums of up to 20 terms of either sign.
  { share: 8 * EPS },
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
  DRAWS,
);
passes<{ word: string; seed: number; dim: number }>(
  "word_vectors",
  "vector",
  ({ word, ...options }) => ({
    vector: engine.wordVectors([word], options).data,
  }),
  DRAWS,
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
  {
    // Sums of up to 1024 products that cancel, in another order than NumPy's.
    share: 32 * EPS,
    cases: goldens<Sentence>("sentence").filter(({ projections }) => projections === "random"),
  },
);

type Sampling = Omit<ScoreSamplingOptions, "scale"> & {
  scale: number | null;
} & HistogramOptions & { scores: Moments };
const samplingOf = ({ seed, samples, dim, scale, std, law }: Sampling) =>
  ({ seed, samples, dim, std, law, ...(scale !== null && { scale }) }) as ScoreSamplingOptions;

passes<Sampling>(
  "score_sampling",
  "query key scores",
  (golden) => {
    const { scores, ...entries } = engine.sampleScores(samplingOf(golden));
    expect(Object.keys(scores).sort()).toEqual(["count", "mean", "std", "variance"]);
    return { ...entries, scores: { ...golden.scores, ...scores } };
  },
  { share: 1e-12, ofEach: true },
);
passes<Sampling>(
  "score_sampling",
  "counts edges scores",
  (golden) => {
    const { bins, range } = golden;
    const { histogram, scores } = engine.sampleScores({ ...samplingOf(golden), bins, range });
    return { ...histogram, scores };
  },
  // In single precision a score at an edge may fall into the bin beside.
  { share: 1e-5, what: "streamed scores" },
);
passes<{ seed: number; std: number; law: EntryLaw; firstQueries: number[] }>(
  "score_sampling",
  "firstQueries",
  ({ seed, std, law, firstQueries: { length: count } }) => ({
    firstQueries: engine.randomEntries({ seed, count, std, law }),
  }),
  { ...DRAWS, what: "random entries" },
);
// Errors of scores of up to 1024 terms average out over many scores, and over the keys.
passes<Argument<"scoreSpreads">>(
  "score_spreads",
  "spreads",
  (options) => ({ spreads: engine.scoreSpreads(options) }),
  { share: 1e-13, ofEach: true },
);
passes<Argument<"sampleEntropies">>(
  "entropy_sampling",
  "root logarithmic level",
  (options) => engine.sampleEntropies(options),
  { share: 1e-13, ofEach: true },
);
// However small: an error in a score, of d terms with draws good to 2 ulp, is a relative error of a weight. Scores may be 200.
passes<Argument<"sampleGradients">>(
  "gradient_sampling",
  "peak entropy jacobian gradient",
  (options) => engine.sampleGradients(options),
  { share: 1e-11, ofEach: true },
);
passes<DepthSamplingOptions & { scale: number | null }>(
  "depth_sampling",
  "spread entropy peak gradient",
  ({ scale, ...options }) => engine.sampleDepth({ ...options, ...(scale !== null && { scale }) }),
  { share: 1e-10 },
);
