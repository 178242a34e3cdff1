/** The state of the page, and its form in the URL fragment: #key=value&key=value. */

import type { Cell, Key, Limits, Sentence } from "../keys/key.js";
import { chapterStart } from "./chapters.js";
import { CUT_TEXTS, cutTexts } from "./cuts.js";
import { DEFINITIONS, type Values } from "./definitions.js";

export * from "./definitions.js";
export type { Cell };

export const KEYS = Object.keys(DEFINITIONS) as (keyof Values)[];

/** The definitions, each typed by the value of its key. */
const keys: { readonly [K in keyof Values]: Key<Values[K]> } = DEFINITIONS;

const each = (field: "start" | "limits") =>
  Object.fromEntries(KEYS.map((key) => [key, keys[key][field]])) as unknown;

/** A copy, whose type TypeScript writes out key by key in the declarations of the package. */
const starts = { ...(each("start") as Values) };

/** Everything the reader can set. */
export type State = Readonly<typeof starts>;
export const START: State = starts;

export type { Language } from "./language.js";
export type View = State["view"];
export type Anchor = NonNullable<State["at"]>;
export type Projections = State["projections"];
/** The names that the list of `hide` may contain. */
export type Hideable = State["hide"] extends ReadonlySet<infer T> ? T : never;

/** The names that the list of `open` may contain. */
export type Fold = State["open"] extends ReadonlySet<infer T> ? T : never;

type KeyOf<T> = { [K in keyof State]: State[K] extends T ? K : never }[keyof State];
/** Keys that hold one number. */
export type NumberKey = KeyOf<number>;
/** Keys that hold a list of numbers. */
export type ListKey = KeyOf<readonly number[]>;
/** Keys that hold the number of a word. */
export type OrdinalKey = {
  [K in keyof Values]: (typeof DEFINITIONS)[K] extends { readonly ofWord: true } ? K : never;
}[keyof Values];
/** Keys that hold one of a few words. */
export type WordKey = Exclude<KeyOf<string>, "sentence" | "cuts">;

/** Limits of the number, or of each number, that a key holds. */
export const LIMITS = each("limits") as Readonly<Record<NumberKey | ListKey | "x", Limits>>;

/** A key or value that was not understood. The page says so and goes on without it. */
export interface Junk {
  readonly key: string;
  readonly value: string;
  /** Whether the key is one of the state's, so that only its value was wrong. */
  readonly known: boolean;
}

export const isKey = (key: string): key is keyof State => Object.hasOwn(DEFINITIONS, key);

/** The value of a key that a request about a sentence has. */
export const fittingValue = <K extends keyof State>(
  key: K,
  state: State,
  sentence: Sentence,
): State[K] => keys[key].fitting?.(state[key], sentence) ?? state[key];

/** Reads one value, as an attribute or a fragment gives it; undefined where it is not allowed. */
export function readValue<K extends keyof State>(key: K, text: string): State[K] | undefined {
  return keys[key].read(text);
}

/** The most words that are told to be allowed. */
const TOLD_WORDS = 12;

/** What a key allows, as a link writes it: its words, or its limits. "" where neither tells it. */
export function allowedValues(key: string): string {
  const { words = [], limits } = isKey(key) ? keys[key] : {};
  if (limits !== undefined) return `${limits.least} … ${limits.most}`;
  const more = words.length > TOLD_WORDS ? ["…"] : [];
  return [...words.slice(0, TOLD_WORDS), ...more].join(", ");
}

/** The most characters of junk that are repeated to the reader. */
const SHOWN_JUNK = 40;

function shorten(text: string): string {
  // Cuts between whole characters: half of an emoji is no text.
  const start = [...text.slice(0, 2 * SHOWN_JUNK)].slice(0, SHOWN_JUNK).join("");
  return text.length > start.length ? `${start}…` : text;
}

/**
 * Reads a fragment, with or without its "#". Of a key given twice the last counts. Never throws.
 */
export function readFragment(fragment: string): { state: State; junk: Junk[] } {
  const junk: Junk[] = [];
  const read: Partial<Record<string, unknown>> = {};
  for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    // "#why" alone names a section, as anchors do.
    const anchor = value === "" ? readValue("at", key) : undefined;
    const result = anchor ?? (isKey(key) ? readValue(key, value) : undefined);
    if (result === undefined) {
      junk.push({ key: shorten(key), value: shorten(value), known: isKey(key) });
    } else {
      read[anchor === undefined ? key : "at"] = result;
    }
  }
  const started: State = { ...START, ...read };
  const state = cutTexts({ ...started, ...chapterStart(started), ...read });
  for (const [, cuts] of CUT_TEXTS) {
    const cutsText = read[cuts];
    if (cutsText !== undefined && cutsText !== state[cuts]) {
      junk.push({ key: cuts, value: shorten(String(cutsText)), known: true });
    }
  }
  return { state, junk };
}

const write = <K extends keyof State>(key: K, state: State): string => keys[key].write(state[key]);

/** The shortest fragment that recreates a state, without "#"; empty for the start. */
export function writeFragment(state: State): string {
  const params = new URLSearchParams();
  const start = { ...START, ...chapterStart(state) };
  for (const key of KEYS) {
    // Most keys have the very value of the start: a page has dozens of links.
    if (state[key] === start[key]) continue;
    const value = write(key, state);
    // A value that equals the start is left out.
    if (value !== write(key, start)) params.set(key, value);
  }
  return params.toString();
}
