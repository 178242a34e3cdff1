/** All heads of the trained model as small matrices, a row for each layer, without the division and beside or below it with it. */
import { cellsBox, sketched } from "../../draw/sketch.js";
import type { Matrix } from "../../engine/api.js";
import { HEADS } from "../../language/sizes.js";
import { SIDES } from "../../part-kit/sides.js";

const GAP = 4;
const LARGEST = 72;
/** Title and numbers of the heads above a side, and the numbers of the layers beside it. */
const TOP = 44;
const LABEL = 18;
const BETWEEN = 24;
/** From this width on both sides are beside each other. */
const WIDE = 600;

/** What a token sees: itself and those before it. */
const seen = (row: number, col: number) => col <= row;

/**
 * @param sides the small matrices without the division and with it
 * @param axes the words for layers and heads
 * @param lit the head in the light, from 0
 */
export function mapsPicture(
  sides: readonly (readonly Matrix[])[],
  titles: readonly string[],
  axes: string,
  lit: number,
) {
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const beside = width >= WIDE;
    const room = beside ? (width - BETWEEN) / 2 : width;
    const pitch = Math.min(LARGEST, Math.floor((room - LABEL + GAP - 3) / HEADS));
    const size = pitch - GAP;
    const label = { size: 11.5, align: "center" } as const;
    const number = (at: number, litAt: number, x: number, y: number) =>
      sketch.text(String(at + 1), x, y, { ...label, ...sketch.lit(at === litAt) });
    const [litRow, litCol] = [Math.floor(lit / HEADS), lit % HEADS];
    const high = TOP + (sides[0]?.length ?? 0) * (pitch / HEADS);
    for (const [at, matrices] of sides.entries()) {
      const left = beside ? at * (room + BETWEEN) : 0;
      const top = beside ? 0 : at * (high + BETWEEN);
      const fill = palette[SIDES[at] ?? "scaled"];
      sketch.math(titles[at] ?? "", left, top + 14, { size: 14, bold: true, fill });
      sketch.text(axes, left + LABEL + HEADS * pitch - GAP, top + 14, { ...label, align: "right" });
      for (const [i, matrix] of matrices.entries()) {
        const [row, col] = [Math.floor(i / HEADS), i % HEADS];
        const [x, y] = [left + LABEL + col * pitch, top + TOP + row * pitch];
        const place = { ...matrix, x, y, pitch: size / matrix.rows };
        sketch.grid({ ...place, takes: seen });
        const inLight = i === lit;
        const frame = { radius: 2, stroke: inLight ? palette.ink : palette.hairline };
        sketch.rect(cellsBox(place), { ...frame, strokeWidth: inLight ? 2 : 1 }, 1);
        if (row === 0) number(col, litCol, x + size / 2, y - 6);
        if (col === 0) number(row, litRow, left + LABEL / 2 - 2, y + size / 2 + 4);
        sketch.area(String(i), { x, y, width: pitch, height: pitch });
      }
    }
    return beside ? high : 2 * high + BETWEEN;
  });
}
