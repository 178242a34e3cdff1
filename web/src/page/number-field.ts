/**
 * Fields and sliders for a number of the state. An allowed number takes effect at once; another
 * text stays, with a message.
 */
import { html, type TemplateResult } from "lit";
import type { Limits } from "../keys/key.js";
import { modified } from "../modified.js";
import { DEFINITIONS, LIMITS, type NumberKey, readValue } from "../state/state.js";
import { say } from "../text/rich.js";
import { type Slider, slider, type TextField, textField } from "../ui/controls.js";
import { drafted } from "./field-drafts.js";
import type { Page } from "./page.js";

interface OfNumber {
  readonly key: NumberKey;
  readonly label: string;
  /** The number that an arrow key adds. */
  readonly step?: number;
  /** The value, where it is not the state's. */
  readonly value?: number;
  /** The id of the slider, or of a field alone, where one key has several. */
  readonly id?: string;
}

interface NumberField extends OfNumber, Pick<TextField, "labelHidden" | "after"> {
  /** What an arrow key multiplies by instead, for numbers of any size. */
  readonly factor?: number | undefined;
}

/** The track of a slider. */
export interface OfSlider extends Pick<OfNumber, "step">, Pick<Slider, "mark"> {
  /** Whether equal factors take equal distances. */
  readonly log?: boolean;
  /** The number at the right end, if it is less than the key's limit. */
  readonly most?: number;
}

interface NumberSlider extends OfNumber, OfSlider {}

export const clampToLimits = (value: number, { least, most }: Limits) =>
  Math.min(most, Math.max(least, value));

/** Rounded to thousandths, so that steps do not accumulate rounding errors. */
export const roundedToThousandths = (value: number) => Math.round(value * 1000) / 1000;

/**
 * The number after a key of a logarithmic slider: an arrow key (`by` ±1) moves it by a twelfth of
 * an octave, but at least by one unit, a page key (±2) by an octave.
 * @param units how many units make 1: 1 for whole numbers, 1000 for thousandths
 */
export function octaveStep(value: number, by: number, units: number, limits: Limits): number {
  const inUnits = (number: number) => Math.round(number * units) / units;
  const target = inUnits(value * 2 ** (Math.abs(by) === 2 ? Math.sign(by) : by / 12));
  const least = inUnits(value + Math.sign(by) / units);
  return clampToLimits(target === value ? least : target, limits);
}

/**
 * A spinbutton made of a text field, with the message about a text that is not allowed. A number
 * field would not report a text that is not a number, so that no message could tell what is
 * allowed.
 */
export function numberField(page: Page, field: NumberField): TemplateResult {
  const { key, step = 1, factor, id = `${key}-number` } = field;
  const limits = LIMITS[key];
  const { whole, decimal } = page.text.problems;
  const allowed = DEFINITIONS[key].whole ? whole : decimal;
  const value = field.value ?? page.state[key];
  const read = (text: string) => {
    const number = readValue(key, text);
    return number === undefined ? say(allowed, limits) : { [key]: number };
  };
  const keydown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || modified(event)) return;
    event.preventDefault();
    const next =
      factor === undefined
        ? roundedToThousandths(value + by * step)
        : Number((value * factor ** by).toPrecision(6));
    page.set({ [key]: clampToLimits(next, limits) });
  };
  const draft = drafted(page, key, String(value), read);
  return textField({ ...field, ...draft, id, keydown, number: { ...limits, value } });
}

/** A number as a slider. */
export function numberSlider(page: Page, field: NumberSlider): TemplateResult {
  const { key, id = key, log = false, most = LIMITS[key].most } = field;
  const { least, most: limit } = LIMITS[key];
  const { whole } = DEFINITIONS[key];
  const value = field.value ?? page.state[key];
  const to = (number: number) => (log ? Math.log2(number) : number);
  const from = (position: number) => (log ? 2 ** position : position);
  const range = { least, most: Math.min(limit, Math.max(most, value)) };
  const moved = (by: number) => octaveStep(value, by, whole ? 1 : 1000, range);
  return slider({
    ...field,
    id,
    least: to(least),
    most: to(most),
    valueText: String(value),
    step: log ? 0.001 : (field.step ?? 1),
    position: to(Math.min(most, value)),
    move: (position) =>
      page.set({ [key]: (whole ? Math.round : roundedToThousandths)(from(position)) }),
    // A step of a logarithmic track may be less than a digit of the number.
    key: log ? (by: number) => page.set({ [key]: moved(by) }) : undefined,
  });
}

interface SliderAndField extends NumberSlider, NumberField {
  /** Tells the field from the slider. */
  readonly fieldLabel: string;
}

/** A number as a slider with a field beside it. */
export function sliderAndField(page: Page, field: SliderAndField): TemplateResult {
  const { id = field.key, fieldLabel: label } = field;
  return html`${numberSlider(page, field)} ${numberField(page, {
    ...field,
    id: `${id}-number`,
    label,
    labelHidden: true,
  })}`;
}
