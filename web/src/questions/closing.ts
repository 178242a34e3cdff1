/**
 * What a chapter ends with: sentences to keep, exercises with folded answers, and what is often
 * said and not so.
 */
import { html, nothing, type TemplateResult } from "lit";
import { stateTarget } from "../page/anchor.js";
import type { Page } from "../page/page.js";
import type { Language, State } from "../state/state.js";
import type { ClosingWords, Misconception, MisconceptionName } from "../text/closing.js";
import { plainText } from "../text/rich.js";
import { richText, typeset } from "../ui/rich.js";
import { QUESTION_TEXTS } from "./texts.js";

export type Closing = Readonly<Record<Language, ClosingWords>>;

/** The states that show the figures which settle what is often said. */
export const SIGHTS: Readonly<Record<MisconceptionName, Partial<State>>> = {
  order: { at: "matrices" },
  variance: { at: "variance", sigma: 0.488, sampledim: 64 },
  width: { at: "widths" },
  gradients: { at: "gradient", open: new Set(["gradient-medians"]) },
  training: { at: "training" },
};
const MISCONCEPTIONS = Object.keys(SIGHTS) as MisconceptionName[];

function misconception(page: Page, name: MisconceptionName, words: Misconception) {
  const { said, answer, figure } = words;
  const { href, go } = stateTarget(page, SIGHTS[name]);
  return html`<li>
    <details ?open=${page.surroundings.printing}>
      <summary><b>${typeset(said)}</b></summary>
      <p>${richText(answer)} <a href=${href} @click=${go}>→ ${typeset(figure)}</a></p>
    </details>
  </li>`;
}

/** @param lang of the words, where that is another than the page's */
export function closing(
  page: Page,
  closings: Closing,
  lang?: Language,
): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const text = QUESTION_TEXTS[page.language];
  const { keep, exercises, misconceptions } = closings[page.language];
  const { printing } = page.surroundings;
  return html`<section class="closing" lang=${lang ?? nothing} aria-label=${text.keep}>
    <div class="columns">
      <div><h3>${text.keep}</h3><ol>${keep.map(
        (sentence) => html`<li>${richText(sentence)}</li>`,
      )}</ol></div>
      <details ?open=${printing}>
        <summary><h3>${text.exercises}</h3></summary>
        <ol>${exercises.map(
          ({ task, answer }) => html`<li>${richText(task)}
            <details ?open=${printing}>
              <summary aria-label="${text.answer}: ${plainText(task)}">${text.answer}</summary>
              <p>${richText(answer)}</p>
            </details></li>`,
        )}</ol>
      </details>
    </div>
    ${
      misconceptions === undefined
        ? nothing
        : html`<div class="misconceptions"><h3>${text.misconceptions}</h3><ul>${MISCONCEPTIONS.map(
            (name) => misconception(page, name, misconceptions[name]),
          )}</ul></div>`
    }
  </section>`;
}
