/**
 * The same digits from every compiler: those of the release, bit for bit, in double and in single
 * precision.
 */
import { readFileSync } from "node:fs";
import { loadEngine } from "attention-scale";
import { expect, it } from "vitest";
import { inProject } from "../../web/tools/run.mjs";
import { digitsOf } from "./digits.js";

it("has the digits of Emscripten 3.1.6 with Eigen 3.4, whatever it was built with", async () => {
  const recorded = JSON.parse(readFileSync(inProject("tests/fixtures/digits.json"), "utf8"));
  expect(digitsOf(await loadEngine())).toEqual(recorded);
});
