/** The numbers that the programs about freezing and the needle must print. */
import { COUNTS, DIMS } from "../../web/src/part-kit/axes.js";
import {
  criticalSpread,
  frozenParticipation,
  map,
  means,
} from "../../web/src/parts/critical/experiments.js";
import {
  cost,
  limitsOf,
  NEEDLE_RULES,
  needle,
  ofRule,
} from "../../web/src/parts/haystack/experiments.js";
import type { Expected } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";
import { resultOf } from "./program-sentence.js";

/** Rows that begin with a number of keys. */
const rows = (counts: readonly number[], columns: readonly ArrayLike<number>[]) =>
  counts.flatMap((n, i) => [n, ...columns.map((column) => column[i] ?? Number.NaN)]);

export function critical(own: Case): Expected {
  const mean = resultOf(own, map, {}, "critical-map");
  const { entropy, peak } = resultOf(own, means, {}, "critical-largest");
  const column = (i: number) => mean.slice(i * COUNTS.length, (i + 1) * COUNTS.length);
  const limit = COUNTS.map((n) => 1 - 1 / criticalSpread(n) ** 2);
  return {
    "n, mean sum of the squared weights for each d = 1, 2, 4 ... without the division": rows(
      COUNTS,
      DIMS.map((_, i) => column(i)),
    ),
    "n, the formula for many keys, 1 - sqrt(2 ln(n) / d)": rows(
      COUNTS,
      DIMS.map((d) => COUNTS.map((n) => frozenParticipation(n, d))),
    ),
    "n, entropy / ln n over sqrt(d) (lower decile, mean, upper decile), 1 - 1 / (2 ln n)": rows(
      COUNTS,
      [entropy.low, entropy.mean, entropy.high, limit],
    ),
    "n, largest weight over sqrt(d) (lower decile, mean, upper decile)": rows(COUNTS, [
      peak.low,
      peak.mean,
      peak.high,
    ]),
  };
}

export function haystack(own: Case): Expected {
  const found = resultOf(own, needle, {}, "haystack-weight");
  const hindered = resultOf(own, cost, {}, "haystack-cost");
  return {
    "n, mean weight of the needle for each rule: not divided, 1/sqrt(d), ln(n)/ln(16)/sqrt(d), c, own, g cos(q, k), g = sqrt(d)":
      rows(
        found.counts,
        NEEDLE_RULES.map((rule) => ofRule(found, rule).mean),
      ),
    "half the weight is gone with 1/sqrt(d), and no rule finds it far beyond": Object.values(
      limitsOf(own.state),
    ),
    "n, median dy/dc = spread sqrt(d) y (1 - y) of a key of cosine 0 for each rule": rows(
      hindered.counts,
      NEEDLE_RULES.map((rule) => ofRule(hindered, rule).median),
    ),
  };
}
