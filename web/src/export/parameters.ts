/**
 * The parameters that a part's figures depend on, written beside each download, and the link that
 * shows the part.
 */

import { PARTS } from "../keys/index.js";
import type { Key } from "../keys/key.js";
import type { Page } from "../page/page.js";
import { chapterNameOf, viewOmits } from "../state/chapters.js";
import { CUT_TEXTS } from "../state/cuts.js";
import type { Language } from "../state/language.js";
import {
  DEFINITIONS,
  EXAMPLE_WORDS,
  type PartName,
  START,
  type State,
  sentenceKeys,
} from "../state/state.js";
import type { en as LaterText } from "../text/en/keys.js";
import type { en as FirstText } from "../text/en/single-figure.js";
import { unmarked } from "../text/typeset.js";
import { textsOf } from "../text/words.js";

const FIRST_TEXTS = textsOf<typeof FirstText>("single-figure");
const LATER_TEXTS = textsOf<typeof LaterText>("keys");

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
  if (viewOmits({ view: chapterNameOf(part) }, "sentence")) {
    return { dim, seed, exponent, ...values(partKeys) };
  }
  return { ...(state.vectors === "example" ? example : drawn), ...values(partKeys) };
}

/**
 * The keys of the sentence that a caption always names. Of all others it names those that differ
 * from the start.
 */
const ALWAYS_NAMED = ["sentence", "dim", "seed"];

/**
 * The parameters in one line for the caption of a figure, whose link leads to all of them.
 * @param left those that the figure itself goes through, which are left out
 */
export function captionLine(
  part: PartName,
  state: State,
  language: Language,
  left: readonly string[] = [],
): string {
  const start = (key: string) => String(setAsList(START[key as keyof State]));
  const changedParameters = Object.entries(figureParameters(part, state)).filter(
    ([key, value]) =>
      ![...CUTS, ...left].includes(key) &&
      (ALWAYS_NAMED.includes(key) || String(value) !== start(key)),
  );
  return parameterLine(Object.fromEntries(changedParameters), language);
}

/** Parameters in one line, for below a picture, by their names in the reader's language. */
export function parameterLine(
  parameters: Readonly<Record<string, unknown>>,
  language: Language,
): string {
  const first = FIRST_TEXTS[language].parameters;
  const later = LATER_TEXTS[language];
  const names: Readonly<Record<string, string>> = Object.assign({}, later.keys, first.keys);
  const values: Readonly<Record<string, string>> = Object.assign({}, later.values, first.values);
  const shownValue = (key: string, value: unknown) => {
    if (Array.isArray(value) && Array.isArray(value[0])) return value.join("; ");
    // What readers have typed is in no language of the page.
    const definition = DEFINITIONS[key as keyof State] as Partial<Key<unknown>> | undefined;
    const isChosen = definition?.words !== undefined;
    const items: readonly unknown[] = isChosen && Array.isArray(value) ? value : [value];
    const nameOf = (item: string) => {
      const name = isChosen ? (values[`${key} ${item}`] ?? values[item]) : undefined;
      return name === undefined ? item : unmarked(name);
    };
    return items.map((item) => nameOf(String(item))).join(",");
  };
  return Object.entries(parameters)
    .map(([key, value]) => `${unmarked(names[key] ?? key)} = ${shownValue(key, value)}`)
    .join(first.comma);
}

/** Signs that a fragment may have as they are, and that mean nothing in its form encoding. */
const READABLE_SIGN = /[\p{L}\p{M}\p{N},;:!?'()*/@~-]/u;

/** The text of an escaped part of a link, as far as it can be read. */
function unescaped(escapedText: string): string {
  try {
    return [...decodeURIComponent(escapedText)]
      .map((sign) => (READABLE_SIGN.test(sign) ? sign : encodeURIComponent(sign)))
      .join("");
  } catch {
    return escapedText;
  }
}

/**
 * The shortest link to the figure, for a picture, from which it is read and typed: with what the
 * figure depends on, where that differs from the start, and with words as they are written.
 */
export function shortLink(
  page: Pick<Page, "addressOf" | "state">,
  part: PartName,
  state: State,
): string {
  const { view, lang } = page.state;
  const figureKeys = Object.keys(figureParameters(part, state)) as (keyof State)[];
  const figureState = Object.fromEntries(figureKeys.map((key) => [key, state[key]]));
  // A figure in a fold is seen where the fold is open.
  const open = new Set([...page.state.open].filter((fold) => fold.startsWith(`${part}-`)));
  const link = linkTo(page, part, { ...START, ...figureState, open, view, lang });
  const [address = "", fragment = ""] = link.split("#");
  const shortFragment = fragment.replace(/^view=page&/, "").replace(/&at=matrices$/, "");
  return `${address}#${shortFragment.replace(/(?:%[0-9A-F]{2})+/g, unescaped)}`;
}

/** The address that shows this part in this state. */
export function linkTo(page: Pick<Page, "addressOf">, part: PartName, state: State): string {
  const whole = state.view === "page";
  return page.addressOf({ ...state, view: whole ? "page" : part, at: whole ? part : null });
}

/** The characters of a link whose code has cells that a phone still tells apart in a picture. */
export const LONGEST_LINK = 800;

/**
 * The short link as a program reads it; null where it leads nobody else here, since the page was
 * opened from a file.
 */
export function sharedLink(
  page: Pick<Page, "addressOf" | "state">,
  part: PartName,
  state: State,
): string | null {
  const link = shortLink(page, part, state);
  return /^https?:/.test(link) ? new URL(link).href : null;
}
