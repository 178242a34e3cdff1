/** `measureRule` over all sizes: heads of every rule, and 1,000 that follow none. */
import { expect, it } from "vitest";
import { claims, faultsOf, pythonHeads } from "../engine/rule-heads.js";

const MINUTE = 60_000;

it.each([
  [16, 16, 256],
  [9, 9, 4],
  [24, 33, 80],
  [32, 32, 128],
  [48, 48, 4],
  [100, 100, 32],
  [150, 260, 16],
  [256, 256, 192],
  [512, 512, 4],
])(
  "a head of %i queries, %i keys, d %i shows the rule it was made by, and no other trait",
  (n, m, d) => {
    const heads = pythonHeads("rule_heads.py", "known", n, m, d, 1);
    expect(heads.length).toBeGreaterThan(70);
    expect(faultsOf(heads)).toEqual([]);
  },
  20 * MINUTE,
);

it(
  "gives at most one of 1,000 heads of 8 to 512 queries a wrong name or a wrong trait",
  () => {
    const seeds = Array.from({ length: 10 }, (_, seed) => seed + 1);
    const wrong = seeds.flatMap((seed) =>
      claims(pythonHeads("rule_heads.py", "unknown", 100, seed, 512)),
    );
    expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(1);
  },
  60 * MINUTE,
);
