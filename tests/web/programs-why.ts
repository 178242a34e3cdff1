/** The numbers that the programs of the chapter "Why the root" must print. */
import { SHOWN_COLUMNS, sentenceVectors } from "../../web/src/attention/sentence-attention.js";
import { SIDES } from "../../web/src/attention/sides.js";
import { rowsOf } from "../../web/src/draw/table.js";
import { DIMS } from "../../web/src/part-kit/axes.js";
import { growth, GROWTH_COUNTS as LENGTHS } from "../../web/src/parts/exponent/experiments.js";
import { draws, sentenceGradients, shares } from "../../web/src/parts/gradient/experiments.js";
import { SCALES } from "../../web/src/parts/saturation/logits.js";
import { aligned, scores, spread } from "../../web/src/parts/variance/experiments.js";
import { EPS, largest } from "../engine/close.js";
import { engine } from "../loaded-engine.js";
import { type Expected, sums } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";
import { ofSides, pictureOf, resultOf, scoresOf } from "./program-sentence.js";

export function matrices(own: Case): Expected {
  const picture = pictureOf(own);
  if (picture === null) return {};
  const { values } = sentenceVectors(engine, picture.request, SHOWN_COLUMNS);
  return {
    "word vectors X, the columns on the page": picture.x.data,
    scores: sums(picture.scores.data),
    ...ofSides((side) => ({
      [`${side} weights`]: picture[side].weights.data,
      [`${side} entropy`]: sums(picture[side].entropy),
      [`${side} largest weight`]: picture[side].peak,
      [`${side} Z`]: sums(picture[side].output.data, largest(values.data)),
    })),
  };
}

export function variance(own: Case): Expected {
  const { sigma } = own.state;
  const histogram = resultOf(own, scores, {}, "variance-histogram");
  const { query, key, scores: all } = histogram.sample;
  const repeated = resultOf(own, spread, {}, "variance-spread");
  const pairs = resultOf(own, aligned, {}, "variance-aligned");
  const { std: deviations, mean: means } = pairs.scores;
  const expected: Expected = {
    "mean and standard deviation of the query, the key and the scaled scores": sums(
      [query, key, all].flatMap((of) => [of.mean, of.std]),
    ),
    "first entries of the query": histogram.entries,
    "histogram of the scaled scores: edges": sums(histogram.edges),
    // The engine counts in single precision: a score beside an edge may be in the other bin.
    "histogram of the scaled scores: counts": { numbers: histogram.counts, off: 2 },
    "d, mean and deviation of the repeats, both divided by sqrt(d), sqrt(d) sigma²": sums(
      DIMS.flatMap((d, i) => {
        const of = [repeated.mean[i] ?? 0, repeated.std[i] ?? 0];
        const root = Math.sqrt(d);
        return [d, ...of, ...of.map((deviation) => deviation / root), root * sigma ** 2];
      }),
      1,
    ),
    "d, deviation of q·k of independent vectors, its mean at c = 0.28 and 0.6, all divided by sqrt(d)":
      sums(
        DIMS.flatMap((d, i) => {
          const of = [deviations[3 * i] ?? 0, means[3 * i + 1] ?? 0, means[3 * i + 2] ?? 0];
          return [d, ...of, ...of.map((size) => size / Math.sqrt(d))];
        }),
      ),
  };
  const picture = pictureOf(own);
  if (picture === null) return expected;
  const moments = engine.matrixMoments(picture.scores);
  const variances = [moments.all, ...moments.rows, ...moments.cols].map((of) => of.variance);
  const of = (by: number) => sums(variances.map((one) => one / by ** 2));
  const sentences: Expected = {
    ...expected,
    "variance of the sentence's scores: all, rows, columns": of(1),
    "variance of the sentence's scaled scores: all, rows, columns": of(picture.scaled.divisor),
  };
  if (sigma !== 1 || own.words.length < 2) return sentences;
  const { std: ring } = engine.moments(picture.scores.data);
  const { dim: d } = picture.request;
  const heading = "d, deviation of the sentence's scores, divided by sqrt(d)";
  return { ...sentences, [heading]: [d, ring, ring / Math.sqrt(d)] };
}

// ---- one row of logits ----

const LADDER = Array.from({ length: 121 }, (_, i) => (20 * i * i) / 14400);

function logitsOf(own: Case) {
  const { source, a, logits, word, factor, shift } = own.state;
  const picture = pictureOf(own);
  let base: readonly number[] = source === "typed" ? logits : [a, a, 2 * a, 4 * a];
  if (source === "word" && picture !== null) {
    base = rowsOf(picture.scores)[Math.min(word, picture.scores.rows) - 1] ?? [];
  }
  return { base, values: base.map((logit) => factor * logit + shift), picture };
}

/**
 * The spread, the entropy and the largest weight of logits times each factor, each behind its
 * factor if asked for.
 */
function statistics(x: readonly number[], factors: readonly number[], behind = false) {
  const { spread: spreads, entropy, peak } = engine.saturation(x, factors);
  return factors.flatMap((factor, i) => [
    ...(behind ? [factor] : []),
    ...[spreads, entropy, peak].map((of) => of[i] ?? 0),
  ]);
}

export function saturation(own: Case): Expected {
  const { base, values, picture } = logitsOf(own);
  return {
    logits: sums(values),
    softmax: engine.softmax(values),
    "spread, entropy, largest weight": sums(statistics(values, [1])),
    "factor, spread, entropy, largest weight": sums(
      statistics(base, [...SCALES, own.state.factor], true),
      1,
    ),
    "rows of the sentence: spread, entropy, largest weight, unscaled and scaled": sums(
      scoresOf(picture).flatMap((row) => statistics(row, [1])),
    ),
  };
}

const STEP = 1e-5;

export function jacobian(own: Case): Expected {
  const { base, values, picture } = logitsOf(own);
  const { source, a, factor, upstream, dim, exponent } = own.state;
  const divisor = picture?.scaled.divisor ?? engine.scoreDivisor(dim, exponent);
  const matrix = (name: string, x: readonly number[]): Expected => {
    const { frobenius, spectral } = engine.jacobianNorms(x);
    return {
      [name]: engine.softmaxJacobian(x).data,
      [`${name}: Frobenius and spectral norm`]: [frobenius, spectral],
    };
  };
  const factors = [...SCALES, factor];
  const ladder = source === "ladder";
  const scales = ladder ? [...LADDER, a * factor] : factors;
  const { frobenius, spectral } = engine.saturation(ladder ? [1, 1, 2, 4] : base, scales);
  const g = values.map((_, i) => upstream[i] ?? 0);
  const passed = engine.passedNorms(base, g, factors);
  return {
    ...matrix("J", values),
    ...matrix(
      "J, divided",
      values.map((logit) => logit / divisor),
    ),
    "factor or a, Frobenius and spectral norm": sums(
      scales.flatMap((scale, i) => [scale, frobenius[i] ?? 0, spectral[i] ?? 0]),
      1,
    ),
    "Frobenius norm of each row of the sentence, unscaled and scaled": scoresOf(picture).map(
      (row) => engine.jacobianNorms(row).frobenius,
    ),
    g,
    softmax: engine.softmax(values),
    "J g": sums(
      engine.softmaxJacobianProduct(values, g),
      engine.jacobianNorms(values).frobenius * largest(g),
    ),
    // A difference of weights, each off by some units, over twice the step.
    "J g by a central difference": {
      numbers: engine.softmaxCentralDifference(values, g, { step: STEP }),
      off: (2 * EPS * largest(values) * largest(g)) / STEP,
    },
    "factor, norm of J g": sums(
      factors.flatMap((scale, i) => [scale, passed[i] ?? 0]),
      largest(g),
    ),
  };
}

// ---- many draws ----

/** The statistics of every d and exponent, of as many draws as the program makes. */
function drawnOf(own: Case, exponents: readonly number[]) {
  const total = (own.figure === "exponent-growth" ? undefined : own.done) ?? own.state.draws;
  return { total, ...resultOf(own, draws, { draws: total, exponents }) };
}

/** The numbers of each exponent and each d, in the program's order. */
const cellsOf = (
  exponents: readonly number[],
  numbers: (p: number, d: number, cell: number) => (number | undefined)[],
) =>
  exponents.flatMap((p, j) =>
    DIMS.flatMap((d, i) =>
      numbers(p, d, i * exponents.length + j).map((number) => number ?? Number.NaN),
    ),
  );

export function gradient(own: Case): Expected {
  const { exponent: power, dim, target, keys, drawseed: seed } = own.state;
  const exponents = [0, power];
  const { total, summaries } = drawnOf(own, exponents);
  const picture = pictureOf(own);
  const shared = resultOf(own, shares, { draws: total });
  const supplied = shared.flatMap(({ keys: n, gradient: { median, share } }) =>
    cellsOf(exponents, (p, d, cell) => [n, p, d, median[cell], share[cell]]),
  );
  const carried =
    picture === null
      ? null
      : resultOf(own, sentenceGradients, { target: Math.min(target, own.words.length) });
  const fans = (["peak", "jacobian", "gradient"] as const).map((quantity): Expected => {
    const { median, low, high, mean } = summaries[quantity];
    const headings = {
      cells: `${quantity}: exponent, d, median, lower and upper decile, mean of the draws`,
      rows: `${quantity}: each row of the sentence, unscaled and scaled`,
    };
    return {
      [headings.cells]: cellsOf(exponents, (p, d, cell) => [
        p,
        d,
        ...[median, low, high, mean].map((statistic) => statistic[cell]),
      ]),
      [headings.rows]: own.words.flatMap((_, i) =>
        SIDES.map((side) => carried?.[side].reaching[quantity][i] ?? Number.NaN),
      ),
    };
  });
  const d = 2 ** Math.round(Math.log2(dim));
  const single = { seed, keys, dims: [d], exponents, from: 0, count: Math.min(60, total) };
  const expected: Expected = {
    "n, exponent, d, median of the gradient over the draws, share of the draws that supply it":
      supplied,
    ...Object.assign({}, ...fans),
    "gradient: one d, then single draws, unscaled and scaled": [
      d,
      ...engine.sampleGradients(single).gradient.data,
    ],
  };
  if (picture === null || carried === null) return expected;
  const vectors = Object.values(sentenceVectors(engine, picture.request, picture.request.dim));
  // The sizes of the factors: dL/dweights, and the vectors.
  const size = vectors.reduce((product, { data }) => product * largest(data), 1);
  return {
    ...expected,
    ...ofSides((side) => ({
      [`${side} loss`]: [carried[side].loss],
      [`${side} dL/dscores`]: sums(carried[side].scores.data, size),
      [`${side} dL/dQ`]: sums(carried[side].queries.data, size),
      [`${side} dL/dK`]: sums(carried[side].keys.data, size),
    })),
  };
}

export function exponent(own: Case): Expected {
  const { measure, precision, accumulate, place, size } = own.state;
  const exponents = Array.from({ length: 21 }, (_, i) => i / 20);
  const { total, summaries } = drawnOf(own, exponents);
  const { median } = summaries[measure === "change" ? "gradient" : measure];
  const medians = exponents.map((_, j) =>
    DIMS.map((__, i) => median[i * exponents.length + j] ?? Number.NaN),
  );
  /** The numbers of each exponent behind it. */
  const rows = (of: (row: readonly number[]) => Iterable<number>) =>
    exponents.flatMap((p, j) => [p, ...of(medians[j] ?? [])]);
  const grown = resultOf(own, growth, { draws: total }, "exponent-growth");
  const lanes = Object.values(grown);
  const expected: Expected = {
    "exponent, median for each d = 1, 2, 4 ...": rows((row) => row),
    ...(measure === "change" && {
      "exponent, power of d by which the median changes between neighbouring d": sums(
        rows((row) => engine.localExponents(DIMS, row)),
      ),
    }),
    "n, entropy (lower decile, median, upper decile) over sqrt(d), times kappa ln(n) / d and its root, ln(n)":
      LENGTHS.flatMap((n, i) => [
        n,
        ...lanes.flatMap((lane) => [lane.low, lane.median, lane.high].map((of) => of[i] ?? 0)),
        Math.log(n),
      ]),
  };
  const picture = pictureOf(own);
  if (picture === null) return expected;
  const count = own.words.length;
  const { queries, keys } = sentenceVectors(engine, picture.request, 1);
  const options = { precision, accumulate, place, size };
  const { logits, difference, exact } = engine.reducedScores(queries, keys, options);
  const of = largest(exact.data);
  return {
    ...expected,
    ...(count > 1 && {
      "the sentence: n, entropy of each row": sums([count, ...picture.scaled.entropy]),
    }),
    // In fewer digits both round alike, step by step; but for that nothing is rounded before.
    "logits in fewer digits":
      precision === "double" ? sums(logits.data, of) : { numbers: logits.data, off: 0 },
    "logits in fewer digits minus exact logits": { numbers: difference.data, off: 32 * EPS * of },
  };
}
