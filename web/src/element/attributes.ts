/** The element's attributes: one a key of the state, and `state`, which holds a whole fragment. */

import { inItsChapter, STARTED } from "../state/chapters.js";
import { CUT_TEXTS, cutTexts } from "../state/cuts.js";
import { EMBED_START } from "../state/embedded.js";
import { LANGUAGES } from "../state/language.js";
import type { Junk, State } from "../state/state.js";
import { isKey, KEYS, readFragment, readValue, writeFragment } from "../state/state.js";

/** Attributes of single keys count more than this one. */
const STATE = "state";

/** Where links lead: no key of the state, which they hold. */
const HOME = "home";

export const ATTRIBUTES: readonly string[] = [STATE, HOME, ...KEYS];

/** Whether an attribute without a text says something: that of a key that takes an empty one. */
export const takesEmpty = (name: string): boolean =>
  isKey(name) && readValue(name, "") !== undefined;

/** The absolute address that `home` gives; null where it gives none of a page. */
export function homeOf(text: string | null): string | null {
  if (text === null || !URL.canParse(text, document.baseURI)) return null;
  const { protocol, href } = new URL(text, document.baseURI);
  return /^(https?|file):$/.test(protocol) ? href : null;
}

/** A state, and the values that were not understood. */
export type ReadState = Readonly<{ state: State; junk: readonly Junk[] }>;

const AT_START = writeFragment(EMBED_START);

const stateAttribute = (element: Element) => (element.getAttribute(STATE) ?? "").replace(/^#/, "");

const REGIONAL = new RegExp(`^(${LANGUAGES.join("|")})-.*`, "i");
/**
 * Cuts a language tag with a script or a region (zh-Hans, en-GB), as HTML's `lang` may hold, down
 * to one of our languages.
 */
const base = (tag: string) => tag.replace(REGIONAL, "$1").toLowerCase();

/**
 * What all attributes say: the start of an embed, then `state`, then the single keys. Of a key
 * given twice the last counts.
 */
function readAll(element: Element): ReadState {
  const values = new URLSearchParams();
  const wrong: Junk[] = [];
  for (const key of KEYS) {
    const value = element.getAttribute(key);
    if (value === null) continue;
    const text = key === "lang" ? base(value) : value;
    if (readValue(key, text) === undefined) wrong.push({ key, value, known: true });
    else values.set(key, text);
  }
  const home = element.getAttribute(HOME);
  if (home !== null && homeOf(home) === null) wrong.push({ key: HOME, value: home, known: true });
  const { state, junk } = readFragment(`${AT_START}&${stateAttribute(element)}&${values}`);
  for (const [, key] of CUT_TEXTS) {
    const value = values.get(key);
    if (value !== null && value !== state[key]) {
      wrong.push({ key, value, known: true });
    }
  }
  return { state, junk: [...junk.filter(({ key }) => !element.hasAttribute(key)), ...wrong] };
}

/** What the page shows for all attributes: see `Attributes`. */
function readPlace(element: Element): ReadState {
  const { state, junk } = readAll(element);
  const view = junk.find(({ key }) => key === "view");
  const fragmentState = readFragment(`${AT_START}&${stateAttribute(element)}`);
  const unread = fragmentState.junk.length > 0 && writeFragment(fragmentState.state) === AT_START;
  if (view === undefined && !unread) return { state: inItsChapter(state), junk };
  const figure = view ? `view=${view.value}` : `state=${element.getAttribute(STATE)}`;
  const otherJunk = view ? junk.filter((one) => one !== view) : [];
  return { state: inItsChapter({ ...state, figure }), junk: otherJunk };
}

/**
 * The keys that name a place in the page, each of which also decides on those that a chapter has
 * starts of its own for.
 */
const PLACES: readonly string[] = ["view", "figure", "at"];

/** The keys that an attribute decides on. */
function keysOfAttribute(name: string): readonly string[] {
  if (name === STATE) return KEYS;
  const named = PLACES.includes(name) ? [...PLACES, ...STARTED] : [name];
  // A text comes with its cuts.
  const cuts = CUT_TEXTS.filter(([text]) => named.includes(text)).map(([, key]) => key);
  return [...named, ...cuts];
}

const holds = (list: readonly Junk[], { key, value }: Junk): boolean =>
  list.some((one) => one.key === key && one.value === value);

/** What is shown after an attribute has changed, and the keys that it decided on. */
export type Followed = ReadState & { readonly keys: ReadonlySet<string> };

/**
 * The attributes of an element. Where nobody else has changed the state, it depends on what they
 * say, and not on the order in which they came or on what they said before. What the reader has
 * changed stays until an attribute decides on it.
 *
 * Where the view is unknown, or nothing in `state` is understood, `figure` becomes "view=…" or
 * "state=…". No figure has such a name, so the element says what is wrong, beside the author's
 * still picture.
 */
export class Attributes {
  /** What was not understood in them before the last change. */
  private wrong: readonly Junk[] = [];

  constructor(private readonly element: Element) {}

  /** @param current before the attribute has changed */
  follow(name: string, current: ReadState): Followed {
    const before = this.wrong;
    const read = readPlace(this.element);
    this.wrong = read.junk;
    const keys = new Set(keysOfAttribute(name));
    const decided = Object.entries(read.state).filter(([key]) => keys.has(key));
    const state = inItsChapter(cutTexts({ ...current.state, ...Object.fromEntries(decided) }));
    const stays = ({ key }: Junk) => name !== STATE && !keys.has(key);
    const otherJunk = current.junk.filter((one) => stays(one) && !holds(before, one));
    const dismissed = before.filter((one) => stays(one) && !holds(current.junk, one));
    const junk = [...otherJunk, ...read.junk.filter((one) => !holds(dismissed, one))];
    return { state, junk, keys };
  }
}
