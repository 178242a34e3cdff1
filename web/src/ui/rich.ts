/** Renders marked sentences and formulas. */
import formulas from "formulas";
import { html, mathml, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { Rich, Span } from "../text/rich.js";
import { type Atom, piecesOf } from "../text/typeset.js";

/** A formula as MathML that was made at build time: the only markup that comes from a string. @param name its key in a formulas.json */
export const formula = (name: string): TemplateResult => html`${unsafeHTML(formulas[name] ?? "")}`;

/** A displayed formula, which scrolls where the column is narrower. */
export const displayFormula = (name: string): TemplateResult =>
  html`<div class="display">${formula(name)}</div>`;

/** Displayed formulas side by side, or one below the other where the column is narrower. */
export const displayFormulas = (...names: readonly string[]): TemplateResult =>
  html`<div class="display several">${names.map((name) => html`<span>${formula(name)}</span>`)}</div>`;

function atom({ base, variable, sub, sup, root }: Atom): TemplateResult {
  const first = variable ? mathml`<mi>${base}</mi>` : mathml`<mn>${base}</mn>`;
  const lowered = sub === "" ? first : mathml`<msub>${first}<mi>${sub}</mi></msub>`;
  const whole = sup === "" ? lowered : mathml`<msup>${lowered}<mn>${sup}</mn></msup>`;
  return root ? mathml`<msqrt>${whole}</msqrt>` : whole;
}

/** A power of a number is in the font of the text around it, like the rest of the number. */
const isNumber = (formula: readonly Atom[]) =>
  formula.every(({ variable, root, sub }) => !variable && !root && sub === "");

/** A text with its mathematics set. Not for readers' words. */
export const typeset = (text: string): (string | TemplateResult)[] =>
  piecesOf(text).flatMap((piece) => {
    if (typeof piece === "string") return piece;
    return isNumber(piece)
      ? piece.map(({ base, sup }) => html`${base}<sup>${sup}</sup>`)
      : html`<math><mrow>${piece.map(atom)}</mrow></math>`;
  });

function span(part: Span): unknown {
  if (typeof part === "string") return typeset(part);
  switch (part.kind) {
    case "math":
      return formula(part.name);
    case "word":
      return html`<b class="word"><bdi>${part.text}</bdi></b>`;
    case "code":
      return html`<code>${part.text}</code>`;
    case "strong":
      return html`<strong>${typeset(part.text)}</strong>`;
    default:
      return html`<strong class=${part.kind}>${typeset(part.text)}</strong>`;
  }
}

export const richText = (spans: Rich): TemplateResult => html`${spans.map(span)}`;
