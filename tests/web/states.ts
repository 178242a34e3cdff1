/**
 * Random states for the property tests, made from the keys, and the check that a state is valid.
 */
import fc from "fast-check";
import { expect } from "vitest";
import type { Key, Limits } from "../../web/src/keys/key.js";
import { cutTexts } from "../../web/src/state/cuts.js";
import { DEFINITIONS, START, type State } from "../../web/src/state/state.js";

/** Any text that a text field can hold. */
export const texts = fc.string({ unit: "binary", maxLength: 60 });

const wholes = ({ least, most }: Limits) => fc.integer({ min: least, max: most });
/** Numbers without −0, which no fragment tells from 0. */
const decimals = ({ least, most }: Limits) =>
  fc.double({ min: least, max: most, noNaN: true }).map((value) => value + 0);
const exactly = (count: number) => ({ minLength: count, maxLength: count });

const within = (value: unknown, { least, most }: Limits) =>
  typeof value === "number" && value >= least && value <= most;
const isWhole = (value: unknown, limits: Limits) =>
  Number.isInteger(value) && within(value, limits);

/**
 * The values that a key allows: at random, those at its limits, and whether a value is one of them.
 */
interface Values {
  readonly any: fc.Arbitrary<unknown>;
  readonly edges: readonly unknown[];
  has(value: unknown): boolean;
}

function matrixValues(start: readonly (readonly number[])[], limits: Limits): Values {
  const filled = (value: number) => start.map((row) => row.map(() => value));
  return {
    any: fc.tuple(...start.map((row) => fc.array(decimals(limits), exactly(row.length)))),
    edges: [filled(limits.least), filled(limits.most)],
    has: (value) =>
      Array.isArray(value) &&
      value.length === start.length &&
      value.every((row: readonly number[], i) => row.length === start[i]?.length) &&
      value.flat().every((entry) => within(entry, limits)),
  };
}

const listValues = (limits: Limits, count: Limits): Values => ({
  any: fc.array(decimals(limits), { minLength: count.least, maxLength: count.most }),
  edges: [Array(count.least).fill(limits.least), Array(count.most).fill(limits.most)],
  has: (value) =>
    Array.isArray(value) &&
    within(value.length, count) &&
    value.every((entry) => within(entry, limits)),
});

const cellValues = (limits: Limits): Values => ({
  any: fc.option(fc.record({ row: wholes(limits), col: wholes(limits) })),
  edges: [null, { row: limits.least, col: limits.most }],
  has: (value) =>
    value === null || Object.values(value as object).every((index) => isWhole(index, limits)),
});

const setValues = (words: readonly string[]): Values => ({
  any: fc.subarray([...words]).map((some) => new Set(some)),
  edges: [new Set(), new Set(words)],
  has: (value) => value instanceof Set && [...value].every((word) => words.includes(word)),
});

function wordValues(start: unknown, words: readonly string[]): Values {
  const edges = start === null ? [null, ...words] : words;
  return { any: fc.constantFrom(...edges), edges, has: (value) => edges.includes(value as string) };
}

/** The values of a text field, which have no line breaks. */
const TEXT: Values = {
  any: texts.map((text) => text.replace(/[\r\n]+/g, " ")),
  edges: ["", " "],
  has: (value) => typeof value === "string",
};

/** The values of a text area, in which every line break is a line feed. */
const LINES: Values = {
  any: texts.map((text) => text.replace(/\r\n?/g, "\n")),
  edges: ["", "\n", "To be,\nor not to be.\n\n"],
  has: (value) => typeof value === "string" && !value.includes("\r"),
};

/** Texts of a form; the empty one is one of them. */
const formedValues = (pattern: RegExp): Values => ({
  any: fc.stringMatching(pattern),
  edges: [""],
  has: (value) => typeof value === "string" && pattern.test(value),
});

export function valuesOf({
  start,
  limits,
  whole,
  count,
  words,
  pattern,
  lines,
}: Key<unknown>): Values {
  if (lines === true) return LINES;
  if (pattern !== undefined) return formedValues(pattern);
  if (words !== undefined) {
    return start instanceof Set ? setValues(words) : wordValues(start, words);
  }
  if (limits === undefined) return TEXT;
  if (count !== undefined) return listValues(limits, count);
  if (Array.isArray(start)) return matrixValues(start, limits);
  if (start === null) return cellValues(limits);
  return {
    any: (whole ? wholes : decimals)(limits),
    edges: [limits.least, limits.most],
    has: (value) => (whole ? isWhole : within)(value, limits),
  };
}

export const definitions: readonly [string, Key<unknown>][] = Object.entries(DEFINITIONS);
const values = definitions.map(([name, key]) => [name, valuesOf(key)] as const);

/** Their cuts are those of their texts. */
export const states = (
  fc.record(
    Object.fromEntries(values.map(([name, { any }]) => [name, any])),
  ) as unknown as fc.Arbitrary<State>
).map(cutTexts);

/**
 * Text that a link may give as a value: nearly right, at the limits and just beyond, or of another
 * key.
 */
export const junkValues: fc.Arbitrary<string> = fc.constantFrom(
  ...new Set([
    "",
    "%",
    "%zz",
    "%C3",
    "1,1",
    "-0",
    "0x10",
    " 1 ",
    "1e9",
    "NaN",
    "Infinity",
    "1,2,3;4,5,6;7,8,9",
    "header,nothing",
    "１",
    ...definitions.flatMap(([, key]) => valuesOf(key).edges.map((value) => key.write(value))),
    ...definitions.flatMap(([, { limits }]) =>
      limits === undefined
        ? []
        : [limits.least - 1, limits.most + 1, limits.most + 0.5].map(String),
    ),
    ...definitions.flatMap(([, { words = [] }]) => words),
  ]),
);

/** Whatever may come from a fragment, the page can show it. */
export function expectValid(state: State): void {
  const given = state as unknown as Readonly<Record<string, unknown>>;
  expect(values.filter(([name, { has }]) => !has(given[name]))).toEqual([]);
  expect(Object.keys(state).sort()).toEqual(Object.keys(START).sort());
}
