/** A number of the state that is typed: what is a value counts at once, what is none stays with a sentence. */
import type { nothing, TemplateResult } from "lit";
import type { Page } from "../page/page.js";
import { LIMITS, type NumberKey, readValue } from "../state/state.js";
import { numberBox, problem } from "./controls.js";

export interface NumberField {
  readonly key: NumberKey;
  readonly label: string;
  /** What an arrow key adds. */
  readonly step: number;
  /** A sentence that says what is allowed. */
  readonly allowed: string;
  readonly labelHidden?: boolean;
  /** Where one key has fields in several places. */
  readonly id?: string;
  /** Where another value than the state's is shown. */
  readonly value?: number;
}

export const clamp = (value: number, { least, most }: { least: number; most: number }) =>
  Math.min(most, Math.max(least, value));

/** Steps of a thousandth must not collect rounding errors. */
export const rounded = (value: number) => Math.round(value * 1000) / 1000;

export function numberField(page: Page, field: NumberField): TemplateResult {
  const { key, label, step, allowed, labelHidden = false, id = `${key}-number` } = field;
  const limits = LIMITS[key];
  const value = field.value ?? page.state[key];
  return numberBox({
    id,
    label,
    value,
    limits,
    labelHidden,
    draft: page.draft(key),
    input: (text) => {
      const read = readValue(key, text);
      if (read === undefined) page.draftWrong(key, text, allowed);
      else page.draftRight(key, text, { [key]: read });
    },
    commit: () => page.commitDraft(key),
    step: (by) => page.set({ [key]: clamp(rounded(value + by * step), limits) }),
  });
}

/** What is wrong with a field of the state, if anything is. */
export const fieldProblem = (
  page: Page,
  key: string,
  id = `${key}-number`,
): TemplateResult | typeof nothing => problem(id, page.draft(key)?.problem ?? null);
