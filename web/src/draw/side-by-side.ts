/**
 * Two heat maps side by side, each under its title; one above the other where there is little room.
 */
import { type Heatmap, heatmapScene, layoutHeatmap } from "./heatmap.js";
import type { Palette } from "./palette.js";
import { movedBy, type Scene, type TextWidth } from "./scene.js";
import { typesetShapes } from "./typeset.js";

export interface PictureHalf {
  readonly title: string;
  readonly color: string;
  readonly heatmap: Heatmap;
}

const BETWEEN = 28;
const GAP = 10;
const NARROW = 480;
const TITLE = 17;
const TITLE_HEIGHT = 34;

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
