/**
 * The text and the formulas after the first picture of the chapter, which say why the scores are
 * divided by the root.
 */
import { html, nothing, type TemplateResult } from "lit";
import { anchorId } from "../page/anchor.js";
import type { Page } from "../page/page.js";
import { paragraphs, prose } from "../page/prose.js";
import { COMMON } from "../part-kit/host.js";
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

export function why(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const text = COMMON[page.language].why;
  const { exponent } = page.state;
  const outcome = powerOutcome(page, exponent);
  return html`<section class="part why" aria-labelledby=${anchorId("why")}>
    ${prose(
      page,
      "why",
      text.heading,
      html`<div class="told">${paragraphs(text.text)}</div>
        <div class="told">
          ${displayFormulas("varianceDisplay", "scaledVarianceDisplay")}
          <p class="try">${richText(text.try, { power: powerText("d", exponent), outcome })}</p>
          <p class="note">${typeset(text.exceptions)}</p>
          <p class="note">${typeset(text.limits)}</p>
        </div>`,
    )}
  </section>`;
}
