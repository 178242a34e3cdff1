/**
 * Random calls of the engine whose arguments are of the right types, and mostly of the right sizes.
 */
import type { PackageEngine } from "attention-scale";
import { Dice, type Kind, kind, number } from "./dice.js";
import { evenRule, RULE_SAMPLING_CALLS, rule, wholeRule } from "./rules.js";
import { DATE_CALLS, RECALL_CALLS } from "./training.js";

export interface RandomCall {
  readonly name: keyof PackageEngine;
  readonly given: readonly unknown[];
}

function typed(dice: Dice, entries: readonly number[]): Float64Array | Float32Array {
  return dice.chance(0.7) ? Float64Array.from(entries) : Float32Array.from(entries);
}

function matrix(dice: Dice, rows: number, cols: number, of: Kind = kind(dice)): unknown {
  return matrixOf(dice, rows, cols, () => number(dice, of));
}

function matrixOf(dice: Dice, rows: number, cols: number, entry: () => number): unknown {
  if (dice.chance(0.3)) return dice.list(rows, () => dice.list(cols, entry));
  return { rows, cols, data: typed(dice, dice.list(rows * cols, entry)) };
}

function list(dice: Dice, length: number, of: Kind = kind(dice)): unknown {
  const entries = dice.list(length, () => number(dice, of));
  return dice.chance(0.5) ? entries : typed(dice, entries);
}

/** Mostly of one size, sometimes of another, sometimes none. */
function sized(dice: Dice, size: number): number {
  return dice.chance(0.03) ? dice.int(0, 6) : size;
}

function size(dice: Dice): number {
  return dice.chance(0.05) ? dice.pick([0, 17, 33]) : dice.int(1, 6);
}

function scale(dice: Dice): number | undefined {
  return dice.pick([undefined, 1, 0, -0.5, number(dice, "calm"), number(dice, "edge")]);
}

function mask(dice: Dice, n: number, m: number): unknown {
  const data = () => dice.list(n * m, () => dice.chance(0.6));
  return dice.pick<() => unknown>([
    () => undefined,
    () => "none",
    () => "causal",
    () => dice.list(sized(dice, n), () => dice.list(m, () => dice.chance(0.6))),
    () => ({ rows: n, cols: m, data: data() }),
    () => ({ rows: n, cols: m, data: Uint8Array.from(data(), Number) }),
  ])();
}

const corner = (dice: Dice) =>
  dice.pick([undefined, undefined, true, false, "upper-left", "lower-right"]);

function logitBias(dice: Dice, n: number, m: number): unknown {
  if (dice.chance(0.7)) return undefined;
  const of = kind(dice);
  const entry = () => (dice.chance(0.2) ? Number.NEGATIVE_INFINITY : number(dice, of));
  return matrixOf(dice, sized(dice, n), m, entry);
}

function attention(dice: Dice, gradient: boolean): unknown[] {
  const n = size(dice);
  const m = size(dice);
  const dK = size(dice);
  const dV = size(dice);
  const of = kind(dice);
  const given = [
    matrix(dice, n, dK, of),
    matrix(dice, sized(dice, m), sized(dice, dK), of),
    matrix(dice, m, dV),
  ];
  if (gradient) given.push(matrix(dice, sized(dice, n), sized(dice, dV)));
  const options: Record<string, unknown> = {
    scale: scale(dice),
    mask: mask(dice, n, m),
    causal: corner(dice),
    bias: logitBias(dice, n, m),
  };
  if (dice.chance(0.3)) Object.assign(options, (gradient ? evenRule : wholeRule)(dice));
  if (!gradient && dice.chance(0.4)) {
    options.outputs = dice.list(dice.int(0, 3), () =>
      dice.pick(["scores", "logits", "weights", "output"]),
    );
  }
  if (dice.chance(0.85)) given.push(options);
  return given;
}

const seed = (dice: Dice) => dice.pick([0, 1, 13, 2 ** 32 - 1]);
const law = (dice: Dice) => dice.pick([undefined, "normal", "uniform", "sign"]);
const std = (dice: Dice) => dice.pick([undefined, 1, 0, 2.5, Math.abs(number(dice, "edge"))]);

function range(dice: Dice): unknown {
  const ends = [number(dice, "edge"), number(dice, "edge")].sort((a, b) => a - b);
  return dice.pick<unknown>([[-1, 1], Float64Array.of(-3, 0.5), ends]);
}

function sampling(dice: Dice): Record<string, unknown> {
  return {
    seed: seed(dice),
    samples: dice.int(2, 12),
    dim: dice.pick([1, 2, 5, 33, 40]),
    scale: scale(dice),
    std: std(dice),
    law: law(dice),
  };
}

function rising(dice: Dice, most: number): number[] {
  return [...new Set(dice.list(dice.int(1, 3), () => dice.int(1, most)))].sort((a, b) => a - b);
}

function weights(dice: Dice, n: number, m: number): unknown {
  const entry = () => dice.pick([0, 1, dice.next(), dice.next() * 1e-300, Number.MIN_VALUE]);
  return matrixOf(dice, n, m, entry);
}

function part(dice: Dice): unknown {
  const a = number(dice, "edge");
  const b = number(dice, "edge");
  return {
    count: dice.pick([1, 2, 100, Number.MAX_SAFE_INTEGER]),
    mean: dice.pick([a, b, 0]),
    variance: Math.abs(number(dice, "edge")),
    std: 1,
    min: Math.min(a, b),
    max: Math.max(a, b),
  };
}

const draws = (dice: Dice) => ({
  from: dice.pick([undefined, 0, 7, 2 ** 32 - 2]),
  count: dice.int(1, 2),
});
function scored(dice: Dice, options: object = {}): unknown[] {
  const d = size(dice);
  const keys = matrix(dice, size(dice), sized(dice, d));
  return [matrix(dice, size(dice), d), keys, { scale: scale(dice), ...options }];
}
const bins = (dice: Dice) => dice.pick([1, 2, 7]);

/** One of each call. */
const CALLS: Record<keyof PackageEngine, (dice: Dice) => unknown[]> = {
  attention: (dice) => attention(dice, false),
  attentionGradient: (dice) => attention(dice, true),
  softmax: (dice) => [
    dice.chance(0.5) ? list(dice, size(dice)) : matrix(dice, size(dice), size(dice)),
  ],
  softmaxJacobian: (dice) => [list(dice, size(dice))],
  softmaxJacobianProduct: (dice) => {
    const n = size(dice);
    return [list(dice, n), list(dice, sized(dice, n))];
  },
  rowStatistics: (dice) => [weights(dice, size(dice), size(dice))],
  temperedWeights: (dice) => [
    weights(dice, size(dice), size(dice)),
    Math.abs(number(dice, kind(dice))),
  ],
  rowChange: (dice) => {
    const n = size(dice);
    const m = size(dice);
    return [weights(dice, n, m), weights(dice, sized(dice, n), m)];
  },
  weightArithmetic: (dice) => {
    const m = size(dice);
    const index = dice.int(0, Math.max(0, m - 1));
    return [list(dice, m), { scale: number(dice, kind(dice)), index }];
  },
  scoreDivisor: (dice) => [dice.pick([1, 2, 64, 2 ** 27]), dice.pick([0, 0.5, 1, dice.next()])],
  moments: (dice) => [list(dice, size(dice)), { ddof: dice.pick([undefined, 0, 1]) }],
  randomNormal: (dice) => [
    {
      seed: dice.pick<unknown>([seed(dice), [seed(dice), 3], Uint32Array.of(1, 2), []]),
      rows: size(dice),
      cols: size(dice),
      mean: dice.pick([undefined, number(dice, "edge")]),
      std: std(dice),
    },
  ],
  wordVectors: (dice) => [
    dice.list(size(dice), () => dice.pick(["I", "am", "good", "", "很", "\ud83d", "e\u0301"])),
    { seed: seed(dice), dim: dice.int(1, 9) },
  ],
  project: (dice) => {
    const d = size(dice);
    const projection = dice.pick(["queries", "keys", "values"]);
    const columns = dice.pick([undefined, 1, d]);
    return [matrix(dice, size(dice), d), { seed: dice.pick([1, 1, 1, 13]), projection, columns }];
  },
  simdInstructions: () => [],
  sampleScores: (dice) => [
    { ...sampling(dice), ...(dice.chance(0.5) ? { bins: bins(dice), range: range(dice) } : {}) },
  ],
  drawScores: (dice) => [sampling(dice), dice.pick([0, 1, 1e3, 1e6])],
  scoreHistogram: (dice) => [
    { ...sampling(dice), bins: bins(dice), range: range(dice), from: 0, count: 2 },
  ],
  randomEntries: (dice) => [
    { seed: seed(dice), count: size(dice), std: std(dice), law: law(dice) },
  ],
  scoreSpreads: (dice) => [
    {
      seed: seed(dice),
      samples: 2,
      std: std(dice),
      law: law(dice),
      dims: rising(dice, 40),
      ...draws(dice),
    },
  ],
  histogram: (dice) => [list(dice, size(dice)), { bins: bins(dice), range: range(dice) }],
  quantiles: (dice) => [
    list(dice, size(dice)),
    dice.list(dice.int(0, 10), () => dice.pick([0, 1, 0.5, dice.next()])),
  ],
  localExponents: (dice) => {
    const n = dice.int(2, 5);
    const x = dice.list(n, () => Math.abs(number(dice, "edge"))).sort((a, b) => a - b);
    return [x, dice.list(sized(dice, n), () => Math.abs(number(dice, "edge")))];
  },
  drawSummaries: (dice) => [matrix(dice, size(dice), size(dice))],
  matrixMoments: (dice) => [matrix(dice, size(dice), size(dice)), { ddof: dice.pick([0, 1]) }],
  combinedMoments: (dice) => [
    dice.list(dice.int(0, 3), () => part(dice)),
    { ddof: dice.pick([undefined, 0, 1]) },
  ],
  normalDensity: (dice) => [
    list(dice, size(dice)),
    { mean: number(dice, kind(dice)), std: Math.abs(number(dice, kind(dice))) },
  ],
  sampleGradients: (dice) => [
    {
      seed: seed(dice),
      keys: dice.int(2, 3),
      dims: rising(dice, 40),
      exponents: dice.list(dice.int(1, 2), () => dice.next()),
      ...draws(dice),
    },
  ],
  sampleEntropies: (dice) => [
    { seed: seed(dice), dim: dice.int(1, 9), counts: rising(dice, 20), ...draws(dice) },
  ],
  jacobianNorms: (dice) => [list(dice, size(dice))],
  softmaxCentralDifference: (dice) => {
    const n = size(dice);
    const step = dice.pick([0.5, 1e-5, Math.abs(number(dice, "edge"))]);
    return [list(dice, n), list(dice, sized(dice, n)), { step }];
  },
  saturation: (dice) => [list(dice, size(dice)), list(dice, dice.int(1, 3))],
  passedNorms: (dice) => {
    const n = size(dice);
    return [list(dice, n), list(dice, sized(dice, n)), list(dice, dice.int(1, 3), "calm")];
  },
  queryGradients: (dice) => scored(dice),
  ruleStatistics: (dice) => scored(dice, rule(dice)),
  measureRule: (dice) => {
    const n = size(dice);
    const m = size(dice);
    const d = size(dice);
    return [
      {
        queries: matrix(dice, n, d),
        keys: matrix(dice, m, sized(dice, d)),
        weights: weights(dice, sized(dice, n), m),
        maxPositions: dice.pick([undefined, 1, 3, 128]),
        heads: dice.pick([undefined, 1, 12]),
        modelWidth: dice.pick([undefined, 1, 768]),
      },
    ];
  },
  ...RULE_SAMPLING_CALLS,
  reducedScores: (dice) => {
    const d = size(dice);
    const options = {
      precision: dice.pick(["double", "float", "half", "bfloat16"]),
      accumulate: dice.pick([undefined, "same", "float"]),
      place: dice.pick([undefined, "scores", "queries", "keys", "both"]),
      size: dice.pick([undefined, 1, 100, Math.abs(number(dice, "edge"))]),
    };
    return [matrix(dice, size(dice), d), matrix(dice, size(dice), sized(dice, d)), options];
  },
  outputLoss: (dice) => {
    const n = size(dice);
    const m = size(dice);
    const d = size(dice);
    const options = { loss: dice.pick(["sum", "squares", "target"]), target: dice.int(0, m) };
    return [matrix(dice, n, d), matrix(dice, m, sized(dice, d)), options];
  },
  multiHeadAttention: (dice) => multiHead(dice, false),
  multiHeadAttentionGradient: (dice) => multiHead(dice, true),
  holdLayers: (dice) => {
    const [options] = stack(dice, dice.chance(0.5), false) as [{ layers: unknown }];
    return [options.layers];
  },
  encoder: (dice) => stack(dice, false, false),
  encoderGradient: (dice) => stack(dice, false, true),
  decoder: (dice) => stack(dice, true, false),
  decoderGradient: (dice) => stack(dice, true, true),
  positions: (dice) => [{ rows: size(dice), cols: size(dice) }],
  drawLayer: (dice) => [
    {
      seed: seed(dice),
      dim: size(dice),
      hidden: dice.pick([undefined, 1, 5]),
      initialisation: dice.pick(["xavier", "packed", "normal"]),
      cross: dice.pick([undefined, false, true]),
    },
  ],
  sampleDepth: (dice) => {
    const options = {
      x: matrix(dice, size(dice), width(dice)),
      seed: seed(dice),
      layers: dice.int(1, 3),
      heads: dice.pick([1, 2, 3]),
      hidden: dice.pick([undefined, 1, 5]),
      initialisation: dice.pick(["xavier", "packed", "normal"]),
      scale: scale(dice),
      ...normOptions(dice),
    };
    return [{ ...options, ...draws(dice) }];
  },
  ...DATE_CALLS,
  ...RECALL_CALLS,
};

const bias = (dice: Dice, width: number) =>
  dice.chance(0.5) ? undefined : list(dice, sized(dice, width), "calm");

/**
 * Matrices of an attention of a width, with names of one or two letters: "w" and "b", or "c" and
 * "cb".
 */
function attentionParameters(
  dice: Dice,
  [w, b]: readonly [string, string],
  d: number,
  other: number,
) {
  const wide = (rows: number) => matrix(dice, rows, d, dice.chance(0.1) ? kind(dice) : "calm");
  return {
    [`${w}q`]: wide(d),
    [`${w}k`]: wide(other),
    [`${w}v`]: wide(sized(dice, other)),
    [`${w}o`]: wide(d),
    [`${b}q`]: bias(dice, d),
    [`${b}k`]: bias(dice, d),
    [`${b}v`]: bias(dice, d),
    [`${b}o`]: bias(dice, d),
  };
}

const padding = (dice: Dice, m: number) =>
  dice.chance(0.6) ? undefined : dice.list(sized(dice, m), () => dice.chance(0.6));

function headOptions(dice: Dice, n: number, m: number) {
  return {
    heads: dice.pick([1, 2, 2, 3]),
    scale: scale(dice),
    mask: mask(dice, n, m),
    causal: dice.pick([undefined, true, false]),
    padding: padding(dice, m),
  };
}

const normOptions = (dice: Dice) => ({
  norm: dice.pick([undefined, "post", "pre"]),
  activation: dice.pick([undefined, "relu", "gelu"]),
});

/** d is even more often than not, so that two heads fit. */
const width = (dice: Dice) => dice.pick([2, 4, 4, 6, 3]);

/** Two heads that share their keys, or the like, and a sink for each. */
function grouped(dice: Dice, d: number, other: number): object {
  const heads = dice.pick([2, 2, 2, 3]);
  const keyHeads = dice.pick([1, 1, 2, 3]);
  const columns = sized(dice, Math.floor((d / heads) * keyHeads));
  return {
    heads,
    keyHeads,
    wk: matrix(dice, other, columns, "calm"),
    wv: matrix(dice, other, columns, "calm"),
    bk: undefined,
    bv: undefined,
    sink: dice.pick<unknown>([undefined, 1, list(dice, sized(dice, heads))]),
  };
}

function multiHead(dice: Dice, gradient: boolean): unknown[] {
  const n = size(dice);
  const m = size(dice);
  const d = width(dice);
  const other = width(dice);
  const cross = dice.chance(0.5);
  const options: Record<string, unknown> = {
    x: matrix(dice, n, d),
    context: cross ? matrix(dice, m, other) : undefined,
    ...attentionParameters(dice, ["w", "b"], d, cross ? other : d),
    ...headOptions(dice, n, cross ? m : n),
    causal: corner(dice),
    bias: logitBias(dice, n, cross ? m : n),
  };
  if (dice.chance(0.3)) Object.assign(options, rule(dice));
  if (dice.chance(0.2)) Object.assign(options, grouped(dice, d, cross ? other : d));
  if (gradient) return [options, matrix(dice, sized(dice, n), d)];
  if (dice.chance(0.3)) options.outputs = [dice.pick(["heads", "concatenated", "output"])];
  return [options];
}

function stack(dice: Dice, decoder: boolean, gradient: boolean): unknown[] {
  const n = size(dice);
  const m = size(dice);
  const d = width(dice);
  const f = size(dice);
  const layer = () => ({
    ...attentionParameters(dice, ["w", "b"], d, d),
    ...(decoder && attentionParameters(dice, ["c", "cb"], d, d)),
    w1: matrix(dice, d, f, "calm"),
    b1: bias(dice, f),
    w2: matrix(dice, sized(dice, f), d, "calm"),
    b2: bias(dice, d),
    ...Object.fromEntries(
      [1, 2, ...(decoder ? [3] : [])].flatMap((index) => [
        [`gamma${index}`, list(dice, d, "calm")],
        [`beta${index}`, list(dice, d, "calm")],
      ]),
    ),
  });
  const options: Record<string, unknown> = {
    x: matrix(dice, n, d),
    layers: dice.list(sized(dice, dice.int(1, 2)), layer),
    ...headOptions(dice, n, n),
    ...normOptions(dice),
    epsilon: dice.pick([undefined, 1e-3, Math.abs(number(dice, "edge"))]),
  };
  if (decoder) {
    options.memory = matrix(dice, m, d);
    options.memoryMask = dice.chance(0.7)
      ? undefined
      : dice.list(n, () => dice.list(m, () => dice.chance(0.6)));
    options.memoryPadding = padding(dice, m);
  }
  if (gradient) return [options, matrix(dice, sized(dice, n), d)];
  if (dice.chance(0.3)) options.outputs = [dice.pick(["layers", "output"])];
  return [options];
}

export const NAMES = Object.keys(CALLS) as (keyof PackageEngine)[];

/** Each takes as long as a hundred others, so that it is made an eighth as often. */
const SLOW: readonly string[] = ["checkDates", "answerDate"];

export function randomCall(dice: Dice): RandomCall {
  let name = dice.pick(NAMES);
  while (SLOW.includes(name) && dice.chance(7 / 8)) name = dice.pick(NAMES);
  return { name, given: CALLS[name](dice) };
}

/** How many options are given. */
const optionsIn = (given: readonly unknown[]) =>
  given
    .flatMap((it) => (typeof it === "object" && !Array.isArray(it) ? Object.values(it ?? {}) : []))
    .filter((value) => value !== undefined).length;

/** The two calls of each name with the most options among those drawn that the engine takes. */
export function sampleCalls(engine: PackageEngine): [name: keyof PackageEngine, ...unknown[]][] {
  return NAMES.flatMap((name) => {
    const drawn = Array.from({ length: 20 }, (_, seed) => CALLS[name](new Dice(seed)));
    const taken = drawn.filter((given) => {
      try {
        (engine[name] as (...given: unknown[]) => unknown)(...given);
        return true;
      } catch {
        return false;
      }
    });
    taken.sort((one, other) => optionsIn(other) - optionsIn(one));
    return taken.slice(0, 2).map((given): [typeof name, ...unknown[]] => [name, ...given]);
  });
}
