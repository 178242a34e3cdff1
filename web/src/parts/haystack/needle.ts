/** The weight of one key of a given cosine with the query among random keys, for each rule. */
import type { DrawSummaries, SampledRule } from "../../engine/api.js";
import {
  type Asked,
  entriesOf,
  experiment,
  overDraws,
  type Step,
} from "../../experiments/experiment.js";
import { COUNTS } from "../critical/participation.js";

/** By their names in the table of the rules; σ = c√d, and the σ of the reader, are rules of this part alone. */
export const RULES = ["none", "head", "log-n", "matched", "own", "qk-norm"] as const;
export type Rule = (typeof RULES)[number];

/** The sharpness is σ of the rule "own". */
export const ASKED = ["dim", "cosine", "sharpness", "rowdraws", "drawseed"] as const;
export type NeedleRequest = Pick<Asked, (typeof ASKED)[number]>;
type Fit = Pick<NeedleRequest, "dim" | "cosine" | "sharpness">;

/** The number of keys for which ln n / ln 16 changes nothing. */
const LEVEL = 16;

/** σ, the standard deviation of the scores of n random keys. */
export function deviationOf(rule: Rule, { dim, cosine, sharpness }: Fit, keys: number): number {
  return {
    ...{ none: Math.sqrt(dim), head: 1, "qk-norm": 1, own: sharpness },
    ...{ "log-n": Math.log(keys) / Math.log(LEVEL), matched: cosine * Math.sqrt(dim) },
  }[rule];
}

/** The weight of the needle among many keys; null where σ is not below √(2 ln n), so that it does not hold. */
export function manyKeys(rule: Rule, request: Fit, keys: number): number | null {
  const spread = deviationOf(rule, request, keys);
  if (spread ** 2 >= 2 * Math.log(keys)) return null;
  const above = spread * request.cosine * Math.sqrt(request.dim);
  return 1 / (1 + (keys - 1) * Math.exp(spread ** 2 / 2 - above));
}

/** Among how many keys half the weight is gone with 1/√d, and beyond how many no σ finds the needle. */
export const limitsOf = ({ dim, cosine }: Pick<Fit, "dim" | "cosine">) => ({
  half: Math.exp(cosine * Math.sqrt(dim) - 0.5),
  last: Math.exp((cosine ** 2 * dim) / 2),
});

export const FEWEST = 3;
export const MOST_KEYS = 32768;

/** The numbers of keys that are drawn, rising: among them both limits, rounded, where they are in the picture. */
export function countsOf(request: Fit): readonly number[] {
  const limits = Object.values(limitsOf(request)).map(Math.round);
  const inside = limits.filter((n) => n >= FEWEST && n <= MOST_KEYS);
  return [...new Set([...COUNTS, ...inside])].sort((a, b) => a - b);
}

/** The rules as the engine takes them. */
export const sampledRules = ({ dim, cosine, sharpness }: Fit): SampledRule[] => {
  const root = Math.sqrt(dim);
  const rules: Readonly<Record<Rule, SampledRule>> = {
    ...{ none: { scale: 1 }, head: { scale: 1 / root }, "qk-norm": { queryKeyNorm: root } },
    "log-n": { scale: 1 / root, lengthFactor: 1 / Math.log(LEVEL) },
    // σ is √d times the scale.
    ...{ matched: { scale: cosine }, own: { scale: sharpness / root } },
  };
  return RULES.map((rule) => rules[rule]);
};

/** Of each rule and number of keys. */
export interface OfRules {
  readonly counts: readonly number[];
  /** [RULES×counts] */
  readonly summaries: DrawSummaries;
}

/** Draws in a batch of a few dozen milliseconds. */
export const BATCH = 4;

/** The weight of the needle. */
export const needle = experiment(
  "haystack/needle",
  ASKED,
  (engine, request): Generator<Step<OfRules>> => {
    const { drawseed: seed, dim, cosine, rowdraws } = request;
    const counts = countsOf(request);
    const asked = { seed, dim, cosine, counts, rules: sampledRules(request) };
    return overDraws(
      engine,
      rowdraws,
      BATCH,
      (batch) => ({ needle: engine.sampleNeedle({ ...asked, ...batch }).needle }),
      ({ needle: summaries }) => ({ counts, summaries }),
    );
  },
);

/** The summaries of a rule, one entry for each of `counts`. */
export const ofRule = ({ counts, summaries }: OfRules, rule: Rule): DrawSummaries =>
  entriesOf(summaries, counts.length, RULES.indexOf(rule) * counts.length);
