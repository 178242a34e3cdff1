/**
 * The part on tensors as frameworks hold them: two sentences of different length in one tensor, its
 * mask, and the variance of its scores.
 */
import { nothing, type TemplateResult } from "lit";
import { matrixOfRows } from "../../attention/matrices.js";
import { firstColumns } from "../../attention/sentence-attention.js";
import { memoForEach, oneFor } from "../../belonging.js";
import { cellsBox } from "../../draw/cells.js";
import { largestOf } from "../../draw/heatmap.js";
import { atY, dots, linear, note } from "../../draw/marks.js";
import { ellipsize } from "../../draw/scene.js";
import { type Box, type Point, sketched } from "../../draw/sketch.js";
import type { MatrixTable } from "../../draw/table.js";
import { coordinates, rowsOf } from "../../draw/table.js";
import type { Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import {
  type Answered,
  empty,
  findingOf,
  type PartView,
  type Section,
} from "../../part-kit/part-view.js";
import { SecondSentence, secondField } from "../../part-kit/second-sentence.js";
import type { en } from "../../text/en/tensor.js";
import { significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { tensor as experiment, type Spread, type TensorResult } from "./experiments.js";

type View = PartView<typeof en>;
type Tensor = Answered<typeof experiment>;

// ---- the tensor with its four axes: a line of blocks a sentence, a block a head, and in it rows
// and columns ----

/**
 * The room of the axes at the left and at the top, of a sentence's title, of the line above a
 * block, and below it.
 */
const LEFT = 50;
const TOP = 26;
const TITLE = 24;
const NUMBER = 16;
const BELOW = 20;
const GAP = 14;
const HIGHEST = 150;
const PITCH = 16;
/** The distance of two lines of a hatching. */
const HATCH = 6;

/** How many columns of the queries are drawn. */
const DRAWN_COLUMNS = 16;

const secondSentenceOf = oneFor((_: View) => new SecondSentence());

/** The drawn columns of each matrix, and the largest number in all of them; 1 for weights. */
const drawnMatrices = memoForEach(
  (kind: "queries" | "weights", result: TensorResult, cols: number) => {
    const batch = result.slices.map((heads) => heads.map((head) => firstColumns(head[kind], cols)));
    return { batch, largest: kind === "weights" ? undefined : largestOf(...batch.flat()) };
  },
);

/** The matrices of all heads, of queries their first columns. Padding is hatched. */
function tensorFigure(view: View, answer: Tensor, kind: "queries" | "weights"): TemplateResult {
  const { text } = view;
  const { result } = answer;
  const { batch: sentences, length, size } = result;
  const { heads: count, division } = answer.request;
  const square = kind === "weights";
  const cols = square ? length : Math.min(DRAWN_COLUMNS, size);
  const { batch, largest } = drawnMatrices(view, kind, result, cols);
  const { axes } = text;
  const words = sentences.map((sentence) => sentence.words.length);
  const width = square
    ? `$n$ = ${length}`
    : `$dₖ$ = ${size}${size > cols ? say(axes.first, { shown: cols }) : ""}`;
  const picture = sketched((sketch) => {
    const { width: whole, palette } = sketch;
    const { ink, muted } = palette;
    /** The line of an axis, with an open head. */
    const drawAxis = (from: Point, to: Point, color: string) => {
      const head = { length: 5, halfWidth: 3.5 };
      sketch.arrow(from, to, color, { strokeWidth: 1.25, head, open: true });
    };
    /** Parallel lines across a rectangle, from its lower left to its upper right. */
    const hatch = ({ x, y, width, height }: Box) => {
      const style = { stroke: muted, strokeWidth: 1, opacity: 0.6 };
      for (let offset = HATCH / 2; offset - HATCH / 2 < width + height; offset += HATCH) {
        const low = Math.min(offset, height);
        const high = Math.min(offset, width);
        sketch.line([x + offset - low, y + low], [x + high, y + offset - high], style);
      }
    };
    const columns = Math.min(count, whole < 480 ? 4 : 8);
    const room = (whole - LEFT - (columns - 1) * GAP - 2) / columns;
    const pitch = Math.min(PITCH, HIGHEST / length, room / cols);
    const wide = cols * pitch;
    const high = length * pitch;
    const step = NUMBER + high + BELOW;
    const label = { size: 11.5 };
    const turned = { ...label, align: "center", turn: -90 } as const;
    let y = TOP;
    for (const [b, heads] of indexed(batch)) {
      const real = words[b] ?? length;
      const title = say(text.sentence, { at: b + 1, words: real, padding: length - real });
      const shortTitle = ellipsize(title, whole - LEFT, 13, sketch.boldWidth);
      sketch.math(shortTitle, LEFT, y + 14, { size: 13, ...sketch.lit(true) });
      for (const [i, matrix] of indexed(heads)) {
        const x = LEFT + (i % columns) * (wide + GAP);
        const top = y + TITLE + Math.floor(i / columns) * step + NUMBER;
        const place = { ...matrix, x, y: top, pitch };
        sketch.grid({ ...place, largest });
        sketch.text(String(i + 1), x, top - 4, { size: 10.5 });
        const realSize = real * pitch;
        const left = length - real;
        if (left > 0) {
          hatch(cellsBox({ ...place, y: top + realSize, rows: left }));
          if (square) hatch(cellsBox({ ...place, x: x + realSize, cols: left, rows: real }));
        }
        if (b > 0 || i > 0) continue;
        const cells = cellsBox(place);
        const under = top + high;
        drawAxis([x - 7, top], [x - 7, top + cells.height], muted);
        drawAxis([x, under + 5], [x + cells.width, under + 5], muted);
        sketch.text(`n = ${length}`, x - 12, top + high / 2, turned);
        sketch.math(width, x, under + 18, label);
      }
      y += TITLE + Math.ceil(count / columns) * step + 6;
    }
    const right = LEFT + columns * (wide + GAP) - GAP;
    drawAxis([LEFT, TOP - 4], [right, TOP - 4], ink);
    sketch.math(say(axes.heads, { count }), LEFT, 13, { ...label, fill: ink });
    drawAxis([18, TOP], [18, y - 10], ink);
    sketch.text(say(axes.batch, { count: 2 }), 13, (TOP + y) / 2, { ...turned, fill: ink });
    return y;
  });
  const sort = division === "with" ? "scaled" : "unscaled";
  return view.figures.make({
    name: kind,
    title: text[kind].title,
    label: say(text.alt, { heads: count, rows: length, cols }),
    source: answer,
    picture,
    ...(square
      ? { kind: sort, beside: view.common.legend[sort] }
      : { beside: `[2, ${count}, ${length}, ${size}]` }),
    note: words[0] === words[1] ? text.equal : text[kind].note,
    tables: firstHeads(view, kind, result, batch, text),
  });
}

/** The first heads as a table, the sentences one below the other. */
const firstHeads = memoForEach(
  (
    kind: "queries" | "weights",
    { batch: sentences, length }: TensorResult,
    batch: readonly (readonly Matrix[])[],
    text: typeof en,
  ): MatrixTable => {
    const matrix = matrixOfRows(batch.flatMap(([first]) => (first ? rowsOf(first) : [])));
    const rowLabels = sentences.flatMap((sentence, b) =>
      coordinates(length).map((_, i) =>
        say(text.row, { at: b + 1, word: sentence.words[i] ?? text.padding }),
      ),
    );
    return {
      kind: "matrix",
      name: text[kind].table,
      corner: text.corner,
      colLabels: coordinates(matrix.cols),
      matrix,
      rowLabels,
    };
  },
);

/** The label of the expected variance. */
const EXPECTED = "$dₖσ⁴$";
const SPREADS = ["all", "rows", "cols"] as const;

function varianceFigure(view: View, answer: Tensor): TemplateResult {
  const { variance: text } = view.text;
  const { heads, whole, expected } = answer.result;
  const known = SPREADS.filter((kind) => whole[kind] !== null);
  const spreadsOf = (spreads: readonly Spread[], kind: (typeof SPREADS)[number]) =>
    spreads.flatMap((spread) => spread[kind] ?? []);
  const most = Math.max(expected, ...known.flatMap((kind) => spreadsOf([...heads, whole], kind)));
  const top = known.length - 1;
  return view.figures.make({
    name: "variance",
    title: text.title,
    kind: "unscaled",
    beside: text.beside,
    source: answer,
    chart: ({ unscaled, ink }) => ({
      x: linear([0, 1.08 * most], text.x),
      y: linear([-0.6, top + 0.9], "", {
        ticks: known.map((_, i) => top - i),
        format: (y) => text.lines[top - y] ?? "",
      }),
      height: 60 + 34 * known.length,
      marks: [
        { kind: "rule", x: expected, color: ink },
        expected > most / 2
          ? note(EXPECTED, [expected - 0.01 * most, top + 0.62], ink, { align: "right" })
          : note(EXPECTED, [expected + 0.01 * most, top + 0.62], ink),
        ...known.flatMap((kind, i) => [
          dots(atY(spreadsOf(heads, kind), top - i), unscaled, { radius: 3, opacity: 0.45 }),
          dots(atY(spreadsOf([whole], kind), top - i), unscaled, { radius: 6 }),
        ]),
      ],
    }),
    note: text.note,
    tables: () => ({
      corner: view.text.controls.heads,
      rows: [text.whole, ...heads.map((_, i) => say(text.head, { at: i + 1 }))],
      columns: [...known.map((_, i) => text.lines[i] ?? ""), text.expected],
      values: [
        ...known.map((kind) => spreadsOf([whole, ...heads], kind)),
        Array.from({ length: heads.length + 1 }, () => expected),
      ],
    }),
  });
}

function finding({ text }: View, result: TensorResult): TemplateResult {
  const { whole, expected, queries, keys, size } = result;
  const { rows, cols } = whole;
  const spreads = {
    all: significant(whole.all, 3),
    expected: significant(expected, 3),
    queries: significant(queries, 3),
    keys: significant(keys, 3),
    dk: size,
  };
  if (rows === null || cols === null) return findingOf(text.single, spreads);
  const within = { rows: significant(rows, 3), cols: significant(cols, 3) };
  return findingOf(text.finding, { ...spreads, ...within });
}

function content(view: View): unknown[] {
  const { engine, text, sentence, page } = view;
  const second = secondSentenceOf(view);
  second.read(page);
  if (engine === null || sentence.length === 0) return [view.progress.withoutEngine()];
  const answer = view.answers.to(experiment, { second: second.words.join(" ") });
  return [
    view.progress.answered(answer, {}, (drawn) => [
      varianceFigure(view, drawn),
      finding(view, drawn.result),
    ]),
    view.figures.fold("tensor-weights", text.weights.fold, () => [
      view.controls.row(
        secondField(view, second.reading, text.controls.second),
        view.controls.sliderField("heads", text.controls.heads, { step: 1 }),
        view.controls.divisionField(),
      ),
      answer.result === null ? empty() : tensorFigure(view, answer, "weights"),
    ]),
    answer.result === null
      ? nothing
      : view.figures.fold("tensor-queries", text.queries.fold, () =>
          tensorFigure(view, answer, "queries"),
        ),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["tensorVarianceDisplay"],
  furtherFormulas: ["tensorDisplay", "tensorScoresDisplay"],
  question: { right: 2 },
  always: true,
  content,
};
