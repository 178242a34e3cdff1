/** `measureRule` on weights that the attention of onnxruntime and of PyTorch makes now. */
import { describe, expect, it } from "vitest";
import { inProject } from "../../web/tools/run.mjs";
import { faultsOf, printedHeads, pythonHeads } from "../engine/rule-heads.js";

const MINUTE = 60_000;

/** Sizes n, m and d. GroupQueryAttention takes heads whose width is a multiple of 8. */
describe.each([
  [8, 8, 4],
  [16, 16, 16],
  [12, 40, 8],
  [64, 64, 64],
  [128, 128, 256],
  [512, 512, 64],
])("a head of %i queries, %i keys, d %i", (n, m, d) => {
  it(
    "of onnxruntime shows its rule, and no other trait",
    () => {
      const script = inProject("tests/fixtures/onnx_heads.mjs");
      const heads = printedHeads(process.execPath, script, n, m, d, 0);
      expect(heads.length).toBeGreaterThan(50);
      expect(faultsOf(heads)).toEqual([]);
    },
    20 * MINUTE,
  );

  it(
    "of PyTorch shows its rule, and no other trait",
    () => {
      const heads = pythonHeads("torch_heads.py", n, m, d, 0);
      expect(heads.length).toBeGreaterThan(15);
      expect(faultsOf(heads)).toEqual([]);
    },
    20 * MINUTE,
  );
});
