/**
 * Many heads at once: all of them small, one as lines from word to word, and their outputs side by
 * side.
 */
import { html, nothing, type TemplateResult } from "lit";
import { firstColumns, SHOWN_COLUMNS } from "../../attention/sentence-attention.js";
import { memoForEach, oneFor } from "../../belonging.js";
import { cellsBox, gapOf } from "../../draw/cells.js";
import { largestOf } from "../../draw/heatmap.js";
import { zip } from "../../draw/marks.js";
import { Pointed } from "../../draw/pointed.js";
import { ellipsize } from "../../draw/scene.js";
import { sketched } from "../../draw/sketch.js";
import { coordinates } from "../../draw/table.js";
import type { Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import type { Inputs } from "../../page/inputs.js";
import { linesPicture } from "../../part-kit/lines-picture.js";
import type { Answered, PartView, Section, Side } from "../../part-kit/part-view.js";
import { empty, figurePair, findingOf, SIDES } from "../../part-kit/part-view.js";
import { remark } from "../../part-kit/prose.js";
import type { en } from "../../text/en/many.js";
import { coordinatesOf, divisorText } from "../../text/finding.js";
import { percent, products, significant, weight } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { richText, typeset } from "../../ui/rich.js";
import { DRAWN_COLUMNS, heads as experiment, type HeadsSide } from "./experiments.js";

type View = PartView<typeof en>;

/** The answer with the highlighted head and word, from 0. */
interface Lit extends Answered<typeof experiment> {
  readonly head: number;
  readonly query: number;
  readonly inputs: Inputs;
}

// ---- all heads as small matrices, without the division and with it, and what one word attends to
// most in each ----

/** Narrower pictures have both sides beside each other, wider ones one below the other. */
const BESIDE = 480;
const GAP = 14;
/** The gap of two matrices, and that of the sides, where these stand beside each other. */
const NARROW_GAP = 7;
const SIDES_APART = 22;
/** The least room for a word beside its number and weight. */
const LEAST_WORD = 12;
/** The room of an outline at the edges. */
const EDGE = 3;
const LARGEST = 124;
/** The title of a side, and the line below each matrix. */
const TITLE = 30;
const LINE = 22;
/** The line of the word, where number, word and weight have no room in one. */
const WORD_LINE = 14;
const BETWEEN = 14;

/** How many of the heads of a side stand in a row of a picture. */
function columnsOf(count: number, beside: boolean): number {
  if (!beside) return Math.min(count, 8);
  return Math.min(Math.ceil(Math.sqrt(count)), 4);
}

/** @param titles of the sides */
function thumbsPicture({ result, head, query }: Lit, titles: Readonly<Record<Side, string>>) {
  const { words, unscaled } = result;
  return sketched((sketch) => {
    const { width, palette, textWidth, boldWidth } = sketch;
    const { length: count } = unscaled.heads;
    const sidesBeside = width < BESIDE;
    const columns = columnsOf(count, sidesBeside);
    const gap = sidesBeside ? NARROW_GAP : GAP;
    const sideWidth = sidesBeside ? (width - SIDES_APART) / 2 : width;
    const room = (sideWidth - 2 * EDGE - (columns - 1) * gap) / columns;
    const size = Math.floor(Math.min(LARGEST, room));
    const label = { size: 11.5 };
    const numberWidth = (number: string) => boldWidth(number, label.size) + 6;
    const shareWidth = textWidth(weight(1), label.size) + 5;
    /** Whether number, word and weight have no room in one line. */
    const wordBelow = size - numberWidth(String(count)) - shareWidth < LEAST_WORD;
    const high = size + LINE + (wordBelow ? WORD_LINE : 0) + 4;
    const height = TITLE + Math.ceil(count / columns) * high;
    const outline = { radius: 3, stroke: palette.ink };
    for (const [i, side] of indexed(SIDES)) {
      const left = sidesBeside ? i * (sideWidth + SIDES_APART) : 0;
      const top = sidesBeside ? 0 : i * (height + BETWEEN);
      const color = palette[side];
      sketch.math(titles[side], left, top + 15, { size: 14, bold: true, fill: color });
      for (const [i, { weights, peak, peakIndex }] of indexed(result[side].heads)) {
        const x = left + EDGE + (i % columns) * (size + gap);
        const y = top + TITLE + Math.floor(i / columns) * high;
        const lit = i === head;
        const place = { ...weights, x, y, pitch: size / words.length };
        sketch.grid(place);
        const row = cellsBox(place, query);
        const followed = { ...row, x: x - 1, width: row.width + 2 };
        sketch.rect(followed, { ...outline, strokeWidth: 0.75, opacity: lit ? 1 : 0.35 }, 1);
        if (lit) sketch.rect(cellsBox(place), { ...outline, strokeWidth: 2 }, 2);
        // The number of the head, and the word that the query attends to most in it, with its
        // weight.
        const number = String(i + 1);
        const share = weight(peak[query] ?? 0);
        const bottom = y + size + 14;
        const wordX = wordBelow ? x : x + numberWidth(number);
        const wordY = wordBelow ? bottom + WORD_LINE : bottom;
        const free = wordBelow ? size : x + size - textWidth(share, label.size) - 5 - wordX;
        const word = ellipsize(words[peakIndex[query] ?? 0] ?? "", free, label.size, textWidth);
        sketch.text(number, x, bottom, { ...label, ...sketch.lit(lit), bold: true });
        sketch.text(word, wordX, wordY, { ...label, fill: palette.ink, words: true });
        sketch.text(share, x + size, bottom, { ...label, fill: color, align: "right" });
        sketch.area(String(i + 1), { x, y, width: size, height: high - 4 });
      }
    }
    return sidesBeside ? height : 2 * height + BETWEEN;
  });
}

// ---- the heads' outputs side by side, through W^O, with one entry written out ----

const LABEL = 66;
const SIGN = 30;
/** The room above a matrix with the numbers of heads, and above one without them. */
const ABOVE = 40;
const APART = 28;
const PITCH = 16;
/** The most that a square matrix takes. */
const HIGHEST = 420;
const NARROW = 760;

/**
 * Concat(Z₁ … Z_h) · W^O = output, their first columns, with the heads told apart.
 * @param name of the output
 */
function concatPicture({ result, head, query }: Lit, side: Side, name: string) {
  const { words, wo, size } = result;
  const { concatenated, output } = result[side];
  const { cols } = wo;
  const blocks = [
    { title: "Concat($Z₁$ … $Zₕ$)", matrix: concatenated, ofWords: true },
    { title: "$Wᴼ$", matrix: wo, ofWords: false },
    { title: name, matrix: output, ofWords: true },
  ];
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const { ink } = palette;
    const stacked = width < NARROW;
    const room = stacked ? width - LABEL : width - LABEL - 2 * SIGN;
    const pitch = Math.min(PITCH, HIGHEST / cols, room / (stacked ? cols : 3 * cols));
    /**
     * The words beside the rows of a matrix that begins at y; where there is no room for all, those
     * apart from each other.
     */
    const drawWords = (y: number) => {
      for (const [i, word] of indexed(words)) {
        const lit = i === query;
        const touches = i % Math.ceil(11 / pitch) !== 0 || Math.abs(i - query) * pitch < 11;
        if (!lit && pitch < 11 && touches) continue;
        const text = ellipsize(word, LABEL - 10, 11, sketch.textWidth);
        const style = { size: 11, align: "right", words: true, ...sketch.lit(lit) } as const;
        sketch.text(text, LABEL - 8, y + (i + 0.5) * pitch + 3.5, style);
      }
    };
    /** Lines above the columns of each head, with its number. */
    const drawHeads = (x: number, y: number, wide: number) => {
      const headWidth = size * pitch;
      for (let i = 0; i * headWidth < wide; i += 1) {
        const from = x + i * headWidth;
        const to = Math.min(x + wide, from + headWidth - Math.max(1, gapOf(pitch)));
        const lit = sketch.lit(i === head);
        const style = { strokeWidth: i === head ? 3 : 1.5, stroke: lit.fill };
        sketch.line([from, y - 6], [to, y - 6], style);
        const number = { size: 10, align: "center", ...lit } as const;
        if (to - from > 12) sketch.text(String(i + 1), (from + to) / 2, y - 10, number);
      }
    };
    let x = LABEL;
    let y = ABOVE;
    let height = 0;
    for (const [i, { title, matrix, ofWords }] of indexed(blocks)) {
      const place = { ...matrix, x, y, pitch };
      const { width: wide } = cellsBox(place);
      sketch.grid({ ...place, largest: largestOf(matrix) });
      sketch.math(title, x, y - (stacked && i > 0 ? 8 : ABOVE - 14), { size: 13, fill: ink });
      if (ofWords) sketch.rect(cellsBox(place, query), { stroke: ink, radius: 2 }, 1.5);
      if (ofWords && (stacked || i === 0)) drawWords(y);
      if (i === 0) drawHeads(x, y, wide);
      height = Math.max(height, y + matrix.rows * pitch + 4);
      if (stacked) y += matrix.rows * pitch + APART;
      else {
        const sign = i === 0 ? "·" : "=";
        if (i < 2) sketch.text(sign, x + wide + SIGN / 2, y + 10, { size: 17, align: "center" });
        x += matrix.cols * pitch + SIGN;
      }
    }
    return height;
  });
}

/** Terms of the sum that are written out. */
const TERMS = 3;

/** The first entry of the word's output as a sum. */
function entryAsSum({ concatenated, output }: HeadsSide, wo: Matrix, query: number): string {
  const { cols } = concatenated;
  const row = concatenated.data.subarray(query * cols, query * cols + Math.min(TERMS, cols));
  const factors = Array.from(row, (_, i) => wo.data[i * cols] ?? 0);
  const ellipsis = cols > TERMS ? " + …" : "";
  return `${products(zip(row, factors))}${ellipsis} = ${significant(output.data[query * cols] ?? 0)}`;
}

const firstColumnsOf = memoForEach((name: "concatenated" | "output", side: HeadsSide) =>
  firstColumns(side[name], Math.min(SHOWN_COLUMNS, side[name].cols)),
);

function concatFold(view: View, lit: Lit): TemplateResult {
  const { request, result, head, query, inputs } = lit;
  const { words, wo } = result;
  const { heads } = request;
  const { dim } = request.attention;
  const { text, page, state } = view;
  const { concat } = text;
  const kind = state.division === "with" ? "scaled" : "unscaled";
  const side = result[kind];
  const tables = (["concatenated", "output"] as const).map((name) =>
    view.tables.ofWeights(
      concat.tables[name],
      firstColumnsOf(view, name, side),
      words,
      coordinates(Math.min(SHOWN_COLUMNS, dim)),
    ),
  );
  const drawing = view.figures.make({
    name: "concat",
    title: concat.title,
    label: say(concat.alt, { heads }),
    kind,
    tables,
    inputs,
    beside: coordinatesOf(page.text, DRAWN_COLUMNS, dim),
    deps: [side, head, query],
    picture: concatPicture(lit, kind, concat.output),
  });
  const entryText = richText(concat.entry, { query: words[query] ?? "" });
  return html`${view.controls.row(view.controls.divisionField())}
    ${drawing}
    ${tables[1] && view.figures.folded(tables[1])}
    <p class="caption-text">${entryText} ${typeset(entryAsSum(side, wo, query))}</p>`;
}

// ---- the part ----

/** The head or the word that is pointed at, by its number from 1, before that of the state. */
const pointedOf = {
  head: oneFor(
    ({ changed, page }: View) => new Pointed(changed, (id) => page.set({ head: Number(id) })),
  ),
  query: oneFor(
    ({ changed, page }: View) => new Pointed(changed, (id) => page.set({ query: Number(id) })),
  ),
};

const divisorOf = ({ request, result: { size, scaled } }: Lit) =>
  divisorText(size, request.attention.exponent, scaled.divisor);

function thumbsFigure(view: View, lit: Lit): TemplateResult {
  const { text } = view;
  const { result, head, query, inputs, request } = lit;
  const { words, unscaled, scaled, size } = result;
  const word = words[query] ?? "";
  const statisticOf = (statistic: "entropy" | "peak") =>
    [unscaled, scaled].map(({ heads }) => heads.map((head) => head[statistic][query] ?? 0));
  return view.figures.make({
    name: "heads",
    deps: [result, query],
    inputs,
    title: say(text.thumbs.title[request.heads === 1 ? "one" : "more"], request),
    label: say(text.thumbs.alt, { heads: request.heads, query: word }),
    beside: say(text.thumbs.beside, { dim: request.attention.dim, heads: request.heads, size }),
    picture: thumbsPicture(lit, view.tables.sideNames(divisorOf(lit))),
    events: pointedOf.head(view),
    highlighted: String(head + 1),
    note: say(text.thumbs.note, { query: word }),
    tables: view.tables.make("heads", text.thumbs.table, [result, query], () => ({
      corner: text.head,
      rows: unscaled.heads.map((_, i) => i + 1),
      columns: view.tables.sided(text.thumbs.columns),
      values: [...statisticOf("entropy"), ...statisticOf("peak")],
    })),
  });
}

/** @param heldHead the head that is held, from 0 */
function linesFigure(view: View, lit: Lit, heldHead: number, side: Side) {
  const { text } = view;
  const { result, head, query, inputs } = lit;
  const { words } = result;
  const nameOf = (head: number) =>
    say(view.common.named[side], { what: say(text.lines.weights, { head: head + 1 }) });
  const [weights, matrix] = [head, heldHead].map((index) => result[side].heads[index]?.weights);
  if (weights === undefined || matrix === undefined) return nothing;
  return view.figures.make({
    name: `lines-${side}`,
    title: say(text.lines.title, { head: head + 1 }),
    kind: side,
    inputs,
    label: say(view.common.lines.alt, { name: nameOf(head) }),
    beside: view.tables.sideNames(divisorOf(lit))[side],
    deps: [weights],
    events: pointedOf.query(view),
    highlighted: String(query + 1),
    picture: linesPicture(words, weights, query, side, view.common.lines.titles),
    // The table is that of the held head: thousands of cells do not follow the pointer within a
    // frame.
    tables: view.tables.ofWeights(nameOf(heldHead), matrix, words),
  });
}

/** What the word attends to most in the head, without the division and with it. */
function finding(view: View, lit: Lit): TemplateResult {
  const { result, head, query } = lit;
  const { words } = result;
  const most = (side: Side) => {
    const litHead = result[side].heads[head];
    return {
      share: percent(litHead?.peak[query] ?? 0),
      word: words[litHead?.peakIndex[query] ?? 0] ?? "",
    };
  };
  const without = most("unscaled");
  const withIt = most("scaled");
  const divisor = divisorOf(lit);
  const values = { head: head + 1, query: words[query] ?? "", without, withIt, divisor };
  return findingOf(view.text.finding, values);
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence, dim } = view;
  if (engine === null || sentence.length === 0) {
    return [view.progress.withoutEngine(), view.wordingBelow];
  }
  const answer = view.answers.to(experiment);
  const within = (number: string | number, count: number) => Math.min(Number(number), count) - 1;
  const controls = view.controls.row(
    view.controls.sliderField("heads", view.common.heads, { step: 1 }),
    view.controls.unfitHeads(dim),
  );
  const progress = view.progress.of(answer.study);
  if (answer.result === null) return [empty(), progress, controls, view.wordingBelow];
  const { heads, attention } = answer.request;
  const heldHead = within(state.head, heads);
  const head = within(pointedOf.head(view).at ?? state.head, heads);
  const query = within(pointedOf.query(view).at ?? state.query, attention.words.length);
  const inputs = view.answers.inputsOf(answer, {
    requestedState: { head: head + 1, query: query + 1 },
  });
  const lit: Lit = { ...answer, head, query, inputs };
  return [
    thumbsFigure(view, lit),
    progress,
    finding(view, lit),
    controls,
    view.wordingBelow,
    view.figures.fold("many-lines", text.lines.fold, () => [
      view.controls.row(view.controls.wordField("query", text.query)),
      figurePair(SIDES.map((side) => linesFigure(view, lit, heldHead, side))),
      remark(view.page, text.honest),
    ]),
    view.figures.fold("many-concat", text.concat.fold, () => [
      view.furtherWording,
      concatFold(view, lit),
    ]),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["headDisplay", "multiHeadDisplay"],
  question: { right: 0 },
  always: true,
  pictureFirst: true,
  content,
};
