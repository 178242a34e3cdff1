/** The first screen: the controls, the words, and the part that the view shows. */
import { html, nothing, type TemplateResult } from "lit";
import { outputPart } from "../first-chapter/output.js";
import { words } from "../page/controls.js";
import { standIn } from "../page/notices.js";
import type { Page } from "../page/page.js";
import { matrices } from "../parts/matrices/first.js";
import { chapterOf, chapterOmits, partsOf } from "../state/chapters.js";
import { LATER_PARTS } from "../state/state.js";
import type { FollowingBar } from "./following-bar.js";
import type { LaterContent } from "./later-content.js";

export function firstScreen(
  page: Page,
  laterContent: LaterContent,
  bar: FollowingBar,
): TemplateResult {
  const { view } = page.state;
  const first = html`${bar.renderHome()} ${chapterOmits(page.state, "sentence") ? nothing : words(page)} ${page.attention.result === null ? standIn(page) : nothing}`;
  const chapter = chapterOf(view);
  const parts = LATER_PARTS.filter(
    (part) => part === view || (chapter && partsOf(view).includes(part)),
  );
  if (laterContent.hasParts) return html`${first} ${laterContent.render(parts)}`;
  if (chapter === undefined)
    return html`${first} ${matrices(page)} ${page.attention.result === null ? nothing : outputPart(page)}`;
  return html`${first} ${matrices(page, laterContent.renderBelowFinding())}`;
}
