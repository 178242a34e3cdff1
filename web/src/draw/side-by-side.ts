/**
 * Two heat maps side by side, each under its title; one above the other where there is little room.
 */
import { FITS_WEIGHT, type Heatmap, heatmapScene, layoutHeatmap } from "./heatmap.js";
import type { Palette } from "./palette.js";
import { movedBy, type Scene, type TextWidth } from "./scene.js";
import { typesetShapes } from "./typeset.js";

export interface PictureHalf {
  readonly title: string;
  readonly color: string;
  readonly heatmap: Heatmap;
}

const BETWEEN = 28;
/** About what stands beside the cells of a half: the words, the bars and their numbers. */
const BESIDE_CELLS = 240;
const GAP = 10;
const NARROW = 480;
const TITLE = 17;
const TITLE_HEIGHT = 34;

/** The least width of two maps with so many columns in whose cells the weights stand. */
export const widthWithWeights = (columns: number): number =>
  2 * (BESIDE_CELLS + columns * FITS_WEIGHT) + BETWEEN;

export function sideBySide(
  width: number,
  palette: Palette,
  textWidth: TextWidth,
  halves: readonly [PictureHalf, PictureHalf],
): Scene {
  const stacked = width < NARROW;
  const column = stacked ? width : (width - BETWEEN) / 2;
  let top = 0;
  const scenes = halves.map(({ title, color, heatmap }, index) => {
    const left = stacked ? 0 : index * (column + BETWEEN);
    const layout = layoutHeatmap(heatmap, column, textWidth);
    const scene = heatmapScene(heatmap, layout, palette, null);
    const shapes = scene.shapes.map((shape) => movedBy(shape, left, top + TITLE_HEIGHT));
    const style = { kind: "text", size: TITLE, fill: color, bold: true } as const;
    const name = typesetShapes({ ...style, text: title, x: left, y: top + TITLE }, textWidth);
    const height = top + TITLE_HEIGHT + scene.height;
    if (stacked) top = height + GAP;
    return { height, shapes: [...name, ...shapes] };
  });
  return {
    width,
    height: Math.max(...scenes.map(({ height }) => height)),
    shapes: scenes.flatMap(({ shapes }) => shapes),
  };
}
