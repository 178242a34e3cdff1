/** Controls of a part, each for a key of the state. */
import { html, nothing, type TemplateResult } from "lit";
import { fieldProblem, numberField, octaveStep, rounded } from "../page/number-field.js";
import type { ListKey, NumberKey, State, WordKey } from "../state/state.js";
import { DEFINITIONS, LIMITS, readValue } from "../state/state.js";
import { choice, problem, slider, textField } from "../ui/controls.js";
import { selectField } from "../ui/select-field.js";
import type { PartView, Words } from "./part-view.js";

type View = PartView<Words>;
type Content = TemplateResult | typeof nothing;

/** A row of controls, unless controls are hidden. */
export const controlRow = (view: View, ...controls: Content[]): Content =>
  view.page.shows("controls")
    ? html`<div part="controls" class="settings">${controls}</div>`
    : nothing;

const isWhole = (key: NumberKey) => DEFINITIONS[key].whole;

/** A number as a field. @param factor what an arrow key multiplies by, in place of adding 1 */
export function field(view: View, key: NumberKey, label: string, factor?: number): TemplateResult {
  const id = `${view.idOf(key)}-number`;
  return html`<div class="setting">
    ${numberField(view.page, { key, id, label, step: 1, factor })} ${fieldProblem(view.page, key, id)}
  </div>`;
}

/** One of the words on screen, or of others, by its number from 1. */
export function wordField(
  view: View,
  key: "word" | "target" | "row" | "query" | "secondword" | "modelword",
  label: string,
  words = view.sentence,
): TemplateResult {
  const value = String(Math.min(view.state[key], words.length));
  const options = words.map((word, i) => [String(i + 1), `${i + 1}: ${word}`] as const);
  const choose = (chosen: string) => view.page.set({ [key]: Number(chosen) });
  return html`<div class="setting">${selectField({ id: view.idOf(key), label, value, options, choose })}</div>`;
}

/** A list of numbers as a text field. */
export function listField(view: View, key: ListKey, label: string, hint?: string): TemplateResult {
  const { page } = view;
  const draft = page.drafts.get(key);
  const wrong = draft?.problem ?? null;
  const id = view.idOf(key);
  const input = (text: string) => {
    const read = readValue(key, text);
    const { count, limits } = DEFINITIONS[key];
    const { listAllowed } = view.common;
    if (read !== undefined) page.drafts.right(key, text, { [key]: read });
    else page.drafts.wrong(key, text, listAllowed(count.least, count.most, limits.most));
  };
  return html`<div class="setting list">
    ${textField({ id, label, wrong, input, value: draft?.text ?? page.state[key].join(", "), change: () => page.drafts.commit(key) })}
    ${problem(id, wrong)} ${hint === undefined ? nothing : html`<span class="hint">${hint}</span>`}
  </div>`;
}

/**
 * A number as a slider with a field beside it.
 * @param step what an arrow key adds, if the slider is not logarithmic
 * @param log whether equal factors take equal distances
 * @param most the number at the right end of the slider, if it is less than the key's limit
 */
export function sliderField(
  view: View,
  key: NumberKey,
  label: string,
  { step, log = false, most = LIMITS[key].most }: { step: number; log?: boolean; most?: number },
): TemplateResult {
  const { page } = view;
  const limits = LIMITS[key];
  const value = page.state[key];
  const id = view.idOf(key);
  const fieldId = `${id}-number`;
  const to = (number: number) => (log ? Math.log2(number) : number);
  const from = (position: number) => (log ? 2 ** position : position);
  const digits = (number: number) => (isWhole(key) ? Math.round(number) : rounded(number));
  const range = { least: limits.least, most: Math.max(most, value) };
  const moved = (by: number) => octaveStep(value, by, isWhole(key) ? 1 : 1000, range);
  return html`<div class="setting wide">
    ${slider({
      ...{ id, label, least: to(limits.least), most: to(most), valueText: String(value) },
      step: log ? 0.001 : step,
      position: to(Math.min(most, value)),
      move: (position) => page.set({ [key]: digits(from(position)) }),
      // A step of a logarithmic track may be less than a digit of the number.
      ...(log ? { key: (by) => page.set({ [key]: moved(by) }) } : {}),
    })}
    ${numberField(page, {
      ...{ key, id: fieldId, label: `${label} (${limits.least}–${limits.most})`, step },
      labelHidden: true,
    })}
    ${fieldProblem(page, key, fieldId)}
  </div>`;
}

/** One of a few words, as radio buttons. */
export const chooser = <K extends WordKey>(
  view: View,
  key: K,
  label: string,
  names: Readonly<Record<State[K], string>>,
): TemplateResult =>
  choice<State[K]>({
    name: view.idOf(key),
    label,
    value: view.state[key],
    options: Object.entries(names) as [State[K], string][],
    choose: (value) => view.page.set({ [key]: value }),
  });

/** Whether what is shown is divided. */
export const divisionField = (view: View): TemplateResult => {
  const { controls, legend } = view.common;
  const names = { without: legend.unscaled, with: legend.scaled };
  return chooser(view, "division", controls.division, names);
};
