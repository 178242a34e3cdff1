/** Small pictures that link to the parts, each in the shape of the part's main chart. They show no data. */
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { labelOf } from "../parts/labels.js";
import { REASONS } from "../state/state.js";
import { sectionTarget } from "../ui/anchor.js";
import type { Page } from "./page.js";

const SHAPES = import.meta.glob<string>("../parts/*/silhouette.svg", {
  eager: true,
  query: "?raw",
  import: "default",
});

export function silhouettes(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { text } = page;
  return html`<nav class="silhouettes" aria-label=${text.reasons.label}>
    ${REASONS.map((reason) => {
      const { href, go } = sectionTarget(page, reason);
      return html`<a href=${href} @click=${go}>
        ${unsafeHTML(SHAPES[`../parts/${reason}/silhouette.svg`])}
        <span>${labelOf(reason, page.language)}</span>
      </a>`;
    })}
  </nav>`;
}
