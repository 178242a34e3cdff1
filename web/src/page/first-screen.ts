/** The first screen: the controls, the words, and the part that the view shows. */
import { html, nothing, type TemplateResult } from "lit";
import { matrices } from "../parts/matrices/first.js";
import { REASONS } from "../state/state.js";
import type { Below } from "./below.js";
import { controls, words } from "./controls.js";
import type { LaterParts } from "./later-parts.js";
import type { Page } from "./page.js";
import { silhouettes } from "./silhouettes.js";
import { standIn } from "./stand-in.js";
import { outputPart } from "./story.js";

export function firstScreen(page: Page, parts: LaterParts, { steps }: Below): TemplateResult {
  const { view } = page.state;
  const first = html`${controls(page)} ${words(page)} ${page.attention.result === null ? standIn(page) : nothing}`;
  const alone = REASONS.filter((reason) => reason === view);
  if (alone.length > 0) return html`${first} ${parts.render(alone)}`;
  if (view !== "page")
    return html`${first} ${matrices(page)} ${page.attention.result === null ? nothing : outputPart(page)}`;
  return html`${first} ${matrices(page)} ${steps > 0 ? html`${silhouettes(page)} ${outputPart(page)}` : nothing}`;
}
