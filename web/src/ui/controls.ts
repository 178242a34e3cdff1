/**
 * Sliders, radio buttons, and text fields with the message about a text that is not allowed. They
 * take values and report events, and know no state. Each has its label in plain text for screen
 * readers, since formulas in a label are read as their letters.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Limits } from "../keys/key.js";
import { modified } from "../modified.js";
import { unmarked } from "../text/typeset.js";
import { typeset } from "./rich.js";

export const problem = (id: string, text: string | null): TemplateResult | typeof nothing =>
  text === null ? nothing : html`<p class="problem" id="${id}-problem" role="alert">${text}</p>`;

export interface Slider extends Limits {
  readonly id: string;
  readonly label: string;
  readonly step: number;
  readonly position: number;
  /** The value as a screen reader tells it. */
  readonly valueText: string;
  /** A position that is marked on the track. */
  readonly mark?: number;
  move(position: number): void;
  /** Called with ±1 for an arrow key and ±2 for a page key. */
  key?: ((by: number) => void) | undefined;
}

const SLIDER_KEYS: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 2,
  PageDown: -2,
};

export function slider(options: Slider): TemplateResult {
  const { id, label, least, most, position } = options;
  const share = (value: number) => (value - least) / (most - least);
  const keydown = (event: KeyboardEvent) => {
    const by = SLIDER_KEYS[event.key];
    if (by === undefined || options.key === undefined || modified(event)) return;
    event.preventDefault();
    options.key(by);
  };
  return html`<div class="field slider">
    <label for=${id}>${typeset(label)}</label>
    <div
      class="track"
      .style=${`--filled: ${share(position)}; --mark: ${share(options.mark ?? 0)}`}
    >
      ${options.mark === undefined ? nothing : html`<span class="mark" aria-hidden="true"></span>`}
      <input
        id=${id}
        type="range"
        aria-label=${unmarked(label)}
        min=${least}
        max=${most}
        step=${options.step}
        aria-valuetext=${unmarked(options.valueText)}
        .value=${live(String(position))}
        @input=${(event: InputEvent) =>
          options.move((event.target as HTMLInputElement).valueAsNumber)}
        @keydown=${keydown}
      />
    </div>
  </div>`;
}

/** A text of one line. */
interface TextInput {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  /** What is wrong with the text. */
  readonly wrong: string | null;
  /** The id of the message, where the field has none of its own. */
  readonly problem?: string;
  /** The id of a further text that describes the field. */
  readonly hint?: string;
  /** The number that the text is, with its limits. */
  readonly number?: Limits & { readonly value: number };
  /** Whether it takes sentences, which may be written from right to left. */
  readonly prose?: boolean;
  input(text: string): void;
  change?(): void;
  keydown?(event: KeyboardEvent): void;
}

/** What is typed stays, also where it is wrong. */
export function textInput({ id, label, value, wrong, hint, number, ...attributes }: TextInput) {
  const { problem = `${id}-problem` } = attributes;
  const described = [...(wrong === null ? [] : [problem]), ...(hint ? [hint] : [])];
  return html`<input
    id=${id ?? nothing}
    type="text"
    inputmode=${number ? "decimal" : nothing}
    role=${number ? "spinbutton" : nothing}
    aria-label=${unmarked(label)}
    dir=${attributes.prose ? "auto" : nothing}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    aria-valuenow=${number?.value ?? nothing}
    aria-valuemin=${number?.least ?? nothing}
    aria-valuemax=${number?.most ?? nothing}
    aria-invalid=${String(wrong !== null)}
    aria-describedby=${described.join(" ") || nothing}
    .value=${live(value)}
    @input=${(event: InputEvent) => attributes.input((event.target as HTMLInputElement).value)}
    @change=${attributes.change}
    @keydown=${attributes.keydown}
  />`;
}

export interface TextField extends TextInput {
  readonly id: string;
  readonly labelHidden?: boolean;
  /** What stands between the field and the message. */
  readonly after?: unknown;
}

/** A text with its label, and the message about it. */
export function textField(field: TextField): TemplateResult {
  const { id, label, labelHidden = false, wrong, after } = field;
  return html`<div class="field ${field.number ? "number" : ""}">
      <label
        for=${id}
        class=${labelHidden ? "visually-hidden" : ""}
      >${labelHidden ? unmarked(label) : typeset(label)}</label>
      ${textInput(field)}
    </div>
    ${after} ${problem(id, wrong)}`;
}

/** A radio button of a group, or a box to check. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** What stands beside it; the label, where it is left out. */
  readonly content?: TemplateResult;
  /** The class of both. */
  readonly kind?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  choose(): void;
}

/** The options of a group, in order. */
interface Options {
  readonly name: string;
  /** The class of the form. */
  readonly kind?: string;
  readonly type?: "radio" | "checkbox";
  /** Whether they answer a question: arrow keys lead to an answer, and Space or Enter gives it. */
  readonly answers?: true;
  readonly options: readonly Option[];
}

const ANSWER_KEYS: Record<string, number> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/**
 * The keys of answers. Browsers choose the radio button that an arrow key leads to: on the way to
 * one answer another would be given.
 */
function answerKey(event: KeyboardEvent): void {
  const by = ANSWER_KEYS[event.key];
  const answer = event.target as HTMLInputElement;
  if (modified(event) || (by === undefined && event.key !== "Enter")) return;
  event.preventDefault();
  if (by === undefined) {
    answer.click();
    return;
  }
  const all = [...(answer.form?.elements ?? [])] as HTMLInputElement[];
  all.at((all.indexOf(answer) + by) % all.length)?.focus();
}

function optionOf(name: string, type: string, option: Option): TemplateResult {
  const { value, label, content, kind, checked, disabled, choose } = option;
  return html`<label class=${kind ?? nothing}
    ><input
      type=${type}
      name=${name}
      value=${value}
      aria-label=${unmarked(label)}
      .checked=${live(checked)}
      ?disabled=${disabled}
      @change=${choose}
    />${content ?? html`<span>${typeset(label)}</span>`}</label
  >`;
}

/**
 * Radio buttons, or boxes to check, in a form of their own: otherwise Chromium keeps radio buttons
 * that were removed from a shadow root in the group.
 */
export function optionForm(offered: Options): TemplateResult {
  const { name, kind, type = "radio", answers, options } = offered;
  return html`<form
    class=${kind ?? nothing}
    @keydown=${answers ? answerKey : nothing}
    @submit=${(event: SubmitEvent) => event.preventDefault()}
  >${options.map((option) => optionOf(name, type, option))}</form>`;
}

/** One of several. */
export interface Chosen<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  choose(value: T): void;
}

interface Choice<T extends string> extends Omit<Chosen<T>, "value">, Pick<Options, "answers"> {
  readonly name: string;
  /** The chosen one, or those that are where several may be. */
  readonly value: T | ReadonlySet<T>;
  /** What stands below. */
  readonly after?: unknown;
}

/** A group of radio buttons with its label. Boxes to check where several may be chosen. */
export function choice<T extends string>(offered: Choice<T>): TemplateResult {
  const { name, label, value, answers, options, choose, after } = offered;
  const several = typeof value === "object";
  const form = optionForm({
    name,
    kind: "options",
    type: several ? "checkbox" : "radio",
    ...(answers && { answers }),
    options: options.map(([option, text]) => ({
      value: option,
      label: text,
      checked: several ? value.has(option) : option === value,
      choose: () => choose(option),
    })),
  });
  return html`<fieldset class="choice" aria-label=${unmarked(label)}>
    <legend>${typeset(label)}</legend>
    ${form} ${after}
  </fieldset>`;
}
