/**
 * Rules for scores: PyTorch's numbers forward and backward, NumPy's draws, and finite differences.
 */
import type {
  AttentionGradient,
  AttentionOptions,
  AttentionOutput,
  Matrix,
  RuleStatistics,
  SampledRule,
  ScoreRule,
} from "attention-scale";
import { expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { type AttentionArguments, attentionOptions, goldens } from "./goldens.js";
import { passes } from "./passes.js";

type Golden = AttentionArguments &
  Record<AttentionOutput, Matrix> & {
    doutput: Matrix;
    rule: ScoreRule & Pick<AttentionOptions, "bias" | "causal">;
    gradient: AttentionGradient;
    statistics: RuleStatistics;
  };
const optionsOf = (golden: Golden) => ({ ...attentionOptions(golden), ...golden.rule });

passes<Golden>(
  "rules",
  "scores logits weights output gradient",
  (golden, change) => {
    const { queries, keys, values, doutput } = golden;
    const given = [change(queries), change(keys), change(values)] as const;
    return {
      ...engine.attention(...given, optionsOf(golden)),
      gradient: engine.attentionGradient(...given, change(doutput), optionsOf(golden)),
    };
  },
  { share: 1e-10, inSingle: 6 },
);
passes<Golden>(
  "rules",
  "statistics",
  (golden) => ({
    statistics: engine.ruleStatistics(golden.queries, golden.keys, optionsOf(golden)),
  }),
  { share: 1e-10, what: "the statistics of rules" },
);

interface Sampled<Call extends "sampleRules" | "sampleParticipation" | "sampleNeedle"> {
  options: Parameters<(typeof engine)[Call]>[0];
  draws: ReturnType<(typeof engine)[Call]>;
}
passes<Sampled<"sampleRules">>(
  "rule_sampling",
  "draws",
  ({ options }) => ({ draws: engine.sampleRules(options) }),
  { share: 1e-10 },
);
passes<Sampled<"sampleParticipation">>(
  "participation",
  "draws",
  ({ options }) => ({ draws: engine.sampleParticipation(options) }),
  { share: 1e-10 },
);
passes<Sampled<"sampleNeedle">>(
  "needle",
  "draws",
  ({ options }) => ({ draws: engine.sampleNeedle(options) }),
  { share: 1e-10 },
);

it.each(goldens<Golden>("rules"))("the gradient is that of finite differences: $name", (golden) => {
  const options = optionsOf(golden);
  const { queries, keys, values, doutput } = golden;
  const { rule } = golden;
  const bias = rule.bias as Matrix | undefined;
  const sink = { rows: 1, cols: 1, data: Float64Array.of(rule.sink ?? 0) };
  const all = { queries, keys, values, ...(bias && { bias }), ...(rule.sink && { sink }) };
  const loss = (changed: Partial<typeof all>) => {
    const given = { ...all, ...changed };
    const own = { ...options, bias: given.bias, sink: given.sink?.data[0] };
    const { output } = engine.attention(given.queries, given.keys, given.values, own);
    return output.data.reduce((sum, entry, index) => sum + entry * (doutput.data[index] ?? 0), 0);
  };
  const { sink: ofSink = 0, ...gradients } = engine.attentionGradient(
    queries,
    keys,
    values,
    doutput,
    options,
  );
  const gradient = { ...gradients, sink: { ...sink, data: Float64Array.of(ofSink) } };
  const step = 1e-6;
  for (const [name, { data, ...shape }] of Object.entries(all)) {
    const isZero = (row: number) =>
      data.subarray(row * shape.cols, (row + 1) * shape.cols).every((entry) => entry === 0);
    for (const index of data.keys()) {
      // A query-key norm is not differentiable at zero.
      if (options.queryKeyNorm && isZero(Math.floor(index / shape.cols))) continue;
      if (data[index] === Number.NEGATIVE_INFINITY) continue;
      const [above, below] = [step, -step].map((change) => {
        const moved = data.slice();
        moved[index] = (moved[index] ?? 0) + change;
        return loss({ [name]: { ...shape, data: moved } });
      }) as [number, number];
      const found = gradient[name as keyof typeof all]?.data[index];
      expect((above - below) / (2 * step)).toBeCloseTo(found ?? Number.NaN, 5);
    }
  }
});

const { log } = Math;
it.each<{ name: string; rule: SampledRule; means: number[] }>([
  { name: "the root", rule: {}, means: [0.52, 0.03, 0.01, 0.001] },
  {
    name: "the root and ln n/ln 16",
    rule: { lengthFactor: 1 / log(16) },
    means: [0.69, 0.5, 0.38, 0.1],
  },
  { name: "t = c√d", rule: { scale: 0.5 }, means: [0.99, 0.86, 0.64, 0.12] },
  { name: "undivided", rule: { scale: 1 }, means: [1, 0.95, 0.85, 0.28] },
])("a needle of cosine ½ at d = 64 has the mean weight of its law: $name", ({ rule, means }) => {
  const counts = [33, 1024, 2981, 32768];
  const options = { seed: 29, dim: 64, cosine: 0.5, counts, rules: [rule], count: 100 };
  const { data } = engine.sampleNeedle(options).needle;
  for (const [column, mean] of means.entries()) {
    const column_ = data.filter((_, index) => index % counts.length === column);
    const found = column_.reduce((sum, weight) => sum + weight, 0) / column_.length;
    // Four standard errors of weights between 0 and 1, and the rounding of the law.
    expect(Math.abs(found - mean)).toBeLessThan(4 * Math.sqrt((found * (1 - found)) / 100) + 0.006);
  }
});
