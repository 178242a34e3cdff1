/** The button that opens the export menu for a figure. */
import { html, nothing, type TemplateResult } from "lit";
import { ICONS } from "../ui/icons.js";
import type { Page } from "./page.js";

export const exportButton = (
  page: Page,
  id: string,
  title: string,
): TemplateResult | typeof nothing =>
  page.shows("download")
    ? html`<button type="button" class="quiet take" title=${page.text.export.button(title)} aria-label=${page.text.export.button(title)} @click=${() => page.download.open(id)}>${ICONS.download}</button>`
    : nothing;
