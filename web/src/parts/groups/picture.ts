/** The heads of a layer as small matrices, a row for each group that reads the same keys. */
import { cellsBox } from "../../draw/cells.js";
import { sketched } from "../../draw/sketch.js";
import type { Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";

const LARGEST = 128;
const GAP = 8;
/** The name of a group and the numbers of its heads above it. */
const TOP = 40;
const BETWEEN = 14;

export interface GroupsPicture {
  /** The small matrices of the layer, head by head. */
  readonly matrices: readonly Matrix[];
  /** The number of the first one, from 0. */
  readonly first: number;
  /** Heads of a group. */
  readonly group: number;
  /** The name of each group. */
  readonly names: readonly string[];
  /** The highlighted head, from 0. */
  readonly lit: number;
}

export const groupsPicture = ({ matrices, first, group, names, lit }: GroupsPicture) =>
  sketched((sketch) => {
    const { width, palette } = sketch;
    const pitch = Math.min(LARGEST, Math.floor((width + GAP) / group));
    const size = pitch - GAP;
    const high = TOP + size + BETWEEN;
    for (const [i, name] of indexed(names)) {
      sketch.text(name, 0, i * high + 14, { size: 13, bold: true, fill: palette.ink });
    }
    for (const [i, matrix] of indexed(matrices)) {
      const x = (i % group) * pitch;
      const y = Math.floor(i / group) * high + TOP;
      const place = { ...matrix, x, y, pitch: size / Math.max(matrix.rows, matrix.cols) };
      const inLight = first + i === lit;
      sketch.grid({ ...place, causal: true });
      const frame = { radius: 2, stroke: inLight ? palette.ink : palette.hairline };
      sketch.rect(cellsBox(place), { ...frame, strokeWidth: inLight ? 2 : 1 }, 1);
      const number = { size: 11.5, align: "center", ...sketch.lit(inLight) } as const;
      sketch.text(String(i + 1), x + size / 2, y - 7, number);
      sketch.area(String(first + i), { x, y, width: size, height: size });
    }
    return names.length * high - BETWEEN + 2;
  });
