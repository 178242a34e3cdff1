/**
 * A scene: a picture as a list of shapes, which is painted on a canvas or written as SVG. As SVG
 * the 4,096 cells of 64 words would be too slow to drag; Node, which draws the still pictures, has
 * no canvas.
 */
import { entryOf } from "../memo.js";
import { channels } from "./palette.js";

/** A point in CSS pixels: x counts to the right, y counts down. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A size in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle: its upper left corner, and its size. */
export type Box = Place & Size;

/** How a figure is filled and outlined; without a stroke it has no outline. */
export interface Paint {
  readonly fill?: string;
  readonly stroke?: string;
  /** The line width; default DOT_STROKE for a dot, 1 for other shapes. */
  readonly strokeWidth?: number;
  readonly dash?: readonly number[] | undefined;
  readonly opacity?: number;
}

export interface RectShape extends Paint, Box {
  readonly kind: "rect";
  /** The radius of the corners. */
  readonly radius?: number;
}

/** Text; x and y are a point on its baseline. */
export interface TextShape extends Place {
  readonly kind: "text";
  readonly text: string;
  readonly size: number;
  readonly fill: string;
  readonly align?: "left" | "center" | "right";
  readonly bold?: boolean | undefined;
  readonly italic?: boolean;
  /** Whether it holds readers' words, in which there is no mathematics. */
  readonly words?: boolean;
  /**
   * The width that other shapes beside it rely on: a program with another font stretches the text
   * to it.
   */
  readonly width?: number;
  /** Degrees, clockwise, about (x, y). */
  readonly turn?: number;
}

/** Straight lines from point to point; `closed`: back to the first. */
export interface PathShape extends Paint {
  readonly kind: "path";
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly closed?: boolean;
}

export interface DotShape extends Paint, Place {
  readonly kind: "dot";
  readonly radius: number;
}

/**
 * The cells of a matrix at equal distances, the first one with its corner at the place: one shape,
 * because a picture may have a hundred thousand of them.
 */
export interface CellsShape extends Place {
  readonly kind: "cells";
  /** The distance from one cell to the next. */
  readonly pitch: number;
  /** The side of a cell, and the radius of its corners. */
  readonly size: number;
  readonly radius: number;
  readonly rows: number;
  readonly cols: number;
  /** The colour of a cell; undefined where there is none. */
  readonly fill: (row: number, col: number) => string | undefined;
}

type Drawable = RectShape | PathShape | DotShape;
export type Shape = Drawable | TextShape | CellsShape;

/** Calls `take` with the corner and the colour of each cell, row by row. */
function eachCell(
  { x, y, pitch, rows, cols, fill }: CellsShape,
  take: (x: number, y: number, fill: string) => void,
): void {
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const color = fill(row, col);
      if (color !== undefined) take(x + col * pitch, y + row * pitch, color);
    }
  }
}

/** The cells as rectangles. */
export function rectsOf(cells: CellsShape): RectShape[] {
  const { size, radius } = cells;
  const rects: RectShape[] = [];
  eachCell(cells, (x, y, fill) =>
    rects.push({ kind: "rect", x, y, width: size, height: size, radius, fill }),
  );
  return rects;
}

/** The width of a dot's outline. */
export const DOT_STROKE = 1.5;

export interface Scene extends Size {
  readonly shapes: readonly Shape[];
}

type Sizes = Pick<Shape, "kind"> & {
  readonly [size in "width" | "height" | "radius" | "size"]?: number;
};

/**
 * Whether a shape has room. Where a layout has too little, as in a narrow column, sizes become
 * negative: a canvas throws for them, so that the rest of the picture would be missing, and SVG
 * does not allow them.
 */
export const hasRoom = ({ width = 0, height = 0, radius = 0, size = 0 }: Sizes): boolean =>
  Math.min(width, height, radius, size) >= 0;

type Font = Pick<TextShape, "size" | "bold" | "italic">;
const textFont = ({ size, bold, italic }: Font, family: string) =>
  `${italic === true ? "italic " : ""}${bold === true ? "600 " : ""}${size}px ${family}`;

/** Makes the outline of a figure the path of the context. */
function trace(context: CanvasRenderingContext2D, shape: Drawable): void {
  context.beginPath();
  if (shape.kind === "rect") {
    const { x, y, width, height, radius = 0 } = shape;
    context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  } else if (shape.kind === "dot") {
    context.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
  } else {
    for (const [x, y] of shape.points) context.lineTo(x, y);
    if (shape.closed === true) context.closePath();
  }
}

function paintFigure(context: CanvasRenderingContext2D, shape: Drawable): void {
  const { fill, stroke, dash = [], opacity = 1 } = shape;
  if (opacity < 1) context.globalAlpha = opacity;
  trace(context, shape);
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill();
  }
  if (stroke !== undefined) {
    context.strokeStyle = stroke;
    context.lineWidth = shape.strokeWidth ?? (shape.kind === "dot" ? DOT_STROKE : 1);
    context.lineJoin = "round";
    context.setLineDash([...dash]);
    context.stroke();
    context.setLineDash([]);
  }
  if (opacity < 1) context.globalAlpha = 1;
}

function paintText(context: CanvasRenderingContext2D, shape: TextShape): void {
  context.fillStyle = shape.fill;
  context.textAlign = shape.align ?? "left";
  if (shape.turn === undefined) {
    context.fillText(shape.text, shape.x, shape.y);
    return;
  }
  context.save();
  context.translate(shape.x, shape.y);
  context.rotate((shape.turn * Math.PI) / 180);
  context.fillText(shape.text, 0, 0);
  context.restore();
}

/**
 * Paints each cell on whole pixels of the device, so that its edges are sharp: thousands of
 * rectangles would take longer than a frame. The pixels of the rectangle around all cells are
 * replaced.
 */
function paintCells(context: CanvasRenderingContext2D, cells: CellsShape): void {
  const { x: left, y: top, pitch, size, rows, cols } = cells;
  const { a: density } = context.getTransform();
  const { width, height } = context.canvas;
  const onX = (x: number) => Math.min(width, Math.max(0, Math.round(x * density)));
  const onY = (y: number) => Math.min(height, Math.max(0, Math.round(y * density)));
  const west = onX(left);
  const north = onY(top);
  const wide = onX(left + (cols - 1) * pitch + size) - west;
  const high = onY(top + (rows - 1) * pitch + size) - north;
  if (wide <= 0 || high <= 0) return;
  const image = new ImageData(wide, high);
  const pixels = new Uint32Array(image.data.buffer);
  const colors = new Map<string, number>();
  eachCell(cells, (x, y, fill) => {
    let color = colors.get(fill);
    if (color === undefined) {
      const [red, green, blue] = channels(fill);
      // Bytes in the order red, green, blue, opacity: all machines that browsers run on are
      // little-endian.
      color = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
      colors.set(fill, color);
    }
    const from = onX(x) - west;
    const to = onX(x + size) - west;
    const end = onY(y + size) - north;
    // A row of a cell is so short that a call of fill() would take longer.
    for (let row = onY(y) - north; row < end; row += 1) {
      for (let pixel = row * wide + from; pixel < row * wide + to; pixel += 1) {
        pixels[pixel] = color;
      }
    }
  });
  context.putImageData(image, west, north);
}

/**
 * Paints a scene on a context whose unit is the CSS pixel: the figures in their order, then the
 * texts over them, sorted by font, because setting a font takes as long as painting a hundred
 * cells.
 */
export function paint(context: CanvasRenderingContext2D, scene: Scene, family: string): void {
  context.clearRect(0, 0, scene.width, scene.height);
  const texts = new Map<string, TextShape[]>();
  for (const shape of scene.shapes.filter(hasRoom)) {
    if (shape.kind === "text") entryOf(texts, textFont(shape, family), () => []).push(shape);
    else if (shape.kind !== "cells") paintFigure(context, shape);
    else if (shape.radius === 0) paintCells(context, shape);
    else for (const rect of rectsOf(shape)) paintFigure(context, rect);
  }
  for (const [font, shapes] of texts) {
    context.font = font;
    for (const shape of shapes) paintText(context, shape);
  }
}

/** The shape moved by (dx, dy). */
export function movedBy(shape: Shape, dx: number, dy: number): Shape {
  return shape.kind === "path"
    ? { ...shape, points: shape.points.map(([x, y]) => [x + dx, y + dy] as const) }
    : { ...shape, x: shape.x + dx, y: shape.y + dy };
}

/** The width of a text of a font size, both in CSS pixels. */
export type TextWidth = (text: string, size: number, bold?: boolean, italic?: boolean) => number;

/** The text width as a canvas measures it. */
export function canvasMeasure(context: CanvasRenderingContext2D, family: string): TextWidth {
  return (text, size, bold, italic = false) => {
    context.font = textFont({ size, bold, italic }, family);
    return context.measureText(text).width;
  };
}

/** Cuts a text with an ellipsis so that it is at most `width` wide. */
export function ellipsize(text: string, width: number, size: number, textWidth: TextWidth): string {
  if (textWidth(text, size) <= width) return text;
  const letters = [...text];
  // Letters are taken to be at least a fifth as wide as the font size.
  let letterCount = Math.min(letters.length, Math.ceil(width / (size * 0.2)));
  while (letterCount > 1 && textWidth(`${letters.slice(0, letterCount).join("")}…`, size) > width) {
    letterCount -= 1;
  }
  return `${letters.slice(0, letterCount).join("")}…`;
}

/** Shortens labels to a width; equal shortened labels get their number at the end. */
export const cutApart = (
  labels: readonly string[],
  width: number,
  size: number,
  textWidth: TextWidth,
): string[] => {
  const cut = labels.map((label) => ellipsize(label, width, size, textWidth));
  return labels.map((label, i) => {
    const alike = labels.some((other, j) => other !== label && cut[j] === cut[i]);
    const end = alike ? String(i + 1) : "";
    return ellipsize(label, width - textWidth(end, size), size, textWidth) + end;
  });
};
