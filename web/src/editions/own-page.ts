/** A document that is the element's own: its address, its title, its history, and its height for a frame around it. */

import { type AttentionScale, CHANGE, defineElement } from "../page/element.js";
import { fragmentFor, fragmentHere } from "../state/address.js";
import { readFragment, START, type State } from "../state/state.js";

function changedKeys(from: State, to: State): string[] {
  return (Object.keys(to) as (keyof State)[]).filter((key) => from[key] !== to[key]);
}

/** Defines the element, and ties it to the address of its document. */
export function showOwnPage(element: AttentionScale): void {
  /** The fragment this page has written or read last. */
  let current = "";
  /** The key that was changed alone in the newest entry of the history; null where it was several, or none. */
  let lastKey: string | null = null;
  let shown: State = START;

  function read(): void {
    const fragment = fragmentHere();
    const { state, junk } = readFragment(fragment);
    current = fragment;
    shown = state;
    lastKey = null;
    element.restore(state, junk);
    dress();
  }

  /** Every change the reader rests on is a step of the history; typing on in the sentence stays one step. */
  function remember(state: State): void {
    const fragment = fragmentFor(state);
    dress();
    if (fragment === current) return;
    const keys = changedKeys(shown, state).filter((key) => key !== "cell");
    const key = keys.length === 1 ? (keys[0] ?? null) : null;
    const goesOn = keys.length === 0 || (key === "sentence" && lastKey === "sentence");
    const address = fragment === "" ? location.pathname + location.search : `#${fragment}`;
    if (goesOn) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    current = fragment;
    shown = state;
    lastKey = key;
  }

  /** What lies outside the element: language, title and ground of the document. */
  function dress(): void {
    const { text, language, palette, tone } = element;
    document.documentElement.lang = language;
    document.title = text.documentTitle;
    document.documentElement.style.colorScheme = tone;
    document.documentElement.style.backgroundColor = palette.paper;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", palette.paper);
    document
      .querySelector('meta[name="description"]')
      ?.setAttribute("content", text.documentDescription);
  }

  defineElement();
  element.ownPage = true;
  element.start();
  read();
  element.addEventListener(CHANGE, (event) =>
    remember((event as CustomEvent<{ state: State }>).detail.state),
  );
  for (const event of ["hashchange", "popstate"])
    globalThis.addEventListener(event, () => {
      if (fragmentHere() !== current) read();
    });
  globalThis.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);

  /** A host that frames this page learns how high it is, in the form Medium and Observable use. */
  if (globalThis.parent !== globalThis.self) {
    let height = 0;
    new ResizeObserver(() => {
      const now = Math.ceil(element.getBoundingClientRect().height);
      if (now === height) return;
      height = now;
      globalThis.parent.postMessage(JSON.stringify({ context: "iframe.resize", height }), "*");
    }).observe(element);
  }
}
