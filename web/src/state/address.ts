/** The fragment of the page's address: the one it has, and the one for a state. */
import { firstSentence, isFirstSentence } from "./chapters.js";
import { languageOf } from "./language.js";
import { START, type State, writeFragment } from "./state.js";

/** The id of a script in the document that holds tensors: see given.ts. */
export const GIVEN_ID = "attention-scale-tensors";

/** The document's own element. */
const ownElement = () => document.querySelector("attention-scale");

const ownAttribute = (name: "state" | "view"): string => ownElement()?.getAttribute(name) ?? "";

/** Whether the document is the element's own, and its address a state. */
export const isOwnPage = (): boolean => "ownPage" in document.documentElement.dataset;

/** What the document shows where neither address nor state names it. */
const ownView = (): string =>
  ownAttribute("view") ||
  (ownAttribute("state") === "" && document.getElementById(GIVEN_ID) ? "own" : "");

const namesView = (fragment: string) => new URLSearchParams(fragment).has("view");

/**
 * Whether a fragment says nothing but language, light, view and path, or a sentence that the page
 * has written there by itself: then the page asks its questions.
 */
export const isPlain = (fragment: string): boolean =>
  [...new URLSearchParams(fragment)].every(
    ([key, value]) =>
      /^(lang|theme|view|path)$/.test(key) || (key === "sentence" && isFirstSentence(value)),
  );

/** The fragment of a state, which names its view. */
export function fragmentOf(state: State): string {
  const fragment = writeFragment(state);
  return namesView(fragment) ? fragment : `view=${state.view}${fragment && `&${fragment}`}`;
}

/**
 * What the document shows where its address says nothing: the start with the first sentence of the
 * browser's language. In a frame, a frozen page and the document of a chapter it is the start of
 * every language, since somebody has chosen what to show.
 */
export function startHere(): State {
  const sentence = firstSentence(languageOf(navigator.language));
  const isChosen =
    globalThis.parent !== globalThis.self || ownElement()?.matches("[state], [view]");
  return isChosen || sentence === START.sentence ? START : { ...START, sentence };
}

/**
 * The fragment of the present address. A frozen page, one file that opens in the state in which it
 * was downloaded, has its own where the address has none; the document of a chapter shows it where
 * the address names no view.
 */
export function fragmentHere(): string {
  const fragment =
    location.hash.replace(/^#/, "") || ownAttribute("state") || writeFragment(startHere());
  const view = ownView();
  return view === "" || namesView(fragment) ? fragment : `view=${view}&${fragment}`;
}

/**
 * The fragment that recreates a state at this address: the shortest one, empty for what the
 * document shows without any.
 */
export function fragmentFor(state: State): string {
  const fragment = writeFragment(state);
  const otherStart = ownAttribute("state") !== "" || ownView() !== "" || startHere() !== START;
  return otherStart && state.view === START.view ? fragmentOf(state) : fragment;
}
