/** States for the snippets, and what the engine says their programs must print. */
import { loadEngine } from "attention-scale";
import { requestOf, sentenceVectors } from "../../web/src/attention/sentence-attention.js";
import { DIMS, draws } from "../../web/src/parts/gradient/draws.js";
import { START, type State } from "../../web/src/state/state.js";
import type { SnippetView } from "../../web/src/text/snippets/index.js";
import { EPS, largest, misses } from "../engine/close.js";

export const engine = await loadEngine();

/** Numbers that are printed one after the other, and how far each may be off. */
export interface Block {
  readonly what: string;
  readonly numbers: ArrayLike<number>;
  readonly off: (number: number, index: number) => number;
}

export interface Case {
  readonly name: string;
  readonly view: SnippetView;
  readonly state: State;
  readonly words: readonly string[];
  /** Of a run that was stopped: how much of it a figure holds. */
  readonly done?: number;
  /** Of each view one program is compiled, too: that takes seconds. */
  readonly compiled?: true;
}

export const WORDS = ["I", "am", "good"];
/** Whatever these are for a reader, for a program they are text. */
export const EVIL = [
  '"]; raise SystemExit #',
  "\\",
  "a\nb",
  "??/",
  "%d{}`$'",
  "مرحبا",
  "我",
  "❤️",
  "\u2028",
];

const made = (
  view: SnippetView,
  name: string,
  changes: Partial<State>,
  more: Partial<Case> = {},
): Case => ({ name, view, state: { ...START, ...changes }, words: WORDS, ...more });

const compiled = { compiled: true } as const;
const few = { draws: 40 };

export const CASES: readonly Case[] = [
  made("matrices", "the first screen", {}),
  made(
    "matrices",
    "words that look like code",
    { dim: 7, exponent: 0.3 },
    { words: EVIL, ...compiled },
  ),
  made("matrices", "no projections, the largest seed", {
    dim: 200,
    seed: 2 ** 32 - 1,
    projections: "identity",
    exponent: 0,
  }),
  made("matrices", "the worked example, changed", {
    vectors: "example",
    x: [
      [-0.5, 3, 1e-7],
      [1, 0, -2.25],
      [0, 0, 0],
    ],
    exponent: 1,
  }),

  made("variance", "NumPy's experiment", {}, compiled),
  made("variance", "every score computed, uniform entries", {
    samples: 1500,
    sampledim: 7,
    sigma: 2.5,
    sampleseed: 2 ** 32 - 1,
    law: "uniform",
  }),
  made("variance", "signs", { samples: 2500, sampledim: 3, law: "sign" }),
  made("variance", "two samples of one entry", { samples: 2, sampledim: 1, sigma: 0.1 }),

  made("saturation", "the ladder", {}),
  made("saturation", "the ladder, saturated", { a: 19.3, factor: 1.5, shift: -7 }),
  made("saturation", "typed logits, all alike in the end", {
    source: "typed",
    logits: [3, -1e-7, 12.5],
    factor: 0,
    shift: 4,
  }),
  made(
    "saturation",
    "a row of the sentence",
    { source: "word", word: 2, dim: 16, factor: 3, shift: 100 },
    compiled,
  ),
  made("saturation", "a row the sentence does not have", { source: "word", word: 64, dim: 16 }),

  made("jacobian", "the ladder", {}),
  made("jacobian", "the ladder, saturated", { a: 20, factor: 4, upstream: [1000] }),
  made(
    "jacobian",
    "typed logits, more gradient than logits",
    { source: "typed", logits: [700, 0.25, -3], upstream: [0.5, -2, 1e-7, 5], exponent: 0.37 },
    compiled,
  ),
  made("jacobian", "a row of the example", {
    source: "word",
    word: 3,
    vectors: "example",
    factor: 0.7,
  }),
  made(
    "jacobian",
    "a row of the sentence",
    { source: "word", word: 1, dim: 64 },
    { words: ["not", "bad", "at", "all", "café"] },
  ),

  made("gradient", "three keys", { draws: 200 }),
  made(
    "gradient",
    "many keys, another exponent",
    { ...few, keys: 40, exponent: 0.85, drawseed: 2 ** 32 - 1 },
    compiled,
  ),
  made("gradient", "two keys, the same exponent twice", {
    ...few,
    keys: 2,
    exponent: 0,
    drawseed: 7,
  }),

  made("exponent", "the change of the gradient", few, compiled),
  made("exponent", "the gradient", { ...few, measure: "gradient", keys: 9 }),
  made("exponent", "the entropy", { ...few, measure: "entropy" }),
  made("exponent", "the largest weight", { ...few, measure: "peak", drawseed: 1 }),
];

// ---- what the engine says ----

/** Off by k units in the last place of `of`, or of the number itself. */
export const block = (what: string, numbers: ArrayLike<number>, k: number, of?: number): Block => ({
  what,
  numbers,
  off: (number) => k * EPS * (of ?? Math.abs(number)),
});

/** Off by so many units for every unit of the largest score, which stands in an exponent. */
export const exponentialOf = (scores: ArrayLike<number>, k: number) => k * (1 + largest(scores));

/**
 * Sums of d products: the order of addition differs, and x·W/√d is divided before or after the sum. Such errors are
 * random and grow as √d at most, of which 32 covers more than d = 200, in units of the largest score.
 */
export const SUMS = 32;

function sentence({ state, words }: Case) {
  const request = requestOf(state, words);
  const { queries, keys, values } = sentenceVectors(engine, request, request.dim);
  const of = (divisor: number) => {
    const outputs = ["scores", "weights", "output"] as const;
    return engine.attention(queries, keys, values, { scale: 1 / divisor, outputs: [...outputs] });
  };
  const divisor = engine.scoreDivisor(request.dim, request.exponent);
  return { values, unscaled: of(1), scaled: of(divisor), divisor, count: request.words.length };
}

function matrices(own: Case): Block[] {
  const { values, unscaled, scaled } = sentence(own);
  const { data: scores } = unscaled.scores;
  const exponential = exponentialOf(scores, SUMS);
  const output = exponential * largest(values.data);
  return [
    block("scores", scores, SUMS, largest(scores)),
    block("unscaled weights", unscaled.weights.data, exponential),
    block("scaled weights", scaled.weights.data, exponential),
    block("unscaled Z", unscaled.output.data, output, 1),
    block("scaled Z", scaled.output.data, output, 1),
  ];
}

/**
 * The page shows twelve digits; sums of up to 10⁶ entries differ by some units in the last place of what is added, and
 * so of the standard deviation.
 */
function variance({ state }: Case): Block[] {
  const { sampleseed: seed, samples, sampledim: dim, sigma: std, law } = state;
  const { query, key, scores } = engine.sampleScores({ seed, samples, dim, std, law });
  return Object.entries({ query, key, scores }).flatMap(([what, moments]) => [
    block(`mean of ${what}`, [moments.mean], 16, moments.std),
    block(`std of ${what}`, [moments.std], 16),
  ]);
}

export function logitsOfCase(own: Case) {
  const { state } = own;
  const { source, a, factor, shift } = state;
  let base: number[] = [a, a, 2 * a, 4 * a];
  if (source === "typed") base = [...state.logits];
  if (source === "word") {
    const { unscaled, count } = sentence(own);
    const row = Math.min(state.word, count) - 1;
    base = Array.from(unscaled.scores.data.subarray(row * count, (row + 1) * count));
  }
  const values = base.map((logit) => factor * logit + shift);
  // Given numbers are rounded twice on their way, scores are sums. A shift rounds away digits.
  const k = source === "word" ? SUMS : 2;
  const units = k * (factor * largest(base) + Math.abs(shift) + 1);
  return { base, values, units };
}

function saturation(own: Case): Block[] {
  const { values, units } = logitsOfCase(own);
  const weights = engine.softmax(values);
  const { entropy, peak } = engine.saturation(values, [1]);
  return [
    block("logits", values, units, 1),
    block("weights", weights, units),
    block("entropy", entropy, units),
    block("largest weight", peak, units),
  ];
}

function jacobian(own: Case): Block[] {
  const { values, units } = logitsOfCase(own);
  const { dim, exponent } = requestOf(own.state, own.words);
  const divisor = engine.scoreDivisor(dim, exponent);
  const of = (name: string, x: number[]) => {
    const { frobenius, spectral } = engine.jacobianNorms(x);
    return [
      block(name, engine.softmaxJacobian(x).data, units),
      // The eigenvalue of a matrix that is built of rounded entries: some units more.
      block(`norms of ${name}`, [frobenius, spectral], units + 16),
    ];
  };
  const g = values.map((_, i) => own.state.upstream[i] ?? 0);
  const J = engine.softmaxJacobian(values);
  // The terms of a sum may cancel.
  const terms = values.map((_, row) =>
    g.reduce((sum, entry, col) => sum + Math.abs((J.data[row * J.cols + col] ?? 0) * entry), 0),
  );
  const passed: Block = {
    what: "J g",
    numbers: engine.softmaxJacobianProduct(values, g),
    off: (_, index) => units * EPS * (terms[index] ?? 0),
  };
  return [
    ...of("J", values),
    ...of(
      "J, divided",
      values.map((logit) => logit / divisor),
    ),
    passed,
  ];
}

/** What an experiment found: in the end, or when it had done so much. */
export function found<R>(
  steps: Iterable<{ done: number; total: number; result(): R | null }>,
  until?: number,
): R {
  for (const { done, total, result } of steps) {
    const last = done === (until ?? total) ? result() : null;
    if (last !== null) return last;
  }
  throw new Error("the experiment had no such step");
}

export function drawn({ state, done }: Pick<Case, "state" | "done">, exponents: readonly number[]) {
  const { keys, draws: total, drawseed: seed } = state;
  return found(draws.run(engine, { seed, keys, draws: total, exponents }), done).summaries;
}

/**
 * A score of up to some 150 is a sum of 1024 products and stands in an exponent, and keys that nearly agree leave few
 * digits of their difference: 4096 units, which is 12 digits.
 */
export const DRAWN = 4096;

function gradient(own: Case): Block[] {
  const exponents = [0, own.state.exponent];
  const summaries = drawn(own, exponents);
  return (["peak", "jacobian", "gradient"] as const).flatMap((quantity) =>
    exponents.flatMap((p, j) =>
      DIMS.map((d, i) => {
        const cell = i * exponents.length + j;
        const { median, low, high, mean } = summaries[quantity];
        const numbers = [median, low, high, mean].map((statistic) => statistic[cell] ?? Number.NaN);
        return block(`${quantity} at d = ${d}, exponent ${p}`, [p, d, ...numbers], DRAWN);
      }),
    ),
  );
}

function exponent(own: Case): Block[] {
  const { measure } = own.state;
  const exponents = Array.from({ length: 21 }, (_, i) => i / 20);
  const summaries = drawn(own, exponents);
  return exponents.map((p, j) => {
    const { median } = summaries[measure === "change" ? "gradient" : measure];
    const medians = DIMS.map((_, i) => median[i * exponents.length + j] ?? Number.NaN);
    if (measure !== "change") return block(`medians at ${p}`, [p, ...medians], DRAWN);
    // A relative error becomes one of the logarithm.
    return block(`change at ${p}`, [p, ...engine.localExponents(DIMS, medians)], DRAWN, 1);
  });
}

export const EXPECTED = { matrices, variance, saturation, jacobian, gradient, exponent };

const NUMBER = /(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?!\w)|-?\b(?:inf|nan)\b/g;

export const numbersIn = (text: string) =>
  Array.from(text.match(NUMBER) ?? [], (number) =>
    number.endsWith("inf") ? Number(`${number}inity`.replace("i", "I")) : Number(number),
  );

/** What is wrong with what a case's program printed, in words. */
export function wrongIn(own: Case, text: string): string[] {
  return wrongNumbers(EXPECTED[own.view](own), text);
}

/** What is wrong with the numbers in a text, which must be those of the blocks, one after the other. */
export function wrongNumbers(blocks: readonly Block[], text: string): string[] {
  const all = numbersIn(text);
  const count = blocks.reduce((sum, { numbers }) => sum + numbers.length, 0);
  if (all.length !== count) return [`${all.length} numbers were printed, expected ${count}`];
  let from = 0;
  return blocks.flatMap(({ what, numbers, off }) => {
    const printed = all.slice(from, from + numbers.length);
    from += numbers.length;
    const of = Array.from(numbers, (number, index) => off(number, index) / EPS);
    return misses(printed, numbers, { k: 1, of }).map((miss) => `${what}: ${miss}`);
  });
}
