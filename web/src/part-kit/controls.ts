/** Controls of a part, each for a key of the state. */
import { html, nothing, type TemplateResult } from "lit";
import { wordChoice } from "../page/controls.js";
import { drafted } from "../page/field-drafts.js";
import { numberField, sliderAndField } from "../page/number-field.js";
import type { ListKey, NumberKey, State, WordKey } from "../state/state.js";
import { DEFINITIONS, LIMITS, readValue } from "../state/state.js";
import { textField } from "../ui/controls.js";
import { selectField } from "../ui/select-field.js";
import type { PartView, Words } from "./part-view.js";

type View = PartView<Words>;
type Content = TemplateResult | typeof nothing;

/** A row of controls, unless controls are hidden. */
export const controlRow = (view: View, ...controls: Content[]): Content =>
  view.page.shows("controls")
    ? html`<div part="controls" class="settings">${controls}</div>`
    : nothing;

/** A number as a field. @param factor what an arrow key multiplies by, in place of adding 1 */
export function field(view: View, key: NumberKey, label: string, factor?: number): TemplateResult {
  const id = `${view.idOf(key)}-number`;
  return html`<div class="setting">
    ${numberField(view.page, { key, id, label, factor })}
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
  const { count, limits } = DEFINITIONS[key];
  const read = (text: string) => {
    const list = readValue(key, text);
    return list === undefined
      ? view.common.listAllowed(count.least, count.most, limits.most)
      : { [key]: list };
  };
  const value = page.state[key].join(", ");
  return html`<div class="setting list">
    ${textField({ id: view.idOf(key), label, ...drafted(page, key, value, read) })}
    ${hint === undefined ? nothing : html`<span class="hint">${hint}</span>`}
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
  track: { step: number; log?: boolean; most?: number },
): TemplateResult {
  const { least, most } = LIMITS[key];
  const field = { key, id: view.idOf(key), label, fieldLabel: `${label} (${least}–${most})` };
  return html`<div class="setting wide">${sliderAndField(view.page, { ...field, ...track })}</div>`;
}

/** One of a few words, as radio buttons. */
export const chooser = <K extends WordKey>(
  view: View,
  key: K,
  label: string,
  names: Readonly<Record<State[K], string>>,
): TemplateResult => wordChoice(view.page, key, label, names, view.state[key], view.idOf(key));

/** Whether what is shown is divided. */
export const divisionField = (view: View): TemplateResult => {
  const { controls, legend } = view.common;
  const names = { without: legend.unscaled, with: legend.scaled };
  return chooser(view, "division", controls.division, names);
};
