/** The outputs Z. */
import { html, type TemplateResult } from "lit";
import type { Page } from "../page/page.js";
import { paragraphs, prose } from "../page/prose.js";
import { coordinateFigure } from "../parts/matrices/first.js";
import { displayFormula } from "../ui/rich.js";

/** Maps of so few coordinates leave room for one beside them on a narrow page too. */
const FEW_COORDINATES = 4;

export function outputPart(page: Page): TemplateResult {
  const { text } = page;
  const { heading } = text.output;
  const few = (page.attention.result?.x.cols ?? 0) <= FEW_COORDINATES ? "beside" : "";
  return html`<section class="part" aria-label=${heading}>
    ${prose(
      page,
      "output",
      heading,
      paragraphs([text.output.text]),
      displayFormula("outputDisplay"),
    )}
    <div class="pair-of-figures ${few}">
      ${coordinateFigure(page, "unscaledOutput")} ${coordinateFigure(page, "scaledOutput")}
    </div>
  </section>`;
}
