/** Renders marked sentences and formulas. */
import formulas from "formulas";
import { html, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { Rich, Span } from "../text/rich.js";

/** A formula as MathML that was made at build time: the only markup that comes from a string. @param name its key in a formulas.json */
export const formula = (name: string): TemplateResult => html`${unsafeHTML(formulas[name] ?? "")}`;

/** A displayed formula, which scrolls where the column is narrower. */
export const displayFormula = (name: string): TemplateResult =>
  html`<div class="display">${formula(name)}</div>`;

/** Displayed formulas side by side, or one below the other where the column is narrower. */
export const displayFormulas = (...names: readonly string[]): TemplateResult =>
  html`<div class="display several">${names.map((name) => html`<span>${formula(name)}</span>`)}</div>`;

function span(part: Span): TemplateResult | string {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "math":
      return formula(part.name);
    case "word":
      return html`<b class="word"><bdi>${part.text}</bdi></b>`;
    case "code":
      return html`<code>${part.text}</code>`;
    case "strong":
      return html`<strong>${part.text}</strong>`;
    default:
      return html`<strong class=${part.kind}>${part.text}</strong>`;
  }
}

export const richText = (spans: Rich): TemplateResult => html`${spans.map(span)}`;
