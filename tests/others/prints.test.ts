/** What R, Octave, PyTorch and NumPy print here is read. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { findNumPy } from "../../web/tools/requirements.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { expectRead, printsIn } from "../web/printed-others.js";

it.each([
  ["Rscript", [inProject("tests/fixtures/prints.R")], 11],
  ["octave-cli", ["--no-init-file", inProject("tests/fixtures/prints.m")], 13],
  [findNumPy() ?? "python3", [inProject("tests/fixtures/prints.py")], 21],
])("what %s prints is read", async (program, given, count) => {
  // Octave 7 fails when it exits, after all that it prints.
  const { stdout } = spawnSync(program, given, { encoding: "utf8" });
  const prints = printsIn(stdout);
  expect(prints).toHaveLength(count);
  for (const print of prints) await expectRead(print);
});
