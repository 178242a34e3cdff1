/** The numbers that the programs of the chapter "Why the root" must print. */
import { sentenceVectors } from "../../web/src/attention/sentence-attention.js";
import { rowsOf as matrixRows } from "../../web/src/draw/table.js";
import { growth } from "../../web/src/parts/exponent/growth.js";
import { DIMS, draws } from "../../web/src/parts/gradient/draws.js";
import { sentence as sentenceExperiment } from "../../web/src/parts/gradient/sentence.js";
import { shares } from "../../web/src/parts/gradient/shares.js";
import { SCALES } from "../../web/src/parts/saturation/logits.js";
import { aligned } from "../../web/src/parts/variance/aligned.js";
import { scores as scoresExperiment } from "../../web/src/parts/variance/scores.js";
import { spread } from "../../web/src/parts/variance/spread.js";
import { EPS, largest } from "../engine/close.js";
import type { Block } from "./printed-blocks.js";
import { block, joined, SUMS } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";
import {
  doneOf,
  engine,
  ofSentence,
  type Picture,
  pictureOf,
  resultOf,
  SIDES,
  unitsOf,
} from "./program-sentence.js";

/** The page shows twelve digits; sums of up to 10⁶ entries differ by some units in the last place of the terms. */
export function variance(own: Case): Block[] {
  const { sampleseed: seed, samples, sampledim: dim, sigma: std, law } = own.state;
  const request = { seed, samples, dim, std, law };
  const histogram = resultOf(scoresExperiment, request, doneOf(own, "variance-histogram"));
  const { query, key, scores } = histogram.sample;
  const moments = [query, key, scores].flatMap((of) => [
    block("mean", [of.mean], 16, of.std),
    block("std", [of.std], 16),
  ]);
  const { dims, mean, between } = resultOf(
    spread,
    { seed, std, law },
    doneOf(own, "variance-spread"),
  );
  const spreads = dims.map((d, i) => {
    const [m = 0, b = 0, root] = [mean[i], between[i], Math.sqrt(d)];
    // The deviation of the repeats is one of nearly equal numbers.
    return block(`${d}`, [d, m, b, m / root, b / root, root * std ** 2], 64, Math.max(d, m));
  });
  const pairs = resultOf(aligned, { seed }, doneOf(own, "variance-aligned"));
  const sizes = pairs.dims.map((d, i) => {
    const { std: deviations, mean: means } = pairs.scores;
    const of = [deviations[3 * i] ?? 0, means[3 * i + 1] ?? 0, means[3 * i + 2] ?? 0];
    return block(`${d}`, [d, ...of, ...of.map((size) => size / Math.sqrt(d))], 64, Math.max(d, 1));
  });
  const blocks = [
    joined("mean and standard deviation of the query, the key and the scaled scores", moments),
    block("first entries of the query", histogram.entries, 2),
    block("histogram of the scaled scores: edges", histogram.edges, 4, largest(histogram.edges)),
    // The engine counts in single precision: a score beside an edge may be in the other bin.
    {
      heading: "histogram of the scaled scores: counts",
      numbers: histogram.counts,
      off: () => 2,
    },
    joined(
      "d, mean and deviation of the repeats, both divided by sqrt(d), sqrt(d) sigma²",
      spreads,
    ),
    joined(
      "d, deviation of q·k of independent vectors, its mean at c = 0.28 and 0.6, all divided by sqrt(d)",
      sizes,
    ),
  ];
  const picture = pictureOf(own);
  if (picture === null) return blocks;
  const { all, rows, cols } = engine.matrixMoments(picture.scores);
  const variances = [all, ...rows, ...cols].map((of) => of.variance);
  for (const [name, by] of [
    ["scores", 1] as const,
    ["scaled scores", picture.scaled.divisor ** 2] as const,
  ])
    blocks.push(
      block(
        `variance of the sentence's ${name}: all, rows, columns`,
        variances.map((of) => of / by),
        SUMS,
        largest(picture.scores.data) ** 2 / by,
      ),
    );
  if (std !== 1 || own.words.length < 2) return blocks;
  const { std: ring } = engine.moments(picture.scores.data);
  const { dim: d } = picture.request;
  const heading = "d, deviation of the sentence's scores, divided by sqrt(d)";
  return [...blocks, ofSentence(picture, heading, [d, ring, ring / Math.sqrt(d)])];
}

// ---- one row of logits ----

const LADDER = Array.from({ length: 121 }, (_, i) => (20 * i * i) / 14400);

function logitsOf(own: Case) {
  const { source, a, logits, word, factor, shift } = own.state;
  const picture = pictureOf(own);
  let base: readonly number[] = source === "typed" ? logits : [a, a, 2 * a, 4 * a];
  if (source === "word" && picture !== null) {
    base = matrixRows(picture.scores)[Math.min(word, picture.scores.rows) - 1] ?? [];
  }
  const values = base.map((logit) => factor * logit + shift);
  // Given numbers are rounded twice on their way, scores are sums. A shift rounds away digits.
  const k = source === "word" ? SUMS : 2;
  const units = k * (factor * largest(base) + Math.abs(shift) + 1);
  return { base, values, units, picture };
}

/** Each row of the sentence's scores, unscaled and scaled. */
const rowsOf = ({ scores, scaled }: Picture) =>
  matrixRows(scores).flatMap((row) =>
    [1, scaled.divisor].map((by) => row.map((score) => score / by)),
  );

export function saturation(own: Case): Block[] {
  const { base, values, units, picture } = logitsOf(own);
  const statistics = (x: readonly number[], scales: readonly number[]) => {
    const { spread: spreads, entropy, peak } = engine.saturation([...x], [...scales]);
    return scales.map((_, i) => [spreads[i] ?? 0, entropy[i] ?? 0, peak[i] ?? 0]);
  };
  const scales = [...SCALES, own.state.factor];
  const curve = statistics(base, scales).map((numbers, i) => {
    const scale = scales[i] ?? 0;
    return block(
      `${scale}`,
      [scale, ...numbers],
      units * Math.max(1, scale),
      Math.max(1, numbers[0] ?? 0),
    );
  });
  const rings = (picture === null ? [] : rowsOf(picture)).flatMap((row) =>
    statistics(row, [1]).flat(),
  );
  const heading = "rows of the sentence: spread, entropy, largest weight, unscaled and scaled";
  return [
    block("logits", values, units, 1),
    block("softmax", engine.softmax(values), units),
    block(
      "spread, entropy, largest weight",
      statistics(values, [1]).flat(),
      units,
      largest(values),
    ),
    joined("factor, spread, entropy, largest weight", curve),
    picture === null ? block(heading, [], 0) : ofSentence(picture, heading, rings),
  ];
}

const STEP = 1e-5;

export function jacobian(own: Case): Block[] {
  const { base, values, units, picture } = logitsOf(own);
  const { state } = own;
  const { source, a, factor } = state;
  const divisor = picture?.scaled.divisor ?? engine.scoreDivisor(state.dim, state.exponent);
  const matrix = (heading: string, x: number[]) => {
    const { frobenius, spectral } = engine.jacobianNorms(x);
    return [
      block(heading, engine.softmaxJacobian(x).data, units),
      // The eigenvalue of a matrix of rounded entries: some units more.
      block(`${heading}: Frobenius and spectral norm`, [frobenius, spectral], units + 16),
    ];
  };
  const ladder = source === "ladder";
  const scales = ladder ? [...LADDER, a * factor] : [...SCALES, factor];
  const { frobenius, spectral } = engine.saturation(ladder ? [1, 1, 2, 4] : [...base], scales);
  const curve = scales.map((scale, i) =>
    block(
      `${scale}`,
      [scale, frobenius[i] ?? 0, spectral[i] ?? 0],
      units * Math.max(1, scale) * 4 + 16,
      Math.max(1, scale),
    ),
  );
  const rings = (picture === null ? [] : rowsOf(picture)).map(
    (row) => engine.jacobianNorms(row).frobenius,
  );
  const g = values.map((_, i) => state.upstream[i] ?? 0);
  const size = largest(g);
  const J = engine.softmaxJacobian(values);
  // The terms of a sum may cancel.
  const terms = values.map((_, row) =>
    g.reduce((sum, entry, col) => sum + Math.abs((J.data[row * J.cols + col] ?? 0) * entry), 0),
  );
  const factors = [...SCALES, factor];
  const passed = engine.passedNorms([...base], g, factors);
  const difference = engine.softmaxCentralDifference(values, g, { step: STEP });
  return [
    ...matrix("J", values),
    ...matrix(
      "J, divided",
      values.map((logit) => logit / divisor),
    ),
    joined("factor or a, Frobenius and spectral norm", curve),
    block(
      "Frobenius norm of each row of the sentence, unscaled and scaled",
      rings,
      picture === null ? 0 : unitsOf(picture) + 16,
    ),
    block("g", g, 0),
    block("softmax", engine.softmax(values), units),
    {
      heading: "J g",
      numbers: engine.softmaxJacobianProduct(values, g),
      off: (_, index) => units * EPS * (terms[index] ?? 0),
    },
    // A difference of weights, each off by some units, over twice the step.
    block("J g by a central difference", difference, units, size / STEP),
    joined(
      "factor, norm of J g",
      factors.map((scale, i) =>
        block(
          `${scale}`,
          [scale, passed[i] ?? 0],
          units * Math.max(1, scale),
          size * Math.max(1, scale),
        ),
      ),
    ),
  ];
}

// ---- many draws ----

/**
 * A score of up to some 150 is a sum of 1024 products and stands in an exponent, and keys that nearly agree leave few
 * digits of their difference: 4096 units, which is 12 digits.
 */
const DRAWN = 4096;

/** Of every d and exponent, the statistics of as many draws as the program makes. */
function drawnOf(own: Case, exponents: readonly number[]) {
  const { keys, draws: asked, drawseed: seed } = own.state;
  const done = own.figure === "exponent-growth" ? undefined : own.done;
  const total = done ?? asked;
  return { total, ...resultOf(draws, { seed, keys, draws: total, exponents }) };
}

/** A block of numbers for each exponent and each d, in the program's order. */
const cellsOf = (
  exponents: readonly number[],
  numbers: (p: number, d: number, cell: number) => number[],
) =>
  exponents.flatMap((p, j) =>
    DIMS.map((d, i) => block(`${d}`, numbers(p, d, i * exponents.length + j), DRAWN)),
  );

export function gradient(own: Case): Block[] {
  const { exponent, dim, loss, target } = own.state;
  const exponents = [0, exponent];
  const { total, summaries } = drawnOf(own, exponents);
  const picture = pictureOf(own);
  const { keys, drawseed: seed } = own.state;
  const shared = resultOf(shares, { seed, draws: total, exponents });
  const supplied = shared.of.flatMap(({ keys: n, gradient: { median, share } }) =>
    cellsOf(exponents, (p, d, cell) => [n, p, d, median[cell] ?? 0, share[cell] ?? 0]),
  );
  const sides =
    picture === null
      ? null
      : resultOf(sentenceExperiment, {
          ...{ attention: picture.request, loss },
          target: Math.min(target, own.words.length) - 1,
        });
  const fans = (["peak", "jacobian", "gradient"] as const).flatMap((quantity) => {
    const { median, low, high, mean } = summaries[quantity];
    const cells = cellsOf(exponents, (p, d, cell) => [
      ...[p, d],
      ...[median, low, high, mean].map((statistic) => statistic[cell] ?? Number.NaN),
    ]);
    const rings = own.words.flatMap((_, i) =>
      SIDES.map((side) => sides?.[side].reaching[quantity][i] ?? Number.NaN),
    );
    return [
      joined(`${quantity}: exponent, d, median, lower and upper decile, mean of the draws`, cells),
      block(
        `${quantity}: each row of the sentence, unscaled and scaled`,
        rings,
        picture === null ? 0 : 8 * unitsOf(picture),
      ),
    ];
  });
  const d = 2 ** Math.round(Math.log2(dim));
  const single = { seed, keys, dims: [d], exponents, from: 0, count: Math.min(60, total) };
  const singles = block(
    "gradient: one d, then single draws, unscaled and scaled",
    [d, ...engine.sampleGradients(single).gradient.data],
    DRAWN,
  );
  const sampled = [
    joined(
      "n, exponent, d, median of the gradient over the draws, share of the draws that supply it",
      supplied,
    ),
    ...fans,
    singles,
  ];
  if (picture === null || sides === null) return sampled;
  const {
    queries,
    keys: k,
    values,
  } = sentenceVectors(engine, picture.request, picture.request.dim);
  // The sizes of the factors: dL/dweights, and the vectors.
  const size = [queries, k, values, values].reduce(
    (product, { data }) => product * largest(data),
    1,
  );
  const units = unitsOf(picture);
  const gradients = SIDES.flatMap((side) => {
    const own = sides[side];
    return [
      block(`${side} loss`, [own.loss], units),
      block(`${side} dL/dscores`, own.scores.data, units, size),
      block(`${side} dL/dQ`, own.queries.data, units, size),
      block(`${side} dL/dK`, own.keys.data, units, size),
    ];
  });
  return [...sampled, ...gradients];
}

export function exponent(own: Case): Block[] {
  const { measure, precision, accumulate, place, size, drawseed: seed } = own.state;
  const exponents = Array.from({ length: 21 }, (_, i) => i / 20);
  const { total, summaries } = drawnOf(own, exponents);
  const { median } = summaries[measure === "change" ? "gradient" : measure];
  const rows = exponents.map((_, j) =>
    DIMS.map((__, i) => median[i * exponents.length + j] ?? Number.NaN),
  );
  const blocks = [
    joined(
      "exponent, median for each d = 1, 2, 4 ...",
      exponents.map((p, j) => block(`${p}`, [p, ...(rows[j] ?? [])], DRAWN)),
    ),
  ];
  if (measure === "change")
    blocks.push(
      joined(
        "exponent, power of d by which the median changes between neighbouring d",
        // A relative error becomes one of the logarithm.
        exponents.map((p, j) =>
          block(`${p}`, [p, ...engine.localExponents(DIMS, rows[j] ?? [])], DRAWN, 1),
        ),
      ),
    );
  const grown = resultOf(growth, { seed, draws: total }, doneOf(own, "exponent-growth"));
  blocks.push(
    joined(
      "n, entropy (lower decile, median, upper decile) over sqrt(d), times kappa ln(n) / d and its root, ln(n)",
      grown.counts.map((n, i) => {
        const numbers = Object.values(grown.lanes).flatMap(({ low, median: middle, high }) =>
          [low, middle, high].map((statistic) => statistic[i] ?? Number.NaN),
        );
        return block(`${n}`, [n, ...numbers, Math.log(n)], DRAWN);
      }),
    ),
  );
  const picture = pictureOf(own);
  if (picture === null) return blocks;
  const count = own.words.length;
  if (count > 1) {
    const heading = "the sentence: n, entropy of each row";
    blocks.push(ofSentence(picture, heading, [count, ...picture.scaled.entropy]));
  }
  const { queries, keys } = sentenceVectors(engine, picture.request, 1);
  const options = { precision, accumulate, place, size };
  const { logits, difference, exact } = engine.reducedScores(queries, keys, options);
  const of = largest(exact.data);
  return [
    ...blocks,
    // In fewer digits both round alike, step by step; but for that nothing is rounded before.
    block("logits in fewer digits", logits.data, precision === "double" ? SUMS : 0, of),
    block("logits in fewer digits minus exact logits", difference.data, SUMS, of),
  ];
}
