/** The element's attributes: one a key of the state, and `state`, which holds a whole fragment. */
import { STARTED } from "../state/chapters.js";
import { EMBED_START } from "../state/embedded.js";
import {
  type Junk,
  KEYS,
  readFragment,
  readValue,
  type State,
  writeFragment,
} from "../state/state.js";

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
export interface Read {
  readonly state: State;
  readonly junk: readonly Junk[];
}

const AT_START = writeFragment(EMBED_START);

/** Attributes that decide on the chapter, and so on the sentences where none are given. */
const PLACES = ["view", "figure"] as const;

/**
 * What the attribute `state` says after the start of an embed: of a key given twice the last counts. What a chapter starts with is
 * that of the chapter that the other attributes name.
 */
function readState(element: Element): Read {
  const places = PLACES.map((key) => [key, element.getAttribute(key)] as const);
  const given = new URLSearchParams(
    places.flatMap(([key, text]) =>
      text === null || readValue(key, text) === undefined ? [] : [[key, text]],
    ),
  );
  const own = (element.getAttribute(STATE) ?? "").replace(/^#/, "");
  const { state, junk } = readFragment(`${AT_START}&${own}`);
  const placed = readFragment(`${AT_START}&${own}&${given}`).state;
  const started = Object.fromEntries(STARTED.map((key) => [key, placed[key]]));
  return { state: { ...state, ...started }, junk };
}

/** Of a tag of one of our languages, which HTML's own attribute may hold with a script or a region (zh-Hans, en-GB), the language. */
const base = (tag: string) => tag.replace(/^(en|zh)-.*/i, "$1").toLowerCase();

/** Reads the attribute of a key; without it the key has its value in the attribute `state`. */
function readKey(element: Element, key: keyof State, { state, junk }: Read): Read {
  const text = element.getAttribute(key);
  const value =
    text === null
      ? readState(element).state[key]
      : readValue(key, key === "lang" ? base(text) : text);
  const others = junk.filter((one) => one.key !== key);
  return value === undefined
    ? { state, junk: [...others, { key, value: text ?? "", known: true }] }
    : { state: { ...state, [key]: value }, junk: others };
}

function readOne(element: Element, name: string, before: Read): Read {
  if (name === STATE) {
    const given = ATTRIBUTES.filter((other) => other !== STATE && element.hasAttribute(other));
    return given.reduce<Read>((read, other) => readOne(element, other, read), readState(element));
  }
  if (name === HOME) {
    const value = element.getAttribute(HOME);
    const others = before.junk.filter(({ key }) => key !== HOME);
    const wrong = value !== null && homeOf(value) === null;
    const junk = wrong ? [...others, { key: HOME, value, known: true }] : others;
    return { state: before.state, junk };
  }
  // A figure has its part for a view. Without it the view is again that of its own attribute.
  if (name === "figure" || name === "view")
    return ([...PLACES, ...STARTED] as const).reduce<Read>(
      (read, key) => readKey(element, key, read),
      before,
    );
  const key = KEYS.find((known) => known === name);
  return key === undefined ? before : readKey(element, key, before);
}

/**
 * State and junk after an attribute has changed. Where the view is unknown, or nothing in `state` is understood, `figure` becomes
 * "view=…" or "state=…". No figure has such a name, so the element says what is wrong, beside the author's still picture.
 */
export function readAttribute(element: Element, name: string, before: Read): Read {
  const wrong = before.state.figure.includes("=");
  const { state, junk } = readOne(element, wrong ? STATE : name, before);
  const view = junk.find(({ key }) => key === "view");
  const whole = readState(element);
  const unread = whole.junk.length > 0 && writeFragment(whole.state) === AT_START;
  if (view === undefined && !unread) return { state, junk };
  const figure = view ? `view=${view.value}` : `state=${element.getAttribute(STATE)}`;
  return { state: { ...state, figure }, junk: view ? junk.filter((one) => one !== view) : [] };
}
