/**
 * Twelve pieces of attention code, each with a mistake to be found, and what it does to the
 * reader's sentence.
 */

import { html, nothing, type TemplateResult } from "lit";
import { oneFor } from "../../belonging.js";
import { laterFile } from "../../part-kit/later-file.js";
import type { Section } from "../../part-kit/part-view.js";
import { questionFrame } from "../../questions/question.js";
import type { en } from "../../text/en/bugs.js";
import { choice, optionForm } from "../../ui/controls.js";
import { richText, typeset } from "../../ui/rich.js";
import type { Effect } from "./experiments.js";
import { CODE_PIECES, effectsOf, bugs as experiment, race, racedFor } from "./experiments.js";
import { BUGS, type Bug } from "./mistakes.js";
import type { View } from "./view.js";

const answers = laterFile(() => import("./answer.js"));

/** What the reader has answered. */
interface QuizAnswer {
  /** The line that was chosen, from 0. */
  readonly line: number | null;
  readonly effect: Effect | null;
  /** Whether the reader asked for the answer. */
  readonly revealed: boolean;
}

const NO_ANSWER: QuizAnswer = { line: null, effect: null, revealed: false };

interface Quiz extends QuizAnswer {
  /** Whether the line is one with the mistake. */
  readonly found: boolean;
  /** Whether both questions have an answer, right or wrong in the second one. */
  readonly complete: boolean;
  set(answer: Partial<QuizAnswer>): void;
}

/** What the reader has answered, and about which piece. */
const keptAnswers = oneFor((view: View) => ({ bug: view.state.bug, ...NO_ANSWER }));

/** The quiz of the piece on screen alone, since another piece is another question. */
function quizOf(view: View): Quiz {
  const { bug } = view.state;
  const keptAnswer = keptAnswers(view);
  if (keptAnswer.bug !== bug) Object.assign(keptAnswer, { bug, ...NO_ANSWER });
  const { line, effect, revealed } = keptAnswer;
  const found = line !== null && CODE_PIECES[bug].wrong.includes(line);
  const set = (answer: Partial<QuizAnswer>): void => {
    Object.assign(keptAnswer, answer);
    view.changedAnew();
  };
  return { line, effect, revealed, found, complete: revealed || (found && effect !== null), set };
}

/** The pieces are called by their numbers. */
const PIECE_NUMBERS = Object.fromEntries(BUGS.map((bug, i) => [bug, `${i + 1}`])) as Record<
  Bug,
  string
>;

/** What the reader thinks of a line of the code, or what it is. */
function lineState(quiz: Quiz, line: number, wrong: readonly number[]): string {
  const revealed = quiz.complete || quiz.found;
  if (revealed && wrong.includes(line)) return "mistake";
  return quiz.line === line ? "tried" : "";
}

/** The lines of the code as radio buttons. */
function codeLines(view: View, quiz: Quiz): TemplateResult {
  const { line: legend } = view.text.quiz;
  const { code, wrong } = CODE_PIECES[view.state.bug];
  const lines = optionForm({
    name: view.idOf("line"),
    answers: true,
    options: code.map((written, line) => ({
      value: String(line),
      label: written,
      content: html`<code>${written}</code>`,
      kind: lineState(quiz, line, wrong),
      checked: quiz.line === line,
      choose: () => quiz.set({ line }),
    })),
  });
  return html`<fieldset class="code" aria-label=${legend}>
    <legend>${legend}</legend>
    ${lines}
  </fieldset>`;
}

/** What the mistake does to the weights, as the reader says. */
function effectChoice(view: View, quiz: Quiz): TemplateResult {
  const { text, state } = view;
  return choice({
    name: view.idOf("effect"),
    label: text.quiz.effect,
    value: quiz.effect ?? "",
    answers: true,
    options: effectsOf(CODE_PIECES[state.bug]).map(
      (effect) => [effect, text.effects[effect]] as const,
    ),
    choose: (effect) => quiz.set({ effect: effect === "" ? null : effect }),
  });
}

function question(view: View, quiz: Quiz): TemplateResult {
  const { text, state } = view;
  const judgement = quiz.found ? text.quiz.found : text.quiz.missed;
  const verdict = quiz.line === null ? "" : judgement;
  return questionFrame(view.page, {
    kind: "quiz",
    label: `${text.quiz.name} ${PIECE_NUMBERS[state.bug]}`,
    ask: html`<p>${richText(text.given[state.bug])}</p>`,
    input: html`${codeLines(view, quiz)}
      <p class="note" role="status">${typeset(verdict)}</p>
      ${quiz.found || quiz.revealed ? effectChoice(view, quiz) : nothing}`,
    outcome: quiz.complete
      ? answers(view).shown(view, { wide: 160, narrow: 260 }, ({ answerTo }) =>
          answerTo(view, quiz.effect),
        )
      : null,
    show: () => quiz.set({ revealed: true }),
  });
}

// ---- the part ----

function content(view: View): unknown[] {
  const { engine, text, state, sentence } = view;
  if (engine === null || sentence.length === 0) return [view.progress.withoutEngine()];
  const quiz = quizOf(view);
  const answer = view.answers.to(experiment);
  // On paper, and for a figure alone, no question is asked.
  const isExplained = quiz.complete || view.whole || state.figure !== "";
  const effect = () =>
    view.progress.answered(answer, { wide: 360 }, (known) =>
      answers(view).shown(view, { wide: 360 }, ({ effectOf }) => effectOf(view, known)),
    );
  return [
    view.controls.row(
      html`<div class="piece-numbers">${view.controls.chooser("bug", text.bug, PIECE_NUMBERS)}</div>`,
    ),
    question(view, quiz),
    isExplained ? effect() : view.progress.of(answer.study),
    view.figures.fold("bugs-race", text.raceFold, () =>
      view.progress.answered(
        view.answers.to(race, { bug: racedFor(state.bug) }),
        { wide: 320 },
        (known) =>
          answers(view).shown(view, { wide: 320 }, ({ raceFigure }) => raceFigure(view, known)),
      ),
    ),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  always: true,
  chapterFold: "bugs-pieces",
  content,
};
