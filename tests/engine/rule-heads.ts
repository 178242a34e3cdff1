/** Heads that other programs make, and how a measured rule differs from the one that made them. */
import { spawnSync } from "node:child_process";
import type { MeasuredRule, Precision } from "attention-scale";
import { expect } from "vitest";
import { findNumPy } from "../../web/tools/requirements.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { engine } from "../loaded-engine.js";

type Expected = Partial<Omit<MeasuredRule, "name">> & { readonly name: string | null };

export interface Head {
  readonly name: string;
  readonly n: number;
  readonly m: number;
  readonly d: number;
  readonly queries: string;
  readonly keys: string;
  readonly weights: string;
  readonly expected: (Expected & { readonly precision: Precision }) | null;
}

/** @param text doubles or floats in base64, row by row */
function matrix(text: string, rows: number, cols: number) {
  const { buffer } = Uint8Array.from(Buffer.from(text, "base64"));
  const isDouble = buffer.byteLength === 8 * rows * cols;
  const data = isDouble ? new Float64Array(buffer) : Float64Array.from(new Float32Array(buffer));
  return { rows, cols, data };
}

/** The heads that a program prints, one a line. @param given the program and what it is given */
export function printedHeads(command: string, ...given: readonly (string | number)[]): Head[] {
  const { stdout, stderr, status } = spawnSync(command, given.map(String), {
    encoding: "utf8",
    maxBuffer: 2 ** 29,
    env: { ...process.env, OPENBLAS_NUM_THREADS: "1" },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** What a program in Python prints, from tests/fixtures. */
export const pythonHeads = (script: string, ...given: readonly (string | number)[]): Head[] =>
  printedHeads(findNumPy() ?? "python3", inProject("tests/fixtures", script), ...given);

function measured({ n, m, d, queries, keys, weights }: Head): MeasuredRule {
  return engine.measureRule({
    queries: matrix(queries, n, d),
    keys: matrix(keys, m, d),
    weights: matrix(weights, n, m),
  });
}

/** Traits that a head has or has not. */
const TRAITS = [
  "cap",
  "queryKeyNorm",
  "lengthFactor",
  "window",
  "padding",
  "bias",
  "sink",
  "dropout",
] as const;

/** How far a number may be off, as a share of itself. */
const SHARE: Readonly<Record<Precision, number>> = {
  double: 1e-6,
  float: 1e-5,
  half: 1e-3,
  bfloat16: 1e-2,
};

/** What is found otherwise than it was made. */
function faults(found: MeasuredRule, expected: NonNullable<Head["expected"]>): string[] {
  const wrong: string[] = [];
  const compare = (what: string, one: unknown, other: unknown, share = 0) => {
    const near =
      typeof one === "number" && typeof other === "number"
        ? Math.abs(one - other) <= share * Math.max(Math.abs(other), 1e-300)
        : one === other;
    if (!near) wrong.push(`${what} is ${one} for ${other}`);
  };
  const share = SHARE[expected.precision];
  compare("name", found.name, expected.name);
  compare("causal", found.causal, expected.causal ?? null);
  compare("precision", found.precision, expected.precision);
  compare("rotary", JSON.stringify(found.rotary), JSON.stringify(expected.rotary ?? null));
  compare("factor", found.factor, expected.factor ?? null, share);
  for (const trait of TRAITS) {
    // A cap and a bias are known less well than the factor; a sink is a logit that may be 0.
    if (trait === "sink" && typeof expected.sink === "number" && found.sink !== null) {
      compare(trait, found.sink + 100, expected.sink + 100, share / 10);
    } else compare(trait, found[trait], expected[trait] ?? null, 10 * share);
  }
  return wrong;
}

/** What is measured otherwise than the heads were made, over all of them. */
export const faultsOf = (heads: readonly Head[]): readonly string[] =>
  heads.flatMap((head) =>
    faults(measured(head), head.expected as NonNullable<Head["expected"]>).map(
      (fault) => `${head.name}: ${fault}`,
    ),
  );

/** Heads without a rule that get a name or a trait all the same. */
export const claims = (heads: readonly Head[]): readonly string[] =>
  heads.flatMap((head, number) => {
    const found = measured(head);
    const told = [found.name, found.rotary, ...TRAITS.map((trait) => found[trait])];
    const isTold = told.some((claim) => claim !== null);
    return isTold ? [`${number}, ${head.name}: ${JSON.stringify(found)}`] : [];
  });
