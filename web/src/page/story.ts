/** The sections below the first screen: outputs, word vectors, explanations, and code that reproduces the numbers. */
import { loadPrograms } from "edition:later";
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { until } from "lit/directives/until.js";
import type { SentenceAttention } from "../attention/sentence-attention.js";
import { inputsOf } from "../export/inputs.js";
import { coordinateFigure } from "../parts/matrices/coordinates.js";
import type { Anchor } from "../state/state.js";
import { anchorId } from "../ui/anchor.js";
import { paragraphs, prose } from "../ui/prose.js";
import { displayFormula, displayFormulas, formula } from "../ui/rich.js";
import type { Page } from "./page.js";

/** The formula of attention. */
export const lead = (page: Page): TemplateResult | typeof nothing =>
  page.shows("text") ? html`<div class="lead">${formula("attentionDisplay")}</div>` : nothing;

/** Maps of so few coordinates leave room for one beside them on a narrow page too. */
const FEW = 4;

/** The outputs Z. */
export function outputPart(page: Page): TemplateResult {
  const { text } = page;
  const { heading } = text.output;
  const few = (page.attention.result?.x.cols ?? 0) <= FEW ? "beside" : "";
  return html`<section class="part" aria-label=${heading}>
    ${prose(page, "output", heading, paragraphs(text.output.text), displayFormula("outputDisplay"))}
    <div class="pair-of-figures ${few}">
      ${coordinateFigure(page, "unscaledOutput")} ${coordinateFigure(page, "scaledOutput")}
    </div>
  </section>`;
}

export function vectorsPart(page: Page): TemplateResult {
  const { text } = page;
  return html`<section class="part with-figure" aria-label=${text.vectors.heading}>
    <div>
      ${prose(page, "vectors", text.vectors.heading, paragraphs(text.vectors.text), displayFormulas("queriesDisplay", "keysDisplay", "valuesDisplay"))}
    </div>
    ${coordinateFigure(page, "x")}
  </section>`;
}

function textPart(page: Page, at: Anchor, heading: string, ...content: unknown[]): TemplateResult {
  return html`<section class="part" aria-labelledby=${anchorId(at)}>${prose(page, at, heading, content)}</section>`;
}

/** Text and formulas: how scores become weights. */
export function story(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { text } = page;
  return html`
    <div class="two-parts">
      ${textPart(page, "scores", text.scores.heading, paragraphs(text.scores.text), displayFormula("scoreDisplay"))}
      ${textPart(page, "softmax", text.softmax.heading, paragraphs(text.softmax.text), displayFormula("softmaxDisplay"))}
    </div>
  `;
}

/** The NumPy program of the first screen; its text is loaded after the first view. */
async function program(page: Page, settled: SentenceAttention) {
  const { state, words } = inputsOf(page, settled.request);
  const { programOf } = await loadPrograms();
  return programOf("numpy", "matrices", state, words);
}

/** NumPy code that reproduces the numbers of the page. */
export function reproduce(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { text } = page;
  const { settled } = page.attention;
  return textPart(
    page,
    "numbers",
    text.numbers.heading,
    paragraphs(text.numbers.text),
    settled === null
      ? nothing
      : html`<pre tabindex="0"><code>${guard([settled], () => until(program(page, settled)))}</code></pre>`,
  );
}

export function footer(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("footer")) return nothing;
  return html`<footer><p>${page.text.footer.text}</p><p>${page.text.footer.paper}</p></footer>`;
}
