/**
 * Notices of the page: junk in the link, an engine that does not start, a request without an
 * answer; and the stand-in for figures.
 */
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { reasonOf } from "../engine/reason.js";
import { allowedValues, type Language } from "../state/state.js";
import type { Text } from "../text/index.js";
import { say } from "../text/rich.js";
import type { Page } from "./page.js";

/** SVG, by language. */
export type StillPictures = Partial<Record<Language, string>>;

/**
 * Sentences about a failure, a button that tries again, and one that closes the notice where
 * `close` is given.
 */
export const failureNotice = (page: Page, sentences: readonly string[], close?: () => void) =>
  html`<div class="notice failure" role="alert">
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
    <button type="button" @click=${() => page.retry()}>${page.text.problems.tryAgain}</button>
    ${
      close === undefined
        ? nothing
        : html`<button
          type="button"
          class="quiet"
          @click=${close}
        >${page.text.share.close}</button>`
    }
  </div>`;

/** What could not be computed; nothing where all could. */
export const computeNotice = (page: Page, reason: string | null, close?: () => void) =>
  reason === null
    ? null
    : failureNotice(page, [say(page.text.problems.compute, { reason })], close);

export function notices(page: Page): TemplateResult {
  const { text, junk } = page;
  const { failure, missing, problem } = page.attention;
  const { failed, advice, picture } = text.fallback;
  return html`<div class="notices" role="status">
      ${
        junk.length === 0
          ? nothing
          : html`<div class="notice">
              <ul>
                ${junk.slice(0, 5).map(({ key, value, known }) => {
                  const unread = known || value !== "" ? `${key}=${value}` : key;
                  const { problems } = text;
                  const told = say(problems[known ? "known" : "unknown"], { given: unread });
                  const allowed = known ? allowedValues(key) : "";
                  const rest = allowed === "" ? "" : ` ${say(problems.allowed, { allowed })}`;
                  return html`<li>${told + rest}</li>`;
                })}
              </ul>
              <button
                type="button"
                class="quiet"
                @click=${() => page.dismissJunk()}
              >${text.problems.dismiss}</button>
            </div>`
      }
    </div>
    ${
      failure === null
        ? nothing
        : failureNotice(page, [say(failed, { reason: failure }), `${advice[missing]} ${picture}`])
    }
    ${computeNotice(page, problem)}`;
}

/**
 * The sentence for a first rendering that failed; only the content of the author stands beside it.
 */
export function sayFailure({ fallback }: Text, error: unknown): HTMLElement {
  const sentence = document.createElement("p");
  sentence.setAttribute("role", "alert");
  sentence.textContent = say(fallback.failed, { reason: reasonOf(error) });
  return sentence;
}

/**
 * Stands in for the figures until the engine runs: the content that the author gave the element.
 * Where there is none: on paper a sentence, and a still picture from `pictures` if the engine
 * cannot run. Before the page is seen that content stands beside it.
 */
export function standIn(page: Page, pictures: StillPictures = {}) {
  const { language, attention, surroundings, text, seen } = page;
  if (!seen) return nothing;
  if (attention.failure === null) {
    return html`<slot>${
      surroundings.printing ? html`<p>${text.problems.printed}</p>` : nothing
    }</slot>`;
  }
  return html`<slot>${unsafeHTML(pictures[language] ?? "")}</slot>`;
}
