/** Random states for the property tests, and what makes a state one. */
import fc from "fast-check";
import { expect } from "vitest";
import {
  ACCUMULATIONS,
  ANCHORS,
  LANGUAGES,
  LAWS,
  LIMITS,
  LIST,
  LOSSES,
  MEASURES,
  type NumberKey,
  PARTS,
  PLACES,
  PRECISIONS,
  PROJECTIONS,
  SOURCES,
  START,
  type State,
  THEMES,
  VIEWS,
  WORD_VECTORS,
} from "../../web/src/state/state.js";

/** Any text that a text field can hold. */
export const texts = fc.string({ unit: "binary", maxLength: 60 });

type Limits = { readonly least: number; readonly most: number };

const wholes = ({ least, most }: Limits) => fc.integer({ min: least, max: most });
/** Without −0, which no fragment tells from 0. */
const numbers = ({ least, most }: Limits) =>
  fc.double({ min: least, max: most, noNaN: true }).map((value) => value + 0);
const row = fc.array(numbers(LIMITS.entry), { minLength: 3, maxLength: 3 });
const list = (fewest: number) =>
  fc.array(numbers(LIMITS.logit), { minLength: fewest, maxLength: LIST.most });
const index = fc.integer({ min: 0, max: 63 });

/** The keys that hold one whole number, and those that hold any. */
export const WHOLE = [
  "dim",
  "seed",
  "samples",
  "sampledim",
  "sampleseed",
  "word",
  "keys",
  "draws",
  "drawseed",
  "target",
] as const satisfies NumberKey[];
export const DECIMAL = [
  "exponent",
  "sigma",
  "a",
  "factor",
  "shift",
  "size",
] as const satisfies NumberKey[];

/** The keys that hold one of a few words. */
export const WORDS = {
  vectors: WORD_VECTORS,
  projections: PROJECTIONS,
  view: VIEWS,
  theme: THEMES,
  law: LAWS,
  source: SOURCES,
  loss: LOSSES,
  measure: MEASURES,
  precision: PRECISIONS,
  accumulate: ACCUMULATIONS,
  place: PLACES,
} as const;

type One<T> = { readonly [K in keyof T]: fc.Arbitrary<T[K]> };

const wholeOnes = Object.fromEntries(WHOLE.map((key) => [key, wholes(LIMITS[key])])) as One<
  Pick<State, (typeof WHOLE)[number]>
>;
const decimalOnes = Object.fromEntries(DECIMAL.map((key) => [key, numbers(LIMITS[key])])) as One<
  Pick<State, (typeof DECIMAL)[number]>
>;
const wordOnes = Object.fromEntries(
  Object.entries(WORDS).map(([key, allowed]) => [key, fc.constantFrom<string>(...allowed)]),
) as unknown as One<Pick<State, keyof typeof WORDS>>;

export const states: fc.Arbitrary<State> = fc.record({
  // As a text field gives it: without line breaks.
  sentence: texts.map((text) => text.replace(/[\r\n]+/g, " ")),
  x: fc.array(row, { minLength: 3, maxLength: 3 }),
  lang: fc.constantFrom(null, ...LANGUAGES),
  hide: fc.subarray([...PARTS]).map((parts) => new Set(parts)),
  cell: fc.option(fc.record({ row: index, col: index })),
  at: fc.constantFrom(null, ...ANCHORS),
  logits: list(LIST.least),
  upstream: list(1),
  ...wholeOnes,
  ...decimalOnes,
  ...wordOnes,
});

const within = (value: number, { least, most }: Limits) => value >= least && value <= most;

/** Whatever may come from a fragment, the page can show it. */
export function expectValid(state: State): void {
  const { x, cell, at, lang } = state;
  const index = (value: number) => Number.isInteger(value) && within(value, { least: 0, most: 63 });
  const listed = (entries: readonly number[], fewest: number) =>
    within(entries.length, { least: fewest, most: LIST.most }) &&
    entries.every((entry) => within(entry, LIMITS.logit));
  const wrong = {
    sentence: typeof state.sentence === "string",
    x: x.map((entries) => entries.length).join() === "3,3,3",
    entries: x.flat().every((entry) => within(entry, LIMITS.entry)),
    lang: lang === null || LANGUAGES.includes(lang),
    hide: [...state.hide].every((part) => PARTS.includes(part)),
    cell: cell === null || (index(cell.row) && index(cell.col)),
    at: at === null || ANCHORS.includes(at),
    logits: listed(state.logits, LIST.least),
    upstream: listed(state.upstream, 1),
    ...Object.fromEntries(
      WHOLE.map((key) => [key, Number.isInteger(state[key]) && within(state[key], LIMITS[key])]),
    ),
    ...Object.fromEntries(DECIMAL.map((key) => [key, within(state[key], LIMITS[key])])),
    ...Object.fromEntries(
      Object.entries(WORDS).map(([key, allowed]) => [
        key,
        (allowed as readonly string[]).includes(state[key as keyof typeof WORDS]),
      ]),
    ),
  };
  expect(Object.entries(wrong).filter(([, right]) => !right)).toEqual([]);
  expect(Object.keys(state).sort()).toEqual(Object.keys(START).sort());
}
