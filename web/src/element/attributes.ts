/** The element's attributes: one a key of the state, and `state`, which holds a whole fragment. */

import { STARTED } from "../state/chapters.js";
import { CUT_TEXTS, cutTexts } from "../state/cuts.js";
import { EMBED_START } from "../state/embedded.js";
import { LANGUAGES } from "../state/language.js";
import type { Junk, State } from "../state/state.js";
import { KEYS, readFragment, readValue, writeFragment } from "../state/state.js";

/** Attributes of single keys count more than this one. */
const STATE = "state";

/** Where links lead: no key of the state, which they hold. */
const HOME = "home";

export const ATTRIBUTES: readonly string[] = [STATE, HOME, ...KEYS];

/** The absolute address that `home` gives; null where it gives none of a page. */
export function homeOf(text: string | null): string | null {
  if (text === null || !URL.canParse(text, document.baseURI)) return null;
  const { protocol, href } = new URL(text, document.baseURI);
  return /^(https?|file):$/.test(protocol) ? href : null;
}

/** A state, and the values that were not understood. */
export type Read = Readonly<{ state: State; junk: readonly Junk[] }>;

const AT_START = writeFragment(EMBED_START);

const fragmentOf = (element: Element) => (element.getAttribute(STATE) ?? "").replace(/^#/, "");

const REGIONAL = new RegExp(`^(${LANGUAGES.join("|")})-.*`, "i");
/** Of a tag of one of our languages, which HTML's own attribute may hold with a script or a region (zh-Hans, en-GB), the language. */
const base = (tag: string) => tag.replace(REGIONAL, "$1").toLowerCase();

/** What all attributes say: the start of an embed, then `state`, then the single keys. Of a key given twice the last counts. */
function readAll(element: Element): Read {
  const given = new URLSearchParams();
  const wrong: Junk[] = [];
  for (const key of KEYS) {
    const value = element.getAttribute(key);
    if (value === null) continue;
    const text = key === "lang" ? base(value) : value;
    if (readValue(key, text) === undefined) wrong.push({ key, value, known: true });
    else given.set(key, text);
  }
  const home = element.getAttribute(HOME);
  if (home !== null && homeOf(home) === null) wrong.push({ key: HOME, value: home, known: true });
  const { state, junk } = readFragment(`${AT_START}&${fragmentOf(element)}&${given}`);
  for (const [, key] of CUT_TEXTS) {
    const value = given.get(key);
    if (value !== null && value !== state[key]) {
      wrong.push({ key, value, known: true });
    }
  }
  return { state, junk: [...junk.filter(({ key }) => !element.hasAttribute(key)), ...wrong] };
}

/** Of all that the attributes say what follows from a change of one: its key, and from the place in the page what a chapter starts with. */
function readOne(element: Element, name: string, before: Read): Read {
  const all = readAll(element);
  if (name === STATE) return all;
  const places = ["figure", "view"];
  const changed = places.includes(name) ? [...places, ...STARTED] : [name];
  // A text comes with its cuts.
  const cuts = CUT_TEXTS.filter(([text]) => changed.includes(text)).map(([, key]) => key);
  const keys = [...changed, ...cuts];
  const others = before.junk.filter(({ key }) => !keys.includes(key));
  const wrong = all.junk.filter(({ key }) => keys.includes(key));
  // What is not understood takes away nothing.
  const taken = keys.filter((key) => !wrong.some((one) => one.key === key));
  const values = Object.entries(all.state).filter(([key]) => taken.includes(key));
  const state = cutTexts({ ...before.state, ...Object.fromEntries(values) });
  return { state, junk: [...others, ...wrong] };
}

/**
 * State and junk after an attribute has changed. Where the view is unknown, or nothing in `state` is understood, `figure` becomes
 * "view=…" or "state=…". No figure has such a name, so the element says what is wrong, beside the author's still picture.
 */
export function readAttribute(element: Element, name: string, before: Read): Read {
  const wrong = before.state.figure.includes("=");
  const { state, junk } = readOne(element, wrong ? STATE : name, before);
  const view = junk.find(({ key }) => key === "view");
  const own = readFragment(`${AT_START}&${fragmentOf(element)}`);
  const unread = own.junk.length > 0 && writeFragment(own.state) === AT_START;
  if (view === undefined && !unread) return { state, junk };
  const figure = view ? `view=${view.value}` : `state=${element.getAttribute(STATE)}`;
  return { state: { ...state, figure }, junk: view ? junk.filter((one) => one !== view) : [] };
}
