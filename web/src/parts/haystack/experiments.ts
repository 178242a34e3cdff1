/**
 * The weight of one key of a given cosine with the query among random keys, and the gradient that
 * it gets, for each rule.
 */
import type { DrawSummaries, Engine, SampledRule } from "../../engine/api.js";
import type { Batch, StudyRequest } from "../../experiments/experiment.js";
import { everyEntry, experiment, overDraws } from "../../experiments/experiment.js";
import { COUNTS } from "../../part-kit/axes.js";
import type { Answered } from "../../part-kit/part-answers.js";

/**
 * The rules, by their names in the table of the rules; σ = c√d, and the σ of the reader, are rules
 * of this part alone.
 */
export const NEEDLE_RULES = ["none", "head", "log-n", "matched", "own", "qk-norm"] as const;
export type Rule = (typeof NEEDLE_RULES)[number];

/** The sharpness is σ of the rule "own". */
const ASKED = ["dim", "cosine", "sharpness", "rowdraws", "drawseed"] as const;
export type NeedleRequest = Pick<StudyRequest, (typeof ASKED)[number]>;
type Fit = Pick<NeedleRequest, "dim" | "cosine" | "sharpness">;

/** The number of keys for which ln n / ln 16 changes nothing. */
const LEVEL = 16;

/** σ, the standard deviation of the scores of n random keys. */
function deviationOf(rule: Rule, { dim, cosine, sharpness }: Fit, keys: number): number {
  return {
    none: Math.sqrt(dim),
    head: 1,
    "qk-norm": 1,
    own: sharpness,
    "log-n": Math.log(keys) / Math.log(LEVEL),
    matched: cosine * Math.sqrt(dim),
  }[rule];
}

/**
 * The weight of the needle among many keys; null where σ is not below √(2 ln n), so that it does
 * not hold.
 */
export function manyKeys(rule: Rule, request: Fit, keys: number): number | null {
  const spread = deviationOf(rule, request, keys);
  if (spread ** 2 >= 2 * Math.log(keys)) return null;
  const above = spread * request.cosine * Math.sqrt(request.dim);
  return 1 / (1 + (keys - 1) * Math.exp(spread ** 2 / 2 - above));
}

/**
 * The two limits: the number of keys among which half the weight is gone with 1/√d, and that beyond
 * which no σ finds the needle.
 */
export const limitsOf = ({ dim, cosine }: Pick<Fit, "dim" | "cosine">) => ({
  half: Math.exp(cosine * Math.sqrt(dim) - 0.5),
  last: Math.exp((cosine ** 2 * dim) / 2),
});

const FEWEST = 3;
const MOST_KEYS = 32768;
/** Numbers of keys at which the formula is drawn. */
export const DENSE = Array.from(
  { length: 81 },
  (_, i) => FEWEST * (MOST_KEYS / FEWEST) ** (i / 80),
);
export const inPicture = (keys: number) => keys >= FEWEST && keys <= MOST_KEYS;

/**
 * The numbers of keys that are drawn, rising: among them both limits, rounded, where they are in
 * the picture.
 */
function countsOf(request: Fit): readonly number[] {
  const limits = Object.values(limitsOf(request)).map(Math.round);
  return [...new Set([...COUNTS, ...limits.filter(inPicture)])].sort((a, b) => a - b);
}

/** The rules as the engine takes them. */
const sampledRules = (fit: Fit): SampledRule[] =>
  NEEDLE_RULES.map((rule) => ({
    // σ is √d times the scale.
    scale: deviationOf(rule, fit, LEVEL) / Math.sqrt(fit.dim),
    ...(rule === "qk-norm" && { queryKeyNorm: Math.sqrt(fit.dim) }),
    ...(rule === "log-n" && { lengthFactor: 1 / Math.log(LEVEL) }),
  }));

/** Draws in a batch of a few dozen milliseconds. */
const BATCH = 4;

/**
 * Summaries of each rule and number of keys [RULES×counts].
 * @param measure what is asked of the weight of the needle, told also the number of its rule and
 *   count
 */
function drawnNeedles(
  engine: Engine,
  request: NeedleRequest,
  cosine: number,
  counts: readonly number[],
  measure: (weight: number, i: number) => number,
) {
  const { drawseed: seed, dim, rowdraws } = request;
  const options = { seed, dim, cosine, counts, rules: sampledRules(request) };
  const draw = (batch: Batch) => {
    const { needle } = engine.sampleNeedle({ ...options, ...batch });
    return { all: { ...needle, data: needle.data.map((y, i) => measure(y, i % needle.cols)) } };
  };
  return overDraws(engine, rowdraws, BATCH, draw, ({ all }) => ({ counts, summaries: all }));
}

/** The weight of the needle. */
export const needle = experiment("haystack/needle", ASKED, (engine, request) =>
  drawnNeedles(engine, request, request.cosine, countsOf(request), (y) => y),
);

/**
 * The gradient that a key gets with which the query has no cosine yet: ∂y/∂c = σ√d·y(1 − y) at c =
 * 0, y the weight of the needle.
 */
export const cost = experiment("haystack/cost", ASKED, (engine, request) => {
  const sigmas = NEEDLE_RULES.flatMap((rule) => COUNTS.map((n) => deviationOf(rule, request, n)));
  const root = Math.sqrt(request.dim);
  const gradient = (y: number, i: number) => (sigmas[i] ?? 0) * root * y * (1 - y);
  return drawnNeedles(engine, request, 0, COUNTS, gradient);
});

export type OfRules = Answered<typeof needle>["result"];

/** The summaries of a rule, one entry for each of `counts`. */
export const ofRule = ({ counts, summaries }: OfRules, rule: Rule): DrawSummaries =>
  everyEntry(summaries, counts.length, NEEDLE_RULES.indexOf(rule) * counts.length);
