/**
 * The rules as options of the engine's calls, and what they do to the sentence and to random
 * queries and keys.
 */
import { joinedColumns } from "../../attention/matrices.js";
import { firstColumns, sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix, RuleStatistics, SampledRule } from "../../engine/api.js";
import type { Batch, StudyRequest } from "../../experiments/experiment.js";
import { experiment, inOneStep, narrow, overDraws } from "../../experiments/experiment.js";
import { keys } from "../../keys/choices.js";
import { DIMS } from "../../part-kit/axes.js";
import type { State } from "../../state/state.js";

export const RULES = keys.rule.words;
export type RuleName = (typeof RULES)[number];

/**
 * What the reader sets of the rules: g in units of √d_k, c, and the number of keys at which a·ln n
 * is 1.
 */
type Factors = Pick<State, "gain" | "cap" | "neutral">;

/**
 * What multiplies the scores under a rule, and what else it does to them. The root in the
 * initialisation is in the query.
 * @param head d_k, the width of a head
 * @param heads h; the model has h·d_k
 */
export function ruleOf(
  engine: Pick<Engine, "scoreDivisor">,
  rule: RuleName,
  { head, heads }: Readonly<Record<"head" | "heads", number>>,
  { gain, cap, neutral }: Factors,
): SampledRule {
  const root = engine.scoreDivisor(head, 0.5);
  const scale = 1 / root;
  const rules: Readonly<Record<RuleName, SampledRule>> = {
    none: { scale: 1 },
    initialisation: { scale: 1 },
    head: { scale },
    model: { scale: scale / engine.scoreDivisor(heads, 0.5) },
    d: { scale: 1 / engine.scoreDivisor(head, 1) },
    "log-n": { scale, lengthFactor: 1 / Math.log(neutral) },
    "qk-norm": { queryKeyNorm: gain * root },
    "soft-cap": { scale, softCap: cap },
    "off-by-one": { scale, offByOne: true },
  };
  return rules[rule];
}

// ---- the first head of the sentence ----

const times = (matrix: Matrix, factor: number): Matrix =>
  factor === 1 ? matrix : { ...matrix, data: matrix.data.map((entry) => entry * factor) };

/** The head under one rule. */
export interface Ruled extends Omit<RuleStatistics, "largest" | "gradient"> {
  /** [n×n] */
  readonly weights: Matrix;
  /** The largest logit of all rows. */
  readonly logit: number;
  /** The median of ‖∂y/∂q‖ over the queries. */
  readonly gradient: number;
  /** Over the rows: of the entropy, and of the largest weight. */
  readonly means: Readonly<Record<"entropy" | "peak", number>>;
}

export type RulesResult = Readonly<Record<RuleName, Ruled>>;

/** @param request the d of the sentence is d_model, of which `ruleheads` is a divisor */
export function rulesOf(
  engine: Engine,
  request: Pick<StudyRequest, "attention" | "ruleheads" | "wsize"> & Factors,
): RulesResult {
  const { attention, ruleheads: heads, wsize } = request;
  const head = attention.dim / heads;
  const vectors = sentenceVectors(engine, attention, 1);
  const queries = times(firstColumns(vectors.queries, head), wsize);
  const headKeys = times(firstColumns(vectors.keys, head), wsize);
  const root = engine.scoreDivisor(head, 0.5);
  const ruled = (rule: RuleName): Ruled => {
    const options = ruleOf(engine, rule, { head, heads }, request);
    const asking = rule === "initialisation" ? times(queries, 1 / root) : queries;
    const outputs = ["weights"] as const;
    const { weights } = engine.attention(asking, headKeys, headKeys, { ...options, outputs });
    const { largest, gradient, ...rowNumbers } = engine.ruleStatistics(asking, headKeys, options);
    const [median = 0] = engine.quantiles(gradient, [0.5]);
    const means = {
      entropy: engine.moments(rowNumbers.entropy).mean,
      peak: engine.moments(rowNumbers.peak).mean,
    };
    return { ...rowNumbers, weights, logit: Math.max(...largest), gradient: median, means };
  };
  return Object.fromEntries(RULES.map((rule) => [rule, ruled(rule)])) as Record<RuleName, Ruled>;
}

export const rules = experiment(
  "choices/rules",
  ["attention", "ruleheads", "wsize", "gain", "cap", "neutral"],
  inOneStep(rulesOf),
  narrow,
);

// ---- random queries and keys, against the size of W^Q and W^K, the number of keys, or d ----

/** At the start the root in the initialisation gives the numbers of √d_k. */
export const DRAWN_RULES: readonly RuleName[] = RULES.filter((rule) => rule !== "initialisation");

/** The values of the horizontal axis. */
export const VALUES: Readonly<Record<State["against"], readonly number[]>> = {
  size: [1, 1.5, 2, 3, 4, 6, 8, 10, 15, 20, 30],
  keys: [3, 8, 16, 64, 256, 1024, 4096, 16_384, 32_768],
  dim: DIMS,
};

/** Keys of all values of the axis in a step of a few dozen milliseconds. */
const STEP_KEYS = 250_000;

/** Entry i·rules + j of a summary is of the axis' value i and of DRAWN_RULES[j]. */
export const against = experiment(
  "choices/against",
  [
    // d is d_model, of which the number of heads is a divisor.
    ...(["dim", "ruleheads", "rulekeys", "wsize", "against"] as const),
    ...(["gain", "cap", "neutral", "ruledraws", "drawseed"] as const),
  ],
  (engine, request) => {
    const { drawseed: seed, ruleheads: heads, rulekeys: keys, wsize: size } = request;
    const head = request.dim / heads;
    const rulesOf = (dim: number) =>
      DRAWN_RULES.map((rule) => ruleOf(engine, rule, { head: dim, heads }, request));
    // W^Q and W^K times the size are scores times its square: all sizes share one drawing.
    const sized = VALUES.size.flatMap((times) =>
      rulesOf(head).map(({ scale, ...rule }) =>
        scale === undefined ? rule : { ...rule, scale: scale * times ** 2 },
      ),
    );
    const setting = { dim: head, keys, size, rules: rulesOf(head) };
    const settings = {
      size: [{ dim: head, keys, rules: sized }],
      keys: VALUES.keys.map((keys) => ({ ...setting, keys })),
      dim: DIMS.map((dim) => ({ ...setting, dim, rules: rulesOf(dim) })),
    }[request.against];
    const work = settings.reduce((sum, { keys, rules }) => sum + keys * rules.length, 0);
    const draw = (range: Batch) => {
      const drawn = settings.map((setting) => engine.sampleRules({ seed, ...setting, ...range }));
      const statistic = (name: "peak" | "entropy" | "slope") =>
        joinedColumns(drawn.map((result) => result[name]));
      return {
        largest: statistic("peak"),
        entropy: statistic("entropy"),
        slope: statistic("slope"),
      };
    };
    const batch = Math.max(1, Math.floor((STEP_KEYS * DRAWN_RULES.length) / work));
    return overDraws(engine, request.ruledraws, batch, draw, (summaries) => summaries);
  },
);
