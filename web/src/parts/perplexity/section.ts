/** Perplexity against the exponent: recorded, and measured live, also on a text of the reader's. */

import { least } from "d3-array";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Chart, Mark, Point } from "../../draw/marks.js";
import { dots, line, linear, log, note } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import { HEADS, LAYERS } from "../../keys/inside.js";
import type { CurvePoint, LaneSettings } from "../../language/api.js";
import type { ChatSession } from "../../language/chat-session.js";
import { recordedChat, curve as recordedCurve } from "../../language/recorded.js";
import { EXPONENT_BAR } from "../../page/bar-settings.js";
import { pageChat } from "../../part-kit/model/chat.js";
import { talkLink } from "../../part-kit/model/talk-link.js";
import type { PartView, Section } from "../../part-kit/part-view.js";
import type { Content } from "../../part-kit/pieces.js";
import { asFinding, hueLegend } from "../../part-kit/pieces.js";
import { guessOf } from "../../questions/guesses.js";
import { QUESTION_TEXTS } from "../../questions/texts.js";
import type { en } from "../../text/en/perplexity.js";
import { significant } from "../../text/numbers.js";
import { plainText, rich, say } from "../../text/rich.js";
import { problem } from "../../ui/controls.js";
import { richText } from "../../ui/rich.js";

type View = PartView<typeof en>;

const EXPONENTS = recordedCurve.points.map(({ exponent }) => exponent);

/** The perplexity at an exponent; undefined where it is not measured. */
const perplexityAt = (points: readonly CurvePoint[], wanted: number): number | undefined =>
  points.find(({ exponent }) => exponent === wanted)?.perplexity;

const writtenPerplexity = (perplexity = 0): string => significant(perplexity, 3);

const TICKS = [0, 1, 2, 3, 4, 5].flatMap((power) => [10 ** power, 3 * 10 ** power]);

const pointsOf = (points: readonly CurvePoint[]) =>
  points.map(({ exponent, perplexity }): Point => [exponent, perplexity]);

const bottomOf = (points: readonly Point[]) => least(points, ([, perplexity]) => perplexity);

/** Where the exponent of the state holds. */
function onlyOf({ undivided, modellayer, modelhead }: View["state"]): LaneSettings["only"] {
  const layer = modellayer - 1;
  if (undivided === "all") return undefined;
  return undivided === "layer" ? { layer } : { layer, head: modelhead - 1 };
}

function dividedWhere({ text: { where } }: View, only: LaneSettings["only"]): string {
  if (only === undefined) return where.all;
  const layer = String(only.layer + 1);
  return only.head === undefined
    ? say(where.layer, { layer })
    : say(where.head, { layer, head: only.head + 1 });
}

function measure(view: View, chat: ChatSession): void {
  const { measured, passage } = view.state;
  const text = measured === "own" ? { text: passage } : { pairs: recordedChat.pairs };
  void chat.measure(text, EXPONENTS, onlyOf(view.state));
}

/** Why the reader's text was not measured; what else is wrong is said where the model is loaded. */
function wrongWith({ text }: View, { curve: { problem } }: ChatSession): string | null {
  if (problem?.kind === "empty") return text.empty;
  return problem?.kind === "long" ? say(text.long, problem) : null;
}

function passageField(view: View, chat: ChatSession): TemplateResult {
  const { text, page, state } = view;
  const id = view.idOf("passage");
  const input = (event: InputEvent) =>
    page.set({ passage: (event.target as HTMLTextAreaElement).value });
  return html`<div class="setting list paste">
    <div class="field">
      <label for=${id}>${text.passage}</label>
      <textarea
        id=${id}
        rows="3"
        dir="auto"
        .value=${live(state.passage)}
        @input=${input}
      ></textarea>
    </div>
    ${problem(id, wrongWith(view, chat))}
    <span class="hint">${text.limit}</span>
  </div>`;
}

/** The button that measures, or stops, with the progress. */
function measuring(view: View, chat: ChatSession): TemplateResult {
  const { text, common } = view;
  const { running, points } = chat.curve;
  const ready = chat.loading.phase === "ready";
  const { progress } = common;
  const pointsText = say(text.points, { count: EXPONENTS.length });
  const statusText = running
    ? say(progress.running, { done: points.length, total: pointsText })
    : "";
  return html`<div class="progress" data-progress=${running ? "running" : "done"} role="group">
    <button
      type="button"
      class="small"
      ?disabled=${!ready}
      @click=${() => (running ? chat.stop() : measure(view, chat))}
    >
      ${running ? progress.stop : text.measure}
    </button>
    ${
      running
        ? html`<progress
          max=${EXPONENTS.length}
          .value=${points.length}
          aria-label=${statusText}
        ></progress>`
        : nothing
    }
    <span>${ready ? statusText : html`${text.notLoaded} ${talkLink(view)}`}</span>
  </div>`;
}

/** The exponents of the question's answers. */
const ANSWERS = [0, 0.25, 0.5, 1];

/** Where the reader has guessed the lowest point. @param top of the plot */
function guessMarks({ state, page }: View, top: number, { muted }: Palette): Mark[] {
  const x = ANSWERS[Number(guessOf(state, "perplexity") ?? Number.NaN)];
  if (x === undefined) return [];
  const { chosen } = QUESTION_TEXTS[page.language].pad;
  const align = x > 0.9 ? "right" : "left";
  return [{ kind: "rule", x, color: muted }, note(chosen, [x, top], muted, { align })];
}

/** The usual exponent, whatever the reader has set. */
const legendOf = (view: View) => view.figures.legend([], 0.5);

function exponentFigure(view: View, { curve }: ChatSession): TemplateResult {
  const { text } = view;
  const { points, recorded, only } = curve;
  const sorted = pointsOf(points).sort(([one], [other]) => one - other);
  const known = pointsOf(recordedCurve.points);
  const bottom = bottomOf(sorted);
  const perplexities = [...known, ...sorted].map(([, perplexity]) => perplexity);
  const low = Math.min(...perplexities) / 1.25;
  const high = Math.max(...perplexities) * 1.25;
  const ticks = TICKS.filter((tick) => tick > low && tick < high);
  const chart = (palette: Palette, waits: boolean): Chart => {
    const pointsAt = (wantedExponent: number) =>
      sorted.filter(([exponent]) => exponent === wantedExponent);
    const measured = [
      line(sorted, palette.ink, { width: 2 }),
      dots(bottom ? [bottom] : [], palette.ink, { radius: 9, hollow: true }),
      dots(sorted, palette.ink, { radius: 3 }),
      dots(pointsAt(0), palette.unscaled, { radius: 5 }),
      dots(pointsAt(0.5), palette.scaled, { radius: 5 }),
    ];
    return {
      x: linear([0, 1], text.exponent, { ticks: [0, 0.25, 0.5, 0.75, 1] }),
      y: log([low, high], text.perplexity, { ticks }),
      height: 260,
      marks: [
        { kind: "rule", x: view.state.exponent, color: palette.hairline },
        !recorded && line(known, palette.muted, { width: 1.25, dash: [4, 3] }),
        ...(waits ? [] : measured),
        ...guessMarks(view, Math.max(...perplexities), palette),
      ],
    };
  };
  const { exponent: corner, perplexity: name } = text;
  return view.figures.make({
    name: "curve",
    legend: legendOf(view),
    title: text.title,
    deps: [points, recorded, view.state.exponent, view.state.guess],
    chart,
    beside: recorded ? text.recorded : dividedWhere(view, only),
    note: recorded ? text.note : `${text.note} ${text.dashed}`,
    tables: view.tables.make("curve", name, [points], () => ({
      corner,
      rows: sorted.map(([exponent]) => String(exponent)),
      columns: [name],
      values: [sorted.map(([, perplexity]) => perplexity)],
    })),
    inputs: view.answers.inputs(null, {}),
  });
}

/** Perplexities without the division in one layer only, and in each of its heads only. */
export const ALONE = Array.from({ length: LAYERS }, (_, layer) => {
  const from = (HEADS + 1) * layer;
  const [whole = 0, ...heads] = recordedChat.alone.slice(from, from + HEADS + 1);
  return { whole, heads };
});
const WHOLE_LAYERS = ALONE.map(({ whole }) => whole);

/** The perplexity where one layer, or one head, alone is not divided, as it is recorded. */
function aloneFigure(view: View): TemplateResult {
  const { alone: text } = view.text;
  const heads = ALONE.flatMap(({ heads }, layer) =>
    heads.map((value, head): Point => [layer + 1 + (head - (HEADS - 1) / 2) * 0.09, value]),
  );
  const layers = WHOLE_LAYERS.map((value, layer): Point => [layer + 1, value]);
  const byHead = Array.from({ length: HEADS }, (_, i) => ALONE.map(({ heads }) => heads[i] ?? 0));
  const most = Math.max(...recordedChat.alone) * 1.05;
  return view.figures.make({
    name: "alone",
    legend: legendOf(view),
    title: text.title,
    beside: text.recorded,
    deps: [],
    chart: (palette) => ({
      x: linear([0.5, LAYERS + 0.5], view.common.layer, { ticks: layers.map(([layer]) => layer) }),
      y: log([2.4, most], view.text.perplexity, { ticks: [2.5, 3, 4, 5] }),
      height: 200,
      marks: [
        { kind: "rule", y: perplexityAt(recordedCurve.points, 0.5) ?? 0, color: palette.scaled },
        dots(heads, palette.unscaled, { radius: 2.5 }),
        dots(layers, palette.unscaled, { radius: 5, hollow: true }),
      ],
    }),
    note: text.note,
    tables: () => ({
      corner: view.common.layer,
      rows: layers.map(([layer]) => layer),
      columns: [text.whole, ...byHead.map((_, head) => say(text.head, { head: head + 1 }))],
      values: [WHOLE_LAYERS, ...byHead],
    }),
    inputs: view.answers.inputs(null, {}),
  });
}

function aloneContent(view: View): unknown[] {
  const ends = (values: readonly number[]) =>
    [writtenPerplexity(Math.min(...values)), writtenPerplexity(Math.max(...values))] as const;
  const [leastHead, mostHead] = ends(ALONE.flatMap(({ heads }) => heads));
  const [leastLayer, mostLayer] = ends(WHOLE_LAYERS);
  const extremes = rich(view.text.alone.told, { leastHead, mostHead, leastLayer, mostLayer });
  return [aloneFigure(view), html`<p class="caption-text">${richText(extremes)}</p>`];
}

function finding(view: View, { curve: { points, running } }: ChatSession): Content {
  const [exponent, lowest] = bottomOf(pointsOf(points)) ?? [];
  const none = perplexityAt(points, 0);
  const whole = perplexityAt(points, 1);
  if (exponent === undefined || none === undefined || whole === undefined) return nothing;
  const perplexities = {
    least: writtenPerplexity(lowest),
    none: writtenPerplexity(none),
    whole: writtenPerplexity(whole),
  };
  const found = rich(view.text.finding, { exponent, ...perplexities });
  const template = html`<p class="caption spoken" aria-busy=${running}>${richText(found)}</p>`;
  return asFinding(template, plainText(found));
}

function content(view: View): unknown[] {
  const { text, state } = view;
  const chat = pageChat(view);
  const { measured, undivided } = state;
  const { undivided: words, alone } = text;
  return [
    view.figures.foldInChapter("perplexity-measure", text.measureFold, () =>
      view.controls.row(
        view.controls.chooser("measured", text.measured, text.texts),
        measured === "own" ? passageField(view, chat) : nothing,
        view.controls.chooser("undivided", words.label, words.names),
        undivided === "all" ? nothing : view.controls.field("modellayer", view.common.layer),
        undivided === "head" ? view.controls.field("modelhead", view.common.head) : nothing,
        measuring(view, chat),
      ),
    ),
    hueLegend(legendOf(view)),
    exponentFigure(view, chat),
    finding(view, chat),
    view.figures.fold("perplexity-alone", alone.fold, () => aloneContent(view)),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["perplexityDisplay"],
  foldSettings: { "perplexity-measure": ["measured", "passage", "undivided"] },
  bar: () => EXPONENT_BAR,
  question: {
    settle: ({ text }) => {
      const textAt = (exponent: number) =>
        writtenPerplexity(perplexityAt(recordedCurve.points, exponent));
      const why = rich(text.question.why, {
        least: textAt(0.5),
        none: textAt(0),
        whole: textAt(1),
      });
      return { right: 2, why };
    },
  },
  content,
};
