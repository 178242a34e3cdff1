/** All heads as small matrices, without the division and below with it, and what one word attends to most in each. */
import { gapOf, gridShapes, weightRamp } from "../../draw/grid.js";
import type { Palette } from "../../draw/palette.js";
import type { Area, PictureMaker } from "../../draw/picture-figure.js";
import { ellipsize, type Shape, type TextWidth } from "../../draw/scene.js";
import { typeset } from "../../draw/typeset.js";
import { weight } from "../../ui/numbers.js";
import type { HeadsResult, HeadsSide } from "./heads.js";

const GAP = 14;
/** The room of an outline at the edges. */
const EDGE = 3;
const LARGEST = 124;
/** The title of a side, and the line below each matrix. */
const TITLE = 30;
const LINE = 22;
const BETWEEN = 14;

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Plan {
  readonly size: number;
  readonly pitch: number;
  readonly height: number;
  /** Of each head within its side. */
  readonly places: readonly Place[];
}

function planOf(width: number, count: number, words: number): Plan {
  const columns = Math.min(count, width < 480 ? 4 : 8);
  const size = Math.floor(Math.min(LARGEST, (width - 2 * EDGE - (columns - 1) * GAP) / columns));
  const rows = Math.ceil(count / columns);
  const places = Array.from({ length: count }, (_, i) => ({
    x: EDGE + (i % columns) * (size + GAP),
    y: TITLE + Math.floor(i / columns) * (size + LINE + 4),
  }));
  return { size, pitch: size / words, height: TITLE + rows * (size + LINE + 4), places };
}

/** The number of a head, and the word that the query attends to most in it, with its weight. */
function labelShapes(
  {
    words,
    side,
    head,
    query,
    lit,
  }: {
    readonly words: readonly string[];
    readonly side: HeadsSide;
    readonly head: number;
    readonly query: number;
    readonly lit: boolean;
  },
  { x, y }: Place,
  size: number,
  color: string,
  palette: Palette,
  textWidth: TextWidth,
): Shape[] {
  const { peak, peakIndex } = side.heads[head] ?? { peak: [], peakIndex: [] };
  const style = { kind: "text", y: y + size + 14, size: 11.5 } as const;
  const number = String(head + 1);
  const share = weight(peak[query] ?? 0);
  const from = x + textWidth(number, 11.5, true) + 6;
  const room = x + size - textWidth(share, 11.5) - 5 - from;
  const word = words[peakIndex[query] ?? 0] ?? "";
  const { ink, muted } = palette;
  return [
    { ...style, x, text: number, bold: true, fill: lit ? ink : muted },
    ...(room < 12
      ? []
      : [
          {
            ...{ ...style, x: from, text: ellipsize(word, room, 11.5, textWidth) },
            ...{ fill: ink, words: true },
          },
        ]),
    { ...style, x: x + size, text: share, fill: color, align: "right" },
  ];
}

/**
 * @param titles of the side without the division and of that with it
 * @param head the one in the light, from 0
 * @param query the word whose row is outlined, from 0
 */
export function thumbsPicture(
  { unscaled, scaled, words }: HeadsResult,
  titles: readonly [string, string],
  head: number,
  query: number,
): PictureMaker {
  const sides = [unscaled, scaled];
  const count = unscaled.heads.length;
  return (width, palette, textWidth) => {
    const plan = planOf(width, count, words.length);
    const { size, pitch, places } = plan;
    const colors = [palette.unscaled, palette.scaled];
    const cells: Shape[] = [];
    const over: Shape[] = [];
    const areas: Area[] = [];
    for (const [at, side] of sides.entries()) {
      const top = at * (plan.height + BETWEEN);
      const color = colors[at] ?? "";
      const title = { kind: "text", x: 0, y: top + 15, size: 14, bold: true, fill: color } as const;
      over.push(...typeset({ ...title, text: titles[at] ?? "" }, textWidth));
      for (const [i, { x, y: within }] of places.entries()) {
        const [y, lit] = [top + within, i === head];
        const matrix = side.heads[i]?.weights;
        if (matrix) cells.push(...gridShapes({ matrix, x, y, pitch, ...weightRamp(palette) }));
        const outline = { kind: "rect", x: x - 2, radius: 3, stroke: palette.ink } as const;
        const wide = size - gapOf(pitch) + 4;
        over.push({
          ...{ ...outline, y: y + query * pitch - 1, width: wide, strokeWidth: 0.75 },
          ...{ height: pitch - gapOf(pitch) + 2, opacity: lit ? 1 : 0.35 },
        });
        if (lit) over.push({ ...outline, y: y - 2, width: wide, height: wide, strokeWidth: 2 });
        const label = { words, side, head: i, query, lit };
        over.push(...labelShapes(label, { x, y }, size, color, palette, textWidth));
        areas.push({ id: String(i + 1), x, y, width: size, height: size + LINE });
      }
    }
    return { width, height: 2 * plan.height + BETWEEN, shapes: [...cells, ...over], areas };
  };
}
