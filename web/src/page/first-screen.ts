/** The first screen: the controls, the words, and the part that the view shows. */
import { html, nothing, type TemplateResult } from "lit";
import { matrices } from "../parts/matrices/first.js";
import { chapterOf, lacks, partsOf } from "../state/chapters.js";
import { REASONS } from "../state/state.js";
import type { Below } from "./below.js";
import { words } from "./controls.js";
import { outputPart } from "./endings.js";
import type { FollowingBar } from "./following-bar.js";
import { standIn } from "./notices.js";
import type { Page } from "./page.js";

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
  return html`${first} ${matrices(page)}`;
}
