/**
 * What the pieces of code with a mistake do to the scores: the attention of a sentence as each has
 * it, and as it should be. The chapter of opened tensors opens them, too.
 */
import { firstColumns, sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix } from "../../engine/api.js";
import type { StudyRequest } from "../../experiments/experiment.js";
import { keys } from "../../keys/bugs.js";
import { fittingHeads } from "../../keys/key.js";

export const BUGS = keys.bug.words;
export type Bug = (typeof BUGS)[number];

/** The code with its mistake, and without. */
export const VERSIONS = ["wrong", "right"] as const;
type Version = (typeof VERSIONS)[number];

/** What a version does to q·k and to the weights. */
export interface Weighting {
  /** Multiplies q·k. */
  readonly scale: number;
  /** c of the logits c·tanh(scale·q·k/c). */
  readonly softCap?: number;
  /** What becomes of the keys after the query: they are masked, or get the score 0. */
  readonly future?: "masked" | "zero";
  /** What the weights are divided by after the softmax. */
  readonly after?: number;
}

/** The head of a piece. */
export interface Head {
  /** d, the coordinates of a query and a key. */
  readonly d: number;
  /** The width of the model. */
  readonly model: number;
  /** The tokens. */
  readonly n: number;
}

/** The heads of the model that is split, where d allows, and of the model whose heads are d wide. */
const SPLIT_HEADS = 8;
const WHOLE_HEADS = 12;

/** YaRN's m of DeepSeek-V2, 0.1·0.707·ln 40 + 1: its context is 40 times as long. */
const YARN = 0.0707 * Math.log(40) + 1;

/** The cap of Gemma 2. */
const CAP = 50;
/** How much larger the queries and the keys of the capped head are than those of a new model. */
const GROWN = 16;

/** The coordinates of a head that are not rotated: 128 of 192 in DeepSeek-V2. */
const unrotated = (d: number) => d - Math.floor(d / 3);

/** What both versions of a piece do. */
export function weightings(
  engine: Engine,
  bug: Bug,
  { d, model, n }: Head,
): Readonly<Record<Version, Weighting>> {
  const by = (width: number, power = 0.5) => 1 / engine.scoreDivisor(width, power);
  const root = { scale: by(d) };
  switch (bug) {
    case "width":
      return { wrong: { scale: by(model) }, right: root };
    case "after":
      return { wrong: { scale: 1, after: engine.scoreDivisor(d, 0.5) }, right: root };
    case "twice":
    case "both":
      return { wrong: { scale: by(d, 1) }, right: root };
    case "masked":
      return { wrong: { ...root, future: "zero" }, right: { ...root, future: "masked" } };
    case "length":
      return { wrong: { scale: by(n) }, right: root };
    case "minus":
      return { wrong: { scale: engine.scoreDivisor(d, 0.5) }, right: root };
    case "path":
      return { wrong: { scale: 1 }, right: root };
    case "yarn":
      return { wrong: root, right: { scale: YARN ** 2 * by(d) } };
    case "rotary":
      return { wrong: { scale: by(unrotated(d)) }, right: root };
    case "cap":
      return { wrong: root, right: { ...root, softCap: CAP } };
    case "heads":
      return { wrong: { scale: by(WHOLE_HEADS) }, right: root };
  }
}

const times = (numbers: Float64Array, factor: number) => numbers.map((entry) => entry * factor);

interface Measures {
  /** The entropy of each row divided by its sum, in nats. */
  readonly entropy: Float64Array;
  /** The largest weight of each row. */
  readonly peak: Float64Array;
  /** ‖∂y/∂q‖_F of each row. */
  readonly gradient: Float64Array;
  /** The share of the queries that supply the gradient. */
  readonly share: number;
}

/** The weights [n×n] of a version, and what is measured of them. */
export interface Weighted extends Measures {
  readonly weights: Matrix;
}

/** softmax of the logits, of which those after the query may be masked. */
function softmaxed(engine: Engine, q: Matrix, k: Matrix, weighting: Weighting): Weighted {
  const { scale, softCap, future, after } = weighting;
  const options = { scale, softCap, mask: future === "masked" ? "causal" : "none" } as const;
  const { weights } = engine.attention(q, k, k, { ...options, outputs: ["weights"] });
  const { entropy, peak, gradient, share } = engine.ruleStatistics(q, k, options);
  const shrunk = (numbers: Float64Array) =>
    after === undefined ? numbers : times(numbers, 1 / after);
  return {
    weights: { ...weights, data: shrunk(weights.data) },
    entropy,
    share,
    peak: shrunk(peak),
    gradient: shrunk(gradient),
  };
}

/** The keys after the query have the score 0, as if they were keys of zeros. */
function zeroed(engine: Engine, q: Matrix, k: Matrix, { scale }: Weighting): Weighted {
  const { rows: n, cols } = k;
  const data = new Float64Array(n * n);
  const rows = Array.from({ length: n }, (_, i) => {
    const query = { rows: 1, cols, data: q.data.slice(i * cols, (i + 1) * cols) };
    const keys = { rows: n, cols, data: new Float64Array(n * cols) };
    keys.data.set(k.data.subarray(0, (i + 1) * cols));
    const { weights } = engine.attention(query, keys, keys, { scale, outputs: ["weights"] });
    data.set(weights.data, i * n);
    return engine.ruleStatistics(query, keys, { scale });
  });
  const valuesOf = (measure: "entropy" | "peak" | "gradient") =>
    Float64Array.from(rows, (row) => row[measure][0] ?? 0);
  const gradient = valuesOf("gradient");
  const { share } = engine.drawSummaries({ rows: 1, cols: n, data: gradient });
  return {
    weights: { rows: n, cols: n, data },
    entropy: valuesOf("entropy"),
    peak: valuesOf("peak"),
    gradient,
    share: share[0] ?? 0,
  };
}

/** A sentence's head as a piece has it. */
export interface Mistaken {
  /** [n×d] */
  readonly queries: Matrix;
  readonly keys: Matrix;
  readonly wrong: Weighted;
  readonly right: Weighted;
}

export function mistaken(
  engine: Engine,
  { attention, bug }: Pick<StudyRequest, "attention" | "bug">,
): Mistaken {
  const { dim, words } = attention;
  const d = bug === "width" ? dim / fittingHeads(dim, SPLIT_HEADS) : dim;
  const vectors = sentenceVectors(engine, attention, 1);
  const headOf = (matrix: Matrix): Matrix => {
    const head = firstColumns(matrix, d);
    return bug === "cap" ? { ...head, data: times(head.data, GROWN) } : head;
  };
  const queries = headOf(vectors.queries);
  const keys = headOf(vectors.keys);
  const of = (weighting: Weighting) => {
    const weigh = weighting.future === "zero" ? zeroed : softmaxed;
    return weigh(engine, queries, keys, weighting);
  };
  const { wrong, right } = weightings(engine, bug, { d, model: dim, n: words.length });
  return { queries, keys, wrong: of(wrong), right: of(right) };
}
