/** A map of one number of each cell: learning rates above each other, d from left to right. */
import { gapOf } from "../../draw/cells.js";
import { type Box, sketched } from "../../draw/sketch.js";
import { indexed } from "../../indexed.js";
import { superscript, weight } from "../../text/numbers.js";
import { bestRate, type GridResult, quantityAt as numberAt } from "./grid.js";

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

/**
 * From this loss on a cell is as light as can be: what another token's value in place of the right
 * one costs.
 */
const WORST = 2;

/** The numbers at both ends of the ramp. */
export const RAMP_ENDS = { loss: ["≥ 2", "0"], right: ["0", "1"] } as const;

/** The position on the ramp of weights: the better, the darker, for both quantities. */
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
export function rateAndDim(id: string): { readonly rate: number; readonly dim: number } {
  const [rate = 0, dim = 0] = id.split(" ").map(Number);
  return { rate, dim };
}

/** @param lit the id of the highlighted cell */
export function mapPicture(result: GridResult, quantity: Mapped, axis: string, lit: string | null) {
  const { dims, rates } = result.request;
  return sketched((sketch) => {
    const { ink, hairline, weights } = sketch.palette;
    const pitch = Math.min(BROAD, (sketch.width - LEFT - EDGE) / dims.length);
    const size = { width: pitch - gapOf(pitch), height: HIGH - gapOf(HIGH) };
    // The largest rate is on top.
    const topOf = (row: number) => TOP + (rates.length - 1 - row) * HIGH;
    const cellAt = (row: number, col: number) => ({
      x: LEFT + col * pitch,
      y: topOf(row),
      ...size,
    });
    const label = { size: LABEL };
    const outline = (cell: Box, strokeWidth: number) =>
      sketch.rect(cell, { radius: 4, stroke: ink, strokeWidth }, 1);
    sketch.text(axis, 0, LABEL, label);
    for (const [row, rate] of indexed(rates)) {
      const align = "right";
      sketch.text(rateLabel(rate), LEFT - 8, topOf(row) + HIGH / 2 + 3, { ...label, align });
      for (const [column, dim] of indexed(dims)) {
        const cell = cellAt(row, column);
        // The area of a cell includes the gap beside it, so that no click between two cells is
        // lost.
        sketch.area(cellId(rate, dim), { ...cell, width: pitch, height: HIGH });
        const value = numberAt(result, quantity, row, column);
        const t = Number.isNaN(value) ? null : position(quantity, value);
        const fill = t === null ? {} : { fill: weights.at(t) };
        sketch.rect(cell, { radius: 3, stroke: hairline, ...fill });
        if (t === null || pitch < NUMBERED) continue;
        const text = Number.isFinite(value) ? weight(value) : "∞";
        const style = { fill: weights.inkAt(t), size: 11, align: "center" } as const;
        sketch.text(text, cell.x + size.width / 2, cell.y + size.height / 2 + 4, style);
      }
    }
    const below = topOf(0) + HIGH;
    const centered = { ...label, align: "center" } as const;
    const widthOf = (dim: number) => sketch.textWidth(String(dim), LABEL);
    // Narrow cells have no room for every d; the largest, from which on the others are counted, is
    // always named.
    const every = Math.ceil((Math.max(...dims.map(widthOf)) + 4) / pitch);
    for (const [column, dim] of indexed(dims)) {
      const row = bestRate(result, column);
      if (row !== null) outline(cellAt(row, column), 2);
      if ((dims.length - 1 - column) % every !== 0) continue;
      const middle = LEFT + column * pitch + size.width / 2;
      const x = Math.min(middle, sketch.width - widthOf(dim) / 2);
      sketch.text(String(dim), x, below + LABEL, centered);
    }
    const pointed = sketch.areas.find(({ id }) => id === lit);
    if (pointed) outline({ ...pointed, ...size }, 3);
    sketch.math("$d$", LEFT + (pitch * dims.length) / 2, below + BOTTOM - 6, centered);
    return below + BOTTOM;
  });
}
