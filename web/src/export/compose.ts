/** The picture of a downloaded figure: its title above, its parameters and link below. */

import { escapeXml } from "../draw/escape-xml.js";
import type { FigureExport } from "../draw/figure-export.js";
import type { Palette } from "../draw/palette.js";
import type { CellsShape, Scene, Shape, TextShape, TextWidth } from "../draw/scene.js";
import { canvasMeasure, movedBy, paint } from "../draw/scene.js";
import { estimateWidth, shapesToSvg } from "../draw/svg.js";
import { typesetShapes, typesetWidth } from "../draw/typeset.js";
import type { Offered } from "../page/inputs.js";
import { unmarked } from "../text/typeset.js";

const TITLE = 19;
const SMALL = 11.5;
const LINE = 16;
const TEXT = 15;
const LINE_OF_TEXT = 22;
const LEGEND = 13;
const LEGEND_LINE = 20;
/** The length of the sample of a colour. */
const SWATCH = 16;
/** The distance of the caption from the code of the link. */
const BESIDE_CODE = 16;
/** The distance from the start of the sample to the name of the colour. */
const INDENT = SWATCH + 6;

export interface Dress {
  readonly palette: Palette;
  /** Whether the picture has a background. */
  readonly ground: boolean;
  /** A sentence below the picture, as large as text. */
  readonly finding?: string | undefined;
  /** Text lines below the picture. */
  readonly lines: readonly string[];
  /** The code of the link, at the right of these. */
  readonly code?: CellsShape | undefined;
  readonly measure: TextWidth;
  /** The same for sentences; without it `measure`. */
  readonly measureText?: TextWidth | undefined;
  readonly width?: number;
  readonly margin?: number;
  /** The least height. */
  readonly height?: number;
  /** Whether what is spare in that height stands above and below; else above the last lines. */
  readonly centred?: boolean;
}

/** The width of texts in a font, as this browser draws them. */
export function measureIn(family: string): TextWidth {
  const context = document.createElement("canvas").getContext("2d");
  return context === null ? estimateWidth : canvasMeasure(context, family);
}

/** A formula between dollar signs, or a character. */
const UNBROKEN = /\$[^$]+\$|./gsu;

/** A formula for each word of a formula, between which a line may end. */
const byWords = (text: string) =>
  text.replace(/\$[^$]+\$/g, (formula) => formula.replace(/\s+/g, (space) => `$${space}$`));

/**
 * Breaks a line that is wider than `width`: between words, and within a word that is wider itself.
 */
export function wrap(text: string, width: number, size: number, measure: TextWidth): string[] {
  const lines: string[] = [];
  let line = "";
  const isWide = (part: string) => measure(part, size) > width;
  /** A piece that is wider than a line, in parts; a formula that is wider itself by its letters. */
  const partsOf = (piece: string) =>
    (piece.match(UNBROKEN) ?? []).flatMap((part) => (isWide(part) ? [...part] : [part]));
  for (const piece of byWords(text).split(/(?<=[,，;&]|[^\S\u00A0])/)) {
    for (const part of isWide(piece) ? partsOf(piece) : [piece]) {
      if (line !== "" && isWide(line + part)) {
        lines.push(line.trimEnd());
        line = "";
      }
      line += part;
    }
  }
  return line === "" ? lines : [...lines, line.trimEnd()];
}

/**
 * The legend of the colours that a picture has, from left to right and in rows. What else it
 * explains is in the text alternative.
 */
function legendOf({ hues = [] }: FigureExport, { shapes }: Scene, dress: Dress, width: number) {
  const { palette, measure, measureText = measure } = dress;
  const drawn = shapes.filter((shape) => shape.kind !== "cells" && shape.kind !== "text");
  const used = new Set(drawn.flatMap(({ fill, stroke }) => [fill, stroke]));
  const widthOf = typesetWidth(measureText);
  let x = 0;
  let y = 0;
  const legend: Shape[] = [];
  for (const { name, color, dash, hollow } of hues) {
    const stroke = color && palette[color];
    if (stroke === undefined || !used.has(stroke)) continue;
    const wide = INDENT + widthOf(name, LEGEND);
    if (y === 0 || x + wide > width) [x, y] = [0, y + LEGEND_LINE];
    const middle = y - LEGEND * 0.35;
    const ends = [x, x + SWATCH].map((end) => [end, middle] as const);
    legend.push(
      hollow === true
        ? { kind: "dot", x: x + SWATCH / 2, y: middle, radius: 4, stroke }
        : { kind: "path", points: ends, stroke, strokeWidth: 3, dash },
    );
    const nameStyle = { x: x + INDENT, y, size: LEGEND, fill: stroke };
    legend.push(...typesetShapes({ kind: "text", text: name, ...nameStyle }, measureText));
    x += wide + 18;
  }
  return { width, height: y, shapes: legend };
}

/** The usual width of a picture, and the largest to which one grows for the numbers in its cells. */
const USUAL_WIDTH = 720;
const LARGEST_WIDTH = 1440;
const USUAL_MARGIN = 24;

/** The size of a cell in which a weight is written, and about what stands beside those of a map. */
const WRITTEN_CELL = 25;
const BESIDE_CELLS = 250;

/** The width of a picture whose cells hold their numbers: two maps beside each other need most. */
export function pictureWidth({ id, exported }: Pick<Offered, "id" | "exported">): number {
  const columns = exported.tables[0]?.colLabels.length ?? 0;
  const width = 2 * (BESIDE_CELLS + columns * WRITTEN_CELL) + 2 * USUAL_MARGIN;
  if (id !== "weights" || width > LARGEST_WIDTH) return USUAL_WIDTH;
  return Math.max(USUAL_WIDTH, width);
}

export function composed(exported: FigureExport, dress: Dress): Scene {
  const { palette, ground, finding = "", lines, code, measure } = dress;
  const { width = USUAL_WIDTH, margin = USUAL_MARGIN } = dress;
  const { measureText = measure } = dress;
  const inner = width - 2 * margin;
  const title = wrap(exported.title, inner, TITLE, typesetWidth(measureText));
  const picture = exported.scene(inner, palette, measure);
  const legend = legendOf(exported, picture, dress, inner);
  const findingLines = wrap(finding, inner, TEXT, typesetWidth(measureText));
  const codeSize = code === undefined ? 0 : code.pitch * code.rows;
  const captionWidth = code === undefined ? inner : inner - codeSize - BESIDE_CODE;
  const caption = lines.flatMap((line) => wrap(line, captionWidth, SMALL, measure));
  const titleHeight = title.length * (TITLE + 6) + 10;
  const captionHeight = Math.max(caption.length * LINE, codeSize);
  const written = findingLines.length * LINE_OF_TEXT + captionHeight + margin - 4;
  const needed = margin + titleHeight + picture.height + legend.height + 22 + written;
  const height = Math.ceil(Math.max(dress.height ?? 0, needed));
  const start = margin + (dress.centred === true ? (height - needed) / 2 : 0);
  const top = start + titleHeight;
  const legendAt = top + picture.height;
  const saidAt = legendAt + legend.height + 22;
  // What is written ends the picture, also where that is to be higher than its content.
  const below = height - start + 4 - caption.length * LINE;
  const block = (texts: string[], y: number, pitch: number, size: number, fill: string) =>
    texts.map(
      (text, i): TextShape => ({ kind: "text", x: margin, y: y + i * pitch, text, size, fill }),
    );
  const set = (texts: TextShape[], bold: boolean) =>
    texts.flatMap((text) => typesetShapes({ ...text, bold }, measureText));
  const paper: Shape = { kind: "rect", x: 0, y: 0, width, height, fill: palette.paper };
  const shapes = [
    ...(ground ? [paper] : []),
    ...set(block(title, start + 0.8 * (TITLE + 6), TITLE + 6, TITLE, palette.ink), true),
    ...picture.shapes.map((shape) => movedBy(shape, margin, top)),
    ...legend.shapes.map((shape) => movedBy(shape, margin, legendAt)),
    ...set(block(findingLines, saidAt, LINE_OF_TEXT, TEXT, palette.ink), false),
    ...block(caption, below, LINE, SMALL, palette.muted),
    ...(code === undefined
      ? []
      : [movedBy(code, width - margin - codeSize, height - start - codeSize - 2)]),
  ];
  return { width, height, shapes };
}

/** Where the reader's pages are dark, the dark one of two pictures. */
const DARK_WHERE_DARK =
  "<style>@media (prefers-color-scheme: dark) { .light { display: none } .dark { display: inline } }</style>";

const svgContent = (scene: Scene, darkScene: Scene | undefined): string =>
  darkScene === undefined
    ? shapesToSvg(scene)
    : `${DARK_WHERE_DARK}<g class="light">${shapesToSvg(scene)}</g><g class="dark" display="none">${shapesToSvg(darkScene)}</g>`;

/**
 * A complete SVG file with a title and a text alternative.
 * @param darkScene what stands there instead where the reader's pages are dark
 */
export function svgFile(
  scene: Scene,
  title: string,
  alt: string,
  family: string,
  darkScene?: Scene,
): string {
  const { width, height } = scene;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"` +
      ` viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc"` +
      ` font-family="${escapeXml(family)}">`,
    `<title id="title">${escapeXml(unmarked(title))}</title>`,
    `<desc id="desc">${escapeXml(alt)}</desc>`,
    svgContent(scene, darkScene),
    "</svg>",
    "",
  ].join("\n");
}

/** Device pixels per unit of the scene. */
const DENSITY = 2;

/** Resizes the canvas to the scene and paints it. */
export function paintFine(canvas: HTMLCanvasElement, scene: Scene, family: string): void {
  canvas.width = scene.width * DENSITY;
  canvas.height = Math.ceil(scene.height * DENSITY);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser gives no canvas to paint on");
  context.setTransform(DENSITY, 0, 0, DENSITY, 0, 0);
  paint(context, scene, family);
}

export async function pngFile(scene: Scene, family: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  paintFine(canvas, scene, family);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (blob === null) throw new Error("this browser made no picture");
  return blob;
}
