/**
 * The parameters that a part's figures depend on, written beside each download, and the link that
 * shows the part.
 */

import { PARTS } from "../keys/index.js";
import type { Page } from "../page/page.js";
import { chapterNameOf, chapterOmits } from "../state/chapters.js";
import { CUT_TEXTS } from "../state/cuts.js";
import { EXAMPLE_WORDS, type PartName, START, type State, sentenceKeys } from "../state/state.js";

/** A set as a list, which files can hold. */
export const setAsList = (value: unknown): unknown => (value instanceof Set ? [...value] : value);

/**
 * Told where a dictionary has divided a sentence; in a caption, beside a picture with its words,
 * not even there.
 */
const CUTS: readonly string[] = CUT_TEXTS.map(([, cuts]) => cuts);

/**
 * The values of the keys that a part depends on: those of the sentence that its chapter has, and
 * its own.
 */
export function figureParameters(part: PartName, state: State): Record<string, unknown> {
  const partKeys = PARTS.find(({ name }) => name === part)?.keys ?? {};
  const values = (keys: object) =>
    Object.fromEntries(
      (Object.keys(keys) as (keyof State)[])
        .filter((key) => !CUTS.includes(key) || state[key] !== "")
        .map((key) => [key, setAsList(state[key])]),
    );
  const { x, dim, seed, exponent } = state;
  const example = { sentence: EXAMPLE_WORDS.join(" "), vectors: "example", x, exponent };
  const { x: _, ...drawn } = values(sentenceKeys);
  if (chapterOmits({ view: chapterNameOf(part) }, "sentence")) {
    return { dim, seed, exponent, ...values(partKeys) };
  }
  return { ...(state.vectors === "example" ? example : drawn), ...values(partKeys) };
}

/**
 * The keys of the sentence that a caption always names. Of all others it names those that differ
 * from the start.
 */
const ALWAYS_NAMED = ["sentence", "dim", "seed"];

/** The parameters in one line for the caption of a figure, whose link leads to all of them. */
export function captionLine(part: PartName, state: State): string {
  const start = (key: string) => String(setAsList(START[key as keyof State]));
  const changedParameters = Object.entries(figureParameters(part, state)).filter(
    ([key, value]) =>
      !CUTS.includes(key) && (ALWAYS_NAMED.includes(key) || String(value) !== start(key)),
  );
  return parameterLine(Object.fromEntries(changedParameters));
}

/** Parameters in one line, for below a picture. */
export function parameterLine(parameters: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown) =>
    Array.isArray(value) && Array.isArray(value[0]) ? value.join("; ") : String(value);
  return Object.entries(parameters)
    .map(([key, value]) => `${key} = ${text(value)}`)
    .join(", ");
}

/** The address that shows this part in this state. */
export function linkTo(page: Pick<Page, "addressOf">, part: PartName, state: State): string {
  const whole = state.view === "page";
  return page.addressOf({ ...state, view: whole ? "page" : part, at: whole ? part : null });
}
