/**
 * Six pieces of attention code with a mistake, and the sentence's attention with the mistake and
 * without.
 */
import { firstColumns, sentenceVectors } from "../../attention/sentence-attention.js";
import { rowsOf } from "../../draw/table.js";
import type { Engine, Matrix } from "../../engine/api.js";
import type { RecallRecords } from "../../engine/training-api.js";
import type { StudyRequest } from "../../experiments/experiment.js";
import { experiment, inOneStep, layerExperiment, narrow } from "../../experiments/experiment.js";
import { keys } from "../../keys/bugs.js";
import { fittingHeads } from "../../keys/key.js";
import { laneArguments } from "../training/lane.js";
import type { Setup } from "../training/request.js";

export const BUGS = keys.bug.words;
export type Bug = (typeof BUGS)[number];

/** What a mistake does to the weights. */
export type Effect = "flat" | "sharp" | "small" | "leak" | "depends";

/** A piece of PyTorch with a mistake. */
interface CodePiece {
  readonly effect: Effect;
  /** What the mistake might do besides flat and sharp weights. */
  readonly other: Effect;
  /** The lines with the mistake, from 0: where there are two, either of them may be mended. */
  readonly wrong: readonly number[];
  /** The correct line in place of the first wrong one; "" where that line is deleted. */
  readonly right: string;
  /** The lines. */
  readonly code: readonly string[];
}

export const CODE_PIECES: Readonly<Record<Bug, CodePiece>> = {
  width: {
    effect: "flat",
    other: "small",
    wrong: [1],
    right: "scores = scores / math.sqrt(d_model // h)",
    code: [
      "scores = q @ k.transpose(-2, -1)",
      "scores = scores / math.sqrt(d_model)",
      "weights = scores.softmax(dim=-1)",
      "heads = weights @ v",
      "return heads.transpose(0, 1).flatten(1)",
    ],
  },
  after: {
    effect: "small",
    other: "small",
    wrong: [2],
    right: "scores = scores / math.sqrt(d)  # before softmax",
    code: [
      "scores = q @ k.transpose(-2, -1)",
      "weights = scores.softmax(dim=-1)",
      "weights = weights / math.sqrt(d)",
      "return weights @ v",
    ],
  },
  twice: {
    effect: "flat",
    other: "leak",
    wrong: [1, 2],
    right: "",
    code: [
      "q, k, v = w_q(x), w_k(x), w_v(x)",
      "q = q / math.sqrt(d)",
      "return F.scaled_dot_product_attention(q, k, v)",
    ],
  },
  both: {
    effect: "flat",
    other: "small",
    wrong: [0, 1],
    right: "q = w_q(x)",
    code: [
      "q = w_q(x) / math.sqrt(d)",
      "k = w_k(x) / math.sqrt(d)",
      "scores = q @ k.transpose(-2, -1)",
      "weights = scores.softmax(dim=-1)",
      "return weights @ w_v(x)",
    ],
  },
  masked: {
    effect: "leak",
    other: "leak",
    wrong: [3],
    right: "scores = scores.masked_fill(future, -math.inf)",
    code: [
      "scores = q @ k.transpose(-2, -1)",
      "scores = scores / math.sqrt(d)",
      "future = torch.ones(n, n).triu(1).bool()",
      "scores = scores.masked_fill(future, 0.0)",
      "weights = scores.softmax(dim=-1)",
      "return weights @ v",
    ],
  },
  length: {
    effect: "depends",
    other: "depends",
    wrong: [0],
    right: "scale = 1 / math.sqrt(q.size(-1))",
    code: [
      "scale = 1 / math.sqrt(q.size(-2))",
      "scores = scale * (q @ k.transpose(-2, -1))",
      "weights = scores.softmax(dim=-1)",
      "return weights @ v",
    ],
  },
};

/** What the reader chooses from. */
export const effectsOf = ({ other }: CodePiece) => ["flat", "sharp", other] as const;

/** The heads of the piece that splits the model into heads, where d allows. */
const HEADS = 8;

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

/** The attention with a mistake, or without. */
export interface AttentionVersion extends Measures {
  /** [n×n] */
  readonly weights: Matrix;
  /** The sum of each row. */
  readonly sum: Float64Array;
  /** Over the rows: of the entropy, the largest weight, the sum, and ‖∂y/∂q‖_F. */
  readonly means: Readonly<Record<"entropy" | "peak" | "sum" | "gradient", number>>;
}

export interface BugResult {
  readonly words: readonly string[];
  readonly wrong: AttentionVersion;
  readonly right: AttentionVersion;
}

const times = (numbers: Float64Array, factor: number) => numbers.map((entry) => entry * factor);

function versionOf(engine: Engine, weights: Matrix, measures: Measures): AttentionVersion {
  const sum = Float64Array.from(rowsOf(weights), (row) =>
    row.reduce((total, one) => total + one, 0),
  );
  const means = {
    entropy: engine.moments(measures.entropy).mean,
    peak: engine.moments(measures.peak).mean,
    sum: engine.moments(sum).mean,
    gradient: engine.moments(measures.gradient).mean,
  };
  return { ...measures, weights, sum, means };
}

/** softmax(scale·q·Kᵀ), and every weight times `after`. */
function plain(engine: Engine, q: Matrix, k: Matrix, scale: number, after = 1, causal = false) {
  const options = { scale, mask: causal ? "causal" : "none" } as const;
  const { weights } = engine.attention(q, k, k, { ...options, outputs: ["weights"] });
  const { entropy, peak, gradient, share } = engine.ruleStatistics(q, k, options);
  const measures = { entropy, share, peak: times(peak, after), gradient: times(gradient, after) };
  return versionOf(engine, { ...weights, data: times(weights.data, after) }, measures);
}

/**
 * Causal attention with a mistake: each masked key has the score 0, as if it were a key of zeros.
 */
function maskedByZero(engine: Engine, q: Matrix, k: Matrix, scale: number) {
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
  const measures = {
    entropy: valuesOf("entropy"),
    peak: valuesOf("peak"),
    gradient,
    share: share[0] ?? 0,
  };
  return versionOf(engine, { rows: n, cols: n, data }, measures);
}

export function bugOf(
  engine: Engine,
  { attention, bug }: Pick<StudyRequest, "attention" | "bug">,
): BugResult {
  const { dim, words } = attention;
  const d = bug === "width" ? dim / fittingHeads(dim, HEADS) : dim;
  const vectors = sentenceVectors(engine, attention, 1);
  const q = firstColumns(vectors.queries, d);
  const k = firstColumns(vectors.keys, d);
  const by = (width: number, power = 0.5) => 1 / engine.scoreDivisor(width, power);
  const wrong = {
    width: () => plain(engine, q, k, by(dim)),
    after: () => plain(engine, q, k, 1, by(d)),
    twice: () => plain(engine, q, k, by(d, 1)),
    both: () => plain(engine, q, k, by(d, 1)),
    masked: () => maskedByZero(engine, q, k, by(d)),
    length: () => plain(engine, q, k, by(words.length)),
  }[bug]();
  return { words, wrong, right: plain(engine, q, k, by(d), 1, bug === "masked") };
}

// ---- recall trained with the mistake and without: one head, the same start and the same data ----

/** The head, and its training. */
export const TASK: Omit<Setup, "rate" | "seed" | "exponent"> = {
  task: "recall",
  layers: 1,
  heads: 1,
  dim: 64,
  tokens: 16,
  batch: 64,
  init: "xavier",
  optimiser: "sgd",
};
const STEPS = 100;
/** The steps of a call: a few dozen milliseconds. */
const STEPS_PER_CALL = 10;

/**
 * The mistakes that are another factor of the scores, as powers of d = 64 by which they divide:
 * √(8·64) where the head is one of eight, and √16 for 16 tokens. Recall has no mask.
 */
const POWERS: Partial<Record<Bug, number>> = { width: 3 / 4, twice: 1, both: 1, length: 1 / 3 };

/** The mistake that is raced. Without a race of its own: the root taken twice. */
export const racedFor = (bug: Bug): Bug => (bug in POWERS ? bug : "twice");
/**
 * The learning rate: what is too flat learns too slowly at a small one, what is too sharp not at
 * all at a large one.
 */
export const rateOf = (bug: Bug): number => (bug === "length" ? 10 : 1);

export const race = layerExperiment("bugs/race", ["bug", "seed"], function* (engine, request) {
  const { bug, seed } = request;
  const divided = (exponent: number) => {
    const lane = laneArguments(engine, { ...TASK, seed, rate: rateOf(bug), exponent }, "scaled");
    return { ...lane, state: engine.startRecall(lane) };
  };
  const options = divided(POWERS[bug] ?? 1);
  const other = divided(0.5);
  let lanes = [options, other];
  const calls: (readonly RecallRecords[])[] = [];
  /** A recorded quantity of a lane, an entry for each step. */
  const recordOf = (lane: number, name: "loss" | "right") =>
    Float64Array.from(calls.flatMap((call) => [...(call[lane]?.[name] ?? [])]));
  /** The loss, and the mean weight on the right key. */
  const side = (lane: number) => ({ loss: recordOf(lane, "loss"), right: recordOf(lane, "right") });
  for (let done = STEPS_PER_CALL; done <= STEPS; done += STEPS_PER_CALL) {
    const trained = engine.trainRecallLanes({ ...options, steps: STEPS_PER_CALL, lanes });
    lanes = lanes.map((lane, i) => ({ ...lane, ...trained[i] }));
    calls.push(trained.map(({ records }) => records));
    yield { done, total: STEPS, result: () => ({ wrong: side(0), right: side(1) }) };
  }
});

/** The sentence with a mistake and without, where that takes longer than a frame. */
export const bugs = experiment("bugs/bugs", ["attention", "bug"], inOneStep(bugOf), narrow);
