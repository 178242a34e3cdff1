/**
 * All heads as small matrices, a row for each layer: without the division, and beside or below it
 * with it.
 */

import { SIDES } from "../attention/sides.js";
import { cellsBox } from "../draw/cells.js";
import { sketched } from "../draw/sketch.js";
import type { Matrix } from "../engine/api.js";
import { indexed } from "../indexed.js";

const LARGEST = 72;
/** The most room between two heads, and its share of the distance from one to the next. */
const GAP = { most: 4, share: 0.15 };
/** Title and numbers of the heads above a side, and the numbers of the layers beside it. */
const TOP = 44;
const LABEL = 18;
const BETWEEN = 24;
/** The least width at which both sides are beside each other. */
const WIDE = 600;
/** The least width of a number above a head. */
const NUMBER = 16;

export interface HeadsPicture {
  /** The small matrices without the division and with it, head by head and layer after layer. */
  readonly sides: readonly (readonly Matrix[])[];
  readonly titles: readonly string[];
  /** The heads of a layer. */
  readonly columns: number;
  /** Whether a query sees no key after its own place: that half stays empty. */
  readonly causal: boolean;
  /** The words for layers and heads. */
  readonly axes: string;
  /** The highlighted head, from 0. */
  readonly lit: number;
}

export function headsPicture({ sides, titles, columns, causal, axes, lit }: HeadsPicture) {
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const beside = width >= WIDE;
    const room = beside ? (width - BETWEEN) / 2 : width;
    const pitch = Math.min(LARGEST, Math.floor((room - LABEL) / columns));
    const gap = Math.max(1, Math.min(GAP.most, Math.round(GAP.share * pitch)));
    const size = pitch - gap;
    const label = { size: 11.5, align: "center" } as const;
    const number = (index: number, litAt: number, x: number, y: number) =>
      sketch.text(String(index + 1), x, y, { ...label, ...sketch.lit(index === litAt) });
    const litRow = Math.floor(lit / columns);
    const litCol = lit % columns;
    // Where heads are narrower than their numbers, only some have one.
    const numbered = (index: number, litAt: number) =>
      pitch >= NUMBER || index === litAt || (index % 8 === 0 && Math.abs(index - litAt) > 2);
    const rows = Math.ceil((sides[0]?.length ?? 0) / columns);
    const high = TOP + rows * pitch;
    for (const [index, matrices] of indexed(sides)) {
      const left = beside ? index * (room + BETWEEN) : 0;
      const top = beside ? 0 : index * (high + BETWEEN);
      const fill = palette[SIDES[index] ?? "scaled"];
      sketch.math(titles[index] ?? "", left, top + 14, { size: 14, bold: true, fill });
      const right = left + Math.max(LABEL + columns * pitch - gap, Math.min(room, 220));
      sketch.text(axes, right, top + 14, { ...label, align: "right" });
      for (const [i, matrix] of indexed(matrices)) {
        const row = Math.floor(i / columns);
        const col = i % columns;
        const x = left + LABEL + col * pitch;
        const y = top + TOP + row * pitch;
        const place = { ...matrix, x, y, pitch: size / Math.max(matrix.rows, matrix.cols) };
        sketch.grid({ ...place, causal });
        const inLight = i === lit;
        const frame = { radius: 2, stroke: inLight ? palette.ink : palette.hairline };
        sketch.rect(cellsBox(place), { ...frame, strokeWidth: inLight ? 2 : 1 }, 1);
        if (row === 0 && numbered(col, litCol)) number(col, litCol, x + size / 2, y - 6);
        if (col === 0 && numbered(row, litRow)) {
          number(row, litRow, left + LABEL / 2 - 2, y + size / 2 + 4);
        }
        sketch.area(String(i), { x, y, width: pitch, height: pitch });
      }
    }
    return beside ? high : 2 * high + BETWEEN;
  });
}
