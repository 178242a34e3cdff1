/** A tensor with four axes: a line of blocks a sentence, a block a head, and in it rows and columns. Padding is hatched. */
import { gapOf, gridShapes } from "../../draw/grid.js";
import type { Palette, Ramp } from "../../draw/palette.js";
import type { PictureMaker } from "../../draw/picture-figure.js";
import type { PathShape, Shape } from "../../draw/scene.js";
import { typeset } from "../../draw/typeset.js";
import type { Matrix } from "../../engine/api.js";

export interface Blocks {
  /** For each sentence a matrix a head, all of one shape. */
  readonly batch: readonly (readonly Matrix[])[];
  /** How many rows of each sentence are words. */
  readonly words: readonly number[];
  /** Whether columns stand for words too. */
  readonly square: boolean;
  readonly ramped: (palette: Palette) => {
    readonly ramp: Ramp;
    readonly at: (value: number) => number;
  };
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

/** A line with a head at its end. */
function arrow(x: number, y: number, endX: number, endY: number, stroke: string): PathShape[] {
  const [dx, dy] = [Math.sign(endX - x) * 5, Math.sign(endY - y) * 5];
  const line = { kind: "path", stroke, strokeWidth: 1.25 } as const;
  return [
    {
      ...line,
      points: [
        [x, y],
        [endX, endY],
      ],
    },
    {
      ...line,
      points: [
        [endX - dx - dy * 0.7, endY - dy - dx * 0.7],
        [endX, endY],
        [endX - dx + dy * 0.7, endY - dy + dx * 0.7],
      ],
    },
  ];
}

/** Parallel lines across a rectangle, from its lower left to its upper right. */
function hatching(x: number, y: number, width: number, height: number, stroke: string): Shape[] {
  const count = Math.ceil((width + height) / HATCH);
  return Array.from({ length: count }, (_, i): Shape => {
    const at = (i + 0.5) * HATCH;
    const [low, high] = [Math.min(at, height), Math.min(at, width)];
    return {
      ...{ kind: "path", stroke, strokeWidth: 1, opacity: 0.6 },
      points: [
        [x + at - low, y + low],
        [x + high, y + at - high],
      ],
    };
  });
}

export function blocksPicture({
  batch,
  words,
  square,
  ramped,
  axes,
  titles,
}: Blocks): PictureMaker {
  const [{ rows, cols } = { rows: 1, cols: 1 }, { length: count }] = [
    batch[0]?.[0],
    batch[0] ?? [],
  ];
  return (width, palette, textWidth) => {
    const { ink, muted } = palette;
    const columns = Math.min(count, width < 480 ? 4 : 8);
    const room = (width - LEFT - (columns - 1) * GAP - 2) / columns;
    const pitch = Math.min(PITCH, HIGHEST / rows, room / cols);
    const gap = gapOf(pitch);
    const [wide, high] = [cols * pitch, rows * pitch];
    const step = NUMBER + high + BELOW;
    const lines = Math.ceil(count / columns);
    const cells: Shape[] = [];
    const over: Shape[] = [];
    const label = { kind: "text", size: 11.5, fill: muted } as const;
    let y = TOP;
    const [batchName, headsName, rowsName, colsName] = axes;
    for (const [b, heads] of batch.entries()) {
      const real = words[b] ?? rows;
      const title = { ...label, x: LEFT, y: y + 14, size: 13, bold: true, fill: ink };
      over.push(...typeset({ ...title, text: titles[b] ?? "" }, textWidth));
      for (const [i, matrix] of heads.entries()) {
        const x = LEFT + (i % columns) * (wide + GAP);
        const top = y + TITLE + Math.floor(i / columns) * step + NUMBER;
        cells.push(...gridShapes({ matrix, x, y: top, pitch, ...ramped(palette) }));
        over.push({ ...label, x, y: top - 4, size: 10.5, text: String(i + 1) });
        const [at, left] = [real * pitch, rows - real];
        if (left > 0) {
          over.push(...hatching(x, top + at, wide - gap, left * pitch - gap, muted));
          if (square) over.push(...hatching(x + at, top, left * pitch - gap, at - gap, muted));
        }
        if (b > 0 || i > 0) continue;
        over.push(...arrow(x - 7, top, x - 7, top + high - gap, muted));
        over.push(...arrow(x, top + high + 5, x + wide - gap, top + high + 5, muted));
        const turned = {
          ...label,
          x: x - 12,
          y: top + high / 2,
          align: "center",
          turn: -90,
        } as const;
        over.push({ ...turned, text: rowsName });
        over.push(...typeset({ ...label, x, y: top + high + 18, text: colsName }, textWidth));
      }
      y += TITLE + lines * step + 6;
    }
    over.push(...arrow(LEFT, TOP - 4, LEFT + columns * (wide + GAP) - GAP, TOP - 4, ink));
    over.push(...typeset({ ...label, x: LEFT, y: 13, fill: ink, text: headsName }, textWidth));
    over.push(...arrow(18, TOP, 18, y - 10, ink));
    const turned = { ...label, x: 13, y: (TOP + y) / 2, align: "center", turn: -90 } as const;
    over.push({ ...turned, fill: ink, text: batchName });
    return { width, height: Math.ceil(y), shapes: [...cells, ...over] };
  };
}
