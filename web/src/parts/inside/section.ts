/**
 * The heads of the trained model on prompt and answer: all of them small, one large, by numbers,
 * and what each layer would say.
 */

import { mean } from "d3-array";
import { html, nothing, type TemplateResult } from "lit";
import { memoFor, memoForEach, oneFor } from "../../belonging.js";
import { chartPicture } from "../../draw/chart.js";
import { type ChartMaker, dots, linear, type Point, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import { Pointed } from "../../draw/pointed.js";
import { rowsOf } from "../../draw/table.js";
import { HEADS, LAYERS } from "../../keys/inside.js";
import type { LaneHeads } from "../../language/api.js";
import type { Heads } from "../../language/chat-session.js";
import { modified } from "../../modified.js";
import { handOver } from "../../own/handed.js";
import { stateTarget } from "../../page/anchor.js";
import { EXPONENT_BAR } from "../../page/bar-settings.js";
import { paragraphs } from "../../page/prose.js";
import { headsPicture } from "../../part-kit/heads-picture.js";
import { linesPicture } from "../../part-kit/lines-picture.js";
import { divisionName, pageChat } from "../../part-kit/model/chat.js";
import { headsOf, heldHeadOf, holdHead, numberOf } from "../../part-kit/model/heads.js";
import { smallHeads } from "../../part-kit/model/small-heads.js";
import { talkLink } from "../../part-kit/model/talk-link.js";
import { visibleToken } from "../../part-kit/model/tokens.js";
import type { PartView, Section, Side } from "../../part-kit/part-view.js";
import { empty, figurePair, findingOf, SIDES } from "../../part-kit/part-view.js";
import { asFinding, hueLegend, piece } from "../../part-kit/pieces.js";
import { proseOf } from "../../part-kit/prose.js";
import type { Cell } from "../../state/state.js";
import type { en } from "../../text/en/inside.js";
import { percent, significant, weight } from "../../text/numbers.js";
import { plainText, rich, say } from "../../text/rich.js";
import { richText } from "../../ui/rich.js";
import type { HeadPart } from "./pictures.js";
import { headPart, LIKELIEST, lensPicture } from "./pictures.js";

type View = PartView<typeof en>;

/** What the figures show. */
interface ShownHeads {
  readonly lanes: Heads;
  /** How the lanes divide. */
  readonly titles: readonly string[];
  /** The highlighted head, from 0: the one that is pointed at, else the one that is held. */
  readonly head: number;
  readonly heldHead: number;
  /** The highlighted token, from 0. */
  readonly token: number;
  /** Whether the numbers are recorded ones. */
  readonly recorded: boolean;
  /** Whether the answer still comes. */
  readonly busy: boolean;
}

function headName({ text }: View, head: number): string {
  const [layer, headInLayer] = numberOf(head);
  return say(text.named, { layer, head: headInLayer });
}

/** The name of the table of a head's weights. */
const weightsOf = (view: View, side: Side, head: number): string =>
  say(view.common.named[side], {
    what: say(view.text.matrix.weights, { head: headName(view, head) }),
  });

/** The inputs of the figures: prompt and exponent of the answer that is shown. */
const chatInputs = (view: View) => {
  const { modellayer, modelhead, modelword } = view.state;
  const { prompt, lanes } = pageChat(view).headsOf.request;
  const { exponent } = lanes[1];
  return view.answers.inputs(null, { modellayer, modelhead, modelword, prompt, exponent });
};

const pointedHead = oneFor(
  (view: View) => new Pointed(view.changed, (id) => holdHead(view, Number(id))),
);
const pointedWord = oneFor(
  ({ changed, page }: View) => new Pointed(changed, (id) => page.set({ modelword: Number(id) })),
);

const thumbnailsOf = memoFor((lanes: ShownHeads["lanes"]) => lanes.map(smallHeads));

function thumbsFigure(view: View, shownHeads: ShownHeads): TemplateResult {
  const { text } = view;
  const { lanes, titles, head, recorded } = shownHeads;
  const matrices = thumbnailsOf(view, lanes);
  return view.figures.make({
    name: "heads",
    title: text.thumbs.title,
    beside: recorded ? text.recorded : text.live,
    label: text.thumbs.alt,
    note: text.thumbs.note,
    deps: [lanes, ...titles],
    picture: headsPicture({
      sides: matrices,
      titles,
      columns: HEADS,
      causal: true,
      axes: text.thumbs.axes,
      lit: head,
    }),
    events: pointedHead(view),
    highlighted: String(head),
    inputs: chatInputs(view),
    busy: shownHeads.busy,
    tables: view.tables.make("heads", text.thumbs.table, [lanes], () => ({
      corner: view.common.head,
      rows: Array.from(lanes[0].onFirst, (_, i) => numberOf(i).join(".")),
      columns: view.tables.sided([text.thumbs.share]),
      values: lanes.map(({ onFirst }) => onFirst),
    })),
  });
}

/** What the figures of a side have in common. */
const ofSide = (view: View, { titles, busy }: ShownHeads, side: Side, lane: 0 | 1) => ({
  kind: side,
  beside: titles[lane] ?? "",
  inputs: chatInputs(view),
  busy,
});

/** The same head of both sides. @param draw a figure for each */
const bothSides = (draw: (side: Side, lane: 0 | 1) => TemplateResult) =>
  figurePair(SIDES.map((side, lane) => draw(side, lane as 0 | 1)));

/** The part of each head of a lane around the chosen word. */
const headParts = memoForEach((head: number, lane: ShownHeads["lanes"][number], token: number) =>
  headPart(lane, head, token),
);
const headPartAt = ({ lanes, token }: ShownHeads, lane: 0 | 1, head: number): HeadPart | null =>
  headParts(lanes[lane], head, lanes[lane], token);

/** The row of the highlighted token within a part; its id in pictures is that number from 1. */
const rowOf = ({ places }: HeadPart, token: number) =>
  places.findLastIndex((place) => place <= token);

function linesFigure(view: View, shownHeads: ShownHeads, side: Side, lane: 0 | 1): TemplateResult {
  const { text } = view;
  const { head, heldHead, token, lanes } = shownHeads;
  const heldPart = headPartAt(shownHeads, lane, heldHead);
  // A head that is pointed at is shown once it is known.
  const part = headPartAt(shownHeads, lane, head) ?? heldPart;
  if (part === null || heldPart === null) return empty({ wide: 300 });
  const row = rowOf(part, token);
  const nameOf = (head: number) => weightsOf(view, side, head);
  const tokenCount = lanes[lane].tokens.length;
  return view.figures.make({
    name: `lines-${side}`,
    title: say(text.linesTitle, { head: headName(view, head) }),
    ...ofSide(view, shownHeads, side, lane),
    label: say(view.common.lines.alt, { name: nameOf(head) }),
    deps: [part],
    highlighted: String(row + 1),
    picture: linesPicture(part.words, part.weights, row, side, view.common.lines.titles),
    events: pointedWord(view).by((place) => String((part.places[Number(place) - 1] ?? 0) + 1)),
    ...(part.places.length < tokenCount
      ? { note: say(text.part, { more: part.places.length - 1, all: tokenCount }) }
      : {}),
    tables: view.tables.ofWeights(nameOf(heldHead), heldPart.weights, heldPart.words),
  });
}

function matrixMap(view: View, shownHeads: ShownHeads, side: Side, lane: 0 | 1): TemplateResult {
  const { heldHead, token } = shownHeads;
  const part = headPartAt(shownHeads, lane, heldHead);
  if (part === null) return empty({ wide: 300 });
  const { words, weights: matrix } = part;
  const row = rowOf(part, token);
  const weightsOfRow = rowsOf(matrix)[row] ?? [];
  const table = weightsOf(view, side, heldHead);
  return view.figures.matrix({
    title: table,
    ...ofSide(view, shownHeads, side, lane),
    name: `matrix-${side}`,
    table,
    alt: table,
    matrix,
    rowLabels: words,
    pointing: {
      highlight: { row, col: weightsOfRow.indexOf(Math.max(...weightsOfRow)), kind: "finding" },
      ...pointedWord(view).by(({ row }: Cell) => String((part.places[row] ?? 0) + 1)),
    },
    twin: `matrix-${side === "scaled" ? "unscaled" : "scaled"}`,
    tableElsewhere: true,
  });
}

/** What the model would say after each layer. */
function lensFigure(view: View, shownHeads: ShownHeads, side: Side, lane: 0 | 1): TemplateResult {
  const { text } = view;
  const { lanes, token } = shownHeads;
  const { tokens } = lanes[lane];
  const position = Math.min(token, tokens.length - 1);
  const layers = pageChat(view).lens(lane, position);
  if (layers === null) {
    return shownHeads.recorded
      ? html`<p class="note">${text.lens.missing} ${talkLink(view)}</p>`
      : html`${empty({ wide: 300 })}`;
  }
  const tokenText = visibleToken(tokens[position] ?? "");
  const shownHeadsOf = layers.map((rivals) => rivals.slice(0, LIKELIEST));
  const title = say(text.lens.title, { token: tokenText });
  return view.figures.make({
    name: `lens-${side}`,
    title,
    ...ofSide(view, shownHeads, side, lane),
    deps: [layers],
    picture: lensPicture(layers),
    tables: view.tables.make(
      `lens-${side}`,
      `${title}, ${view.tables.sideNames()[side]}`,
      [layers],
      () => ({
        corner: view.common.layer,
        rows: shownHeadsOf.flatMap((rivals, i) =>
          rivals.map((rival) => `${i + 1}: ${visibleToken(rival.text)}`),
        ),
        columns: [text.lens.probability],
        values: [shownHeadsOf.flat().map(({ probability }) => probability)],
      }),
    ),
  });
}

const STATISTICS = ["entropy", "largest", "trace", "scoreDeviation", "onFirst"] as const;
const colorOf = (palette: Palette, lane: number) => palette[SIDES[lane] as Side];

/** The distance on the axis from one head of a layer to the next. */
const HEAD_STEP = 0.09;
const MIDDLE = (HEADS - 1) / 2;
const headPosition = (head: number) =>
  Math.floor(head / HEADS) + 1 + ((head % HEADS) - MIDDLE) * HEAD_STEP;

const legendOf = ({ titles }: ShownHeads) =>
  SIDES.map((color, lane) => ({ name: titles[lane] ?? "", color }));

/** Entropy and largest weight of each head, as dots over its layer. */
function numbersFigure(view: View, shownHeads: ShownHeads): TemplateResult {
  const { lanes, heldHead, busy } = shownHeads;
  const { numbers } = view.text;
  const xs = Array.from(lanes[0].entropy, (_, head) => headPosition(head));
  const ticks = Array.from({ length: LAYERS }, (_, i) => i + 1);
  const ring = { radius: 6, hollow: true };
  const chart =
    (statistic: "entropy" | "largest", most: number, label: string): ChartMaker =>
    (palette) => ({
      x: linear([0.5, LAYERS + 0.5], view.common.layer, { ticks }),
      y: linear([0, most], label),
      height: 150,
      marks: [
        { kind: "rule", x: xs[heldHead] ?? 0, color: palette.muted },
        ...lanes.map((lane, i) =>
          dots(zip(xs, lane[statistic]), colorOf(palette, i), { radius: 2.5 }),
        ),
        ...lanes.map((lane, i) =>
          dots([[xs[heldHead] ?? 0, lane[statistic][heldHead] ?? 0]], colorOf(palette, i), ring),
        ),
      ],
    });
  const pick = ([x]: Point) => {
    const layer = Math.min(LAYERS, Math.max(1, Math.round(x)));
    const head = Math.round((x - layer) / HEAD_STEP + MIDDLE);
    holdHead(view, (layer - 1) * HEADS + Math.min(HEADS - 1, Math.max(0, head)));
  };
  const most = Math.max(...lanes.flatMap(({ entropy }) => [...entropy])) * 1.05;
  const deps = [lanes, heldHead];
  const largest = chartPicture(chart("largest", 1.02, numbers.largest));
  return view.figures.make({
    name: "numbers",
    legend: legendOf(shownHeads),
    title: numbers.title,
    label: numbers.entropy,
    deps,
    pick,
    chart: chart("entropy", most, numbers.entropy),
    after: view.drawings.picture("numbers-largest", numbers.largest, deps, largest, { pick })
      .template,
    note: numbers.note,
    inputs: chatInputs(view),
    busy,
    tables: view.tables.make("numbers", numbers.title, [lanes], () => ({
      corner: view.common.head,
      rows: xs.map((_, i) => numberOf(i).join(".")),
      columns: view.tables.sided(numbers.columns),
      values: STATISTICS.flatMap((statistic) => lanes.map((lane) => lane[statistic])),
    })),
  });
}

/** The mean over the heads, of which there is always one. */
const meanOf = (numbers: Float64Array): number => mean(numbers) ?? Number.NaN;

/** The standard deviation of a head's undivided scores, on average, in writing. */
const deviationOf = ({ lanes }: ShownHeads): string =>
  significant(meanOf(lanes[1].scoreDeviation), 2);

/** The means over all heads. */
function finding({ text }: View, shownHeads: ShownHeads): TemplateResult {
  const meansOfLane = ({ entropy, largest }: LaneHeads) => ({
    entropy: significant(meanOf(entropy), 3),
    largest: weight(meanOf(largest)),
  });
  const { lanes, busy } = shownHeads;
  const found = rich(text.finding.told, {
    without: meansOfLane(lanes[0]),
    withIt: meansOfLane(lanes[1]),
    deviation: deviationOf(shownHeads),
  });
  const template = html`<p class="caption spoken" aria-busy=${busy}>${richText(found)}</p>`;
  return asFinding(template, plainText(found));
}

/** The numbers of the highlighted head. */
function findingOfHead(view: View, { lanes, head }: ShownHeads): TemplateResult {
  const numbersOfLane = ({ entropy, onFirst }: LaneHeads) => ({
    entropy: significant(entropy[head] ?? 0, 3),
    sink: percent(onFirst[head] ?? 0),
  });
  return findingOf(view.text.finding.own, {
    without: numbersOfLane(lanes[0]),
    withIt: numbersOfLane(lanes[1]),
    head: headName(view, head),
  });
}

/** How many rows look most at the first token, and how large the scores have become. */
function sinksAndScores({ text }: View, shownHeads: ShownHeads): TemplateResult {
  const { lanes } = shownHeads;
  const [without = "", withIt = ""] = lanes.map(({ onFirst }) => percent(meanOf(onFirst)));
  const first = visibleToken(lanes[0].tokens[0] ?? "");
  const sinks = richText(text.finding.sink, { first, without, withIt });
  const scores = richText(text.finding.scores, { deviation: deviationOf(shownHeads) });
  return piece("scores", html`<p class="note">${sinks} ${scores}</p>`);
}

/**
 * The heads of both lanes, with the highlighted head and token, from 0; null while they are not
 * known.
 */
function shownOf(view: View): ShownHeads | null {
  const { state } = view;
  const chat = pageChat(view);
  const { conversation } = chat;
  const { recorded, request } = chat.headsOf;
  const heldHead = heldHeadOf(state);
  const head = Number(pointedHead(view).at ?? heldHead);
  const lanes = headsOf(view, [heldHead, head]);
  if (lanes === null) return null;
  const token = Math.min(Number(pointedWord(view).at ?? state.modelword), tokenCountOf(lanes)) - 1;
  const titles = request.lanes.map((lane) => divisionName(view, lane));
  const busy = conversation.ended.includes(undefined);
  return { lanes, titles, head, heldHead, token, recorded, busy };
}

/** Hands the heads with the division over to the chapter of opened tensors, and goes there. */
async function openAsOwn(view: View): Promise<void> {
  const chat = pageChat(view);
  const { prompt } = chat.headsOf.request;
  const lane = await chat.allHeads(1);
  if (lane !== null) {
    const n = lane.tokens.length;
    const heads = [...lane.weights.values()].map((weights) => ({
      rows: n,
      cols: n,
      data: Float64Array.from(weights),
    }));
    handOver({ prompt, tokens: lane.tokens, heads, perLayer: HEADS });
  }
  view.page.set(OWN_CHAPTER);
}

const OWN_CHAPTER = { view: "own", ownfrom: "model" } as const;

/**
 * The way to the chapter of opened tensors. A plain click stays in this document: in another one
 * the heads that were computed here would be lost, and the recorded ones be shown.
 */
function ownLink(view: View): TemplateResult {
  const { href } = stateTarget(view.page, OWN_CHAPTER);
  const go = (event: MouseEvent) => {
    if (modified(event)) return;
    event.preventDefault();
    void openAsOwn(view);
  };
  return html`<p class="note"><a href=${href} @click=${go}>${view.text.own}</a></p>`;
}

/** How many tokens the longer lane has. */
const tokenCountOf = (lanes: Heads): number =>
  Math.max(...lanes.map(({ tokens }) => tokens.length));

/** The tokens of prompt and answer, both where the lanes differ. */
const wordsOf = (lanes: Heads): string[] =>
  Array.from({ length: tokenCountOf(lanes) }, (_, i) =>
    [...new Set(lanes.map(({ tokens }) => visibleToken(tokens[i] ?? "–")))].join(" | "),
  );

function content(view: View): unknown[] {
  const { text } = view;
  const shownHeads = shownOf(view);
  if (shownHeads === null) return [empty({ wide: 1250, narrow: 1600 })];
  const { lanes, head } = shownHeads;
  const { folds } = text;
  return [
    view.controls.row(
      view.controls.field("modellayer", view.common.layer),
      view.controls.field("modelhead", view.common.head),
      view.controls.wordField("modelword", text.word, wordsOf(lanes)),
    ),
    thumbsFigure(view, shownHeads),
    finding(view, shownHeads),
    view.page.ownPage ? ownLink(view) : nothing,
    view.figures.fold("inside-lines", say(text.linesTitle, { head: headName(view, head) }), () => [
      proseOf(view.page, paragraphs([text.tokens])),
      bothSides((side, lane) => linesFigure(view, shownHeads, side, lane)),
      findingOfHead(view, shownHeads),
    ]),
    view.figures.fold("inside-matrix", text.matrix.fold, () =>
      bothSides((side, lane) => matrixMap(view, shownHeads, side, lane)),
    ),
    view.figures.fold("inside-numbers", text.numbers.title, () => [
      hueLegend(legendOf(shownHeads)),
      numbersFigure(view, shownHeads),
    ]),
    view.figures.fold("inside-sinks", folds.sinks, () => sinksAndScores(view, shownHeads)),
    view.figures.fold("inside-lens", text.lens.fold, () => [
      html`<p class="caption-text">${richText(text.lens.text)}</p>`,
      bothSides((side, lane) => lensFigure(view, shownHeads, side, lane)),
    ]),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  bar: () => EXPONENT_BAR,
  question: { right: 2 },
  content,
};
