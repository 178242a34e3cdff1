/**
 * `measureRule` on weights that the attention of onnxruntime and of PyTorch has made:
 * tests/fixtures/make_outside_heads.mjs. `npm run test:others` makes larger ones.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inProject } from "../../web/tools/run.mjs";
import { faultsOf, type Head } from "./rule-heads.js";

const heads: Head[] = JSON.parse(
  readFileSync(inProject("tests/fixtures/outside_heads.json"), "utf8"),
);

it.each([
  ["onnxruntime", /^(RotaryEmbedding and )?Attention/, 60],
  ["com.microsoft of onnxruntime", /^(MultiHead|GroupQuery)Attention/, 30],
  ["PyTorch", /^(nn\.MultiheadAttention|scaled_dot_product_attention)/, 40],
])("the attention of %s shows its rule, and no other trait", (_, name, least) => {
  const own = heads.filter((head) => name.test(head.name));
  expect(own.length).toBeGreaterThanOrEqual(least);
  expect(faultsOf(own)).toEqual([]);
});
