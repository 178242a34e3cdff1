/** Renders marked sentences and formulas. */
import formulas from "formulas";
import { html, mathml, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { type Rich, rich, type Span, say, type Values } from "../text/rich.js";
import { type Atom, stretchesOf, type TextPiece } from "../text/typeset.js";

/**
 * A formula as MathML that was made at build time: the only markup that comes from a string.
 * @param name its key in a formulas.json
 */
export const formula = (name: string): TemplateResult => html`${unsafeHTML(formulas[name] ?? "")}`;

/** A displayed formula, which scrolls where the column is narrower. */
export const displayFormula = (name: string): TemplateResult =>
  html`<div class="display">${formula(name)}</div>`;

/** Displayed formulas side by side, or one below the other where the column is narrower. */
export const displayFormulas = (...names: readonly string[]): TemplateResult | typeof nothing =>
  names.length === 0
    ? nothing
    : html`<div class="display several">${names.map(
        (name) => html`<span>${formula(name)}</span>`,
      )}</div>`;

function atom({ base, variable, sub, sup, root }: Atom): TemplateResult {
  const first = variable ? mathml`<mi>${base}</mi>` : mathml`<mn>${base}</mn>`;
  const lowered = sub === "" ? first : mathml`<msub>${first}<mi>${sub}</mi></msub>`;
  const whole = sup === "" ? lowered : mathml`<msup>${lowered}<mn>${sup}</mn></msup>`;
  return root ? mathml`<msqrt>${whole}</msqrt>` : whole;
}

/**
 * Signs that begin no line, after the number that a formula is said to equal; and those that end
 * none.
 */
const CLOSING = /^(?:\s[=<>≈≤≥]\s[−±]?[\d½¼.,]+)?[，。；：、！？）」』”’…,.;:!?)\]]*/u;
const OPENING = /[（「『“‘([−±]+$/u;

/** A formula, which stays in one line with the signs before and after it. */
class Formula {
  constructor(readonly content: TemplateResult) {}
}

type Part = string | TemplateResult | Formula;

const signs = (sign: RegExp, part: Part = "") => typeof part === "string" && sign.exec(part);

/**
 * Puts each formula into one line with the signs that belong to it: a browser takes a formula for a
 * picture, at both sides of which a line may end, also before a comma.
 */
const withoutBreaks = (parts: readonly Part[]): (string | TemplateResult)[] =>
  parts.map((part, i) => {
    const left = parts[i - 1];
    const right = parts[i + 1];
    if (typeof part === "string") {
      const text = left instanceof Formula ? part.replace(CLOSING, "") : part;
      return right instanceof Formula ? text.replace(OPENING, "") : text;
    }
    if (!(part instanceof Formula)) return part;
    const before = signs(OPENING, left) || "";
    const after = signs(CLOSING, right) || "";
    return html`<bdi class="kept">${before}${part.content}${after}</bdi>`;
  });

/** A power of a number is in the font of the text around it, like the rest of the number. */
const isNumber = (formula: readonly Atom[]) =>
  formula.every(({ variable, root, sub }) => !variable && !root && sub === "");

function part(piece: TextPiece): Part | Part[] {
  if (typeof piece === "string") return piece;
  return isNumber(piece)
    ? piece.map(({ base, sup }) => html`${base}<sup>${sup}</sup>`)
    : new Formula(html`<math><mrow>${piece.map(atom)}</mrow></math>`);
}

const contentOf = (part: Part) => (part instanceof Formula ? part.content : part);

/** A formula that is marked as one stays in one line, but for its spaces. */
const parts = (text: string): Part[] =>
  stretchesOf(text).flatMap(({ isFormula, pieces }) => {
    const content = pieces.flatMap(part);
    return isFormula ? new Formula(html`${content.map(contentOf)}`) : content;
  });

/** A text with its values and its mathematics set. Not for readers' words. */
export const typeset = <Text extends string>(
  text: Text,
  ...values: Values<Text, string | number>
): (string | TemplateResult)[] => withoutBreaks(parts(say(text, ...values)));

function span(part: Span): Part | Part[] {
  if (typeof part === "string") return parts(part);
  const { kind, text } = part;
  if (kind === "math") return new Formula(formula(text));
  if (kind === "formula") return parts(`$${text}$`);
  if (kind === "word") return html`<b class="word"><bdi>${text}</bdi></b>`;
  if (kind === "code") return html`<code>${text}</code>`;
  return html`<strong class=${kind === "strong" ? nothing : kind}>${typeset(text)}</strong>`;
}

export const richText = <Text extends Rich>(text: Text, ...values: Values<Text>): TemplateResult =>
  html`${withoutBreaks(rich(text, ...values).flatMap(span))}`;
