/** Every figure that can be taken away, states for it, and the numbers its programs must print. */

import {
  requestOf,
  sentenceAttention,
  sentenceVectors,
} from "../../web/src/attention/sentence-attention.js";
import { growth } from "../../web/src/parts/exponent/growth.js";
import { DIMS } from "../../web/src/parts/gradient/draws.js";
import { sentence as sentenceExperiment } from "../../web/src/parts/gradient/sentence.js";
import { scores as scoresExperiment } from "../../web/src/parts/variance/scores.js";
import { spread } from "../../web/src/parts/variance/spread.js";
import { START, type State } from "../../web/src/state/state.js";
import type { SnippetView } from "../../web/src/text/snippets/index.js";
import { largest } from "../engine/close.js";
import {
  type Block,
  block,
  DRAWN,
  drawn,
  EVIL,
  EXPECTED,
  engine,
  exponentialOf,
  found,
  logitsOfCase,
  SUMS,
  WORDS,
  wrongNumbers,
} from "./snippets.js";

export interface FigureCase {
  readonly name: string;
  readonly view: SnippetView;
  readonly figure: string;
  readonly state: State;
  readonly words: readonly string[];
  /** Of a run that was stopped: how much of it the figure holds. */
  readonly done?: number;
}

type Expected = (own: FigureCase) => Block[];

const picture = ({ state, words }: FigureCase) =>
  sentenceAttention(engine, requestOf(state, words));

/** A score is a sum; what is computed of it is off by so many units for each unit of the largest one. */
const unitsOf = (own: FigureCase) => exponentialOf(picture(own).scores.data, SUMS);

const SIDES = ["unscaled", "scaled"] as const;
type Side = (typeof SIDES)[number];

/** Numbers of the sentence, off by so many units of the largest. */
const ofSentence = (own: FigureCase, what: string, numbers: ArrayLike<number>) =>
  block(what, numbers, unitsOf(own), largest(numbers));

// ---- the first screen ----

const weights =
  (...sides: readonly Side[]): Expected =>
  (own) => {
    const result = picture(own);
    return sides.flatMap((name) => [
      block(`${name} weights`, result[name].weights.data, unitsOf(own)),
      ofSentence(own, `${name} entropy`, result[name].entropy),
      block(`${name} peak`, result[name].peak, unitsOf(own)),
    ]);
  };

const output =
  (side: Side): Expected =>
  (own) => [ofSentence(own, "Z", picture(own)[side].output.data)];

// ---- the sampling experiment ----

function sampled({ state, done }: FigureCase) {
  const { sampleseed: seed, samples, sampledim: dim, sigma: std, law } = state;
  return found(scoresExperiment.run(engine, { seed, samples, dim, std, law }), done);
}

function spreadBlocks(own: FigureCase): Block[] {
  const { sampleseed: seed, sigma: std, law } = own.state;
  const { dims, mean, between } = found(spread.run(engine, { seed, std, law }), own.done);
  const blocks = dims.map((d, i) => {
    const [m = 0, b = 0, root] = [mean[i], between[i], Math.sqrt(d)];
    // The deviation of the repeats is one of numbers that nearly agree.
    return block(`d = ${d}`, [d, m, b, m / root, b / root, root * std ** 2], 64, Math.max(d, m));
  });
  if (std !== 1 || own.words.length < 2) return blocks;
  const result = picture(own);
  const { std: rings } = engine.moments(result.scores.data);
  const { dim } = result.request;
  return [...blocks, ofSentence(own, "rings", [dim, rings, rings / Math.sqrt(dim)])];
}

function rowVariances(own: FigureCase): Block[] {
  const { scores, scaled } = picture(own);
  const { all, rows, cols } = engine.matrixMoments(scores);
  const variances = [all, ...rows, ...cols].map(({ variance }) => variance);
  const by = scaled.divisor ** 2;
  const of = largest(scores.data) ** 2;
  return [
    block("variances", variances, SUMS, of),
    block(
      "divided",
      variances.map((variance) => variance / by),
      SUMS,
      of / by,
    ),
  ];
}

// ---- one row of logits ----

const SCALES = Array.from({ length: 49 }, (_, i) => 2 ** (i / 4 - 6));
const LADDER = Array.from({ length: 121 }, (_, i) => (20 * i * i) / 14400);

/** Off by so many units where a row of logits is multiplied by up to `factor`. */
const scaledUnits = (own: FigureCase, factor: number) =>
  logitsOfCase(own).units * Math.max(1, factor);

function rowsOf(own: FigureCase) {
  if (own.words.length === 0) return [];
  const { scores, scaled } = picture(own);
  return Array.from({ length: scores.rows }, (_, i) =>
    [1, scaled.divisor].map((by) =>
      Array.from(
        scores.data.subarray(i * scores.cols, (i + 1) * scores.cols),
        (score) => score / by,
      ),
    ),
  );
}

function curves(own: FigureCase): Block[] {
  const { base } = logitsOfCase(own);
  const scales = [...SCALES, own.state.factor];
  const { spread: spreads, entropy, peak } = engine.saturation(base, scales);
  const at = scales.map((scale, i) =>
    block(
      `factor ${scale}`,
      [scale, spreads[i] ?? 0, entropy[i] ?? 0, peak[i] ?? 0],
      scaledUnits(own, scale),
      Math.max(1, spreads[i] ?? 0),
    ),
  );
  const rings = rowsOf(own).map((sides, i) =>
    ofSentence(
      own,
      `row ${i}`,
      sides.flatMap((row) => {
        const found = engine.saturation(row, [1]);
        return [...found.spread, ...found.entropy, ...found.peak];
      }),
    ),
  );
  return [...at, ...rings];
}

const jacobianOf =
  (side: Side): Expected =>
  (own) => {
    const { values, units } = logitsOfCase(own);
    const { dim, exponent } = requestOf(own.state, own.words);
    const divisor = side === "scaled" ? engine.scoreDivisor(dim, exponent) : 1;
    const x = values.map((logit) => logit / divisor);
    const { frobenius, spectral } = engine.jacobianNorms(x);
    return [
      block("J", engine.softmaxJacobian(x).data, units),
      block("norms", [frobenius, spectral], units + 16),
    ];
  };

function norms(own: FigureCase): Block[] {
  const { source, a, factor } = own.state;
  const ladder = source === "ladder";
  const base = ladder ? [1, 1, 2, 4] : logitsOfCase(own).base;
  const scales = ladder ? [...LADDER, a * factor] : [...SCALES, factor];
  const { frobenius, spectral } = engine.saturation(base, scales);
  const at = scales.map((scale, i) =>
    block(
      `at ${scale}`,
      [scale, frobenius[i] ?? 0, spectral[i] ?? 0],
      scaledUnits(own, scale) * 4 + 16,
      Math.max(1, scale),
    ),
  );
  const rings = rowsOf(own).flatMap((sides) =>
    sides.map((row) => engine.jacobianNorms(row).frobenius),
  );
  return rings.length === 0 ? at : [...at, block("rings", rings, unitsOf(own) + 16)];
}

const STEP = 1e-5;

function upstream(own: FigureCase): Block[] {
  const { base, values, units } = logitsOfCase(own);
  const { state } = own;
  const g = values.map((_, i) => state.upstream[i] ?? 0);
  const size = largest(g);
  const factors = [...SCALES, state.factor];
  const passed = engine.passedNorms(base, g, factors);
  return [
    block("g", g, 0),
    block("softmax", engine.softmax(values), units),
    block("J g", engine.softmaxJacobianProduct(values, g), units, size),
    // A difference of weights, each off by some units, over twice the step.
    block(
      "central difference",
      engine.softmaxCentralDifference(values, g, { step: STEP }),
      units,
      size / STEP,
    ),
    ...factors.map((factor, i) =>
      block(
        `factor ${factor}`,
        [factor, passed[i] ?? 0],
        scaledUnits(own, factor),
        size * Math.max(1, factor),
      ),
    ),
  ];
}

// ---- what reaches the queries ----

type Reach = "peak" | "jacobian" | "gradient";

function sentenceSides({ state, words }: FigureCase) {
  const attention = requestOf(state, words);
  const target = Math.min(state.target, attention.words.length) - 1;
  return found(sentenceExperiment.run(engine, { attention, loss: state.loss, target }));
}

function reachingBlock(own: FigureCase, quantities: readonly Reach[]): Block {
  const { unscaled, scaled } = sentenceSides(own);
  const count = unscaled.reaching.peak.length;
  const numbers = Array.from({ length: count }, (_, i) =>
    [unscaled, scaled].flatMap(({ reaching }) => quantities.map((name) => reaching[name][i] ?? 0)),
  );
  return block("reaching", numbers.flat(), 8 * unitsOf(own));
}

const fan =
  (quantity: Reach): Expected =>
  (own) => {
    const exponents = [0, own.state.exponent];
    const { median, low, high, mean } = drawn(own, exponents)[quantity];
    const of = exponents.flatMap((p, j) =>
      DIMS.map((d, i) => {
        const cell = i * exponents.length + j;
        const numbers = [median, low, high, mean].map((statistic) => statistic[cell] ?? Number.NaN);
        return block(`d = ${d}, exponent ${p}`, [p, d, ...numbers], DRAWN);
      }),
    );
    return own.words.length === 0 ? of : [...of, reachingBlock(own, [quantity])];
  };

function singles({ state, done = state.draws }: FigureCase): Block[] {
  const { keys, drawseed: seed, exponent } = state;
  const d = 2 ** Math.round(Math.log2(state.dim));
  const options = { seed, keys, dims: [d], exponents: [0, exponent], from: 0 };
  const { gradient } = engine.sampleGradients({ ...options, count: Math.min(60, done) });
  return [block("d", [d], 0), block("draws", gradient.data, DRAWN)];
}

const ownGradient =
  (of: "scores" | "queries" | "keys", side: Side): Expected =>
  (own) => {
    const { queries, keys, values } = sentenceVectors(
      engine,
      requestOf(own.state, own.words),
      requestOf(own.state, own.words).dim,
    );
    // The sizes of what is multiplied: dL/dweights, and the vectors.
    const size = [queries, keys, values, values].reduce(
      (product, { data }) => product * largest(data),
      1,
    );
    const found = sentenceSides(own)[side];
    return [
      block("loss", [found.loss], unitsOf(own)),
      block(of, found[of].data, unitsOf(own), size),
    ];
  };

// ---- the exponent ----

const curvesOfExponents: Expected = (own) => {
  const { measure } = own.state;
  const state = { ...own.state, measure: measure === "change" ? ("gradient" as const) : measure };
  return EXPECTED.exponent({ ...own, state });
};

function growthBlocks(own: FigureCase): Block[] {
  const { drawseed: seed, draws } = own.state;
  const { counts, root, logarithmic } = found(growth.run(engine, { seed, draws }), own.done);
  const blocks = counts.map((n, i) => {
    const numbers = [root, logarithmic].flatMap(({ low, median, high }) =>
      [low, median, high].map((statistic) => statistic[i] ?? Number.NaN),
    );
    return block(`n = ${n}`, [n, ...numbers, Math.log(n)], DRAWN);
  });
  if (own.words.length < 2) return blocks;
  const { request, scaled } = picture(own);
  const count = request.words.length;
  return [...blocks, ofSentence(own, "rings", [count, ...scaled.entropy])];
}

const places =
  (which: "logits" | "difference"): Expected =>
  ({ state, words }) => {
    const { precision, accumulate, place, size } = state;
    const { queries, keys } = sentenceVectors(engine, requestOf(state, words), 1);
    const options = { precision, accumulate, place, size };
    const reduced = engine.reducedScores(queries, keys, options);
    // In fewer digits both round alike, step by step; but for that nothing is rounded before.
    const of = largest(reduced.exact.data);
    return [
      block(
        which,
        reduced[which].data,
        precision === "double" || which === "difference" ? SUMS : 0,
        of,
      ),
    ];
  };

const EXPECTED_OF: Readonly<Record<string, Expected>> = {
  scores: (own) => [ofSentence(own, "scores", picture(own).scores.data)],
  x: (own) => [block("X", picture(own).x.data, 2)],
  attention: weights(...SIDES),
  unscaled: weights("unscaled"),
  scaled: weights("scaled"),
  unscaledOutput: output("unscaled"),
  scaledOutput: output("scaled"),
  "variance-histogram": (own) => {
    const { counts, edges } = sampled(own);
    return [
      ...EXPECTED.variance(own),
      block("edges", edges, 4, largest(edges)),
      // The engine counts in single precision: some scores are beside an edge.
      { what: "counts", numbers: counts, off: () => 2 },
    ];
  },
  "variance-entries": (own) => {
    const { entries, sample } = sampled(own);
    const { mean, std } = sample.query;
    return [block("entries", entries, 2), block("mean", [mean], 16, std), block("std", [std], 16)];
  },
  "variance-rows": rowVariances,
  "variance-spread": spreadBlocks,
  "saturation-logits": (own) => EXPECTED.saturation(own),
  "saturation-weights": (own) => EXPECTED.saturation(own),
  "saturation-entropy-curve": curves,
  "saturation-peak-curve": curves,
  "jacobian-jacobian": jacobianOf("unscaled"),
  "jacobian-jacobian-scaled": jacobianOf("scaled"),
  "jacobian-norms": norms,
  "jacobian-upstream": upstream,
  "gradient-fan-peak": fan("peak"),
  "gradient-fan-jacobian": fan("jacobian"),
  "gradient-fan-gradient": fan("gradient"),
  "gradient-singles": singles,
  "gradient-reaching": (own) => [reachingBlock(own, ["gradient", "jacobian"])],
  ...Object.fromEntries(
    (["scores", "queries", "keys"] as const).flatMap((of) =>
      SIDES.map((side) => [`gradient-own-${of}-${side}`, ownGradient(of, side)]),
    ),
  ),
  "exponent-map": (own) => EXPECTED.exponent(own),
  "exponent-curves": curvesOfExponents,
  "exponent-growth": growthBlocks,
  "exponent-places-logits": places("logits"),
  "exponent-places-difference": places("difference"),
};

/** What is wrong with what a figure's program printed, in words. */
export function wrongInFigure(own: FigureCase, text: string): string[] {
  const blocks = EXPECTED_OF[own.figure]?.(own) ?? [];
  return wrongNumbers(blocks, text).map((miss) => `${own.figure}: ${miss}`);
}

const viewOf = (figure: string): SnippetView =>
  figure.includes("-") ? (figure.slice(0, figure.indexOf("-")) as SnippetView) : "matrices";

const small = { samples: 300, sampledim: 7, draws: 20 };

/** Each of them changes what most figures depend on. */
const STATES: readonly (readonly [string, Partial<State>, readonly string[]])[] = [
  ["the first state, few draws", { draws: 20, samples: 300 }, WORDS],
  [
    "words that look like code, another d, exponent and seed",
    {
      ...small,
      ...{ dim: 17, seed: 4, exponent: 0.3, sigma: 1.5, law: "uniform", source: "word", word: 2 },
      ...{ factor: 1.5, shift: -2, keys: 5, drawseed: 2 ** 32 - 1, loss: "target", target: 2 },
      ...{ measure: "entropy", precision: "bfloat16", place: "both", size: 3 },
    },
    EVIL,
  ],
  [
    "the example, signs, typed logits",
    {
      ...small,
      ...{ vectors: "example", exponent: 1, law: "sign", source: "typed", upstream: [0.5, -2] },
      ...{
        x: [
          [-0.5, 3, 1e-7],
          [1, 0, -2.25],
          [0, 0.125, 0],
        ],
        measure: "peak",
        keys: 2,
      },
      ...{
        logits: [3, 0.25, -1.5, 2],
        factor: 0.5,
        loss: "sum",
        accumulate: "float",
        place: "keys",
      },
    },
    WORDS,
  ],
  [
    "one projection for all, overflow",
    {
      ...small,
      ...{ projections: "identity", dim: 128, seed: 2 ** 32 - 1, size: 1000, place: "queries" },
      ...{ a: 7.5, precision: "half", accumulate: "float", measure: "gradient" },
    },
    ["not", "bad", "at", "all"],
  ],
  ["double", { ...small, precision: "double", samples: 1200, sampledim: 2 }, WORDS],
  ["single", { ...small, precision: "float", dim: 33, place: "queries", seed: 7 }, ["I", "am"]],
];

export const FIGURES = Object.keys(EXPECTED_OF);

export const FIGURE_CASES: readonly (readonly [string, readonly FigureCase[]])[] = STATES.map(
  ([name, changes, words], index) => [
    name,
    FIGURES.filter((figure) => index < 4 || /places|histogram/.test(figure)).map((figure) => ({
      ...{ name, figure, view: viewOf(figure), state: { ...START, ...changes }, words },
    })),
  ],
);

/** Figures of a page whose sentence has no answer yet. */
export const WORDLESS_CASES: readonly FigureCase[] = [
  "saturation-entropy-curve",
  "jacobian-norms",
].map((figure) => ({
  ...{ name: "no answer yet", figure, view: viewOf(figure), words: [], state: START },
}));

/** Figures of runs that were stopped after the first pieces, and of which some show no sentence. */
export const STOPPED_CASES: readonly FigureCase[] = (
  [
    ["variance-histogram", 186, WORDS],
    ["variance-spread", 3, WORDS],
    ["gradient-fan-peak", 36, WORDS],
    ["gradient-fan-gradient", 108, []],
    ["gradient-singles", 36, []],
    ["exponent-map", 36, WORDS],
    ["exponent-curves", 36, WORDS],
    ["exponent-growth", 3, []],
    // Nothing is counted yet; one repeat has no deviation.
    ["variance-histogram", 0, []],
    ["variance-spread", 1, []],
  ] as const
).map(([figure, done, words]) => ({
  ...{ name: `stopped at ${done}`, figure, view: viewOf(figure), words, done },
  state: { ...START, samples: 5000, draws: 2000 },
}));
