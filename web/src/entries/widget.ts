/**
 * The end of dist/widget.js, an ES module of the anywidget contract (https://anywidget.dev/en/afm/)
 * for Jupyter, Colab, VS Code, marimo and MyST. The whole of embed.js stands before it and has
 * defined the element.
 *
 * The model's traits are `tensors` and the element's attributes; `language`, `layer` and `head` are
 * other names of some. A trait that is null or undefined is not followed.
 */
import type { AttentionScale, AttentionScaleChangeEvent } from "../element/public.js";
import type { State } from "../state/state.js";

/** What hosts of the contract give: anywidget's, marimo's, MyST's. */
interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
}

interface View {
  readonly model: Model;
  readonly el: HTMLElement;
}

type Key = keyof State;

/** What the model gets as soon as the reader moves it; other traits only where the model has them. */
const MOVED = ["exponent", "dim", "layer", "head"];

const OTHER_NAMES: Readonly<Record<string, Key>> = { language: "lang", layer: "ownlayer" };

/** The key of the page's state that a trait is. */
function keyOf(trait: string, view: State["view"]): Key {
  if (trait === "head") return view === "own" ? "ownhead" : "head";
  return OTHER_NAMES[trait] ?? (trait as Key);
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

const isEmpty = (tensors: unknown): boolean =>
  !isSet(tensors) || (Array.isArray(tensors) && tensors.length === 0);

/** The traits that may be followed: the attributes of the element, and other names of some. */
function traitNames(): readonly string[] {
  const element = customElements.get("attention-scale") as { observedAttributes?: string[] };
  const attributes = (element?.observedAttributes ?? []).filter((name) => name !== "head");
  return [...attributes, ...Object.keys(OTHER_NAMES), "head"];
}

/** The models of MyST's pages, which have no Python behind them, throw where they cannot do a thing. */
function ifPossible(act: () => void): void {
  try {
    act();
  } catch (error) {
    console.debug("attention-scale:", error);
  }
}

const UNABLE =
  "This browser lacks what the page attention-scale needs; its console says what. Newer ones have it.";

function render({ model, el }: View): () => void {
  const element = document.createElement("attention-scale") as AttentionScale;
  if (customElements.get("attention-scale") === undefined) element.textContent = UNABLE;
  // JupyterLab's own shortcuts would take the keys that are typed into the element.
  element.dataset.lmSuppressShortcuts = "true";
  const traits = traitNames();
  const viewOf = () => (element.getAttribute("view") ?? "page") as State["view"];

  const showTensors = () => {
    const tensors = model.get("tensors");
    element.tensors = isEmpty(tensors) ? null : (tensors as AttentionScale["tensors"]);
    const isChosen = isSet(model.get("view")) || isSet(model.get("state"));
    if (!isEmpty(tensors) && !isChosen) element.setAttribute("view", "own");
  };
  const showTrait = (trait: string) => {
    const value = model.get(trait);
    if (isSet(value)) element.setAttribute(keyOf(trait, viewOf()), String(value));
  };

  /** The state at the last event: of traits that the model lacks, what has changed since. */
  let toldState: State;
  /** Tells the model of what the reader has changed. */
  const tellModel = (event: Event) => {
    const { state } = (event as AttentionScaleChangeEvent).detail;
    const changed = traits.filter((trait) => {
      const key = keyOf(trait, state.view);
      const known = model.get(trait);
      if (isSet(known)) return state[key] !== known;
      return MOVED.includes(trait) && state[key] !== toldState[key];
    });
    toldState = state;
    const values = changed.map((trait) => [trait, state[keyOf(trait, state.view)]] as const);
    const plain = values.filter(([, value]) => ["number", "string"].includes(typeof value));
    for (const [trait, value] of plain) model.set(trait, value);
    if (plain.length > 0) ifPossible(() => model.save_changes());
  };

  const listeners = new Map<string, () => void>([["change:tensors", showTensors]]);
  for (const trait of traits) listeners.set(`change:${trait}`, () => showTrait(trait));
  // The view comes first: it decides which key a head is.
  showTrait("view");
  showTensors();
  for (const trait of traits) showTrait(trait);
  toldState = element.state;
  for (const [event, listener] of listeners) model.on(event, listener);
  element.addEventListener("attention-scale-change", tellModel);
  el.append(element);

  return () => {
    element.removeEventListener("attention-scale-change", tellModel);
    element.remove();
    for (const [event, listener] of listeners) ifPossible(() => model.off(event, listener));
  };
}

export default { render };
