/** How tensors come in: a file that is picked or dropped, what is pasted, and what the page has. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { oneFor } from "../../belonging.js";
import { modified } from "../../modified.js";
import { ReadingError, sentenceOf } from "../../own/reading-error.js";
import { ROLES, type Role } from "../../own/tensor-names.js";
import { AXES, type Choice, dimensionsOf, ORDERS } from "../../own/understood.js";
import { stateTarget } from "../../page/anchor.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/opened.js";
import type { en as files } from "../../text/en/own-files.js";
import { say } from "../../text/rich.js";
import { textsOf } from "../../text/words.js";
import { richText, typeset } from "../../ui/rich.js";
import { selectField } from "../../ui/select-field.js";
import type { OwnSession } from "./session.js";

type View = PartView<typeof en>;

const FILES = textsOf<typeof files>("own-files");

/** The key that holds the tensor of a role. */
const KEYS = {
  queries: "ownqueries",
  keys: "ownkeys",
  values: "ownvalues",
  weights: "ownweights",
  scores: "ownscores",
  tokens: "owntokens",
} as const satisfies Record<Role, keyof State>;

/** What the reader, or the link, has chosen; the rest is understood from the names. */
export function chosenTensors({ ownaxes, ownorder, ...state }: State): Partial<Choice> {
  const roles = ROLES.flatMap((role) => {
    const chosen = state[KEYS[role]];
    return chosen === "" ? [] : [[role, chosen]];
  });
  const axes = ownaxes === "auto" ? [] : [["axes", ownaxes]];
  const order = ownorder === "auto" ? [] : [["order", ownorder]];
  return Object.fromEntries([...roles, ...axes, ...order]);
}

const NOTHING_CHOSEN = Object.fromEntries(
  Object.values(KEYS).map((key) => [key, ""]),
) as Partial<State>;

/** Other tensors have other names and places: what was chosen for the last ones is forgotten. */
const startWith = (ownfrom: State["ownfrom"]): Partial<State> => ({
  ...NOTHING_CHOSEN,
  ownaxes: "auto",
  ownorder: "auto",
  ownfrom,
  ownlayer: 1,
  owntext: 1,
  ownhead: 1,
});

function openFile(view: View, session: OwnSession, file: File | undefined): void {
  if (file !== undefined) void session.open(file, () => view.page.set(startWith("file")));
}

// ---- a file ----

/** Whether a file is held over the page. */
const overOf = oneFor((_: View) => ({ over: false }));

interface Dropping {
  listening: AbortController | null;
}
const droppingOf = oneFor((_: View): Dropping => ({ listening: null }));

/**
 * Makes a callback of Lit's ref directive that takes files dropped anywhere on the page while the
 * element is in the document.
 */
export const dropTarget = (view: View, session: OwnSession) => (element: Element | undefined) => {
  const dropping = droppingOf(view);
  if (element === undefined) {
    dropping.listening?.abort();
    dropping.listening = null;
    return;
  }
  if (dropping.listening !== null) return;
  dropping.listening = new AbortController();
  const { signal } = dropping.listening;
  const page = element.ownerDocument;
  const show = (over: boolean) => {
    if (overOf(view).over === over) return;
    overOf(view).over = over;
    view.changedAnew();
  };
  const holdsFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
  page.addEventListener(
    "dragover",
    (event) => {
      if (!holdsFile(event)) return;
      // Otherwise the browser would leave the page for the file.
      event.preventDefault();
      show(true);
    },
    { signal },
  );
  page.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? show(false), {
    signal,
  });
  page.addEventListener(
    "drop",
    (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      show(false);
      openFile(view, session, event.dataTransfer?.files[0]);
    },
    { signal },
  );
};

const EXAMPLES = ["random", "sentence", "model"] as const;

/** The button, the field behind it, and what else may be opened. */
export function openRow(view: View, session: OwnSession): TemplateResult {
  const { text } = view;
  const id = view.idOf("file");
  const pick = (event: Event) => {
    const input = event.target as HTMLInputElement;
    openFile(view, session, input.files?.[0]);
    // The same file again is a change, too: it may have another content.
    input.value = "";
  };
  const press = (event: Event) => {
    const root = (event.currentTarget as Element).getRootNode() as ShadowRoot;
    root.querySelector<HTMLInputElement>(`#${id}`)?.click();
  };
  const example = (from: keyof typeof text.example) => {
    const { href, go } = stateTarget(view.page, startWith(from));
    const isOpen = session.opened?.origin.kind === from;
    const open = (event: MouseEvent) => {
      go(event);
      if (!modified(event)) session.askAnew();
    };
    return html`<li><a href=${href} aria-current=${isOpen ? "true" : nothing} @click=${open}>${
      text.example[from]
    }</a></li>`;
  };
  return html`<div class="opening" ?data-over=${overOf(view).over}>
    <div class="race-buttons" role="group">
      <button type="button" @click=${press}>${text.open}</button>
      <span class="note">${overOf(view).over ? text.dropHere : text.drop}</span>
    </div>
    <input
      id=${id}
      class="visually-hidden"
      type="file"
      tabindex="-1"
      aria-label=${text.file}
      @change=${pick}
    />
    <p class="note">${text.limits}</p>
    <div class="note examples">
      <span>${text.examples}</span>
      <ul>${EXAMPLES.map(example)}</ul>
    </div>
    ${problemOf(view, session)}
  </div>`;
}

/** What is wrong with the last file, or with what is chosen of it. */
function problemOf(view: View, { problem }: OwnSession): TemplateResult | typeof nothing {
  if (problem === null) return nothing;
  const sentence =
    problem instanceof ReadingError
      ? sentenceOf(problem, FILES[view.page.language].problems)
      : say(view.page.text.problems.compute, { reason: problem });
  return html`<p class="problem" role="alert">${richText(sentence)}</p>`;
}

// ---- what is pasted ----

const pastedOf = oneFor((_: View) => ({ text: "" }));

/** What is typed stays, also where it cannot be read. */
export function pasteField(view: View, session: OwnSession): TemplateResult {
  const { text } = view;
  const id = view.idOf("paste");
  const input = (event: Event) => {
    const typed = (event.target as HTMLTextAreaElement).value;
    pastedOf(view).text = typed;
    if (typed.trim() === "") return;
    session.paste(typed, text.pastedName, () => view.page.set(startWith("file")));
  };
  return html`<div class="setting pasted">
    <div class="field"><label for=${id}>${text.paste}</label></div>
    <textarea
      id=${id}
      rows="6"
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      aria-describedby="${id}-hint"
      .value=${live(pastedOf(view).text)}
      @input=${input}
    ></textarea>
    <span class="hint" id="${id}-hint">${text.pasteHint}</span>
  </div>`;
}

// ---- what was understood ----

/** What the dimensions before the last two count, where there are any. */
function dimensionFields(view: View, choice: Choice): readonly TemplateResult[] {
  const { names, axes, order } = view.text.dimensions;
  const leading = Math.max(...ROLES.map((role) => dimensionsOf(choice[role]))) - 2;
  const field = <Key extends "ownaxes" | "ownorder">(
    key: Key,
    label: string,
    value: string,
    all: readonly string[],
    shown: number,
  ) => {
    const written = (option: string) =>
      option
        .split(",")
        .slice(-shown)
        .map((name) => names[name as keyof typeof names])
        .join(" × ");
    const options = all.map((option) => [option, written(option)] as const);
    const choose = (chosen: string) => view.page.set({ [key]: chosen } as Partial<State>);
    const id = view.idOf(key);
    return html`<div class="setting">${selectField({ id, label, value, options, choose })}</div>`;
  };
  return [
    ...(leading < 2 ? [] : [field("ownaxes", axes, choice.axes, AXES, leading)]),
    ...(leading < 1 ? [] : [field("ownorder", order, choice.order, ORDERS, 2)]),
  ];
}

const NONE = "none";

/** The tensors of all roles in a line, with lists that correct it. */
export function understoodLine(view: View, session: OwnSession): TemplateResult | typeof nothing {
  const { understood, opened } = session;
  if (understood === null || opened === null) return nothing;
  const { understood: text, sources } = view.text;
  const { choice, options } = understood;
  const { origin } = opened;
  const source = say<string>(sources[origin.kind], { ...origin });
  const parts = ROLES.filter((role) => choice[role] !== "").map(
    (role) => `${text.roles[role]} ${choice[role]}`,
  );
  const field = (role: Role) => {
    const choose = (option: string) =>
      view.page.set({ [KEYS[role]]: option === NONE ? "" : option });
    return html`<div class="setting">${selectField({
      id: view.idOf(KEYS[role]),
      label: text.roles[role],
      value: choice[role] === "" ? NONE : choice[role],
      options: [[NONE, text.none], ...options[role].map((option) => [option, option] as const)],
      choose,
    })}</div>`;
  };
  const isWrong = "problem" in understood;
  // Of examples there is nothing to correct.
  const isOpen = isWrong || session.isReadersOwn;
  const isMissing = view.state.ownfrom === "file" && origin.kind === "random";
  return html`${isMissing ? html`<p class="note">${view.text.missing}</p>` : nothing}
    <p class="note">${typeset(source)} ${
      parts.length === 0 ? nothing : say(text.told, { parts: parts.join(" · ") })
    }</p>
    <details class="chosen" ?open=${isOpen || view.page.surroundings.printing}>
      <summary>${text.wrong}</summary>
      <div class="settings">${ROLES.map(field)} ${dimensionFields(view, choice)}</div>
    </details>`;
}
