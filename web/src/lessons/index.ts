/** The page of the lessons, and that of their answers. */
import { html, nothing, type TemplateResult } from "lit";
import { modified } from "../modified.js";
import type { Page } from "../page/page.js";
import { readFragment, type State } from "../state/state.js";
import type { LessonWords } from "../text/en/lessons.js";
import { foreign } from "../text/words.js";
import { typeset } from "../ui/rich.js";
import { type Item, itemsOf, LESSONS, type Lesson, PATH_LINK, slideState } from "./lessons.js";
import { packageName } from "./package-name.js";
import { NONE_PICKED } from "./picked.js";

/** The address of a state in the language and the light of the reader. */
function addressOf(page: Page, state: State): string {
  const { lang, theme } = page.state;
  return page.addressOf({ ...state, lang, theme });
}

const labelledText = (label: string, text: string, kind = "") =>
  html`<p class=${kind}><b>${label}</b>${typeset(text)}</p>`;

function item(page: Page, words: LessonWords, item: Item): TemplateResult {
  const { look, wrong, answer, colon } = words;
  const answers = page.state.solutions === "on";
  return html`<li>
    <h3><a
      data-slide=${item.slide}
      href=${addressOf(page, slideState(item.slide, page.state))}
    >${typeset(item.name)}</a></h3>
    ${answers ? nothing : html`<code class="on-paper">#${item.link}</code>`}
    <p class="asked">${typeset(item.question)}</p>
    ${
      answers
        ? labelledText(`${answer}${colon}`, item.answer)
        : html`${labelledText(`${look}${colon}`, item.look)} ${labelledText(`${wrong}${colon}`, item.wrong, "note")}`
    }
  </li>`;
}

/** The ways to a lesson for who works alone: here, or in a course. */
function aloneLinks(page: Page, words: LessonWords, [first]: readonly Item[], index: number) {
  if (first === undefined || page.state.solutions === "on") return nothing;
  const { state, hosted, language } = page;
  const start = slideState(first.slide, { ...state, picked: NONE_PICKED });
  const file = packageName(index + 1, foreign("lessons", language) ?? language);
  return html`<p class="do">
    <a data-alone=${index + 1} href=${addressOf(page, start)}>${words.alone}</a>
    ${hosted ? html`<a href=${file} download>${words.scorm}</a>` : nothing}
  </p>`;
}

function lesson(page: Page, words: LessonWords, lesson: Lesson, index: number) {
  const { title, question } = lesson;
  const items = itemsOf(lesson);
  return html`<article class="lesson">
    <h2>${index + 1}. ${typeset(title)} <small>${
      page.state.solutions === "on" ? words.answers : words.minutes
    }</small></h2>
    <p class="driving">${typeset(question)}</p>
    ${aloneLinks(page, words, items, index)}
    <ol>${items.map((each) => item(page, words, each))}</ol>
  </article>`;
}

export function lessons(page: Page): TemplateResult {
  const words = LESSONS[page.language];
  const solutions = page.state.solutions === "on" ? "off" : "on";
  const go = (event: MouseEvent) => {
    if (modified(event)) return;
    event.preventDefault();
    page.set({ solutions });
  };
  return html`<section class="lessons" lang=${foreign("lessons", page.language) ?? nothing}>
    <p class="about">${words.about}</p>
    <p class="do">
      <button type="button" @click=${() => page.download.print()}>${words.print}</button>
      <a
        href=${addressOf(page, { ...page.state, solutions })}
        @click=${go}
      >${solutions === "on" ? words.forTeachers : words.forPupils}</a>
    </p>
    <p>
      <a href=${addressOf(page, readFragment(PATH_LINK).state)}>${words.path.name}</a>
      <code class="on-paper">#${PATH_LINK}</code> ${words.path.about}
    </p>
    ${words.lessons.map((one, index) => lesson(page, words, one, index))}
  </section>`;
}
