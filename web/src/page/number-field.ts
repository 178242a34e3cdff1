/** A field for a number of the state. An allowed number takes effect at once; another text stays, with a message. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { DEFINITIONS, LIMITS, type NumberKey, readValue } from "../state/state.js";
import { problem } from "../ui/controls.js";
import { typeset } from "../ui/rich.js";
import type { Page } from "./page.js";

export interface NumberField {
  readonly key: NumberKey;
  readonly label: string;
  /** The number that an arrow key adds. */
  readonly step: number;
  /** What it multiplies by instead, for numbers of any size. */
  readonly factor?: number | undefined;
  readonly labelHidden?: boolean;
  /** The id, where one key has several fields. */
  readonly id?: string;
  /** The value, where it is not the state's. */
  readonly value?: number;
}

export const clamp = (value: number, { least, most }: { least: number; most: number }) =>
  Math.min(most, Math.max(least, value));

/** Rounded to thousandths, so that steps do not accumulate rounding errors. */
export const rounded = (value: number) => Math.round(value * 1000) / 1000;

/**
 * The number after a key of a logarithmic slider: an arrow key (`by` ±1) moves it by a twelfth of an octave, but at least by one
 * unit, a page key (±2) by an octave.
 * @param units how many units make 1: 1 for whole numbers, 1000 for thousandths
 */
export function octaveStep(
  value: number,
  by: number,
  units: number,
  limits: { least: number; most: number },
): number {
  const inUnits = (number: number) => Math.round(number * units) / units;
  const target = inUnits(value * 2 ** (Math.abs(by) === 2 ? Math.sign(by) : by / 12));
  const least = inUnits(value + Math.sign(by) / units);
  return clamp(target === value ? least : target, limits);
}

/**
 * A spinbutton made of a text field. A number field would not report a text that is not a number, so that no message could tell
 * what is allowed.
 */
export function numberField(page: Page, field: NumberField): TemplateResult {
  const { key, label, step, factor, labelHidden = false, id = `${key}-number` } = field;
  const limits = LIMITS[key];
  const { whole, decimal } = page.text.problems;
  const allowed = DEFINITIONS[key].whole ? whole : decimal;
  const value = field.value ?? page.state[key];
  const draft = page.drafts.get(key);
  const input = (event: InputEvent) => {
    const { value: text } = event.target as HTMLInputElement;
    const read = readValue(key, text);
    if (read === undefined) page.drafts.wrong(key, text, allowed(limits.least, limits.most));
    else page.drafts.right(key, text, { [key]: read });
  };
  const keydown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next =
      factor === undefined
        ? rounded(value + by * step)
        : Number((value * factor ** by).toPrecision(6));
    page.set({ [key]: clamp(next, limits) });
  };
  return html`<div class="field number">
    <label for=${id} class=${labelHidden ? "visually-hidden" : ""}>${labelHidden ? label : typeset(label)}</label>
    <input
      id=${id}
      type="text"
      inputmode="decimal"
      role="spinbutton"
      aria-label=${label}
      autocomplete="off"
      spellcheck="false"
      aria-valuenow=${value}
      aria-valuemin=${limits.least}
      aria-valuemax=${limits.most}
      aria-invalid=${draft?.problem ? "true" : "false"}
      aria-describedby=${draft?.problem ? `${id}-problem` : nothing}
      .value=${live(draft?.text ?? String(value))}
      @input=${input}
      @change=${() => page.drafts.commit(key)}
      @keydown=${keydown}
    />
  </div>`;
}

/** The message about a text that is not allowed, if there is one. */
export const fieldProblem = (
  page: Page,
  key: string,
  id = `${key}-number`,
): TemplateResult | typeof nothing => problem(id, page.drafts.get(key)?.problem ?? null);
