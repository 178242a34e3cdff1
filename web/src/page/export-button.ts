/** The buttons that show a figure alone over the whole screen, and that open the export menu for it. */
import { html, nothing } from "lit";
import { ICONS } from "../ui/icons.js";
import type { Page } from "./page.js";

export const exportButton = (page: Page, id: string, title: string) =>
  page.shows("download")
    ? html`<button type="button" class="quiet enlarge" title=${page.text.export.enlarge} aria-label="${page.text.export.enlarge}: ${title}" @click=${() => page.enlarge(id)}>${ICONS.enlarge}</button
        ><button type="button" class="quiet take" title=${page.text.export.button(title)} aria-label=${page.text.export.button(title)} @click=${() => page.download.open(id)}>${ICONS.download}</button>`
    : nothing;
