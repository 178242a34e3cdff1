/**
 * Stands in for the figures until the engine runs: the content that the author gave the element. Where the engine cannot run
 * and the author gave none: a still picture from `pictures`.
 */
import { html, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { Language } from "../state/state.js";
import type { Page } from "./page.js";

export function standIn(
  { language, attention }: Page,
  pictures: Partial<Record<Language, string>> = {},
): TemplateResult {
  const own = attention.failure === null ? "" : (pictures[language] ?? "");
  return html`<slot>${unsafeHTML(own)}</slot>`;
}
