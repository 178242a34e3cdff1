/** Random states for the property tests, and what makes a state one. */
import fc from "fast-check";
import { expect } from "vitest";
import {
  ANCHORS,
  LANGUAGES,
  LIMITS,
  PARTS,
  PROJECTIONS,
  type State,
  THEMES,
  VIEWS,
  WORD_VECTORS,
} from "../../web/src/model/state.js";

/** Any text that a text field can hold. */
export const texts = fc.string({ unit: "binary", maxLength: 60 });

type Limits = { readonly least: number; readonly most: number };

const wholes = ({ least, most }: Limits) => fc.integer({ min: least, max: most });
/** Without −0, which no fragment tells from 0. */
const numbers = ({ least, most }: Limits) =>
  fc.double({ min: least, max: most, noNaN: true }).map((value) => value + 0);
const row = fc.array(numbers(LIMITS.entry), { minLength: 3, maxLength: 3 });
const index = fc.integer({ min: 0, max: 63 });

export const states: fc.Arbitrary<State> = fc.record({
  // As a text field gives it: without line breaks.
  sentence: texts.map((text) => text.replace(/[\r\n]+/g, " ")),
  dim: wholes(LIMITS.dim),
  seed: wholes(LIMITS.seed),
  vectors: fc.constantFrom(...WORD_VECTORS),
  projections: fc.constantFrom(...PROJECTIONS),
  x: fc.array(row, { minLength: 3, maxLength: 3 }),
  exponent: numbers(LIMITS.exponent),
  view: fc.constantFrom(...VIEWS),
  lang: fc.constantFrom(null, ...LANGUAGES),
  theme: fc.constantFrom(...THEMES),
  hide: fc.subarray([...PARTS]).map((parts) => new Set(parts)),
  cell: fc.option(fc.record({ row: index, col: index })),
  at: fc.constantFrom(null, ...ANCHORS),
});

const within = (value: number, { least, most }: Limits) => value >= least && value <= most;

/** Whatever may come from a fragment, the page can show it. */
export function expectValid(state: State): void {
  const { x, cell, at, lang } = state;
  const index = (value: number) => Number.isInteger(value) && within(value, { least: 0, most: 63 });
  expect({
    sentence: typeof state.sentence,
    dim: Number.isInteger(state.dim) && within(state.dim, LIMITS.dim),
    seed: Number.isInteger(state.seed) && within(state.seed, LIMITS.seed),
    vectors: WORD_VECTORS.includes(state.vectors),
    projections: PROJECTIONS.includes(state.projections),
    shape: x.map((entries) => entries.length),
    x: x.flat().every((entry) => within(entry, LIMITS.entry)),
    exponent: within(state.exponent, LIMITS.exponent),
    view: VIEWS.includes(state.view),
    lang: lang === null || LANGUAGES.includes(lang),
    theme: THEMES.includes(state.theme),
    hide: [...state.hide].every((part) => PARTS.includes(part)),
    cell: cell === null || (index(cell.row) && index(cell.col)),
    at: at === null || ANCHORS.includes(at),
    keys: Object.keys(state).length,
  }).toEqual({
    ...{ sentence: "string", dim: true, seed: true, vectors: true, projections: true },
    ...{ shape: [3, 3, 3], x: true, exponent: true, view: true, lang: true, theme: true },
    ...{ hide: true, cell: true, at: true, keys: 13 },
  });
}
