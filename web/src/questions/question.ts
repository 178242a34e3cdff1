/**
 * A question that a part asks its reader before it shows its finding, and what follows the answer.
 */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { computeNotice } from "../page/notices.js";
import type { Page } from "../page/page.js";
import type { PartName, State } from "../state/state.js";
import type { en } from "../text/en/questions.js";
import { plainText, type Rich, rich } from "../text/rich.js";
import { optionForm } from "../ui/controls.js";
import { richText } from "../ui/rich.js";
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

/**
 * Keeps an answer in the state, whose link then goes on asking the other questions.
 * @param moves what else it changes
 */
export function keepAnswer(
  page: Page,
  part: PartName,
  answer: string,
  moves: Partial<State> = {},
): void {
  const goesOn = asks(page) ? { asked: "on" as const } : {};
  page.set({ guess: withGuess(page.state, part, answer), ...goesOn, ...moves });
}

/** Ends all questions of the page; those that it shows stay, with what was measured. */
function showAll(page: Page): void {
  page.asks = true;
  page.set({ asked: "off" });
}

/** What is asked, the answers, and what follows them. */
interface QuestionFrame {
  /** Whether a part asks it, or a piece of code. */
  readonly kind: "question" | "quiz";
  /** Its name for screen readers. */
  readonly label: string;
  /** The part that asks, where its answer is kept in the state. */
  readonly part?: PartName;
  readonly ask: unknown;
  readonly input: unknown;
  /** What follows the answer; null as long as there is none. */
  readonly outcome: unknown;
  /** Called with the group in the page. */
  readonly attach?: ((element: Element | undefined) => void) | undefined;
  /** Called where the reader wants to be shown the answer. */
  show(): void;
}

export function questionFrame(page: Page, frame: QuestionFrame): TemplateResult {
  const { kind, label, part, ask, input, outcome, attach } = frame;
  const open = outcome === null;
  const show = ({ currentTarget }: Event) => {
    const group = (currentTarget as Element).closest<HTMLElement>("[role=group]");
    frame.show();
    // The button goes, and the focus would go with it.
    group?.focus({ preventScroll: true });
  };
  const button = () =>
    html`<button
      type="button"
      class="quiet"
      @click=${show}
    >${QUESTION_TEXTS[page.language].show}</button>`;
  return html`<div
    class=${kind}
    role="group"
    tabindex="-1"
    aria-label=${label}
    data-question=${part ?? nothing}
    data-answered=${!open}
    ${attach === undefined ? nothing : ref(attach)}
  >
    ${ask}
    <div class="input">${input}</div>
    <div aria-live="polite">${outcome ?? nothing}</div>
    ${open ? button() : nothing}
  </div>`;
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
function outcomeText(page: Page, found: Rich | Unsettled | null) {
  if (found !== null && typeof found === "object" && "problem" in found) {
    return computeNotice(page, found.problem);
  }
  return html`<p class="outcome">${richText(found ?? QUESTION_TEXTS[page.language].measuring)}</p>`;
}

export function questionGroup(page: Page, question: Group): TemplateResult {
  const { part, ask, input, outcome, attach } = question;
  const text = QUESTION_TEXTS[page.language];
  return questionFrame(page, {
    kind: "question",
    label: `${text.question} ${plainText(ask)}`,
    part,
    ask: html`<p class="ask"><b>${text.question}</b> ${richText(ask)}</p>`,
    input,
    outcome: isOpen(page, part) ? null : outcomeText(page, outcome()),
    attach,
    show: () => showAll(page),
  });
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
 * @param moves the values that its words name
 */
export function choiceGroup(
  page: Page,
  part: PartName,
  words: ChoiceWords,
  settle: () => Settled | Unsettled | null,
  attach?: Group["attach"],
  moves?: Partial<State>,
): TemplateResult {
  const guess = guessOf(page.state, part);
  const chosen = guess === undefined ? undefined : words.answers[Number(guess)];
  const found = isOpen(page, part) ? null : settle();
  const settled = found !== null && "right" in found ? found : null;
  const text = QUESTION_TEXTS[page.language];
  const outcome = () => {
    if (found === null || "problem" in found) return found;
    const right = words.answers[found.right] ?? "";
    return [...verdict(text, chosen, right), text.between, ...rich(found.why)];
  };
  const input = optionForm({
    name: `question-${part}`,
    kind: "choice answers",
    answers: true,
    options: words.answers.map((label, i) => ({
      value: String(i),
      label,
      kind: settled?.right === i ? "right" : "",
      checked: String(i) === guess,
      choose: () => keepAnswer(page, part, String(i), moves),
    })),
  });
  return questionGroup(page, { part, ask: words.ask, input, outcome, ...(attach && { attach }) });
}
