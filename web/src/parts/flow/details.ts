/** The matrices of the open box. */
import { html, nothing, type TemplateResult } from "lit";
import { largestOf } from "../../draw/heatmap.js";
import type { Matrix } from "../../engine/api.js";
import { memo } from "../../memo.js";
import { coordinates } from "../../ui/matrix-table.js";
import { figure } from "../figure.js";
import { divisorText } from "../matrices/caption.js";
import type { AnyStudy, PartView } from "../part-view.js";
import { attentionIn, isAttention, isEncoder, SIDES, type Side, withinLayer } from "./boxes.js";
import type { en } from "./en.js";
import type { FlowRequest, FlowResult } from "./flow.js";
import type { Follow } from "./follow.js";
import type { Box } from "./keys.js";

type View = PartView<typeof en>;

/** What is open; layer and head from 0. */
export interface Open {
  readonly result: FlowResult;
  readonly box: Box;
  readonly layer: number;
  readonly head: number;
  readonly follow: Follow;
  readonly study: AnyStudy | undefined;
}

export const divisorOf = ({ request: { attention, heads }, scaled }: FlowResult): string =>
  divisorText(attention.dim / heads, attention.exponent, scaled.divisor);

export function inputsOf(view: View, open: Open) {
  const { request } = open.result;
  const { attention, second, heads, layers, norm, activation, causal, init } = request;
  const { box, layer, head } = open;
  const shown = { box, layer: layer + 1, head: head + 1 };
  const asked = { heads, layers, norm, activation, init, second: second.join(" "), ...shown };
  return view.inputs(attention, { ...asked, causal: causal ? "on" : "off" }, open.study);
}

/** The names of all boxes. */
export function boxNames({ boxes }: typeof en, { norm, causal }: FlowRequest): Record<Box, string> {
  const { post, pre, unmasked, ...names } = boxes;
  const normed = norm === "post" ? post : pre;
  const norms = { norm1: normed, norm2: normed, norm3: normed, norm4: normed, norm5: normed };
  return { ...names, ...norms, masked: causal ? names.masked : unmasked };
}

const nameOf = ({ text }: View, { result: { request }, box }: Open) => boxNames(text, request)[box];

/** The titles of the two matrices of a box within a layer. */
function titlesOf({ text: { matrices }, common }: View, box: Box, request: FlowRequest) {
  if (box.startsWith("norm")) return matrices[request.norm];
  const feeds = box === "feed" || box === "feed2";
  const before = feeds
    ? matrices.inside(common.model.activations[request.activation])
    : matrices.asks;
  return { before, output: matrices.adds };
}

const rowWords = ({ result, box }: Open) =>
  (isEncoder(box) ? result.embedding : result.target).words;
const keyWords = ({ result, box }: Open) =>
  (box === "masked" ? result.target : result.embedding).words;

/** The column of the largest absolute number of each row. */
const largestColumns = memo(({ rows, cols, data }: Matrix) =>
  Array.from({ length: rows }, (_, row) => {
    const part = data.subarray(row * cols, (row + 1) * cols).map(Math.abs);
    return part.indexOf(Math.max(...part));
  }),
);

/** The colour and what stands beside the title of a side. */
const sideOf = (view: View, { result }: Open, side: Side) => ({
  kind: side,
  beside:
    side === "unscaled" ? view.text.sides.unscaled : view.text.sides.scaled(divisorOf(result)),
});

/** A matrix of words and coordinates. */
function coordinatesFigure(
  view: View,
  open: Open,
  name: string,
  title: string,
  matrix: Matrix,
  largest: number,
  side?: Side,
): TemplateResult {
  const { follow, box } = open;
  const words = rowWords(open);
  const id = side === undefined ? name : `${name}-${side}`;
  const pointer = follow.rows(
    id,
    isEncoder(box) ? "query" : "secondword",
    words.length,
    (row) => largestColumns(matrix)[row] ?? 0,
  );
  const colLabels = coordinates(matrix.cols);
  const full = side === undefined ? title : `${title}, ${view.text.sides.short[side]}`;
  return figure(view, {
    title,
    ...(side && sideOf(view, open, side)),
    drawing: view.heatmap(
      id,
      view.text.strip(full, words.length, matrix.cols),
      [matrix, largest, words],
      () => ({
        ...{ matrix, rowLabels: words, colLabels, largestPitch: 34 },
        scale: { kind: "signed", largest },
      }),
      pointer,
      side && `${name}-${side === "scaled" ? "unscaled" : "scaled"}`,
    ),
    tables: {
      name: full,
      matrix,
      rowLabels: words,
      colLabels,
      corner: view.page.text.matrices.corner,
    },
    inputs: inputsOf(view, open),
  });
}

/** The same matrix of both sides, on one scale. */
function pair(view: View, open: Open, name: string, title: string, of: (side: Side) => Matrix) {
  const largest = largestOf(...SIDES.map(of));
  return html`<div class="pair-of-figures">
    ${SIDES.map((side) => coordinatesFigure(view, open, name, title, of(side), largest, side))}
  </div>`;
}

function weightsFigure(view: View, open: Open, side: Side): TemplateResult {
  const { result, box, layer, head, follow } = open;
  const { text, page } = view;
  const of = attentionIn(result, side, box, layer).heads[head];
  if (of === undefined) return html``;
  const [queries, keys] = [rowWords(open), keyWords(open)];
  const key = isEncoder(box) ? "query" : "secondword";
  const { weights: matrix, entropy, peak, peakIndex } = of;
  const pointer = follow.rows(`weights-${side}`, key, queries.length, (row) => peakIndex[row] ?? 0);
  const name = text.weights[side](nameOf(view, open), layer + 1, head + 1);
  const titles = { entropy: page.text.matrices.entropy, peak: page.text.matrices.peak };
  return figure(view, {
    title: text.headTitle(head + 1),
    ...sideOf(view, open, side),
    drawing: view.heatmap(
      `weights-${side}`,
      text.strip(name, queries.length, keys.length),
      [matrix, queries, keys],
      (palette) => ({
        ...{ matrix, rowLabels: queries, colLabels: keys, scale: { kind: "weights" } },
        rows: { entropy, peak, most: Math.log(keys.length), color: palette[side], titles },
      }),
      pointer,
      `weights-${side === "scaled" ? "unscaled" : "scaled"}`,
    ),
    tables: {
      name,
      matrix,
      rowLabels: queries,
      colLabels: keys,
      corner: page.text.matrices.corner,
    },
    inputs: inputsOf(view, open),
  });
}

/** Word vectors, positions and their sum: the same without the division and with it. */
export function embeddingFigures(view: View, opened: Open): TemplateResult {
  const box = isEncoder(opened.box) ? "embedding" : "target";
  const open = { ...opened, box } as const;
  const { vectors, positions, sum } = open.result[box];
  const { embedding } = view.text;
  const largest = largestOf(vectors, positions, sum);
  const maps = { vectors, positions, sum };
  return html`<div class="three-figures">
    ${(["vectors", "positions", "sum"] as const).map((name) => coordinatesFigure(view, open, name, embedding[name], maps[name], largest))}
  </div>`;
}

/** Which words each word may look at, as 1 and 0. */
export function maskFigure(view: View, open: Open): TemplateResult {
  const { text, page } = view;
  const { words } = open.result.target;
  const matrix = view.memo("mask", [words], () => {
    const n = words.length;
    const data = Float64Array.from({ length: n * n }, (_, i) => Number(i % n <= Math.floor(i / n)));
    return { rows: n, cols: n, data };
  });
  const { title, beside, table: name, note } = text.mask;
  return figure(view, {
    ...{ title, beside, note },
    drawing: view.heatmap("mask", name, [matrix, words], () => ({
      ...{ matrix, rowLabels: words, colLabels: words, largestPitch: 34 },
      scale: { kind: "weights" },
    })),
    tables: { name, matrix, rowLabels: words, colLabels: words, corner: page.text.matrices.corner },
    inputs: inputsOf(view, open),
  });
}

export function openBox(view: View, open: Open): TemplateResult {
  const { result, box, layer } = open;
  if (box === "embedding" || box === "target") return embeddingFigures(view, open);
  if (box === "memory" || box === "output")
    return pair(view, open, "output", nameOf(view, open), (side) => result[side][box]);
  const of = (side: Side) => withinLayer(result, side, box, layer);
  const titles = titlesOf(view, box, result.request);
  return html`${isAttention(box) ? html`<div class="pair-of-figures">${SIDES.map((side) => weightsFigure(view, open, side))}</div>` : nothing}
    ${box === "masked" && result.request.causal ? maskFigure(view, open) : nothing}
    ${pair(view, open, "before", titles.before, (side) => of(side).before)}
    ${pair(view, open, "output", titles.output, (side) => of(side).output)}`;
}
