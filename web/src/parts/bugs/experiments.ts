/**
 * Twelve pieces of attention code with a mistake, and the sentence's attention with the mistake and
 * without.
 */

import { rowsOf } from "../../draw/table.js";
import type { Engine, MeasuredRule } from "../../engine/api.js";
import type { RecallRecords } from "../../engine/training-api.js";
import type { StudyRequest } from "../../experiments/experiment.js";
import { experiment, inOneStep, layerExperiment, narrow } from "../../experiments/experiment.js";
import { laneArguments } from "../training/lane.js";
import type { Setup } from "../training/request.js";
import { type Bug, mistaken, type Weighted, weightings } from "./mistakes.js";

/** What a mistake does to the weights. */
export type Effect = "flat" | "sharp" | "small" | "leak" | "depends" | "heads";

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
  /** Where it stood in public code; none: written for this page. */
  readonly stood?: readonly Source[];
}

/** A commit, a pull request, an issue or a line of public code. */
interface Source {
  readonly name: string;
  readonly url: string;
}

const onGitHub = (repository: string, name: string, path: string): Source => ({
  name: `${repository.replace(/.*\//, "")} ${name}`,
  url: `https://github.com/${repository}/${path}`,
});
const commits = (repository: string, ...hashes: readonly string[]): readonly Source[] =>
  hashes.map((hash) => onGitHub(repository, hash, `commit/${hash}`));
const pull = (repository: string, number: number): Source =>
  onGitHub(repository, `#${number}`, `pull/${number}`);
const issue = (repository: string, number: number): Source =>
  onGitHub(repository, `#${number}`, `issues/${number}`);
/** @param at the commit */
const lineOf = (repository: string, at: string, path: string, line: number): Source =>
  onGitHub(repository, `${path.replace(/.*\//, "")}:${line}`, `blob/${at}/${path}#L${line}`);

const TRANSFORMERS = "huggingface/transformers";

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
  minus: {
    effect: "sharp",
    other: "small",
    wrong: [0],
    right: "scale = q.size(-1) ** -0.5",
    code: [
      "scale = q.size(-1) ** 0.5",
      "scores = scale * (q @ k.transpose(-2, -1))",
      "weights = scores.softmax(dim=-1)",
      "return weights @ v",
    ],
    stood: [
      ...commits(TRANSFORMERS, "c8524aeb07", "e29919f993", "d3d835d4fc", "44b231671d"),
      pull(TRANSFORMERS, 40041),
      pull(TRANSFORMERS, 39043),
    ],
  },
  path: {
    effect: "sharp",
    other: "depends",
    wrong: [1],
    right: "    return F.scaled_dot_product_attention(q, k, v)",
    code: [
      "if fused:",
      "    return F.scaled_dot_product_attention(q, k, v, scale=1.0)",
      "scores = q @ k.transpose(-2, -1) / math.sqrt(d)",
      "return scores.softmax(dim=-1) @ v",
    ],
    stood: [
      ...commits(TRANSFORMERS, "f84d85ba67", "d93ef7d751"),
      pull(TRANSFORMERS, 28537),
      pull("mlc-ai/mlc-llm", 3426),
    ],
  },
  yarn: {
    effect: "flat",
    other: "small",
    wrong: [2],
    right: "scale = m * m / math.sqrt(d)",
    code: [
      "m = 0.1 * 0.707 * math.log(40) + 1",
      "q, k = rotated(q, by=m / m), rotated(k, by=m / m)",
      "scale = 1 / math.sqrt(d)",
      "scores = scale * (q @ k.transpose(-2, -1))",
      "return scores.softmax(dim=-1) @ v",
    ],
    stood: [
      ...commits(TRANSFORMERS, "c980904204", "3b5032739b", "4a1c4b1a69"),
      pull(TRANSFORMERS, 47435),
      pull("onnxruntime/mobius", 548),
    ],
  },
  rotary: {
    effect: "sharp",
    other: "leak",
    wrong: [2],
    right: "scale = q.size(-1) ** -0.5",
    code: [
      "q = torch.cat([q_nope, q_rope], dim=-1)",
      "k = torch.cat([k_nope, k_rope], dim=-1)",
      "scale = q_nope.size(-1) ** -0.5",
      "scores = scale * (q @ k.transpose(-2, -1))",
      "return scores.softmax(dim=-1) @ v",
    ],
    stood: [
      pull("vllm-project/vllm", 41569),
      pull("ollama/ollama", 13893),
      issue("NVIDIA/Megatron-LM", 1501),
    ],
  },
  cap: {
    effect: "sharp",
    other: "small",
    wrong: [1],
    right: "if fused and cap is None:",
    code: [
      "scale = 1 / math.sqrt(d)",
      "if fused:",
      "    return F.scaled_dot_product_attention(q, k, v, scale=scale)",
      "scores = scale * (q @ k.transpose(-2, -1))",
      "if cap is not None:",
      "    scores = cap * torch.tanh(scores / cap)",
      "return scores.softmax(dim=-1) @ v",
    ],
    stood: [
      lineOf(TRANSFORMERS, "2b296305d7", "src/transformers/integrations/sdpa_attention.py", 1),
      pull("vllm-project/vllm-metal", 666),
    ],
  },
  heads: {
    effect: "heads",
    other: "heads",
    wrong: [1],
    right: "scale = 1 / math.sqrt(d)",
    code: [
      "h, n, d = q.shape",
      "scale = 1 / math.sqrt(h)",
      "scores = scale * (q @ k.transpose(-2, -1))",
      "weights = scores.softmax(dim=-1)",
      "return (weights @ v).transpose(0, 1).flatten(1)",
    ],
    stood: [
      pull("tenstorrent/tt-metal", 56789),
      lineOf("westlake-repl/Evolla", "9cc38ccd49", "model/Evolla/injection_module.py", 44),
    ],
  },
};

/** What the reader chooses from. */
export const effectsOf = ({ other }: CodePiece) => ["flat", "sharp", other] as const;

/** The attention with a mistake, or without. */
export interface AttentionVersion extends Weighted {
  /** The sum of each row. */
  readonly sum: Float64Array;
  /** Over the rows: of the entropy, the largest weight, the sum, and ‖∂y/∂q‖_F. */
  readonly means: Readonly<Record<"entropy" | "peak" | "sum" | "gradient", number>>;
  /** The rule that follows from q, k and the weights: what “Your own attention” measures. */
  readonly measured: MeasuredRule;
}

export interface BugResult {
  readonly words: readonly string[];
  readonly wrong: AttentionVersion;
  readonly right: AttentionVersion;
}

export function bugOf(engine: Engine, request: Pick<StudyRequest, "attention" | "bug">): BugResult {
  const { queries, keys, ...weighted } = mistaken(engine, request);
  const versionOf = (version: Weighted): AttentionVersion => {
    const { weights, entropy, peak, gradient } = version;
    const sum = Float64Array.from(rowsOf(weights), (row) =>
      row.reduce((total, one) => total + one, 0),
    );
    const means = {
      entropy: engine.moments(entropy).mean,
      peak: engine.moments(peak).mean,
      sum: engine.moments(sum).mean,
      gradient: engine.moments(gradient).mean,
    };
    const measured = engine.measureRule({ queries, keys, weights });
    return { ...version, sum, means, measured };
  };
  const { words } = request.attention;
  return { words, wrong: versionOf(weighted.wrong), right: versionOf(weighted.right) };
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
 * The mistakes that are another factor of the scores: where the head is one of eight, its model is
 * 8·64 wide. Recall has no mask, no cap and no positions.
 */
const RACED: ReadonlySet<Bug> = new Set<Bug>([
  "width",
  "twice",
  "both",
  "length",
  "minus",
  "path",
  "rotary",
  "heads",
]);

/** The mistake that is raced. Without a race of its own: the root taken twice. */
export const racedFor = (bug: Bug): Bug => (RACED.has(bug) ? bug : "twice");
const RATES: Partial<Record<Bug, number>> = { length: 10, path: 3.2, heads: 10 };
/**
 * The learning rate: what is too flat learns too slowly at a small one, what is too sharp not at
 * all at a large one.
 */
export const rateOf = (bug: Bug): number => RATES[bug] ?? 1;

export const race = layerExperiment("bugs/race", ["bug", "seed"], function* (engine, request) {
  const { bug, seed } = request;
  const setup = { ...TASK, seed, rate: rateOf(bug), exponent: 0.5 };
  const other = laneArguments(engine, setup, "scaled");
  const { dim: d, tokens: n } = TASK;
  const { wrong } = weightings(engine, bug, { d, model: 8 * d, n });
  const state = engine.startRecall(other);
  const options = { ...other, scale: wrong.scale, state };
  let lanes = [options, { ...other, state }];
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
