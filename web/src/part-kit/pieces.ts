/** Small pieces of figures that know no view: markup, axes and marks. */
import { html, nothing, type TemplateResult } from "lit";
import type { Side } from "../attention/sides.js";
import type { Hue } from "../draw/figure-export.js";
import { type Axis, band, log, type Mark, type Marks, stretches } from "../draw/marks.js";
import type { DrawSummaries } from "../engine/api.js";
import type { Content } from "../page/controls.js";
import { plainText, type Rich, rich, type Values } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { richText, typeset } from "../ui/rich.js";
import { piece } from "./figure-alone.js";

export { SIDES, type Side } from "../attention/sides.js";
export { piece } from "./figure-alone.js";
export type { Content };

/** The colour of a figure's title, where its subject is one of the two sides. */
export const titleColor = (name: string): { readonly kind?: Side } =>
  name === "unscaled" || name === "scaled" ? { kind: name } : {};

/** A text with its mathematics set, or what is set already. */
export const set = (text: unknown): unknown => (typeof text === "string" ? typeset(text) : text);

/** Figures beside each other, on a narrow page below each other. */
export const figurePair = (...figures: unknown[]): TemplateResult =>
  html`<div class="pair-of-figures">${figures}</div>`;

/** What a figure has shown, in a sentence. */
export const findingOf = <Text extends Rich>(text: Text, ...values: Values<Text>) =>
  asFinding(
    html`<p class="caption spoken">${richText(text, ...values)}</p>`,
    plainText(rich(text, ...values)),
  );

/** A finding in a template of its own. @param said the sentence as plain text, for files */
export const asFinding = (template: TemplateResult, said: string) =>
  Object.assign(piece("finding", template), { said });

/** A number of a small table, as it is and as it is written. */
export interface TableNumber {
  readonly value: number;
  readonly written: unknown;
}

/** A row of a small table. */
export const tableRow = (
  name: unknown,
  cells: readonly TableNumber[],
  chosen = false,
): TemplateResult =>
  html`<tr data-chosen=${chosen}>
    <th scope="row">${set(name)}</th>
    ${cells.map(({ value, written }) => html`<td data-value=${String(value)}>${set(written)}</td>`)}
  </tr>`;

/** A text for screen readers alone. */
const spoken = (text: string) => html`<span class="visually-hidden">${unmarked(text)}</span>`;

/** A table of few numbers, which is always visible. */
export const smallTable = (
  caption: string,
  corner: string,
  columns: readonly string[],
  rows: readonly unknown[],
  hidden = false,
): TemplateResult =>
  html`<table class="small-table" aria-label=${unmarked(caption)}>
    <caption class=${hidden ? "visually-hidden" : nothing}>${typeset(caption)}</caption>
    <thead><tr><th><span class="visually-hidden">${unmarked(corner)}</span></th>${columns.map(
      (name) =>
        html`<th scope="col"><span aria-hidden="true">${typeset(name)}</span>${spoken(name)}</th>`,
    )}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`;

/**
 * A table in a frame of its own that scrolls, by hand and by keyboard.
 * @param heads the cells of its first row
 * @param kind further classes of the frame
 */
export const scrollingTable = (
  caption: string,
  heads: unknown,
  rows: unknown,
  kind = "",
): TemplateResult =>
  html`<div class=${`scroll ${kind}`} tabindex="0" role="region" aria-label=${caption}>
    <table class="small-table" aria-label=${caption}>
      <caption class="visually-hidden">${caption}</caption>
      <thead><tr>${heads}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;

/** How high something will be that is not there yet, in CSS pixels. */
export interface Room {
  /** The height on a wide page; default that of most figures. */
  readonly wide?: number;
  /** The height on a phone; default that on a wide page. */
  readonly narrow?: number;
  /** The height on a phone in Chinese, whose texts take fewer lines there. */
  readonly chinese?: number;
}

/** The space for what is not there yet, so that nothing moves when it comes. */
export const empty = ({ wide = 330, narrow = wide, chinese = narrow }: Room = {}): TemplateResult =>
  html`<div
    class="empty"
    .style=${`--wide: ${wide}px; --narrow: ${narrow}px; --chinese: ${chinese}px`}
  ></div>`;

/** A number with commas between thousands. */
export const many = (count: number) => count.toLocaleString("en");

/** The legend of figures: what their colours are called. */
export const hueLegend = (hues: readonly Hue[]): TemplateResult =>
  html`<p class="legend hues">${hues.map(
    ({ name, color, hollow }) =>
      html`<span class=${hollow === true ? "hollow" : (color ?? "")}>${typeset(name)}</span>`,
  )}</p>`;

/** An axis of d from 1 to 1024, on which octaves have equal distances. */
export const dimAxis = (domain: Axis["domain"] = [0.85, 1200], label = "$d$"): Axis =>
  log(domain, label, { ticks: [1, 4, 16, 64, 256, 1024] });

/** An axis of the number of keys from 3 to 32,768. */
export const keysAxis = (label: string, domain: Axis["domain"] = [2.7, 37_000]): Axis =>
  log(domain, label, { ticks: [3, 16, 64, 512, 4096, 32_768], format: String });

/** The band from the 10th to the 90th percentile. */
export const bandOf = (
  xs: readonly number[],
  { low, high }: DrawSummaries,
  color: string,
  style?: Pick<Marks["band"], "opacity">,
): Mark => band(stretches(xs, low, high), color, style);
