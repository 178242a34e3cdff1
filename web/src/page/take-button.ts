/** The button that opens the export menu for a figure. */
import { html, nothing, type TemplateResult } from "lit";
import { ICONS } from "../ui/icons.js";
import type { Page } from "./page.js";

export const takeButton = (
  page: Page,
  id: string,
  title: string,
): TemplateResult | typeof nothing =>
  page.shows("download")
    ? html`<button type="button" class="quiet take" title=${page.text.take.button(title)} aria-label=${page.text.take.button(title)} @click=${() => page.download.open(id)}>${ICONS.download}</button>`
    : nothing;
