/** What shows until the engine runs: what the author put into the element; where it cannot run, else our own picture. */
import pictures from "edition:still";
import { html, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { Page } from "./page.js";

export function stillPicture({ language, failure }: Page): TemplateResult {
  const own = failure === null ? "" : (pictures[language] ?? "");
  return html`<slot>${unsafeHTML(own)}</slot>`;
}
