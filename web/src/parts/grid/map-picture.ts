/** A map of one number of each cell: learning rates above each other, d from left to right. */
import { gapOf } from "../../draw/grid.js";
import type { Palette } from "../../draw/palette.js";
import type { Area, PictureMaker } from "../../draw/picture-figure.js";
import type { Shape } from "../../draw/scene.js";
import { superscript, weight } from "../../ui/numbers.js";
import { bestRate, type GridResult } from "./grid.js";

/** The numbers that have a map. */
export type Mapped = "loss" | "right";

const LEFT = 40;
const TOP = 20;
const BOTTOM = 38;
/** The height of a cell, and its largest width. */
const HIGH = 22;
const BROAD = 56;
/** The least width of a cell with a number. */
const NUMBERED = 27;
/** The room of an outline at the edges. */
const EDGE = 2;
const LABEL = 12;

/** From this loss on a cell is as light as can be: what another token's value in place of the right one costs. */
const WORST = 2;

/** The numbers at both ends of the ramp. */
export const ENDS = { loss: ["≥ 2", "0"], right: ["0", "1"] } as const;

/** On the ramp of weights: the better, the darker, for both quantities. */
const position = (quantity: Mapped, value: number): number =>
  quantity === "right" ? value : Math.max(0, 1 - value / WORST);

/** A rate that is a whole power of ten; half decades have no label. */
function rateLabel(rate: number): string {
  const power = Math.log10(rate);
  if (Math.abs(power - Math.round(power)) > 0.01) return "";
  return power > -0.5 && power < 1.5 ? String(rate) : `10${superscript(Math.round(power))}`;
}

export const cellId = (rate: number, dim: number): string => `${rate} ${dim}`;

/** The rate and the d of an area's id. */
export function cellOf(id: string): { readonly rate: number; readonly dim: number } {
  const [rate = 0, dim = 0] = id.split(" ").map(Number);
  return { rate, dim };
}

/** @param lit the id of the cell in the light */
export function mapPicture(
  result: GridResult,
  quantity: Mapped,
  rateAxis: string,
  lit: string | null,
): PictureMaker {
  const { dims, rates } = result.request;
  return (width, palette: Palette) => {
    const pitch = Math.min(BROAD, (width - LEFT - EDGE) / dims.length);
    const size = { width: pitch - gapOf(pitch), height: HIGH - gapOf(HIGH) };
    // The largest rate is on top.
    const topOf = (row: number) => TOP + (rates.length - 1 - row) * HIGH;
    const leftOf = (column: number) => LEFT + column * pitch;
    const areas = rates.flatMap((rate, row) =>
      dims.map((dim, column): Area => {
        // With the gaps: no click between two cells is lost.
        const area = { x: leftOf(column), y: topOf(row), width: pitch, height: HIGH };
        return { id: cellId(rate, dim), ...area };
      }),
    );
    const outline = ({ x, y }: Area, stroke: string, strokeWidth: number): Shape => {
      const around = { x: x - 1, y: y - 1, width: size.width + 2, height: size.height + 2 };
      return { kind: "rect", ...around, radius: 4, stroke, strokeWidth };
    };
    const cells = areas.flatMap((area, index): Shape[] => {
      const value = result[quantity][index] ?? Number.NaN;
      const { x, y } = area;
      const cell = { kind: "rect", x, y, ...size, radius: 3 } as const;
      if (Number.isNaN(value)) return [{ ...cell, stroke: palette.hairline }];
      const t = position(quantity, value);
      const filled = { ...cell, fill: palette.weights.at(t), stroke: palette.hairline };
      if (pitch < NUMBERED) return [filled];
      const text = Number.isFinite(value) ? weight(value) : "∞";
      const middle = { x: x + size.width / 2, y: y + size.height / 2 + 4 };
      const ink = { fill: palette.weights.inkAt(t), size: 11, align: "center" } as const;
      return [filled, { kind: "text", ...middle, text, ...ink }];
    });
    const best = dims.flatMap((_, column) => {
      const row = bestRate(result, column);
      const area = row === null ? undefined : areas[row * dims.length + column];
      return area ? [outline(area, palette.ink, 2)] : [];
    });
    const pointed = areas.find(({ id }) => id === lit);
    const label = { kind: "text", size: LABEL, fill: palette.muted } as const;
    const below = topOf(0) + HIGH;
    return {
      ...{ width, height: below + BOTTOM, areas },
      shapes: [
        { ...label, x: 0, y: LABEL, text: rateAxis },
        ...cells,
        ...best,
        ...(pointed ? [outline(pointed, palette.ink, 3)] : []),
        ...rates.map((rate, row): Shape => {
          const y = topOf(row) + HIGH / 2 + 3;
          return { ...label, x: LEFT - 8, y, text: rateLabel(rate), align: "right" };
        }),
        ...dims.map((dim, column): Shape => {
          const x = leftOf(column) + size.width / 2;
          return { ...label, x, y: below + LABEL, text: String(dim), align: "center" };
        }),
        {
          ...{ ...label, x: LEFT + (pitch * dims.length) / 2, y: below + BOTTOM - 6 },
          ...{ text: "d", align: "center" },
        },
      ],
    };
  };
}
