/** The nine rules as options of the engine's calls, and the attention of the sentence's first head under each. */
import { firstColumns, sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix, ScoreRule } from "../../engine/api.js";
import type { Asked } from "../../experiments/experiment.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/choices.js";
import { keys } from "./keys.js";

export const RULES = keys.rule.words;
export type RuleName = (typeof RULES)[number];

/** The names of those that have one in every language. */
const NAMES = {
  head: "√dₖ",
  d: "dₖ",
  "qk-norm": "QK-norm",
  "soft-cap": "soft-cap",
  "log-n": "a·ln n",
  "off-by-one": "1 + Σ",
};
export const namesOf = ({ names }: typeof en): Readonly<Record<RuleName, string>> => ({
  ...NAMES,
  ...names,
});

/** What the reader sets of the rules: g in units of √d_k, c, and the number of keys at which a·ln n is 1. */
export type Factors = Pick<State, "gain" | "cap" | "neutral">;

export interface Widths {
  /** d_k, the width of a head. */
  readonly head: number;
  /** h; the model has h·d_k. */
  readonly heads: number;
}

/** What multiplies the scores under a rule, and what else it does to them. The root in the initialisation is in the query. */
export function ruleOf(
  engine: Pick<Engine, "scoreDivisor">,
  rule: RuleName,
  { head, heads }: Widths,
  { gain, cap, neutral }: Factors,
): ScoreRule & { readonly scale?: number } {
  const root = engine.scoreDivisor(head, 0.5);
  const scale = 1 / root;
  switch (rule) {
    case "none":
    case "initialisation":
      return { scale: 1 };
    case "model":
      return { scale: scale / engine.scoreDivisor(heads, 0.5) };
    case "d":
      return { scale: 1 / engine.scoreDivisor(head, 1) };
    case "qk-norm":
      return { queryKeyNorm: gain * root };
    case "soft-cap":
      return { scale, softCap: cap };
    case "log-n":
      return { scale, lengthFactor: 1 / Math.log(neutral) };
    case "off-by-one":
      return { scale, offByOne: true };
    default:
      return { scale };
  }
}

/** The d of the sentence is d_model, of which `ruleheads` is a divisor. */
export type RulesRequest = Pick<Asked, "attention" | "ruleheads" | "wsize"> & Factors;

/** The first head under a rule; all but `weights` by rows. */
export interface Ruled {
  /** [n×n] */
  readonly weights: Matrix;
  readonly entropy: Float64Array;
  readonly peak: Float64Array;
  /** Of all rows. */
  readonly logit: number;
  /** The median of ‖∂y/∂q‖ over the queries. */
  readonly gradient: number;
  /** The effective share of queries. */
  readonly share: number;
}

export type RulesResult = Readonly<Record<RuleName, Ruled>>;

const times = (matrix: Matrix, factor: number): Matrix =>
  factor === 1 ? matrix : { ...matrix, data: matrix.data.map((entry) => entry * factor) };

export function rulesOf(engine: Engine, request: RulesRequest): RulesResult {
  const { attention, ruleheads: heads, wsize } = request;
  const head = attention.dim / heads;
  const vectors = sentenceVectors(engine, attention, 1);
  const queries = times(firstColumns(vectors.queries, head), wsize);
  const asked = times(firstColumns(vectors.keys, head), wsize);
  const root = engine.scoreDivisor(head, 0.5);
  const ruled = (rule: RuleName): Ruled => {
    const options = ruleOf(engine, rule, { head, heads }, request);
    const asking = rule === "initialisation" ? times(queries, 1 / root) : queries;
    const outputs = ["weights"] as const;
    const { weights } = engine.attention(asking, asked, asked, { ...options, outputs });
    const { entropy, peak, largest, gradient, share } = engine.ruleStatistics(
      asking,
      asked,
      options,
    );
    const logit = Math.max(...largest);
    return {
      ...{ weights, entropy, peak, logit, share },
      gradient: engine.quantiles(gradient, [0.5])[0] ?? 0,
    };
  };
  return Object.fromEntries(RULES.map((rule) => [rule, ruled(rule)])) as Record<RuleName, Ruled>;
}
