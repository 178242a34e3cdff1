/** Headings and paragraphs of a section. */
import { html, nothing } from "lit";
import type { Anchor } from "../state/state.js";
import { richText } from "../ui/rich.js";
import { sectionHeading } from "./anchor.js";
import type { Page } from "./page.js";

export const paragraphs = (text: readonly string[]) =>
  text.map((paragraph) => html`<p>${richText(paragraph)}</p>`);

/** The heading and the prose of a section, unless the text is hidden. */
export function prose(page: Page, anchor: Anchor, heading: string, ...content: unknown[]) {
  if (!page.shows("text")) return nothing;
  return html`${sectionHeading(page, anchor, heading)}
    <div class="prose">${content}</div>`;
}
