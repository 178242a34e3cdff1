/** Links between the chapters: the contents at the top, the previous and the next one at the end. */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { stateTarget } from "../page/anchor.js";
import type { Page } from "../page/page.js";
import { chapterOf } from "../state/chapters.js";
import { CHAPTERS } from "../state/part.js";
import { richText } from "../ui/rich.js";

type Entry = (typeof CHAPTERS)[number];

/** Where the contents are one line wider than the page, scrolls it so that the current chapter is in the middle. */
const centre = (current: Element | undefined) =>
  queueMicrotask(() => {
    const line = current?.closest("ol");
    if (current === undefined || !line) return;
    const [place, frame] = [current.getBoundingClientRect(), line.getBoundingClientRect()];
    line.scrollLeft += (place.left + place.right - frame.left - frame.right) / 2;
  });

function link(page: Page, { view }: Entry, before: string, after = ""): TemplateResult {
  const { href, go } = stateTarget(page, { view });
  const current = view === page.state.view;
  return html`<a href=${href} aria-current=${current ? "page" : nothing} ${current ? ref(centre) : nothing} @click=${go}>${before}${richText(page.text.chapters[view].name)}${after}</a>`;
}

const hidden = (page: Page) => chapterOf(page.state.view) === undefined || !page.shows("contents");

export function contents(page: Page): TemplateResult | typeof nothing {
  if (hidden(page)) return nothing;
  return html`<nav class="contents" aria-label=${page.text.chapters.label}>
    <ol>${CHAPTERS.map((chapter, i) => html`<li>${link(page, chapter, `${i + 1} `)}</li>`)}</ol>
  </nav>`;
}

export function chapterEnds(page: Page): TemplateResult | typeof nothing {
  if (hidden(page)) return nothing;
  const { text, state } = page;
  const here = CHAPTERS.findIndex(({ view }) => view === state.view);
  const [previous, next] = [CHAPTERS[here - 1], CHAPTERS[here + 1]];
  return html`<nav class="chapter-ends" aria-label=${text.chapters.ends}>
    ${previous === undefined ? nothing : html`<p>${text.chapters.previous} ${link(page, previous, "← ")}</p>`}
    ${next === undefined ? nothing : html`<p class="next">${text.chapters.next} ${link(page, next, "", " →")}</p>`}
  </nav>`;
}
