/**
 * What the division does in a trained model: one question, and both recorded answers of the same
 * weights. No data of the model is fetched for it.
 */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import recorded from "recorded-answers";
import { SIDES } from "../attention/sides.js";
import { stateTarget } from "../page/anchor.js";
import type { Page } from "../page/page.js";
import type { en } from "../text/en/first-chapter.js";
import { textsOf } from "../text/words.js";
import { typeset } from "../ui/rich.js";

const TEXTS = textsOf<typeof en>("first-chapter");

/** How much of the answers is in sight when they are typed. */
const SEEN_SHARE = 0.6;

/**
 * Types both answers once they are in sight: to the eye alone, since their text is in the document
 * from the start. The style sheet does so only where motion is welcome, and not on paper.
 */
function typeInSight(answers?: Element): void {
  if (answers === undefined) return;
  const show = (typing: string) => answers.setAttribute("data-typing", typing);
  show("waits");
  answers.addEventListener("animationend", () => answers.removeAttribute("data-typing"));
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      show("types");
    },
    { threshold: SEEN_SHARE },
  );
  observer.observe(answers);
}

export function sameWeights(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const text = TEXTS[page.language].sameWeights;
  const asked = page.language === "zh" ? "zh" : "en";
  const { prompt, answers } = recorded[asked];
  const { href, go } = stateTarget(page, { view: "model" });
  return html`<section class="same-weights" aria-label=${text.heading}>
    <div class="asked">
      <h3>${text.heading}</h3>
      <p>${text.asked}<q lang=${asked}>${prompt}</q></p>
    </div>
    <div class="answers" ${ref(typeInSight)}>${SIDES.map(
      (side, i) => html`<p class=${side}>
        <b>${typeset(text.sides[side])}</b>
        <span lang=${asked}>${answers[i]}</span>
      </p>`,
    )}</div>
    <p class="note">${text.honest} <a href=${href} @click=${go}>${text.link}</a></p>
  </section>`;
}
