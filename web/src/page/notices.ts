/** Notices of the page: junk in the link, an engine that does not start, a request without an answer. */
import { html, nothing, type TemplateResult } from "lit";
import type { Page } from "./page.js";

/** Sentences about a failure, a button that tries again, and one that closes the notice where `close` is given. */
export const failureNotice = (
  page: Page,
  sentences: readonly string[],
  close?: () => void,
): TemplateResult =>
  html`<div class="notice failure" role="alert">
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
    <button type="button" @click=${() => page.retry()}>${page.text.problems.tryAgain}</button>
    ${close === undefined ? nothing : html`<button type="button" class="quiet" @click=${close}>${page.text.share.close}</button>`}
  </div>`;

export function notices(page: Page): TemplateResult {
  const {
    text,
    junk,
    attention: { failure, problem },
  } = page;
  return html`<div class="notices" role="status">
      ${
        junk.length === 0
          ? nothing
          : html`<div class="notice">
              <ul>
                ${junk.slice(0, 5).map(({ key, value, known }) => html`<li>${text.problems.junk(key, value, known)}</li>`)}
              </ul>
              <button type="button" class="quiet" @click=${() => page.dismissJunk()}>${text.problems.dismiss}</button>
            </div>`
      }
    </div>
    ${failure === null ? nothing : failureNotice(page, [text.fallback.failed(failure), text.fallback.advice])}
    ${problem === null ? nothing : failureNotice(page, [text.problems.compute(problem)])}`;
}
