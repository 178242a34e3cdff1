/**
 * Ten questions about what published models do, the score, and that of whoever always says 1/√dₖ:
 * a script of its own, which comes with the first question.
 */
import { html, nothing, type TemplateResult } from "lit";
import { memoFor, oneFor } from "../../belonging.js";
import { cutApart } from "../../draw/scene.js";
import { sketched } from "../../draw/sketch.js";
import { indexed } from "../../indexed.js";
import { stateTarget } from "../../page/anchor.js";
import type { Answered } from "../../part-kit/part-view.js";
import { findingOf, scrollingTable } from "../../part-kit/part-view.js";
import { questionFrame } from "../../questions/question.js";
import { significant } from "../../text/numbers.js";
import { type Rich, rich, say } from "../../text/rich.js";
import { optionForm } from "../../ui/controls.js";
import { richText, typeset } from "../../ui/rich.js";
import { formulaText } from "../atlas/formula-text.js";
import { modelFacts } from "../atlas/model-files.js";
import { type Model, timesRoot } from "../atlas/models.js";
import { ten } from "./experiments.js";
import { type Asked, DRAWN, guessed, isYes, POOL } from "./pool.js";
import type { View } from "./view.js";

/** A question of the draw, and its answers. */
interface QuizItem {
  readonly model: Model;
  readonly asked: Asked;
  readonly right: boolean;
  readonly guess: boolean;
}

/** The questions of a draw; those whose model the atlas no longer has are left out. */
const itemsOf = memoFor((models: readonly Model[], draw: readonly number[]): readonly QuizItem[] =>
  draw.flatMap((place) => {
    const [id, asked = "root"] = POOL[place] ?? [];
    const model = models.find((each) => each.id === id);
    if (model === undefined) return [];
    return [{ model, asked, right: isYes(model, asked), guess: guessed(asked) }];
  }),
);

/** An answer of the reader; null: asked to be shown the right one. */
type Answer = boolean | null;

/** What the reader has answered of a draw, and which question is on screen, from 0. */
interface Round {
  seed: number;
  answers: Answer[];
  at: number;
}

const roundOf = oneFor((_: View): Round => ({ seed: -1, answers: [], at: 0 }));

/** The round of the draw on screen: another draw is another round. */
function currentRound(view: View): Round {
  const round = roundOf(view);
  const { quizseed: seed } = view.state;
  if (round.seed !== seed) Object.assign(round, { seed, answers: [], at: 0 });
  return round;
}

/** The place of a model's head in a text. */
const headOf = ({ head, factors: [{ head: ofFactor }] }: Model): number => ofFactor ?? head ?? 0;

function askText(view: View, { model, asked }: QuizItem): Rich {
  const head = headOf(model);
  const root = significant(Math.sqrt(head), 3);
  return rich(view.text.ask[asked], { name: model.name, head, root });
}

/** What the model does, in a sentence. */
function factText({ text }: View, { model }: QuizItem): Rich {
  const [factor] = model.factors;
  const { value } = factor;
  const head = headOf(model);
  const name = model.name;
  if (value === 1) return rich(text.fact.undivided, { name, head });
  const numbers = {
    name,
    head,
    factor: formulaText(factor.factor),
    value: significant(value ?? 0, 3),
    times: significant(timesRoot(model, factor) ?? 0, 3),
  };
  const isRoot = Math.abs((timesRoot(model, factor) ?? 0) - 1) < 1e-9;
  return rich(isRoot ? text.fact.root : text.fact.other, numbers);
}

/** A link to the card of the model. */
function cardLink(view: View, { model }: QuizItem, label: string): TemplateResult {
  const { href, go } = stateTarget(view.page, { view: "atlas", model: model.id });
  return html`<a href=${href} @click=${go}>${label}</a>`;
}

/** Leads the keyboard to the question that comes, whose button has gone. */
function focusQuestion({ currentTarget }: Event): void {
  (currentTarget as Element).closest<HTMLElement>("[role=group]")?.focus({ preventScroll: true });
}

function outcome(view: View, round: Round, item: QuizItem, answer: Answer): TemplateResult {
  const { text } = view;
  const right = item.right ? text.yes : text.no;
  const verdict = answer === item.right ? text.right : text.wrong;
  const isLast = round.at === DRAWN - 1;
  const next = (event: Event) => {
    round.at += 1;
    focusQuestion(event);
    view.changedAnew();
  };
  return html`<div class="answer">
    <p>
      <strong>${answer === null ? right : say(verdict, { right })}</strong>
      ${richText(factText(view, item))}
      ${item.model.readFrom === "defaults" ? typeset(text.defaults) : nothing}
    </p>
    <p>${cardLink(view, item, say(text.card, { name: item.model.name }))}</p>
    <button type="button" @click=${next}>${isLast ? text.toScore : text.next}</button>
  </div>`;
}

function question(view: View, round: Round, items: readonly QuizItem[]): TemplateResult {
  const { text, page } = view;
  const item = items[round.at];
  if (item === undefined) return html`${nothing}`;
  const answer = round.answers[round.at];
  const isOpen = answer === undefined;
  const set = (given: Answer) => {
    // Who has seen the fact does not answer again.
    if (round.answers[round.at] === undefined) round.answers[round.at] = given;
    view.changedAnew();
  };
  const input = optionForm({
    name: view.idOf("answer"),
    kind: "choice answers",
    answers: true,
    options: [true, false].map((value) => ({
      value: String(value),
      label: value ? text.yes : text.no,
      kind: !isOpen && value === item.right ? "right" : "",
      checked: answer === value,
      choose: () => set(value),
    })),
  });
  return questionFrame(page, {
    kind: "quiz",
    label: say(text.numbered, { number: round.at + 1, count: items.length }),
    ask: html`<p class="note">${say(text.numbered, { number: round.at + 1, count: items.length })}</p>
      <p class="ask">${richText(askText(view, item))}</p>`,
    input,
    outcome: isOpen ? null : outcome(view, round, item, answer),
    show: () => set(null),
  });
}

// ---- the score ----

/** A mark and a word for an answer: colours alone tell nothing. */
const markOf = ({ text }: View, answer: Answer | undefined, right: boolean): string =>
  answer === right ? text.marks.right : text.marks.wrong;

function score(view: View, round: Round, items: readonly QuizItem[]): TemplateResult {
  const { text } = view;
  const count = items.length;
  const reader = items.filter(({ right }, i) => round.answers[i] === right).length;
  const guesser = items.filter(({ right, guess }) => guess === right).length;
  const row = (item: QuizItem, i: number) => {
    const answer = round.answers[i];
    const given = { true: text.yes, false: text.no }[String(answer)] ?? text.none;
    return html`<tr>
      <th scope="row">${cardLink(view, item, item.model.name)}</th>
      <td>${typeset(text.short[item.asked])}</td>
      <td>${item.right ? text.yes : text.no}</td>
      <td>${given} ${markOf(view, answer, item.right)}</td>
      <td>${item.guess ? text.yes : text.no} ${markOf(view, item.guess, item.right)}</td>
    </tr>`;
  };
  const compared = { true: text.better, false: text.notBetter }[String(reader > guesser)];
  return html`<div role="status" class="quiz-score">
      ${findingOf(text.score, { reader, guesser, count })}
      <p>${typeset(compared ?? "")}</p>
    </div>
    ${scrollingTable(
      text.table.caption,
      text.table.columns.map((name) => html`<th scope="col">${typeset(name)}</th>`),
      items.map(row),
    )}`;
}

// ---- the ten models of the draw on one line ----

const ROW = 26;
const LABEL = 12;
const TOP = 8;
const FOOT = 34;
/** The ends of the axis: the least and the largest factor of the pool, times √dₖ, lie within. */
const ENDS = [1 / 20, 80] as const;
const TICKS = [0.1, 1, 10] as const;

function tenPicture(items: readonly QuizItem[], axis: string) {
  const names = items.map(({ model }) => model.name);
  return sketched((sketch) => {
    const { width, palette, textWidth } = sketch;
    const widest = Math.max(...names.map((name) => textWidth(name, LABEL)));
    const label = Math.min(widest, width * 0.42) + 10;
    const cut = cutApart(names, label - 10, LABEL, textWidth);
    const [least, most] = ENDS.map(Math.log) as [number, number];
    const xOf = (times: number) =>
      label + ((Math.log(times) - least) / (most - least)) * (width - label - 8);
    const bottom = TOP + items.length * ROW;
    for (const tick of TICKS) {
      const x = xOf(tick);
      const stroke = tick === 1 ? palette.scaled : palette.hairline;
      sketch.line([x, TOP], [x, bottom], { stroke, strokeWidth: tick === 1 ? 2 : 1 });
      sketch.text(String(tick), x, bottom + 14, { size: LABEL, align: "center" });
    }
    sketch.math(axis, width - 8, bottom + 30, { size: LABEL, align: "right" });
    for (const [i, { model }] of indexed(items)) {
      const y = TOP + (i + 0.5) * ROW;
      const times = timesRoot(model, model.factors[0]) ?? 1;
      const isRoot = Math.abs(times - 1) < 1e-9;
      sketch.text(cut[i] ?? "", label - 10, y + 4, { size: LABEL, align: "right", words: true });
      sketch.line([xOf(1), y], [xOf(times), y], { stroke: palette.muted, strokeWidth: 1 });
      sketch.dot(xOf(times), y, 5, { fill: isRoot ? palette.scaled : palette.unscaled });
    }
    return bottom + FOOT;
  });
}

function tenFigure(view: View, answer: Answered<typeof ten>, items: readonly QuizItem[]) {
  const { ten: words } = view.text;
  return view.figures.make({
    name: "ten",
    title: words.title,
    label: words.alt,
    legend: [
      { name: words.legend.root, color: "scaled" },
      { name: words.legend.other, color: "unscaled" },
    ],
    source: answer,
    deps: [items],
    picture: tenPicture(items, words.axis),
    tables: () => ({
      corner: words.corner,
      rows: items.map(({ model }) => model.name),
      columns: words.columns,
      values: [
        items.map(({ model }) => timesRoot(model, model.factors[0]) ?? 0),
        items.map(({ right }) => Number(right)),
        items.map(({ guess }) => Number(guess)),
      ],
    }),
  });
}

/** New draws are short numbers, as those of Resample. */
const SEEDS = 10_000;

function drawRow(view: View): unknown {
  const draw = () => view.page.set({ quizseed: Math.floor(Math.random() * SEEDS) });
  return view.controls.row(
    view.controls.field("quizseed", view.text.seed),
    html`<div class="setting"><button type="button" @click=${draw}>${view.text.draw}</button></div>`,
  );
}

/** The question on screen or the score, the models in one picture, and the draw. */
export const quizContent = (view: View): unknown =>
  modelFacts(view).shown(view, { wide: 300 }, (models) => [
    view.progress.answered(view.answers.to(ten), { wide: 300 }, (answer) => {
      const items = itemsOf(view, models, answer.result);
      const round = currentRound(view);
      const isDone = round.at >= items.length;
      const shown = isDone ? score(view, round, items) : question(view, round, items);
      const picture = view.figures.fold("quiz-models", view.text.ten.fold, () =>
        tenFigure(view, answer, items),
      );
      return html`${shown} ${picture}`;
    }),
    drawRow(view),
  ]);
