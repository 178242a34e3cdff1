/** The first screen: the controls, the words, and the part that the view shows. */
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { labelOf } from "../parts/labels.js";
import { matrices } from "../parts/matrices/first.js";
import { chapterOf, lacks, partsOf } from "../state/chapters.js";
import { REASONS, type Reason } from "../state/state.js";
import { sectionTarget } from "../ui/anchor.js";
import { typeset } from "../ui/rich.js";
import type { Below } from "./below.js";
import { words } from "./controls.js";
import { outputPart } from "./endings.js";
import type { FollowingBar } from "./following-bar.js";
import { standIn } from "./notices.js";
import type { Page } from "./page.js";

const SHAPES = import.meta.glob<string>("../parts/*/silhouette.svg", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Small pictures that link to the parts, each in the shape of the part's main chart. They show no data. */
function silhouettes(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { text } = page;
  return html`<nav class="silhouettes" aria-label=${text.reasons.label}>
    ${(partsOf("why") as Reason[]).map((reason) => {
      const { href, go } = sectionTarget(page, reason);
      return html`<a href=${href} @click=${go}>
        ${unsafeHTML(SHAPES[`../parts/${reason}/silhouette.svg`])}
        <span>${typeset(labelOf(reason, page.language))}</span>
      </a>`;
    })}
  </nav>`;
}

export function firstScreen(page: Page, below: Below, bar: FollowingBar): TemplateResult {
  const { view } = page.state;
  const first = html`${bar.renderHome()} ${lacks(page.state, "sentence") ? nothing : words(page)} ${page.attention.result === null ? standIn(page) : nothing}`;
  const chapter = chapterOf(view);
  const parts = REASONS.filter(
    (part) => part === view || (chapter && partsOf(view).includes(part)),
  );
  if (parts.length > 0) return html`${first} ${below.render(parts)}`;
  if (chapter === undefined)
    return html`${first} ${matrices(page)} ${page.attention.result === null ? nothing : outputPart(page)}`;
  return html`${first} ${matrices(page)} ${below.steps > 0 ? html`${silhouettes(page)} ${outputPart(page)}` : nothing}`;
}
