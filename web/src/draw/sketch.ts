/**
 * A picture in the making: short functions that add labels, boxes, matrices, lines and arrows to
 * it.
 */
import type { Matrix } from "../engine/api.js";
import { unmarked } from "../text/typeset.js";
import { type Cells, cellShapes, type PlacedMatrix } from "./cells.js";
import type { Point } from "./marks.js";
import type { Palette } from "./palette.js";
import type { Area, PictureMaker } from "./picture-figure.js";
import type { Box, DotShape, PathShape, RectShape, Shape, TextShape, TextWidth } from "./scene.js";
import { typesetShapes } from "./typeset.js";

export type { Box, Point };

/** How a label looks; without a colour it is muted. */
export type Lettering = Pick<TextShape, "size"> &
  Partial<Omit<TextShape, "kind" | "x" | "y" | "text">>;

/** A matrix as small squares. */
export interface Grid extends PlacedMatrix, Matrix, Pick<Cells, "largest" | "text"> {
  /** Whether no row has cells beyond the diagonal. */
  readonly causal?: boolean;
}

/**
 * The matrix, or where a side is longer than `most` the largest entries of squares of cells, none
 * below 0.
 */
export function pooled(
  { rows, cols, data }: Pick<Matrix, "rows" | "cols"> & { readonly data: ArrayLike<number> },
  most: number,
) {
  const factor = Math.ceil(Math.max(rows, cols) / most);
  const small = { rows: Math.ceil(rows / factor), cols: Math.ceil(cols / factor) };
  const largest = new Float64Array(small.rows * small.cols);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const block = Math.floor(row / factor) * small.cols + Math.floor(col / factor);
      largest[block] = Math.max(largest[block] ?? 0, data[row * cols + col] ?? 0);
    }
  }
  return { ...small, data: largest };
}

const ARROW_HEAD = { length: 5, halfWidth: 4 };

interface ArrowStyle extends Pick<PathShape, "strokeWidth" | "opacity"> {
  /** The x of an upright line by which the arrow goes, with rounded corners. */
  readonly by?: { readonly x: number; readonly radius: number };
  readonly head?: { readonly length: number; readonly halfWidth: number };
  /** Whether its head is two strokes instead of a triangle. */
  readonly open?: boolean;
}

export class Sketch {
  private readonly cells: Shape[] = [];
  private readonly over: Shape[] = [];
  /** Where two overlap, the first counts. */
  readonly areas: Area[] = [];

  constructor(
    readonly width: number,
    readonly palette: Palette,
    readonly textWidth: TextWidth,
  ) {}

  /** The width of a bold text. */
  readonly boldWidth: TextWidth = (text, size) => this.textWidth(text, size, true);

  /** Cells come first: they are painted as pixels, which replace what is under them. */
  get shapes(): Shape[] {
    return [...this.cells, ...this.over];
  }

  /** A text whose mathematics is not set. */
  text(text: string, x: number, y: number, style: Lettering): void {
    this.over.push(this.label(style.words === true ? text : unmarked(text), x, y, style));
  }

  /** A text that is not turned, with its mathematics set. */
  math(text: string, x: number, y: number, style: Lettering): void {
    this.over.push(...typesetShapes(this.label(text, x, y, style), this.textWidth));
  }

  private label(text: string, x: number, y: number, style: Lettering): TextShape {
    return { kind: "text", x, y, text, fill: this.palette.muted, ...style };
  }

  /** The style of a label that is highlighted, or is not. */
  lit(on: boolean, color = this.palette.muted): Pick<TextShape, "bold" | "fill"> {
    return { bold: on, fill: on ? this.palette.ink : color };
  }

  /** A rectangle, which reaches beyond the box by `beyond`. */
  rect({ x, y, width, height }: Box, style: Omit<RectShape, keyof Box | "kind">, beyond = 0): void {
    const reach = 2 * beyond;
    const place = { x: x - beyond, y: y - beyond, width: width + reach, height: height + reach };
    this.over.push({ kind: "rect", ...place, ...style });
  }

  path(points: readonly Point[], style: Omit<PathShape, "kind" | "points">): void {
    this.over.push({ kind: "path", points, ...style });
  }

  line(from: Point, to: Point, style: Omit<PathShape, "kind" | "points">): void {
    this.path([from, to], style);
  }

  /** A level or upright line with a head at its end. */
  arrow(from: Point, to: Point, stroke: string, style: ArrowStyle = {}): void {
    const { strokeWidth = 1.5, opacity = 1, by, head = ARROW_HEAD, open = false } = style;
    const points = by === undefined ? [from] : ([from, [by.x, from[1]], [by.x, to[1]]] as const);
    const [x, y] = points.at(-1) ?? from;
    const dx = Math.sign(to[0] - x);
    const dy = Math.sign(to[1] - y);
    const { length, halfWidth: half } = head;
    const before = (back: number, aside: number): Point => [
      to[0] - back * dx - aside * dy,
      to[1] - back * dy - aside * dx,
    ];
    const wings = [before(length, half), to, before(length, -half)];
    const line = { stroke, strokeWidth, opacity };
    // The line of a triangle ends within it, so that it does not blunt the tip.
    const end = open ? to : before(length - 1, 0);
    this.path([...roundedCorners([...points, to], by?.radius ?? 0).slice(0, -1), end], line);
    this.path(wings, open ? line : { closed: true, fill: stroke });
  }

  dot(x: number, y: number, radius: number, style: Omit<DotShape, "kind" | "x" | "y" | "radius">) {
    this.over.push({ kind: "dot", x, y, radius, ...style });
  }

  /** The cells of a matrix. */
  grid({ data, causal = false, ...placed }: Grid): void {
    const valueAt = (row: number, col: number) =>
      causal && col > row ? undefined : (data[row * placed.cols + col] ?? 0);
    this.cells.push(...cellShapes({ ...placed, valueAt }, this.palette));
  }

  area(id: string, { x, y, width, height }: Box): void {
    this.areas.push({ id, x, y, width, height });
  }
}

/** A picture that `draw` adds to a sketch. @param draw returns its height */
export const sketched =
  (draw: (sketch: Sketch) => number): PictureMaker =>
  (width, palette, textWidth) => {
    const sketch = new Sketch(width, palette, textWidth);
    const height = Math.ceil(draw(sketch));
    const { shapes, areas } = sketch;
    return { width, height, shapes, areas };
  };

/** A line with rounded corners through points that lie on level and upright lines. */
function roundedCorners(points: readonly Point[], radius: number): Point[] {
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (before === undefined || after === undefined) return [point];
    const towards = ([x, y]: Point): Point => {
      const far = Math.hypot(x - point[0], y - point[1]) || 1;
      const step = Math.min(radius, far / 2) / far;
      return [point[0] + (x - point[0]) * step, point[1] + (y - point[1]) * step];
    };
    const from = towards(before);
    const to = towards(after);
    return Array.from({ length: 5 }, (_, k): Point => {
      const t = k / 4;
      const mix = (a: number, b: number, c: number) =>
        (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c;
      return [mix(from[0], point[0], to[0]), mix(from[1], point[1], to[1])];
    });
  });
}

/** A line from (x, y) to (endX, endY), level at both ends. */
export const levelCurve = (x: number, y: number, endX: number, endY: number, steps = 12): Point[] =>
  Array.from({ length: steps + 1 }, (_, i): Point => {
    const t = i / steps;
    return [x + (endX - x) * t, y + (endY - y) * t * t * (3 - 2 * t)];
  });
