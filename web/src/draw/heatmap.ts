/** The layout of a heat map, a matrix as small squares with words on two sides, and its scene. */
import type { Matrix } from "../engine/api.js";
import { indexed } from "../indexed.js";
import { equalWords, fixed, weight } from "../text/numbers.js";
import { cellShapes, gapOf } from "./cells.js";
import type { Palette } from "./palette.js";
import {
  cutApart,
  type Place,
  type Scene,
  type Shape,
  type Size,
  type TextWidth,
} from "./scene.js";

export interface Heatmap {
  readonly matrix: Matrix;
  readonly rowLabels: readonly string[];
  /**
   * Words, or the numbers of coordinates. Without columns a map is the list of its rows' numbers.
   */
  readonly colLabels: readonly string[];
  /**
   * The largest absolute number of those of both signs; without it the entries are weights, from 0
   * to 1.
   */
  readonly largest?: number | undefined;
  /**
   * The largest distance from one cell to the next, in CSS pixels; without it that of the first
   * screen.
   */
  readonly largestPitch?: number | undefined;
  /**
   * What stands beside each row: its entropy as a bar (full at `most`), in nats and in words, in a
   * list in words alone, and its largest weight.
   */
  readonly rows?: {
    readonly entropy: ArrayLike<number>;
    readonly peak: ArrayLike<number>;
    readonly most: number;
    readonly color: string;
    readonly titles: { readonly entropy: string; readonly words: string; readonly peak: string };
  };
}

/** Places and sizes of a heat map's parts, in CSS pixels. */
export interface Layout extends Size {
  /** The corner of the first cell. */
  readonly left: number;
  readonly top: number;
  /** The distance from one cell to the next. */
  readonly pitch: number;
  /** The part of it that is a gap. */
  readonly gap: number;
  readonly labelSize: number;
  /** Every labelEvery-th row and column has a label. */
  readonly labelEvery: number;
  /** The angle of the columns' labels in degrees; 0 where they are level. */
  readonly turn: number;
  readonly rowText: readonly string[];
  readonly colText: readonly string[];
  /** The bars of the entropy; null where there are none. */
  readonly bar: BarLayout | null;
  /** The size of the whole where the canvas shows a part of it. */
  readonly whole: Size | null;
}

interface BarLayout {
  readonly left: number;
  readonly width: number;
  /** Where the numbers beside it end; null where there are none. */
  readonly end: number | null;
}

/** Where the part on the canvas lies, from the beginning of the map. */
export const NOT_SCROLLED: Place = { x: 0, y: 0 };

/** The rows and columns that are whole on a canvas which shows a part: "3–12", from 1. */
export interface VisiblePart {
  readonly rows: string;
  readonly cols: string;
}

export interface Highlight {
  readonly row: number;
  readonly col: number;
  /**
   * "finding": the cell of the caption, outlined with its row; the other kinds outline its column
   * too.
   */
  readonly kind: "finding" | "pointed" | "locked";
}

export const LARGEST_PITCH = 78;
const SMALL_LABEL = 9.5;
/** The size of labels, the least room for those of rows and the most for those of columns. */
const WIDE = { label: 12.5, rowRoom: 36, colRoom: 92 };
const COMPACT = { label: 11, rowRoom: 32, colRoom: 56 };
const PAD = 8;
/** Entropy's bar; its number and the peak's, beside a map and in a list. */
const BAR = 40;
const VALUES = 104;
const LISTED = 64;
/** The height of a row in a list, and in a long one. */
const LINE = 20;
const CLOSE_LINE = 14;
const LONG = 16;
/** The least distance of slanted labels, in font sizes; where there is less, they are upright. */
const LEADING = 1.4;
/** How far the outline of a highlighted cell reaches beyond the cells. */
const EDGE = 2;
/** Below this pitch numbers beside a row would touch. */
const READABLE = 11;
/**
 * Below LEAST a compact map shows a part of itself: cells of the pitch MOVED, on a canvas that is
 * at most WINDOW high. A canvas of 64×64 such cells would take 20 MB on a phone, and the labels
 * would leave with the first movement.
 */
const LEAST = 5.5;
const MOVED = 10;
const WINDOW = 200;

/** The largest absolute value of all entries. */
export function largestOf(...matrices: Matrix[]): number {
  let largest = 0;
  for (const { data } of matrices) {
    for (const value of data) largest = Math.max(largest, Math.abs(value));
  }
  return largest;
}

/**
 * The layout of a heat map that is `width` CSS pixels wide with its labels.
 * @param compact without the numbers beside its rows, with vertical labels; where its cells would
 * be too small, only a part of it is on the canvas, which can be moved
 */
export function layoutHeatmap(
  heatmap: Heatmap,
  width: number,
  textWidth: TextWidth,
  compact = false,
): Layout {
  const turnedBy = (turn: number) => layoutTurned(heatmap, width, textWidth, compact, turn);
  const layout = turnedBy(compact ? -90 : -58);
  const { turn, pitch, labelEvery, labelSize } = layout;
  const close = turn < 0 && turn > -90 && pitch * labelEvery < LEADING * labelSize;
  return close ? turnedBy(-90) : layout;
}

/** @param turn the angle of labels that are turned, in degrees, clockwise */
function layoutTurned(
  heatmap: Heatmap,
  width: number,
  textWidth: TextWidth,
  compact: boolean,
  turn: number,
): Layout {
  const { rowLabels, colLabels, rows, largestPitch = LARGEST_PITCH } = heatmap;
  const { label, rowRoom, colRoom: mostColRoom } = compact ? COMPACT : WIDE;
  // Highlighted labels are bold.
  const boldWidth: TextWidth = (text, size) => textWidth(text, size, true);
  const cols = colLabels.length;
  const most = Math.max(rowRoom, width * 0.24);
  const measured = Math.max(...rowLabels.map((text) => boldWidth(text, label)));
  const left = Math.ceil(Math.min(most, measured)) + PAD;

  const pitchBeside = (side: number) => {
    if (cols === 0) return rowLabels.length > LONG ? CLOSE_LINE : LINE;
    return Math.max(1, Math.floor(Math.min(largestPitch, (width - left - side) / cols) * 4) / 4);
  };
  const roomy = !compact && pitchBeside(BAR + VALUES + PAD) >= READABLE;
  const values = roomy ? BAR + VALUES + PAD : BAR + PAD;
  const beside = rows === undefined || compact ? EDGE : values;
  let pitch = pitchBeside(beside);
  const moved = compact && pitch < LEAST;
  if (moved) pitch = MOVED;

  const labelSize = pitch >= label + 2 ? label : SMALL_LABEL;
  const widest = Math.max(...colLabels.map((text) => boldWidth(text, labelSize)));
  const every = () => Math.max(1, Math.ceil((labelSize + 1) / pitch));
  const turned = widest > pitch * every() - PAD / 2;
  const colRoom = Math.min(widest, mostColRoom);
  const angle = (-turn * Math.PI) / 180;
  // A turned label of the last column reaches beyond it; a level one may be wider than its column.
  const over = turned ? colRoom * Math.cos(angle) + labelSize / 2 : (widest - pitch) / 2;
  if (!moved) pitch = pitchBeside(Math.max(beside, over));
  const colHeight = turned ? colRoom * Math.sin(angle) + labelSize * 0.7 : labelSize + 2;
  const top = Math.max(Math.ceil(colHeight + PAD), 26);
  // The last row's label may be higher than its row.
  const below = Math.max(EDGE, labelSize * 0.6 - pitch / 2);
  const height = Math.ceil(top + rowLabels.length * pitch + below);
  const barLeft = left + cols * pitch + PAD;
  // A narrow list has the numbers without bars.
  const spare = width - left - LISTED;
  const bar =
    cols === 0
      ? { left, width: spare < BAR / 2 ? 0 : spare, end: width - 1 }
      : { left: barLeft, width: BAR, end: roomy ? barLeft + BAR + VALUES : null };
  return {
    width,
    height: moved ? Math.min(height, WINDOW) : height,
    left,
    top,
    pitch,
    gap: gapOf(pitch),
    labelSize,
    labelEvery: every(),
    turn: turned ? turn : 0,
    rowText: cutApart(rowLabels, left - PAD, labelSize, boldWidth),
    colText: turned ? cutApart(colLabels, colRoom, labelSize, boldWidth) : colLabels,
    bar: rows === undefined || (compact && cols > 0) ? null : bar,
    whole: moved ? { width: Math.ceil(left + cols * pitch + Math.max(EDGE, over)), height } : null,
  };
}

export function partIn({ left, top, pitch, width, height }: Layout, { x, y }: Place): VisiblePart {
  const range = (from: number, room: number) =>
    `${Math.ceil(from / pitch) + 1}–${Math.floor((from + room) / pitch)}`;
  return { rows: range(y, height - top), cols: range(x, width - left) };
}

/**
 * The cell under a point of the canvas, or null beside the cells.
 * @param reach how far beside the cells a point still finds the nearest: a finger is less exact
 *   than a mouse
 */
export function pointedCell(
  { left, top, pitch }: Layout,
  matrix: Matrix,
  x: number,
  y: number,
  place: Place = NOT_SCROLLED,
  reach = 0,
): { row: number; col: number } | null {
  const index = (position: number, first: number, moved: number, count: number) => {
    const found = (Math.max(position, first) - first + moved) / pitch;
    const near = position >= first - reach && found < count + reach / pitch;
    return near ? Math.min(count - 1, Math.floor(found)) : -1;
  };
  const col = index(x, left, place.x, matrix.cols);
  const row = index(y, top, place.y, matrix.rows);
  return row >= 0 && col >= 0 ? { row, col } : null;
}

/** The place nearest to `place` at which a cell is on the canvas. */
export function scrolledTo(
  { left, top, pitch, width, height }: Layout,
  { row, col }: { row: number; col: number },
  place: Place,
): Place {
  const near = (position: number, start: number, room: number) =>
    Math.min(start, Math.max(position, start + pitch + EDGE - room));
  return {
    x: near(place.x, col * pitch, width - left),
    y: near(place.y, row * pitch, height - top),
  };
}

export function heatmapScene(
  heatmap: Heatmap,
  layout: Layout,
  palette: Palette,
  highlight: Highlight | null,
  place: Place = NOT_SCROLLED,
): Scene {
  const { width, height, left, top } = layout;
  const scrolledLayout = { ...layout, left: left - place.x, top: top - place.y };
  const shapes = cells(heatmap, scrolledLayout, palette);
  if (layout.whole === null) {
    shapes.push(...labels(layout, scrolledLayout, palette, highlight));
    shapes.push(...rowNumbers(heatmap, layout, palette, highlight));
    if (highlight !== null) shapes.push(...outlines(heatmap, layout, palette, highlight));
    return { width, height, shapes };
  }
  if (highlight !== null) shapes.push(...outlines(heatmap, scrolledLayout, palette, highlight));
  // The cells move below the labels, which stay.
  const strip = { kind: "rect", x: 0, y: 0, fill: palette.paper } as const;
  shapes.push({ ...strip, width: left - EDGE, height }, { ...strip, width, height: top - EDGE });
  shapes.push(...labels(layout, scrolledLayout, palette, highlight));
  return { width, height, shapes };
}

/** The cells that are on the canvas, with their numbers where these fit. */
function cells(
  { matrix, largest }: Heatmap,
  { left, top, pitch, width, height }: Layout,
  palette: Palette,
): Shape[] {
  const before = (start: number) => Math.max(0, Math.floor(-start / pitch));
  const firstRow = before(top);
  const firstCol = before(left);
  const onCanvas = {
    x: left + firstCol * pitch,
    y: top + firstRow * pitch,
    pitch,
    rows: Math.min(matrix.rows, Math.ceil((height - top) / pitch)) - firstRow,
    cols: Math.min(matrix.cols, Math.ceil((width - left) / pitch)) - firstCol,
    largest,
    valueAt: (row: number, col: number) =>
      matrix.data[(firstRow + row) * matrix.cols + firstCol + col] ?? 0,
    text: numbersIn(matrix, largest, pitch),
  };
  return cellShapes(onCanvas, palette);
}

/** The least distance between cells in which their weights fit, and that for scores. */
const FITS_WEIGHT = 24;
const FITS_SCORE = 34;

/** How the numbers in the cells are written, where they fit; a weight below 0.1 is not. */
function numbersIn({ data }: Matrix, largest: number | undefined, pitch: number) {
  if (largest === undefined) {
    const written = (value: number) => (value < 0.1 ? "" : weight(value));
    return pitch < FITS_WEIGHT ? undefined : written;
  }
  if (pitch < FITS_SCORE) return undefined;
  const digits = scoreDigits(data, largest);
  return (value: number) => shortScore(value, digits);
}

const isWholeMap = (value: number) => !Number.isFinite(value) || Number.isInteger(value);

/**
 * How many digits the scores of a map have after the point, all of them as many: none where all are
 * whole or some are large.
 */
function scoreDigits(data: Float64Array, largest: number): number {
  if (largest < 1) return 2;
  return largest >= 99.95 || data.every(isWholeMap) ? 0 : 1;
}

/** A score in four characters or so: "−13.6", "−.03". */
function shortScore(value: number, digits: number): string {
  if (Number.isNaN(value)) return "∞−∞";
  if (!Number.isFinite(value)) return fixed(value, 0);
  if (Math.abs(value) >= 1e5) return value > 0 ? ">10⁵" : "<−10⁵";
  const text = fixed(value, digits);
  return digits === 2 ? text.replace("0.", ".") : text;
}

/** @param scrolledLayout the layout moved to the place of the part on the canvas */
function* labels(
  layout: Layout,
  scrolledLayout: Layout,
  palette: Palette,
  highlight: Highlight | null,
): Generator<Shape> {
  const { left, top, pitch, gap, labelSize: size, labelEvery, turn, whole } = layout;
  const style = (lit: boolean) => ({ size, bold: lit, fill: lit ? palette.ink : palette.muted });
  const isLabelled = (index: number, lit: number | undefined) =>
    index === lit ||
    (index % labelEvery === 0 &&
      (lit === undefined || labelEvery === 1 || Math.abs(index - lit) >= labelEvery));
  const middleOf = (start: number, index: number) => start + index * pitch + (pitch - gap) / 2;
  const hidden = (middle: number, from: number, to: number) =>
    whole !== null && (middle < from || middle > to);
  for (const [row, text] of indexed(layout.rowText)) {
    const middle = middleOf(scrolledLayout.top, row);
    if (!isLabelled(row, highlight?.row) || hidden(middle, top, layout.height)) continue;
    const lit = style(row === highlight?.row);
    yield { kind: "text", x: left - PAD, y: middle + size * 0.35, text, align: "right", ...lit };
  }
  for (const [col, text] of indexed(layout.colText)) {
    const middle = middleOf(scrolledLayout.left, col);
    if (!isLabelled(col, highlight?.col) || hidden(middle, left, layout.width)) continue;
    const lit = style(col === highlight?.col);
    yield turn !== 0
      ? { kind: "text", x: middle + size * 0.3, y: top - 6, text, turn, ...lit }
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
  const { left, width, end } = bar;
  const size = Math.min(12, pitch * 0.9);
  if (end !== null) {
    const title = { kind: "text", y: top - PAD, size: 11, fill: palette.muted } as const;
    if (heatmap.matrix.cols > 0) yield { ...title, x: left, text: rows.titles.entropy };
    else yield { ...title, x: left + width + 6, text: rows.titles.words };
    yield { ...title, x: end, text: rows.titles.peak, align: "right" };
  }
  for (let row = 0; row < heatmap.matrix.rows; row += 1) {
    const entropy = rows.entropy[row] ?? 0;
    const middle = top + row * pitch + (pitch - gap) / 2;
    const height = Math.max(1, Math.min(6, pitch - gap - 1));
    const length = rows.most > 0 ? (entropy / rows.most) * width : 0;
    const radius = height / 2;
    const track = { kind: "rect", x: left, y: middle - radius, width, height, radius } as const;
    if (width > 0) yield { ...track, fill: palette.hairline };
    if (length > 0) yield { ...track, width: Math.max(length, radius), fill: rows.color };
    if (end === null) continue;
    const lit = row === highlight?.row;
    const text = { kind: "text", y: middle + size * 0.36, size, bold: lit } as const;
    const fill = lit ? palette.ink : palette.muted;
    const nats = heatmap.matrix.cols > 0 ? `${fixed(entropy, 2)} ≈ ` : "";
    yield { ...text, x: left + width + 6, text: nats + equalWords(entropy), fill };
    const peak = weight(rows.peak[row] ?? 0);
    yield { ...text, x: end, text: peak, fill: rows.color, align: "right" };
  }
}

/**
 * The outline of a cell, and thinner ones around its row and, unless it is that of the finding, its
 * column.
 */
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
  const around = line(left - 1.5, y - 1.5, matrix.cols * pitch - gap + 3, size + 3, 0.75);
  if (matrix.cols === 0) return [];
  if (kind === "finding") return [around, cell];
  return [around, line(x - 1.5, top - 1.5, size + 3, matrix.rows * pitch - gap + 3, 0.75), cell];
}
