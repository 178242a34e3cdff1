/**
 * Twelve pieces of attention code, each with a mistake to be found, and what it does to the
 * reader's sentence.
 */

import { html, nothing, type TemplateResult } from "lit";
import { oneFor } from "../../belonging.js";
import { type ChartMaker, line, linear, log, zip } from "../../draw/marks.js";
import type { MeasuredRule } from "../../engine/api.js";
import { stateTarget } from "../../page/anchor.js";
import type { Answered, PartView, Section } from "../../part-kit/part-view.js";
import { findingOf, smallTable, tableRow } from "../../part-kit/part-view.js";
import { nameText } from "../../part-kit/rule-names.js";
import { questionFrame } from "../../questions/question.js";
import type { en } from "../../text/en/bugs.js";
import { fixed, significant, weight } from "../../text/numbers.js";
import { rich, say } from "../../text/rich.js";
import { choice, optionForm } from "../../ui/controls.js";
import { richText, typeset } from "../../ui/rich.js";
import type { AttentionVersion, BugResult, Effect } from "./experiments.js";
import {
  CODE_PIECES,
  effectsOf,
  bugs as experiment,
  race,
  racedFor,
  rateOf,
  TASK,
} from "./experiments.js";
import { BUGS, type Bug, VERSIONS } from "./mistakes.js";
import { weightsPair } from "./weights-pair.js";

type View = PartView<typeof en>;

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
    options: effectsOf(CODE_PIECES[state.bug]).map(
      (effect) => [effect, text.effects[effect]] as const,
    ),
    choose: (effect) => quiz.set({ effect: effect === "" ? null : effect }),
  });
}

/** The judgement of the reader's answer, and the explanation of the mistake. */
function answerTo(view: View, quiz: Quiz): TemplateResult {
  const { text, state } = view;
  const { right, effect, stood = [] } = CODE_PIECES[state.bug];
  const judgement = quiz.effect === effect ? text.quiz.right : text.quiz.wrong;
  return html`<div class="answer">
    ${quiz.effect === null ? nothing : html`<p><strong>${typeset(judgement)}</strong></p>`}
    <p>${richText(text.told[state.bug])}</p>
    ${right === "" ? nothing : html`<p>${typeset(text.quiz.instead)} <code>${right}</code></p>`}
    ${
      stood.length === 0
        ? nothing
        : html`<p class="note">${typeset(text.quiz.stood)} ${stood.map(
            ({ name, url }, i) => html`${i === 0 ? nothing : ", "}<a href=${url}>${name}</a>`,
          )}</p>`
    }
  </div>`;
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
    outcome: quiz.complete ? answerTo(view, quiz) : null,
    show: () => quiz.set({ revealed: true }),
  });
}

// ---- the weights with the mistake and without, with the sum of each row ----

function weightsFigure(view: View, answer: Answered<typeof experiment>): TemplateResult {
  const { weights: text, names, tables, sides } = view.text;
  const { words, ...versions } = answer.result;
  const pairSide = (side: (typeof VERSIONS)[number], color: "unscaled" | "scaled") => {
    const { weights, sum } = versions[side];
    return { title: sides[side], color, weights, numbers: sum };
  };
  return view.figures.make({
    name: "weights",
    title: text.title,
    beside: names[answer.request.bug],
    source: answer,
    label: `${text.title}. ${text.note}`,
    note: text.note,
    picture: weightsPair(
      words,
      [pairSide("wrong", "unscaled"), pairSide("right", "scaled")],
      text.sum,
    ),
    tables: VERSIONS.map((side) =>
      view.tables.ofWeights(tables[side], versions[side].weights, words),
    ),
  });
}

function finding(view: View, { wrong, right }: BugResult) {
  const of = ({ means: { peak, entropy } }: AttentionVersion) => ({
    peak: weight(peak),
    entropy: fixed(entropy, 2),
  });
  return findingOf(view.text.finding, { wrong: of(wrong), right: of(right) });
}

function numbersTable(view: View, result: BugResult): TemplateResult {
  const { table, sides } = view.text;
  const row = (side: (typeof VERSIONS)[number]) => {
    const { means, share }: AttentionVersion = result[side];
    const cells = [
      { value: means.entropy, written: fixed(means.entropy, 2) },
      { value: means.peak, written: weight(means.peak) },
      { value: means.sum, written: fixed(means.sum, 2) },
      { value: means.gradient, written: significant(means.gradient, 2) },
      { value: share, written: weight(share) },
    ];
    return tableRow(sides[side], cells);
  };
  return html`${smallTable(table.caption, table.corner, table.columns, VERSIONS.map(row))}
    <p class="note">${typeset(table.note)}</p>`;
}

/** What the chapter of opened tensors measures of a version. */
function measuredText(view: View, { factor, name, cap, notes }: MeasuredRule): string {
  const { own } = view.text;
  const named = name === null ? own.unnamed : nameText(name);
  const traits = [
    factor === null ? own.noRule : say(own.factor, { factor: significant(factor, 4), name: named }),
    ...(cap === null ? [] : [say(own.cap, { cap: significant(cap, 3) })]),
    ...(notes.includes("rows-below-one") ? [own.rows] : []),
  ];
  return traits.join(own.between);
}

/** Whether the mistake changes nothing: as the root of n where n is d. */
const isHarmless = ({ wrong, right }: BugResult): boolean =>
  wrong.weights.data.every((weight, i) => Math.abs(weight - (right.weights.data[i] ?? 0)) < 1e-9);

/** Whether “Your own attention” would have found the mistake, and the link that shows it. */
function ownAnswer(view: View, { request, result }: Answered<typeof experiment>): TemplateResult {
  const { own } = view.text;
  const { bug } = request;
  // At this width the factor that is missing has a name there.
  const wide = bug === "yarn" ? { dim: 192 } : {};
  const start = { view: "own", ownfrom: "piece", ownlayer: 1, ownhead: 1, bug } as const;
  const { href, go } = stateTarget(view.page, { ...start, ...wide });
  const told = isHarmless(result)
    ? rich(own.harmless)
    : [
        ...rich(own.told[bug]),
        ...rich(own.measured, {
          wrong: measuredText(view, result.wrong.measured),
          right: measuredText(view, result.right.measured),
        }),
      ];
  return html`<p class="note">
    <strong>${typeset(own.ask)}</strong> ${richText(told)}
    <a href=${href} @click=${go}>${typeset(own.link)}</a>
  </p>`;
}

// ---- recall trained with the mistake and without: the loss, step by step ----

function raceFigure(view: View, answer: Answered<typeof race>): TemplateResult {
  const { text, state } = view;
  const { race: words } = text;
  const { result, request } = answer;
  const steps = Array.from(result.right.loss, (_, i) => i + 1);
  const losses = VERSIONS.flatMap((side) => [...result[side].loss]);
  // Single steps may come near 0, where a logarithmic axis has no end.
  const least = Math.max(1e-4, Math.min(...losses));
  const chart: ChartMaker = (palette) => ({
    x: linear([0, steps.length], words.step),
    y: log([least / 1.2, Math.max(...losses) * 1.2], words.loss),
    height: 230,
    marks: VERSIONS.map((side) => {
      const color = side === "wrong" ? palette.unscaled : palette.scaled;
      const loss = result[side].loss.map((value) => Math.max(value, least));
      return line(zip(steps, loss), color, { width: 2, label: text.sides[side] });
    }),
  });
  const end = (side: (typeof VERSIONS)[number]) => {
    const { loss, right } = result[side];
    return [significant(loss.at(-1) ?? 0, 2), fixed(right.at(-1) ?? 0, 2)] as const;
  };
  const finding = rich(words.finding, {
    steps: steps.length,
    rate: rateOf(request.bug),
    wrong: end("wrong"),
    right: end("right"),
  });
  return view.figures.make({
    name: "race",
    title: words.title,
    beside: say(words.beside, { dim: TASK.dim, n: TASK.tokens }),
    source: answer,
    chart,
    note: html`${richText(finding)} ${richText(
      (request.bug === state.bug && words.honest[request.bug as "width"]) || words.other,
    )}`,
    tables: () => ({
      corner: words.step,
      rows: steps,
      columns: VERSIONS.flatMap((side) =>
        [words.loss, words.right].map((label) => `${label}, ${text.sides[side]}`),
      ),
      values: VERSIONS.flatMap((side) => [result[side].loss, result[side].right]),
    }),
  });
}

// ---- the part ----

function content(view: View): unknown[] {
  const { engine, text, state, sentence } = view;
  if (engine === null || sentence.length === 0) return [view.progress.withoutEngine()];
  const quiz = quizOf(view);
  const { bug } = state;
  const answer = view.answers.to(experiment);
  const effect = [
    view.progress.answered(answer, { wide: 360 }, (known) => weightsFigure(view, known)),
    answer.result && [finding(view, answer.result), numbersTable(view, answer.result)],
    answer.result && ownAnswer(view, answer as Answered<typeof experiment>),
  ];
  // On paper, and for a figure alone, no question is asked.
  const isExplained = quiz.complete || view.whole || state.figure !== "";
  return [
    view.controls.row(
      html`<div class="piece-numbers">${view.controls.chooser("bug", text.bug, PIECE_NUMBERS)}</div>`,
    ),
    question(view, quiz),
    isExplained ? effect : view.progress.of(answer.study),
    view.figures.fold("bugs-race", text.race.fold, () =>
      view.progress.answered(
        view.answers.to(race, { bug: racedFor(bug) }),
        { wide: 320 },
        (known) => raceFigure(view, known),
      ),
    ),
  ];
}

export const section: Section<typeof en> = { formulas: [], always: true, content };
