/** The open box: what of it is chosen, and its matrices. */
import { html, nothing, type TemplateResult } from "lit";
import { matrixOf } from "../../attention/matrices.js";
import { memoFor } from "../../belonging.js";
import { largestOf } from "../../draw/heatmap.js";
import { coordinates } from "../../draw/table.js";
import type { Matrix } from "../../engine/api.js";
import { memo, same } from "../../memo.js";
import type { MatrixFigure } from "../../part-kit/part-figures.js";
import { figurePair, type PartView, titleColor } from "../../part-kit/part-view.js";
import { say } from "../../text/rich.js";
import { typeset } from "../../ui/rich.js";
import { type BoxHalf, boxNameOf, distinct, type Open, openBoxPath } from "./boxes.js";
import type { FlowSide } from "./flow.js";
import {
  attentionIn,
  boxIn,
  inLayer,
  isAttention,
  isEncoder,
  keyEmbedding,
  rowEmbedding,
} from "./flow.js";

type View = PartView;

/** The titles of the two matrices of a box within a layer. */
function titlesOf({ common }: View, { text: { matrices }, box, model }: Open) {
  if (box.startsWith("norm")) return matrices[model.norm];
  const before = box.startsWith("feed")
    ? say(matrices.inside, { activation: common.model.activations[model.activation] })
    : matrices.asks;
  return { before, output: matrices.adds };
}

/** The column of the largest absolute number of each row. */
const largestColumns = memo(({ rows, cols, data }: Matrix) =>
  Array.from({ length: rows }, (_, row) => {
    const part = data.subarray(row * cols, (row + 1) * cols).map(Math.abs);
    return part.indexOf(Math.max(...part));
  }),
);

type Coordinates = Pick<MatrixFigure, "name" | "title" | "beside" | "matrix" | "largest">;

/**
 * A matrix of the open box, whose rows are words.
 * @param half absent where the matrix is that of all halves
 * @param col the highlighted column, of the followed row
 */
function rowsFigure(
  view: View,
  open: Open,
  half: BoxHalf | undefined,
  col: (row: number) => number,
  matrixFigure: Pick<MatrixFigure, "title" | "name" | "table" | "matrix"> & Partial<MatrixFigure>,
): TemplateResult {
  const { follow, box, halves, inputs, legend } = open;
  const { name, table, matrix } = matrixFigure;
  const { words } = rowEmbedding((half ?? (halves[0] as BoxHalf)).side, box);
  const other = half && halves.find((one) => one !== half);
  return view.figures.matrix({
    ...matrixFigure,
    inputs,
    legend,
    rowLabels: words,
    ...(half && { ...titleColor(half.id), beside: half.beside }),
    name: half ? `${name}-${half.id}` : name,
    alt: say(view.page.text.matrices.picture, {
      name: table,
      rows: words.length,
      cols: matrix.cols,
    }),
    pointing: follow.rows(box, words.length, col),
    twin: other && `${name}-${other.id}`,
  });
}

/** A matrix of words and coordinates. */
function coordinatesFigure(view: View, open: Open, matrixFigure: Coordinates, half?: BoxHalf) {
  const { title, matrix } = matrixFigure;
  const table = half === undefined ? title : `${title}, ${half.short}`;
  const more = { table, colLabels: coordinates(matrix.cols), largestPitch: 34 };
  const col = (row: number) => largestColumns(matrix)[row] ?? 0;
  return rowsFigure(view, open, half, col, { ...matrixFigure, ...more });
}

const sameNumbers = (one: Matrix, other: Matrix): boolean => same([...one.data], [...other.data]);

/**
 * The same matrix of each half, on one scale; once where it has the same numbers in all of them,
 * unless it is asked for as a figure alone.
 */
function sideFigures(
  view: View,
  open: Open,
  name: string,
  title: string,
  sideMatrix: (side: FlowSide) => Matrix,
) {
  const { halves } = open;
  const [first, ...others] = halves as readonly [BoxHalf, ...BoxHalf[]];
  const matrix = sideMatrix(first.side);
  const largest = largestOf(...halves.map(({ side }) => sideMatrix(side)));
  const figureOf = (half: BoxHalf) => {
    const ofHalf = { name, title, matrix: sideMatrix(half.side), largest };
    return coordinatesFigure(view, open, ofHalf, half);
  };
  // Those of the others are offered as files all the same.
  const otherFigures = others.map(figureOf);
  const isShared =
    others.length > 0 && others.every(({ side }) => sameNumbers(sideMatrix(side), matrix));
  if (!isShared || view.state.figure !== "") return figurePair(figureOf(first), otherFigures);
  const beside = open.text.matrices.shared;
  const shared = { name: `${name}-${first.id}`, title, beside, matrix, largest };
  return coordinatesFigure(view, open, shared);
}

function weightsFigure(view: View, open: Open, half: BoxHalf): TemplateResult {
  const { text, box, layer, head } = open;
  const openHead = attentionIn(half.side, box, layer).heads[head];
  if (openHead === undefined) return html``;
  const { weights: matrix, entropy, peak, peakIndex } = openHead;
  const { words } = keyEmbedding(half.side, box);
  const beside = { entropy, peak, most: Math.log(words.length), titles: view.page.text.matrices };
  return rowsFigure(view, open, half, (row) => peakIndex[row] ?? 0, {
    title: say(text.headTitle, { head: head + 1 }),
    name: "weights",
    matrix,
    colLabels: words,
    table: half.named(say(text.weights, { where: openBoxPath(open) })),
    rows: (palette) => ({ ...beside, color: half.color(palette) }),
  });
}

/** Word vectors, positions and their sum, once where they are the same for all halves. */
export function embeddingFigures(view: View, opened: Open): TemplateResult {
  const box = isEncoder(opened.box) ? "embedding" : "target";
  const open = { ...opened, box } as const;
  const distinctHalves = distinct(open.halves, box);
  const names = ["vectors", "positions", "sum"] as const;
  const largest = largestOf(
    ...distinctHalves.flatMap(({ side }) => names.map((name) => side[box][name])),
  );
  const shared = distinctHalves.length < open.halves.length;
  const figureOf = (half: BoxHalf, name: (typeof names)[number]) => {
    const matrixFigure = {
      name,
      title: open.text.embedding[name],
      matrix: half.side[box][name],
      largest,
    };
    return coordinatesFigure(view, open, matrixFigure, shared ? undefined : half);
  };
  return html`${distinctHalves.map(
    (half) => html`<div class="three-figures">${names.map((name) => figureOf(half, name))}</div>`,
  )}`;
}

const causalMask = memoFor((n: number) => matrixOf(n, n, (row, col) => Number(col <= row)));

/**
 * Which words each word may look at, as 1 and 0. Where the halves have other words, they are
 * numbered.
 */
export function maskFigure(view: View, { halves, text, inputs, legend }: Open): TemplateResult {
  const [first, ...otherHalves] = distinct(halves, "target");
  const listed = first?.side.target.words ?? [];
  const n = listed.length;
  const words = otherHalves.length === 0 ? listed : coordinates(n);
  const matrix = causalMask(view, n);
  const { title, beside, note } = text.mask;
  return view.figures.matrix({
    title,
    beside,
    note,
    inputs,
    legend,
    name: "mask",
    table: title,
    alt: title,
    matrix,
    rowLabels: words,
    largestPitch: 34,
  });
}

/** The matrices of the open box. */
function matricesOf(view: View, open: Open): TemplateResult {
  const { halves, box, layer, model } = open;
  if (box === "embedding" || box === "target") return embeddingFigures(view, open);
  if (box === "memory" || box === "output") {
    return sideFigures(view, open, "output", boxNameOf(open), (side) => side[box]);
  }
  const boxOfSide = (side: FlowSide) => boxIn(side, box, layer);
  const titles = titlesOf(view, open);
  return html`${
    isAttention(box) ? figurePair(halves.map((half) => weightsFigure(view, open, half))) : nothing
  }
    ${box === "masked" && model.causal === "on" ? maskFigure(view, open) : nothing}
    ${sideFigures(view, open, "before", titles.before, (side) => boxOfSide(side).before)}
    ${sideFigures(view, open, "output", titles.output, (side) => boxOfSide(side).output)}`;
}

/** The words of a sentence, where the halves have other ones those of each half. */
const wordsIn = (halves: readonly BoxHalf[], box: "embedding" | "target"): readonly string[] =>
  (halves[0]?.side[box].words ?? []).map((_, i) =>
    [...new Set(halves.map(({ side }) => side[box].words[i]))].join(" | "),
  );

/** What of the open box is chosen, and its matrices, as they stand in the diagram. */
export function openedBox(view: View, open: Open): TemplateResult {
  const { text, model, box, layer, halves } = open;
  const name = boxNameOf(open);
  return html`<h3>${typeset(inLayer(box) ? say(text.opened, { name, layer: layer + 1 }) : name)}</h3>
    ${view.controls.row(
      inLayer(box) && model.layers > 1
        ? view.controls.sliderField("layer", text.layer, { step: 1, most: model.layers })
        : nothing,
      isAttention(box) && model.heads > 1
        ? view.controls.sliderField("head", view.common.head, { step: 1, most: model.heads })
        : nothing,
      isEncoder(box)
        ? view.controls.wordField("query", text.query, wordsIn(halves, "embedding"))
        : view.controls.wordField("secondword", text.secondword, wordsIn(halves, "target")),
    )}
    ${matricesOf(view, open)}`;
}
