/** A field for a number of the state. An allowed number takes effect at once; another text stays, with a message. */
import type { nothing, TemplateResult } from "lit";
import type { Page } from "../page/page.js";
import { LIMITS, type NumberKey, readValue } from "../state/state.js";
import { numberBox, problem } from "./controls.js";

export interface NumberField {
  readonly key: NumberKey;
  readonly label: string;
  /** The number that an arrow key adds. */
  readonly step: number;
  /** A sentence that tells what is allowed. */
  readonly allowed: string;
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
    draft: page.drafts.get(key),
    input: (text) => {
      const read = readValue(key, text);
      if (read === undefined) page.drafts.wrong(key, text, allowed);
      else page.drafts.right(key, text, { [key]: read });
    },
    commit: () => page.drafts.commit(key),
    step: (by) => page.set({ [key]: clamp(rounded(value + by * step), limits) }),
  });
}

/** The message about a text that is not allowed, if there is one. */
export const fieldProblem = (
  page: Page,
  key: string,
  id = `${key}-number`,
): TemplateResult | typeof nothing => problem(id, page.drafts.get(key)?.problem ?? null);
