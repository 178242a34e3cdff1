/** The gradient that a key gets with which the query has no cosine yet, by rule and number of keys. */
import { experiment, overDraws, type Step } from "../../experiments/experiment.js";
import { COUNTS } from "../critical/participation.js";
import { ASKED, BATCH, deviationOf, type OfRules, RULES, sampledRules } from "./needle.js";

/** ∂y/∂c = σ√d·y(1 − y) at c = 0, y the weight of the needle. */
export const cost = experiment(
  "haystack/cost",
  ASKED,
  (engine, request): Generator<Step<OfRules>> => {
    const { drawseed: seed, dim, rowdraws } = request;
    const asked = { seed, dim, cosine: 0, counts: COUNTS, rules: sampledRules(request) };
    const factors = RULES.flatMap((rule) =>
      COUNTS.map((n) => deviationOf(rule, request, n) * Math.sqrt(dim)),
    );
    return overDraws(
      engine,
      rowdraws,
      BATCH,
      (batch) => {
        const { needle } = engine.sampleNeedle({ ...asked, ...batch });
        const gradient = (y: number, i: number) => (factors[i % needle.cols] ?? 0) * y * (1 - y);
        return { gradient: { ...needle, data: needle.data.map(gradient) } };
      },
      ({ gradient: summaries }) => ({ counts: COUNTS, summaries }),
    );
  },
);
