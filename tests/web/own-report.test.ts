/** What the report of the chapter "Your own" says of a file whose weights are means over heads. */
import type { MeasuredRule } from "attention-scale";
import { describe, expect, it } from "vitest";
import { reportOf } from "../../web/src/parts/opened/report.js";
import { en } from "../../web/src/text/en/opened.js";
import { zh } from "../../web/src/text/zh/opened.js";
import { engine } from "../loaded-engine.js";

const HEADS = 3;
const draw = (seed: number, rows: number, cols: number) =>
  engine.randomNormal({ seed, rows, cols });
const heads = Array.from({ length: HEADS }, (_, head) => ({
  queries: draw(2 * head, 12, 8),
  keys: draw(2 * head + 1, 12, 8),
}));
const weights = heads.map(
  ({ queries, keys }) => engine.attention(queries, keys, keys, { outputs: ["weights"] }).weights,
);
const mean = {
  rows: 12,
  cols: 12,
  data: Float64Array.from({ length: 144 }, (_, at) =>
    weights.reduce((sum, { data }) => sum + (data[at] ?? 0) / HEADS, 0),
  ),
};

type Given = Parameters<typeof reportOf>;
function reported(
  text: typeof en | typeof zh,
  rules: readonly MeasuredRule[],
  weightHeads: number,
) {
  const view = { text, state: { ownwidth: 8 } } as unknown as Given[0];
  const session = {
    known: { roles: ["queries", "keys", "weights"], layers: 1, heads: HEADS, weightHeads },
    reports: new Map(rules.map((rule, head) => [head, { rule, complete: true }])),
  } as unknown as Given[1];
  return reportOf(view, session);
}

describe.each([
  ["English", en, "average_attn_weights=False"],
  ["Chinese", zh, "平均说不出因子"],
] as const)("the report in %s", (_, text, words) => {
  it("tells that the only weights of several heads are means", () => {
    const rules = heads.map((head) => engine.measureRule({ ...head, weights: mean }));
    expect(rules.map(({ factor }) => factor)).toEqual([null, null, null]);
    const [first = "", ...others] = reported(text, rules, 1);
    expect(first).toContain(`${HEADS}`);
    expect(first).toContain(words);
    expect(others).toHaveLength(1);
  });

  it("says nothing of means where each head has its own", () => {
    const rules = heads.map((head, at) =>
      engine.measureRule({ ...head, weights: weights[at] as typeof mean }),
    );
    const all = reported(text, rules, HEADS).join(" ");
    expect(all).toContain("$1/√dₖ$");
    expect(all).not.toContain(words);
  });
});
