/** The goldens through the typed engine, to the digits that rounding leaves. */
import type {
  AttentionOutput,
  EntryLaw,
  HistogramOptions,
  Matrix,
  Moments,
  PackageEngine,
  ScoreSamplingOptions,
} from "attention-scale";
import { expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { EPS, expectClose, largest } from "./close.js";
import { type AttentionArguments, asRows, attentionOptions, goldens } from "./goldens.js";
import { passes } from "./passes.js";

type Argument<Call extends keyof PackageEngine, Place extends number = 0> = Parameters<
  PackageEngine[Call]
>[Place] &
  object;

/**
 * The tolerance of each number, however small: some roundings of a function, of a few sums and
 * products, and of logits that are scaled.
 */
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
      share,
      inSingle: 4,
      what: `attention in ${precision} precision`,
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
passes<{ weights: Matrix; power: number }>(
  "tempered_weights",
  "tempered",
  ({ weights, power }) => ({ tempered: engine.temperedWeights(weights, power) }),
  // The error of power·ln w is a share of its size.
  { share: 1024 * EPS, ofEach: true },
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
passes<{ data: number[] } & HistogramOptions>(
  "histogram",
  "counts edges",
  ({ data, ...options }) => engine.histogram(data, options),
  { share: 0, ofEach: true },
);
passes<{ data: number[]; probabilities: number[] }>(
  "quantiles",
  "quantiles",
  ({ data, probabilities }) => ({ quantiles: engine.quantiles(data, probabilities) }),
  FEW_ROUNDINGS,
);

// --- Saturation -------------------------------------------------

passes<{ logits: number[] }>(
  "jacobian_norms",
  "frobenius spectral",
  ({ logits }) => engine.jacobianNorms(logits),
  FEW_ROUNDINGS,
);
passes<AttentionArguments>(
  "query_gradients",
  "peak entropy jacobian gradient",
  ({ queries, keys, scale }) =>
    engine.queryGradients(queries, keys, scale === null ? {} : { scale }),
  FEW_ROUNDINGS,
);

// --- Draws and experiments -----------------------------------------------------------

interface Draws extends Argument<"randomNormal"> {
  mean: number;
  first: number[];
  picks: { index: number; value: number }[];
}
const draws = goldens<Draws>("random_normal");
passes<Draws>(
  "random_normal",
  "rows cols first picks",
  ({ first, picks, ...options }) => {
    const { data, ...size } = engine.randomNormal(options);
    const picked = picks.map(({ index }) => ({ index, value: data[index] }));
    return { ...size, first: data.slice(0, first.length), picks: picked };
  },
  { ...DRAWS, cases: draws.filter(({ mean }) => mean === 0) },
);
it.each(draws.filter(({ mean }) => mean !== 0))(
  "adds a mean to NumPy's draws: $name",
  ({ first, picks, ...options }) => {
    const { data } = engine.randomNormal(options);
    const actual = [
      ...data.slice(0, first.length),
      ...picks.map(({ index }) => data[index] as number),
    ];
    const expected = [...first, ...picks.map(({ value }) => value)];
    // Two last digits of the draw, one of its product and one of the sum, which may be far smaller.
    const of = expected.map((sum) => 3 * Math.abs(sum - options.mean) + Math.abs(sum));
    expectClose(actual, expected, { k: 1, of });
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

// --- Calls that are made of others, which have goldens ------------------------------------

it.each([
  [
    [1, 1, 2, 4],
    [-50, -0.25, 0, 0.125, 1, 16, 200],
  ],
  [
    [0.5, -1.5, 3, 0.25, 2],
    [0, 0.5, 64],
  ],
  [
    [1e6, 1e6 + 1, 1e6 - 2.5],
    [0.5, 1, 8],
  ],
  [
    [0.5, 0.5, 0.5],
    [0, 100],
  ],
  [[-2], [1, 3]],
  [
    [0, 1],
    [37, 690],
  ],
  [
    [1e200, -1e200, 0],
    [1e-200, 1e-198],
  ],
])("the saturation of %j is that of a query of each scale", (logits, scales) => {
  const found = engine.saturation(logits, scales);
  const queries = scales.map((scale) => [scale]);
  const keys = logits.map((logit) => [logit]);
  const { peak, entropy, jacobian } = engine.queryGradients(queries, keys, { scale: 1 });
  const each = scales.map((scale) => logits.map((logit) => scale * logit));
  const spreads = each.map((scaled) => engine.moments(scaled).std);
  const spectral = each.map((scaled) => engine.jacobianNorms(scaled).spectral);
  const expected = { peak, entropy, frobenius: jacobian, spectral };
  for (const [name, numbers] of Object.entries(expected)) {
    expectClose(found[name as keyof typeof expected], numbers, { k: 64 });
  }
  expectClose(found.spread, spreads, { k: 1e-9 / EPS });
});

const matrix = (rows: number[][]): Matrix => ({
  rows: rows.length,
  cols: rows[0]?.length ?? 0,
  data: Float64Array.from(rows.flat()),
});
const NORMAL = asRows(engine.randomNormal({ seed: 3, rows: 3, cols: 40 }));
const MATRICES = [
  NORMAL,
  NORMAL.map((row) => row.map((entry) => 1e6 + entry)),
  NORMAL.map((row, i) => row.map((entry) => entry * 10 ** (54 * i - 8))),
  NORMAL.map((row) => row.map((entry) => Math.exp(-50 * Math.abs(entry)))),
  [[0.25], [-3], [0]],
  [Array(9).fill(0.1), Array(9).fill(0)],
  [
    [1e-100, -1e-100, 0, 3e-104],
    [1e100, 1, 1, 1],
  ],
];

it.each(MATRICES)(
  "the moments of matrix %# are those of its entries, rows and columns",
  (...rows) => {
    const columns = rows[0]?.map((_, j) => rows.map((row) => row[j] ?? 0)) ?? [];
    const of = (data: number[]) => engine.moments(data);
    const { all, ...each } = engine.matrixMoments(matrix(rows));
    const combined = engine.combinedMoments(rows.map(of));
    /**
     * An offset of the entries costs digits of the mean, and of the deviation of parts that are
     * combined.
     */
    const close = (found: Moments, expected: Moments) => {
      const { min, max } = expected;
      const shares = Object.values({ ...expected, mean: largest([min, max]) }).map(Math.abs);
      expectClose(Object.values(found), Object.values(expected), { k: 1e-11 / EPS, of: shares });
    };
    for (const found of [all, combined]) close(found, of(rows.flat()));
    for (const [i, row] of rows.entries()) close(each.rows[i] as Moments, of(row));
    for (const [j, column] of columns.entries()) close(each.cols[j] as Moments, of(column));
  },
);

it.each(MATRICES)(
  "the summaries of matrix %# are quantiles, moments and share of its rows",
  (...rows) => {
    const found = engine.drawSummaries(matrix(rows));
    for (const [i, row] of rows.entries()) {
      const [low = 0, median = 0, high = 0] = engine.quantiles(row, [0.1, 0.5, 0.9]);
      const { mean, max, std } = engine.moments(row, { ddof: row.length > 1 ? 1 : 0 });
      const size = Math.max(...row.map(Math.abs)) || 1;
      const squares = row.map((entry) => (entry / size) ** 2);
      const [sum = 0, fourth = 0] = [1, 2].map((power) =>
        squares.reduce((total, square) => total + square ** power, 0),
      );
      const share = fourth === 0 ? 0 : sum ** 2 / (row.length * fourth);
      const expected = { low, median, high, mean, largest: max, std, share };
      for (const [name, number] of Object.entries(expected)) {
        const of = name === "share" ? 1 : size;
        expectClose([found[name as keyof typeof expected][i] ?? 0], [number], { k: 64, of });
      }
    }
  },
);

it.each([
  [0, 1],
  [0, 10],
  [0.5, 0.125],
  [-3, 250],
])("the normal density of mean %d and deviation %d", (mean, std) => {
  const x = [-40, -3, -1.5, -0.1, 0, 1e-9, 0.7, 2, 5, 38];
  const expected = x.map(
    (at) => Math.exp(-(((at - mean) / std) ** 2) / 2) / (std * Math.sqrt(2 * Math.PI)),
  );
  expectClose(engine.normalDensity(x, { mean, std }), expected, { k: 1e-12 / EPS });
});
