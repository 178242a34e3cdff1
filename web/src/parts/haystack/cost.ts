/** The gradient that a key gets with which the query has no cosine yet, by rule and number of keys. */
import type { DrawSummaries } from "../../engine/api.js";
import { experiment, overDraws } from "../../experiments/experiment.js";
import {
  BATCH,
  COUNTS,
  deviationOf,
  type NeedleRequest,
  RULES,
  type Rule,
  sampledRules,
} from "./needle.js";

export interface CostResult {
  readonly request: NeedleRequest;
  readonly counts: readonly number[];
  /** Of ∂y/∂c = σ√d·y(1 − y) at c = 0, y the weight of the needle [RULES×counts]. */
  readonly gradient: DrawSummaries;
}

export const cost = experiment<NeedleRequest, CostResult>("haystack/cost", (engine, request) => {
  const { seed, dim, draws } = request;
  const asked = { seed, dim, cosine: 0, counts: COUNTS, rules: sampledRules(request) };
  const factors = RULES.flatMap((rule: Rule) =>
    COUNTS.map((n) => deviationOf(rule, request, n) * Math.sqrt(dim)),
  );
  return overDraws(
    engine,
    draws,
    BATCH,
    (batch) => {
      const { needle } = engine.sampleNeedle({ ...asked, ...batch });
      const gradient = (y: number, i: number) => (factors[i % needle.cols] ?? 0) * y * (1 - y);
      return { gradient: { ...needle, data: needle.data.map(gradient) } };
    },
    ({ gradient }) => ({ request, counts: COUNTS, gradient }),
  );
});
