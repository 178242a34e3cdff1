/** The layout of a heat map, a matrix as small squares with words on two sides, and its scene. */
import type { Matrix } from "../engine/api.js";
import { fixed, weight } from "../ui/numbers.js";
import type { Palette } from "./palette.js";
import { ellipsize, type Scene, type Shape, type TextWidth } from "./scene.js";

export interface Heatmap {
  readonly matrix: Matrix;
  readonly rowLabels: readonly string[];
  /** Words, or the numbers of coordinates. */
  readonly colLabels: readonly string[];
  /** "weights" from 0 to 1, "signed" symmetric about 0 with ±`largest` at the ends. */
  readonly scale:
    | { readonly kind: "weights" }
    | { readonly kind: "signed"; readonly largest: number };
  /** The largest distance from one cell to the next, in CSS pixels; without it that of the first screen. */
  readonly largestPitch?: number;
  /** Beside each row: its entropy as a bar (full at `most`), and its largest weight. */
  readonly rows?: {
    readonly entropy: ArrayLike<number>;
    readonly peak: ArrayLike<number>;
    readonly most: number;
    readonly color: string;
    readonly titles: { readonly entropy: string; readonly peak: string };
  };
}

/** Places and sizes of a heat map's parts, in CSS pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The corner of the first cell. */
  readonly left: number;
  readonly top: number;
  /** The distance from one cell to the next, and the part of it that is a gap. */
  readonly pitch: number;
  readonly gap: number;
  readonly labelSize: number;
  /** Every labelEvery-th row and column has a label. */
  readonly labelEvery: number;
  readonly turned: boolean;
  readonly rowText: readonly string[];
  readonly colText: readonly string[];
  readonly bar: { readonly left: number; readonly width: number; readonly values: boolean } | null;
}

export interface Highlight {
  readonly row: number;
  readonly col: number;
  /** "finding": the cell of the caption, outlined alone; the other kinds outline its row and column too. */
  readonly kind: "finding" | "pointed" | "locked";
}

const LARGEST_PITCH = 78;
const LABEL = 12.5;
const SMALL_LABEL = 9.5;
const TURN = -58;
const RISE = Math.sin((-TURN * Math.PI) / 180);
const LEAN = Math.cos((TURN * Math.PI) / 180);
const PAD = 8;
/** Entropy's bar and number, the peak's number. */
const BAR = 40;
const VALUES = 78;
/** How far the outline of a highlighted cell reaches beyond the cells. */
const EDGE = 2;
/** Below this pitch numbers beside a row would touch. */
const READABLE = 11;

/** The largest absolute value of all entries. */
export function largestOf(...matrices: Matrix[]): number {
  let largest = 0;
  for (const { data } of matrices) {
    for (const value of data) largest = Math.max(largest, Math.abs(value));
  }
  return largest;
}

/** The layout of a heat map that is `width` CSS pixels wide with its labels. */
export function layoutHeatmap(heatmap: Heatmap, width: number, textWidth: TextWidth): Layout {
  const { rowLabels, colLabels, rows, largestPitch = LARGEST_PITCH } = heatmap;
  const cols = colLabels.length;
  const most = Math.max(36, width * 0.24);
  const measured = Math.max(...rowLabels.map((label) => textWidth(label, LABEL, true)));
  const left = Math.ceil(Math.min(most, measured)) + PAD;

  const pitchBeside = (side: number) =>
    Math.max(1, Math.floor(Math.min(largestPitch, (width - left - side) / cols) * 4) / 4);
  const roomy = pitchBeside(BAR + VALUES + PAD) >= READABLE;
  const beside = rows === undefined ? EDGE : roomy ? BAR + VALUES + PAD : BAR + PAD;
  let pitch = pitchBeside(beside);

  const labelSize = pitch >= LABEL + 2 ? LABEL : SMALL_LABEL;
  const widest = Math.max(...colLabels.map((label) => textWidth(label, labelSize, true)));
  const every = () => Math.max(1, Math.ceil((labelSize + 1) / pitch));
  const turned = widest > pitch * every() - PAD / 2;
  const colRoom = Math.min(widest, 92);
  // A turned label of the last column reaches beyond it; a level one may be wider than its column.
  const over = turned ? colRoom * LEAN + labelSize / 2 : (widest - pitch) / 2;
  pitch = pitchBeside(Math.max(beside, over));
  const colHeight = turned ? colRoom * RISE + labelSize * 0.7 : labelSize + 2;
  const top = Math.max(Math.ceil(colHeight + PAD), 26);
  // The last row's label may be higher than its row.
  const below = Math.max(EDGE, labelSize * 0.6 - pitch / 2);
  return {
    width,
    height: Math.ceil(top + rowLabels.length * pitch + below),
    left,
    top,
    pitch,
    gap: pitch >= 14 ? 2 : pitch >= 6 ? 1 : 0,
    labelSize,
    labelEvery: every(),
    turned,
    rowText: rowLabels.map((label) => ellipsize(label, left - PAD, labelSize, textWidth)),
    colText: colLabels.map((label) =>
      turned ? ellipsize(label, colRoom, labelSize, textWidth) : label,
    ),
    bar: rows === undefined ? null : { left: left + cols * pitch + PAD, width: BAR, values: roomy },
  };
}

/** The cell under a point, or null beside the cells. */
export function cellAt(
  layout: Layout,
  matrix: Matrix,
  x: number,
  y: number,
): { row: number; col: number } | null {
  const col = Math.floor((x - layout.left) / layout.pitch);
  const row = Math.floor((y - layout.top) / layout.pitch);
  return row >= 0 && col >= 0 && row < matrix.rows && col < matrix.cols ? { row, col } : null;
}

export function heatmapScene(
  heatmap: Heatmap,
  layout: Layout,
  palette: Palette,
  highlight: Highlight | null,
): Scene {
  const shapes = cells(heatmap, layout, palette);
  shapes.push(...labels(layout, palette, highlight));
  shapes.push(...rowNumbers(heatmap, layout, palette, highlight));
  if (highlight !== null) shapes.push(...outlines(heatmap, layout, palette, highlight));
  return { width: layout.width, height: layout.height, shapes };
}

/** The position of a value on its ramp, from 0 to 1. */
function position(value: number, scale: Heatmap["scale"]): number {
  if (scale.kind === "weights") return value;
  return Number.isNaN(value) ? 0.5 : (value / (scale.largest || 1) + 1) / 2;
}

/**
 * The cells, with their numbers where these fit; a weight below 0.1 has none. A list and no generator, because a frame may draw
 * thousands of them.
 */
function cells(
  { matrix, scale }: Heatmap,
  { left, top, pitch, gap }: Layout,
  palette: Palette,
): Shape[] {
  const shapes: Shape[] = [];
  const size = pitch - gap;
  const radius = pitch >= 20 ? 3 : 0;
  const text = Math.min(13, pitch * 0.3);
  const weights = scale.kind === "weights";
  const ramp = weights ? palette.weights : palette.scores;
  const numbered = pitch >= (weights ? 24 : 34);
  const digits = weights ? 0 : scoreDigits(matrix.data, scale.largest);
  for (let row = 0; row < matrix.rows; row += 1) {
    const y = top + row * pitch;
    for (let col = 0; col < matrix.cols; col += 1) {
      const value = matrix.data[row * matrix.cols + col] ?? 0;
      const t = position(value, scale);
      const x = left + col * pitch;
      shapes.push({ kind: "rect", x, y, width: size, height: size, radius, fill: ramp.at(t) });
      if (!numbered || (weights && value < 0.1)) continue;
      shapes.push({
        kind: "text",
        x: x + size / 2,
        y: y + size / 2 + text * 0.36,
        text: weights ? weight(value) : shortScore(value, digits),
        size: text,
        fill: ramp.inkAt(t),
        align: "center",
      });
    }
  }
  return shapes;
}

const isWhole = (value: number) => !Number.isFinite(value) || Number.isInteger(value);

/** How many digits the scores of a map have after the point, all of them as many: none where all are whole or some are large. */
function scoreDigits(data: Float64Array, largest: number): number {
  if (largest < 1) return 2;
  return largest >= 99.95 || data.every(isWhole) ? 0 : 1;
}

/** A score in four characters or so: "−13.6", "−.03". */
function shortScore(value: number, digits: number): string {
  if (Number.isNaN(value)) return "∞−∞";
  if (!Number.isFinite(value)) return fixed(value, 0);
  if (Math.abs(value) >= 1e5) return value > 0 ? ">10⁵" : "<−10⁵";
  const text = fixed(value, digits);
  return digits === 2 ? text.replace("0.", ".") : text;
}

function* labels(layout: Layout, palette: Palette, highlight: Highlight | null): Generator<Shape> {
  const { left, top, pitch, gap, labelSize: size, labelEvery, turned } = layout;
  const style = (lit: boolean) => ({ size, bold: lit, fill: lit ? palette.ink : palette.muted });
  const shown = (index: number, lit: number | undefined) =>
    index === lit ||
    (index % labelEvery === 0 &&
      (lit === undefined || labelEvery === 1 || Math.abs(index - lit) >= labelEvery));
  for (const [row, text] of layout.rowText.entries()) {
    if (!shown(row, highlight?.row)) continue;
    const y = top + row * pitch + (pitch - gap) / 2 + size * 0.35;
    const lit = style(row === highlight?.row);
    yield { kind: "text", x: left - PAD, y, text, align: "right", ...lit };
  }
  for (const [col, text] of layout.colText.entries()) {
    if (!shown(col, highlight?.col)) continue;
    const middle = left + col * pitch + (pitch - gap) / 2;
    const lit = style(col === highlight?.col);
    yield turned
      ? { kind: "text", x: middle + size * 0.3, y: top - 6, text, turn: TURN, ...lit }
      : { kind: "text", x: middle, y: top - PAD, text, align: "center", ...lit };
  }
}

function* rowNumbers(
  heatmap: Heatmap,
  { top, pitch, gap, bar }: Layout,
  palette: Palette,
  highlight: Highlight | null,
): Generator<Shape> {
  const { rows } = heatmap;
  if (rows === undefined || bar === null) return;
  const { left, width, values } = bar;
  const size = Math.min(12, pitch * 0.9);
  if (values) {
    const title = { kind: "text", y: top - PAD, size: 11, fill: palette.muted } as const;
    yield { ...title, x: left, text: rows.titles.entropy };
    yield { ...title, x: left + width + VALUES, text: rows.titles.peak, align: "right" };
  }
  for (let row = 0; row < heatmap.matrix.rows; row += 1) {
    const entropy = rows.entropy[row] ?? 0;
    const middle = top + row * pitch + (pitch - gap) / 2;
    const height = Math.max(1, Math.min(6, pitch - gap - 1));
    const length = rows.most > 0 ? (entropy / rows.most) * width : 0;
    const radius = height / 2;
    const track = { kind: "rect", x: left, y: middle - radius, width, height, radius } as const;
    yield { ...track, fill: palette.hairline };
    if (length > 0) yield { ...track, width: Math.max(length, radius), fill: rows.color };
    if (!values) continue;
    const lit = row === highlight?.row;
    const text = { kind: "text", y: middle + size * 0.36, size, bold: lit } as const;
    const fill = lit ? palette.ink : palette.muted;
    yield { ...text, x: left + width + 6, text: fixed(entropy, 2), fill };
    const peak = weight(rows.peak[row] ?? 0);
    yield { ...text, x: left + width + VALUES, text: peak, fill: rows.color, align: "right" };
  }
}

/** The outline of a cell, and thinner ones around its row and its column. */
function outlines(
  { matrix }: Heatmap,
  { left, top, pitch, gap }: Layout,
  palette: Palette,
  { row, col, kind }: Highlight,
): Shape[] {
  const style = { kind: "rect", radius: pitch >= 20 ? 4 : 1, stroke: palette.ink } as const;
  const line = (x: number, y: number, width: number, height: number, strokeWidth: number) =>
    ({ ...style, x, y, width, height, strokeWidth }) satisfies Shape;
  const x = left + col * pitch;
  const y = top + row * pitch;
  const size = pitch - gap;
  const cell = line(x - 1, y - 1, size + 2, size + 2, kind === "locked" ? 2.5 : 1.75);
  if (kind === "finding") return [cell];
  return [
    line(left - 1.5, y - 1.5, matrix.cols * pitch - gap + 3, size + 3, 0.75),
    line(x - 1.5, top - 1.5, size + 3, matrix.rows * pitch - gap + 3, 0.75),
    cell,
  ];
}
