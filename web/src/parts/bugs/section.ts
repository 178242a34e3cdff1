/** Six pieces of attention code, each with a mistake to be found, and what it does to the reader's sentence. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { requestOf } from "../../attention/sentence-attention.js";
import { mean } from "../../mean.js";
import { chooser, controlRow } from "../../part-kit/controls.js";
import {
  empty,
  figure,
  fold,
  progress,
  smallTable,
  tableRow,
  withoutEngine,
} from "../../part-kit/figure.js";
import { fittingHeads } from "../../part-kit/fitting-heads.js";
import { weightsTable } from "../../part-kit/matrix-figure.js";
import type { PartView, Section, Shown } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/bugs.js";
import { fixed, significant, weight } from "../../text/numbers.js";
import { choice } from "../../ui/controls.js";
import { richText, typeset } from "../../ui/rich.js";
import { BUGS, type BugResult, bugOf, HEADS, PIECES, type Version } from "./bugs.js";
import { bugs as experiment } from "./experiments.js";
import { type Quiz, quizOf } from "./quiz.js";
import { raceOf } from "./race-figure.js";
import { weightsPicture } from "./weights-picture.js";

type View = PartView<typeof en>;

/** The largest d_model that is computed within a frame; of a larger one the worker does it. */
const QUICK = 128;
const SIDES = ["wrong", "right"] as const;

/** A line of the code as a radio button. */
function codeLine(view: View, quiz: Quiz, code: string, line: number): TemplateResult {
  const { wrong } = PIECES[view.state.bug];
  const revealed = quiz.complete || quiz.found;
  const kind = revealed && wrong.includes(line) ? "mistake" : quiz.line === line ? "tried" : "";
  return html`<label class=${kind}>
    <input
      type="radio"
      name=${view.idOf("line")}
      value=${line}
      aria-label=${code}
      .checked=${live(quiz.line === line)}
      @change=${() => quiz.set({ line })}
    /><code>${code}</code>
  </label>`;
}

function question(view: View, quiz: Quiz): TemplateResult {
  const { text, state } = view;
  const { bug } = state;
  const { code, right, effects } = PIECES[bug];
  const number = BUGS.indexOf(bug) + 1;
  const verdict = quiz.line === null ? "" : quiz.found ? text.quiz.found : text.quiz.missed;
  const legend = `${text.quiz.name} ${number}`;
  return html`<div class="quiz" role="group" aria-label=${legend} data-answered=${String(quiz.complete)}>
    <p>${richText(text.given[bug])}</p>
    <fieldset class="code" aria-label=${text.quiz.line}>
      <legend>${text.quiz.line}</legend>
      <form @submit=${(event: SubmitEvent) => event.preventDefault()}>
        ${code.map((one, line) => codeLine(view, quiz, one, line))}
      </form>
    </fieldset>
    <p class="note" role="status">${typeset(verdict)}</p>
    ${
      quiz.found || quiz.shown
        ? choice({
            name: view.idOf("effect"),
            label: text.quiz.effect,
            value: quiz.effect ?? "",
            options: effects.map((effect) => [effect, text.effects[effect]] as const),
            choose: (effect) => quiz.set({ effect: effect === "" ? null : effect }),
          })
        : nothing
    }
    ${
      quiz.complete
        ? html`<div class="answer" role="status">
            ${quiz.effect === null ? nothing : html`<p><strong>${typeset(quiz.effect === PIECES[bug].effect ? text.quiz.right : text.quiz.wrong)}</strong></p>`}
            <p>${richText(text.told[bug])}</p>
            ${right === "" ? nothing : html`<p>${typeset(text.quiz.instead)} <code>${right}</code></p>`}
          </div>`
        : html`<button type="button" class="small" @click=${() => quiz.set({ shown: true })}>${text.quiz.show}</button>`
    }
  </div>`;
}

function weights(view: View, { result, study }: Shown<BugResult>): TemplateResult {
  const { text } = view;
  const { words, request } = result;
  const { bug, attention } = request;
  return figure(view, {
    title: text.weights.title,
    beside: text.names[bug],
    drawing: view.picture(
      "weights",
      text.weights.alt(text.names[bug]),
      [result],
      weightsPicture(result, { ...text.sides, sum: text.weights.sum }),
    ),
    note: text.weights.note,
    tables: SIDES.map((side) => weightsTable(view, text.tables[side], result[side].weights, words)),
    inputs: view.inputs(attention, { bug }, study),
  });
}

function numbers(view: View, result: BugResult): TemplateResult {
  const { table, sides } = view.text;
  const row = (side: (typeof SIDES)[number]) => {
    const { entropy, peak, sum, gradient, share }: Version = result[side];
    const cells: (readonly [number, string])[] = [
      [mean(entropy), fixed(mean(entropy), 2)],
      [mean(peak), weight(mean(peak))],
      [mean(sum), fixed(mean(sum), 2)],
      [mean(gradient), significant(mean(gradient), 2)],
      [share, weight(share)],
    ];
    return tableRow(sides[side], cells);
  };
  return html`${smallTable(table.caption, table.corner, table.columns, SIDES.map(row))}
    <p class="note">${typeset(table.note)}</p>`;
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence } = view;
  if (engine === null || sentence.length === 0) return [withoutEngine(view)];
  const quiz = quizOf(view);
  const { bug } = state;
  const attention = requestOf(state, sentence);
  const heads = bug === "width" ? fittingHeads(attention.dim, HEADS) : 1;
  const request = { attention, bug, heads };
  const here = attention.dim <= QUICK ? () => bugOf(engine, request) : null;
  const shown = view.answer("bugs", experiment, request, here);
  const told = progress(view, shown.study);
  const result =
    shown.result === null
      ? [empty(360), told]
      : [weights(view, shown), told, numbers(view, shown.result)];
  // On paper, and for a figure alone, nobody is asked.
  const answered = quiz.complete || view.whole || state.figure !== "";
  return [
    controlRow(view, chooser(view, "bug", text.bug, text.pieces)),
    question(view, quiz),
    answered ? result : told,
    fold(view, "bugs-race", text.race.fold, () => raceOf(view)),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  always: true,
  content,
};
