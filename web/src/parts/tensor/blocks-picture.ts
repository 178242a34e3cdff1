/** A tensor with four axes: a line of blocks a sentence, a block a head, and in it rows and columns. Padding is hatched. */
import { ellipsize } from "../../draw/scene.js";
import { type Box, cellsBox, type Point, type Sketch, sketched } from "../../draw/sketch.js";
import type { Matrix } from "../../engine/api.js";

export interface Blocks {
  /** For each sentence a matrix a head, all of one shape. */
  readonly batch: readonly (readonly Matrix[])[];
  /** How many rows of each sentence are words. */
  readonly words: readonly number[];
  /** Whether columns stand for words too. */
  readonly square: boolean;
  /** Of the numbers of both signs; without it they are weights. */
  readonly largest: number | undefined;
  /** The names of the axes: of the batch, the heads, the rows and the columns. */
  readonly axes: readonly [string, string, string, string];
  /** Above each sentence. */
  readonly titles: readonly string[];
}

/** The room of the axes at the left and at the top, of a sentence's title, of the line above a block, and below it. */
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

/** The line of an axis, with an open head. */
const drawAxis = (sketch: Sketch, from: Point, to: Point, color: string) =>
  sketch.arrow(from, to, color, { strokeWidth: 1.25, head: [5, 3.5], open: true });

/** Parallel lines across a rectangle, from its lower left to its upper right. */
function hatch(sketch: Sketch, { x, y, width, height }: Box): void {
  const style = { stroke: sketch.palette.muted, strokeWidth: 1, opacity: 0.6 };
  for (let at = HATCH / 2; at - HATCH / 2 < width + height; at += HATCH) {
    const [low, high] = [Math.min(at, height), Math.min(at, width)];
    sketch.line([x + at - low, y + low], [x + high, y + at - high], style);
  }
}

export function blocksPicture({ batch, words, square, largest, axes, titles }: Blocks) {
  const [first = []] = batch;
  const { length: count } = first;
  const { rows, cols } = first[0] ?? { rows: 1, cols: 1 };
  const [batchName, headsName, rowsName, colsName] = axes;
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const { ink } = palette;
    const columns = Math.min(count, width < 480 ? 4 : 8);
    const room = (width - LEFT - (columns - 1) * GAP - 2) / columns;
    const pitch = Math.min(PITCH, HIGHEST / rows, room / cols);
    const [wide, high] = [cols * pitch, rows * pitch];
    const step = NUMBER + high + BELOW;
    const lines = Math.ceil(count / columns);
    const label = { size: 11.5 };
    const turned = { ...label, align: "center", turn: -90 } as const;
    let y = TOP;
    for (const [b, heads] of batch.entries()) {
      const real = words[b] ?? rows;
      const title = ellipsize(titles[b] ?? "", width - LEFT, 13, sketch.boldWidth);
      sketch.math(title, LEFT, y + 14, { size: 13, ...sketch.lit(true) });
      for (const [i, matrix] of heads.entries()) {
        const x = LEFT + (i % columns) * (wide + GAP);
        const top = y + TITLE + Math.floor(i / columns) * step + NUMBER;
        const place = { ...matrix, x, y: top, pitch };
        sketch.grid({ ...place, largest });
        sketch.text(String(i + 1), x, top - 4, { size: 10.5 });
        const [at, left] = [real * pitch, rows - real];
        if (left > 0) {
          hatch(sketch, cellsBox({ ...place, y: top + at, rows: left }));
          if (square) hatch(sketch, cellsBox({ ...place, x: x + at, cols: left, rows: real }));
        }
        if (b > 0 || i > 0) continue;
        const cells = cellsBox(place);
        const under = top + high;
        drawAxis(sketch, [x - 7, top], [x - 7, top + cells.height], palette.muted);
        drawAxis(sketch, [x, under + 5], [x + cells.width, under + 5], palette.muted);
        sketch.text(rowsName, x - 12, top + high / 2, turned);
        sketch.math(colsName, x, under + 18, label);
      }
      y += TITLE + lines * step + 6;
    }
    const right = LEFT + columns * (wide + GAP) - GAP;
    drawAxis(sketch, [LEFT, TOP - 4], [right, TOP - 4], ink);
    sketch.math(headsName, LEFT, 13, { ...label, fill: ink });
    drawAxis(sketch, [18, TOP], [18, y - 10], ink);
    sketch.text(batchName, 13, (TOP + y) / 2, { ...turned, fill: ink });
    return y;
  });
}
