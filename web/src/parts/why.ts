/**
 * The text after the first picture of the chapter, which says why the scores are divided by the
 * root, and in a fold its derivation and its limits.
 */
import { html, nothing, type TemplateResult } from "lit";
import { anchorId } from "../page/anchor.js";
import { reads } from "../page/motion.js";
import type { Page } from "../page/page.js";
import { paragraphs, prose } from "../page/prose.js";
import { foldOf } from "../part-kit/fold.js";
import { COMMON, type PartHost } from "../part-kit/host.js";
import { powerText } from "../text/numbers.js";
import { say } from "../text/rich.js";
import { displayFormulas, richText, typeset } from "../ui/rich.js";

/** What dividing by d to this power does to the spread of the scores. */
function powerOutcome({ language }: Page, exponent: number): string {
  const { none, less, half, more } = COMMON[language].why.outcome;
  if (exponent === 0) return none;
  if (exponent === 0.5) return half;
  // The logits have the spread of d with the root: √(1024 / 1024²ᵅ) = √d.
  return exponent < 0.5 ? say(less, { like: Math.round(1024 ** (1 - 2 * exponent)) }) : more;
}

/** The derivation, what follows from it, and where it does not hold. */
function derivation(page: Page): TemplateResult {
  const text = COMMON[page.language].why;
  const { exponent } = page.state;
  const outcome = powerOutcome(page, exponent);
  return html`<div class="prose">
    <div class="told">
      ${displayFormulas("varianceDisplay", "scaledVarianceDisplay")}
      ${paragraphs(text.further.text)}
    </div>
    <div class="told">
      <p class="try">${richText(text.try, { power: powerText("d", exponent), outcome })}</p>
      <p class="note">${typeset(text.exceptions)}</p>
      <p class="note">${typeset(text.limits)}</p>
    </div>
  </div>`;
}

export function why(host: PartHost): TemplateResult | typeof nothing {
  const { page } = host;
  if (!page.shows("text")) return nothing;
  const { heading, text, further } = COMMON[page.language].why;
  const { printing } = page.surroundings;
  return html`<section class="part why" aria-labelledby=${anchorId("why")}>
    ${prose(page, "why", heading, html`<div class="told">${paragraphs(text)}</div>`)}
    ${foldOf(host, "bell-why", further.title, printing, () => reads(page, () => derivation(page)))}
  </section>`;
}
