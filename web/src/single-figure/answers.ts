/** The answers to pick on a slide of a lesson, for who works alone, and what follows the pick. */
import { html, nothing, type TemplateResult } from "lit";
import { LESSONS, placeOf } from "../lessons/lessons.js";
import { writeMessage } from "../lessons/message.js";
import { answersTo, isRight, pickedOn, withPick } from "../lessons/picked.js";
import type { Page } from "../page/page.js";
import type { SlideName } from "../part-kit/slides.js";
import { writeFragment } from "../state/state.js";
import { rich } from "../text/rich.js";
import { optionForm } from "../ui/controls.js";
import { richText, typeset } from "../ui/rich.js";

/** What an answer is followed by: whether it is right, why, and what to look for in the figure. */
function outcome({ state, language }: Page, slide: SlideName): TemplateResult | typeof nothing {
  const { items, place } = placeOf(slide, language);
  const answers = answersTo(items, state);
  const answer = answers.find((each) => each.slide === slide);
  const item = items[place];
  if (answer === undefined || item === undefined) return nothing;
  const words = LESSONS[language];
  const right = item.choices[answer.right] ?? "";
  const all = {
    count: String(items.length),
    right: String(answers.filter(isRight).length),
  };
  return html`
    <p><b>${isRight(answer) ? words.right : html`${words.other}${typeset(right)}`}</b></p>
    <p>${typeset(item.answer)}</p>
    <p><b>${words.look}${words.colon}</b>${typeset(item.look)}</p>
    ${
      answers.length === items.length
        ? html`<p class="total">${richText(rich(words.total, all))}</p>`
        : nothing
    }`;
}

/** @param picked called once the state has the answer */
export function answersToPick(page: Page, slide: SlideName, picked: () => void): TemplateResult {
  const { state, language } = page;
  const { items, place } = placeOf(slide, language);
  const { choices = [], right, question = "" } = items[place] ?? {};
  const pick = pickedOn(state, slide);
  const form = optionForm({
    name: `slide-${slide}`,
    kind: "choice picks",
    answers: true,
    options: choices.map((label, i) => ({
      value: String(i),
      label,
      kind: pick !== undefined && right === i ? "right" : "",
      checked: pick === i,
      disabled: pick !== undefined,
      choose: () => {
        page.set({ picked: withPick(state, slide, i) });
        picked();
      },
    })),
  });
  return html`<div class="pick" role="group" aria-label=${question} data-answered=${pick !== undefined}>
    ${form}
    <div aria-live="polite">${outcome(page, slide)}</div>
  </div>`;
}

/** What was told last: a page renders more often than it has something new to tell. */
let lastTold = "";

/** Tells the page around a frame how far the lesson is. */
export function tellAround({ state, language, ownPage }: Page, slide: SlideName): void {
  if (!ownPage || globalThis.parent === globalThis.self) return;
  const { items } = placeOf(slide, language);
  const message = writeMessage({
    slide,
    fragment: writeFragment(state),
    answers: answersTo(items, state),
    questions: items.length,
  });
  if (message === lastTold) return;
  lastTold = message;
  globalThis.parent.postMessage(message, "*");
}
