/** Five small pictures that lead on to the five reasons, each the silhouette of the chart it opens. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { labelOf } from "../parts/labels.js";
import { REASONS, type Reason } from "../state/state.js";
import { sectionTarget } from "../ui/anchor.js";
import type { Page } from "./page.js";

/** Drawn by hand on 64×36: they promise a shape and no number. */
const SHAPES: Readonly<Record<Reason, TemplateResult>> = {
  variance: svg`<path class="unscaled" d="M2 34C14 34 18 24 32 24S50 34 62 34" />
    <path class="scaled" d="M22 34C28 34 28 4 32 4S36 34 42 34" />`,
  saturation: svg`<path class="bar" d="M8 34V30M22 34V30M36 34V26M50 34V4" />`,
  jacobian: svg`<path class="unscaled" d="M2 16C6 8 10 8 14 14C22 28 32 33 62 34" />
    <path class="rule" d="M2 34H62" />`,
  gradient: svg`<path class="scaled" d="M2 12H62" /><path class="unscaled" d="M2 12C22 13 34 18 44 34" />
    <path class="unscaled dashed" d="M2 11C30 9 50 8 62 9" />`,
  exponent: svg`<path class="rule" d="M2 18L62 4M2 18L62 32M2 18L40 34" />
    <path class="scaled heavy" d="M2 18H62" />`,
};

export function silhouettes(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { text } = page;
  return html`<nav class="silhouettes" aria-label=${text.reasons.label}>
    ${REASONS.map((reason) => {
      const { href, go } = sectionTarget(page, reason);
      return html`<a href=${href} @click=${go}>
        <svg viewBox="0 0 64 36" aria-hidden="true">${SHAPES[reason]}</svg>
        <span>${labelOf(reason, page.language)}</span>
      </a>`;
    })}
  </nav>`;
}
