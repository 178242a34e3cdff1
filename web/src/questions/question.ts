/**
 * A question that a part asks its reader before it shows its finding, and what follows the answer.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";
import { computeNotice } from "../page/notices.js";
import type { Page } from "../page/page.js";
import type { PartName } from "../state/state.js";
import type { en } from "../text/en/questions.js";
import { plainText, type Rich, rich } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { richText, typeset } from "../ui/rich.js";
import { guessOf, withGuess } from "./guesses.js";
import { QUESTION_TEXTS } from "./texts.js";

/** The words of a question that is answered by a choice: two to four answers. */
export interface ChoiceWords {
  readonly ask: string;
  readonly answers: readonly string[];
}

/** What settles a question: the number of the right answer, from 0, and a sentence on why. */
export interface Settled {
  readonly right: number;
  readonly why: Rich;
}

/** Why a question is not settled: what was to be measured has failed. */
export interface Unsettled {
  readonly problem: string;
}

/** Whether the questions that have no answer yet are asked. */
export const asks = ({ asks, state, surroundings }: Page): boolean =>
  (asks ? state.asked !== "off" : state.asked === "on") && !surroundings.printing;

/**
 * Whether the page shows the question of a part: also one that was answered, or that the reader had
 * shown.
 */
export const showsQuestion = (page: Page, part: PartName): boolean =>
  !page.surroundings.printing &&
  page.state.figure === "" &&
  page.shows("text") &&
  (page.asks || asks(page) || guessOf(page.state, part) !== undefined);

/** Whether the reader is still to answer the question of a part. */
export const isOpen = (page: Page, part: PartName): boolean =>
  asks(page) && showsQuestion(page, part) && guessOf(page.state, part) === undefined;

/** Keeps an answer in the state, whose link then goes on asking the other questions. */
export function answer(page: Page, part: PartName, given: string): void {
  const goesOn = asks(page) ? { asked: "on" as const } : {};
  page.set({ guess: withGuess(page.state, part, given), ...goesOn });
}

/** Ends all questions of the page; those that it shows stay, with what was measured. */
function showAll(page: Page, group: HTMLElement | null): void {
  page.asks = true;
  page.set({ asked: "off" });
  // The button goes, and the focus would go with it.
  group?.focus({ preventScroll: true });
}

export interface Group {
  readonly part: PartName;
  readonly ask: string;
  /** Radio buttons, or a canvas to draw on. */
  readonly input: unknown;
  /** What was found; null while it is measured. Asked for once the question is answered. */
  readonly outcome: () => Rich | Unsettled | null;
  /** Called with the group in the page. */
  readonly attach?: (element: Element | undefined) => void;
}

/** What was found, or that it is measured, or why it was not. */
function outcomeOf(page: Page, found: Rich | Unsettled | null) {
  if (found !== null && typeof found === "object" && "problem" in found) {
    return computeNotice(page, found.problem);
  }
  return html`<p class="outcome">${richText(found ?? QUESTION_TEXTS[page.language].measuring)}</p>`;
}

export function questionGroup(page: Page, question: Group): TemplateResult {
  const { part, ask, input, outcome, attach } = question;
  const text = QUESTION_TEXTS[page.language];
  const open = isOpen(page, part);
  const show = ({ currentTarget }: Event) =>
    showAll(page, (currentTarget as Element).closest<HTMLElement>(".question"));
  return html`<div
    class="question"
    role="group"
    tabindex="-1"
    aria-label="${text.question} ${plainText(ask)}"
    data-question=${part}
    data-answered=${!open}
    ${attach === undefined ? nothing : ref(attach)}
  >
    <p class="ask"><b>${text.question}</b> ${richText(ask)}</p>
    <div class="input">${input}</div>
    <div aria-live="polite">${open ? nothing : outcomeOf(page, outcome())}</div>
    ${
      open
        ? html`<button
          type="button"
          class="quiet"
          @click=${show}
        >${text.show}</button>`
        : nothing
    }
  </div>`;
}

/**
 * Whether the chosen answer is the right one.
 * @param chosen undefined where the reader asked to be shown the answer
 */
function verdict(text: typeof en, chosen: string | undefined, right: string): Rich {
  if (chosen === undefined) return rich(text.measured, { answer: right });
  if (chosen === right) return rich(text.chosen, { answer: chosen });
  return rich(text.other, { answer: chosen, measured: right });
}

/**
 * The question of a part with its answers as radio buttons.
 * @param settle null until it is measured
 */
export function choiceGroup(
  page: Page,
  part: PartName,
  words: ChoiceWords,
  settle: () => Settled | Unsettled | null,
  attach?: Group["attach"],
): TemplateResult {
  const given = guessOf(page.state, part);
  const chosen = given === undefined ? undefined : words.answers[Number(given)];
  const found = isOpen(page, part) ? null : settle();
  const settled = found !== null && "right" in found ? found : null;
  const text = QUESTION_TEXTS[page.language];
  const outcome = () => {
    if (found === null || "problem" in found) return found;
    const right = words.answers[found.right] ?? "";
    return [...verdict(text, chosen, right), text.between, ...rich(found.why)];
  };
  // In a form of their own: otherwise Chromium keeps radio buttons that were removed from a shadow
  // root in the group.
  const input = html`<form
    class="choice answers"
    @submit=${(event: Event) => event.preventDefault()}
  >
    ${words.answers.map(
      (name, i) => html`<label data-right=${settled?.right === i}>
        <input
          type="radio"
          name="question-${part}"
          value=${i}
          aria-label=${unmarked(name)}
          .checked=${live(String(i) === given)}
          @change=${() => answer(page, part, String(i))}
        />
        <span>${typeset(name)}</span>
      </label>`,
    )}
  </form>`;
  return questionGroup(page, { part, ask: words.ask, input, outcome, ...(attach && { attach }) });
}
