/** Draws marked sentences and formulas. */
import formulas from "formulas";
import { html, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { FormulaName, Piece, Rich } from "../text/rich.js";

/** A formula made at build time: the one place where markup comes from a string, and it is our own. */
export const formula = (name: FormulaName): TemplateResult =>
  html`${unsafeHTML(formulas[name] ?? "")}`;

/** A displayed formula, in a box of its own that scrolls where the column is narrower. */
export const displayFormula = (name: FormulaName): TemplateResult =>
  html`<div class="display">${formula(name)}</div>`;

/** Displayed formulas side by side, or below each other where the column is narrower. */
export const displayFormulas = (...names: FormulaName[]): TemplateResult =>
  html`<div class="display several">${names.map((name) => html`<span>${formula(name)}</span>`)}</div>`;

function piece(part: Piece): TemplateResult | string {
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

export const richText = (pieces: Rich): TemplateResult => html`${pieces.map(piece)}`;
