/** The goldens through the typed engine: each argument and each result in its place. */
import type { Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import { EPS, largest, misses } from "./close.js";
import { asSingle, goldens } from "./goldens.js";

/** The numbers of a result: one, or those of a list. */
function numbersOf(value: unknown): number[] | undefined {
  if (typeof value === "number") return [value];
  const list = Array.isArray(value) && !value.some((entry) => typeof entry === "object");
  return list || ArrayBuffer.isView(value) ? Array.from(value as ArrayLike<number>) : undefined;
}

/** How far a number may be off: a share of itself, or of the largest number of its list or of 1. */
interface Allowed {
  readonly share: number;
  readonly ofEach?: boolean;
}

/** What is missing, or too far off. */
function differences(
  actual: unknown,
  golden: unknown,
  allowed: Allowed,
  names = Object.keys((golden as object | undefined) ?? {}),
): string[] {
  const numbers = numbersOf(actual);
  if (numbers === undefined) {
    const [given, expected] = [actual, golden] as Record<string, unknown>[];
    const all = new Set([...names, ...Object.keys(given ?? {})]);
    return [...all].flatMap((name) => {
      if (expected?.[name] === null) return [];
      if (given?.[name] === undefined) return [`${name} is missing`];
      return differences(given[name], expected?.[name], allowed).map((it) => `${name}: ${it}`);
    });
  }
  // The goldens have matrices of one row for lists.
  const expected = numbersOf(golden) ?? numbersOf((golden as Matrix | undefined)?.data) ?? [];
  const isSame = (index: number) => Object.is(numbers[index], expected[index]);
  const zeros = (list: number[]) => list.map((entry, index) => (isSame(index) ? 0 : entry));
  const of = allowed.ofEach ? undefined : largest(expected.filter(Number.isFinite));
  return misses(zeros(numbers), zeros(expected), { k: allowed.share / EPS, of });
}

/** Matrices and lists as they are, or the same in single precision. */
export type Change = <Given extends Matrix | number[] | Float64Array>(given: Given) => Given;

const double: Change = (given) => given;
const single = ((given: Matrix | number[]) =>
  "rows" in given ? asSingle(given) : Float32Array.from(given)) as unknown as Change;

function typesIn(result: unknown): unknown[] {
  if (ArrayBuffer.isView(result)) return [result.constructor];
  return typeof result === "object" && result !== null
    ? Object.values(result).flatMap(typesIn)
    : [];
}

/**
 * Makes a call of each case: its result has the golden's numbers, those named by `results` among
 * them. The first `inSingle` cases come in single precision too.
 */
export function passes<Golden extends object>(
  file: string,
  results: string,
  call: (golden: Golden, change: Change) => object,
  {
    share = 1e-9,
    ofEach = false,
    inSingle = 0,
    what = file.replaceAll("_", " "),
    cases = goldens<Golden>(file),
  } = {},
): void {
  const names = results.split(" ");
  describe(what, () => {
    it.each(cases)("has the golden's numbers: $name", (golden) => {
      expect(differences(call(golden, double), golden, { share, ofEach }, names)).toEqual([]);
    });

    it.each(cases.slice(0, inSingle))("has them in single precision: $name", (golden) => {
      const result = call(golden, single);
      expect(differences(result, golden, { share: 1e-5 }, names)).toEqual([]);
      expect(new Set(typesIn(result))).toEqual(new Set([Float32Array]));
    });
  });
}
