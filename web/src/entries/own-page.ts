/**
 * Connects the element to a document of its own: its address, title and history, and to a frame
 * around it.
 */

import { type AttentionScale, CHANGE, defineElement } from "../element/element.js";
import { fragmentFor, fragmentHere, isOwnPage, isPlain, startHere } from "../state/address.js";
import { titledBy } from "../state/chapters.js";
import { type Language, LISTED, languageOf } from "../state/language.js";
import { KEYS, readFragment, START, type State } from "../state/state.js";
import { wordsReady } from "../text/words.js";

/**
 * Milliseconds that the page, rendered without its answer, waits for the engine before it is shown
 * so. Meanwhile the still picture is on screen, and nothing moves when the figures come.
 */
const ENGINE_WAIT = 1000;

/** The element whose own the document is; null in a document of others. */
export const ownElement = (): AttentionScale | null =>
  isOwnPage() ? document.querySelector<AttentionScale>("attention-scale") : null;

/**
 * Shows the element once its words are there.
 * @param hosted whether each chapter is a document beside this one
 */
export function showOwnPage(element: AttentionScale, hosted = false): void {
  const { state } = readFragment(fragmentHere());
  const language = languageOf(state.lang ?? navigator.language);
  Promise.resolve(wordsReady(language)).then(
    // In a task after the one that read the script.
    () => setTimeout(() => connect(element, hosted)),
    () => sayUnloaded(element, language),
  );
}

/**
 * Says above the still picture that the page's words did not come, with a button that loads the
 * document again.
 */
function sayUnloaded(element: AttentionScale, language: Language): void {
  const { unloaded, again } = LISTED[language];
  const notice = document.createElement("p");
  const button = document.createElement("button");
  notice.lang = language;
  notice.role = "alert";
  button.textContent = again;
  // Scripts that failed once may be kept as failed, and those of a new version have other names.
  button.onclick = () => location.reload();
  notice.append(`${unloaded} `, button);
  element.prepend(notice);
  showStill(element, language);
}

/** Shows the still picture of a language among those of the document. */
function showStill(element: AttentionScale, language: Language): void {
  for (const still of element.querySelectorAll<HTMLElement>("[data-still]")) {
    still.hidden = still.lang !== language;
  }
}

/** Keys that follow others: the locked cell, and the cuts of the sentences. */
const FOLLOWING: ReadonlySet<string> = new Set(["cell", "cuts", "secondcuts"]);

/** Defines the element and connects it to the address of its document. */
function connect(element: AttentionScale, hosted: boolean): void {
  /** The fragment that was written or read last. */
  let current = "";
  /**
   * The one key that the newest entry of the history changed; null where it changed several, or
   * none.
   */
  let lastKey: string | null = null;
  let shownState: State = START;

  function read(): void {
    const fragment = fragmentHere();
    const { state, junk } = readFragment(fragment);
    current = fragment;
    shownState = state;
    lastKey = null;
    // An entry of the history that a change has added asks as the page did before it.
    const alone = globalThis.parent === globalThis.self;
    const isOwnStart = location.hash === "" && startHere() !== START;
    const asksByItself = alone && (isPlain(fragment) || isOwnStart);
    element.asks = state.asked !== "off" && (history.state === true || asksByItself);
    // The address says from now on what the language has chosen, and means it everywhere.
    if (isOwnStart) history.replaceState(element.asks, "", `#${fragment}`);
    element.restore(state, junk);
    dress();
  }

  /**
   * Adds a step to the history for each settled change; continued typing in the sentence stays one
   * step, as does one figure after another over the whole screen.
   */
  function remember(state: State): void {
    const fragment = fragmentFor(state);
    dress();
    if (fragment === current) return;
    const keys = KEYS.filter((key) => !FOLLOWING.has(key) && shownState[key] !== state[key]);
    const key = keys.length === 1 ? (keys[0] ?? null) : null;
    const presents = state.present === "on" && shownState.present === "on";
    const goesOn = presents || keys.length === 0 || (key === "sentence" && lastKey === "sentence");
    const address = fragment === "" ? location.pathname + location.search : `#${fragment}`;
    if (goesOn) history.replaceState(element.asks, "", address);
    else {
      history.pushState(element.asks, "", address);
      // A step begins with what the one before has.
      history.scrollRestoration = "auto";
    }
    current = fragment;
    shownState = state;
    lastKey = key;
  }

  /** Sets the language and background of the document. */
  function dress(): void {
    const { language, palette, surroundings } = element;
    document.documentElement.lang = language;
    showStill(element, language);
    // Without a network the title stays as it is.
    tell().catch(() => undefined);
    document.documentElement.style.colorScheme = surroundings.tone;
    // In the light of the page around it a frame shows that page's ground.
    document.documentElement.style.backgroundColor =
      element.state.theme === "host" && surroundings.frameTone ? "transparent" : palette.paper;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", palette.paper);
  }

  /** Sets the title and the description of the document, in the language of the page. */
  async function tell(): Promise<void> {
    const { documentOf } = await import("../text/documents.js");
    await wordsReady(element.language);
    const { title, description } = documentOf(element.text, titledBy(element.state.view));
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
  }

  defineElement();
  element.ownPage = true;
  element.hosted = hosted;
  const patience = new Promise((resolve) => setTimeout(resolve, ENGINE_WAIT));
  // The element reports why an engine does not start.
  const engine = element.answers.start();
  read();
  element.openUnseen(Promise.race([engine, patience]));
  element.addEventListener(CHANGE, (event) =>
    remember((event as CustomEvent<{ state: State }>).detail.state),
  );
  for (const event of ["hashchange", "popstate"]) {
    globalThis.addEventListener(event, () => {
      if (fragmentHere() !== current) read();
      // A step that names its place is scrolled there once (see the grid), and is then as others.
      // The timer ends after the browser's own turn.
      setTimeout(() => {
        history.scrollRestoration = "auto";
      });
    });
  }
  globalThis.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);

  if (globalThis.parent !== globalThis.self) {
    import("./framed.js").then(
      ({ followFrame }) => followFrame(element, dress),
      // The frame keeps its height, and the page the light of the system.
      () => undefined,
    );
  }
}
