/** Two heat maps side by side, each under its title. */
import { type Heatmap, heatmapScene, layoutHeatmap } from "./heatmap.js";
import type { Palette } from "./palette.js";
import { moved, type Scene, type TextWidth } from "./scene.js";
import { typeset } from "./typeset.js";

export interface Half {
  readonly title: string;
  readonly color: string;
  readonly heatmap: Heatmap;
}

const BETWEEN = 28;
const TITLE = 17;
const TITLE_HEIGHT = 34;

export function sideBySide(
  width: number,
  palette: Palette,
  textWidth: TextWidth,
  halves: readonly [Half, Half],
): Scene {
  const column = (width - BETWEEN) / 2;
  const scenes = halves.map(({ title, color, heatmap }, index) => {
    const left = index * (column + BETWEEN);
    const layout = layoutHeatmap(heatmap, column, textWidth);
    const scene = heatmapScene(heatmap, layout, palette, null);
    const shapes = scene.shapes.map((shape) => moved(shape, left, TITLE_HEIGHT));
    const style = { kind: "text", size: TITLE, fill: color, bold: true } as const;
    const name = typeset({ ...style, text: title, x: left, y: TITLE }, textWidth);
    return { height: scene.height, shapes: [...name, ...shapes] };
  });
  return {
    width,
    height: TITLE_HEIGHT + Math.max(...scenes.map(({ height }) => height)),
    shapes: scenes.flatMap(({ shapes }) => shapes),
  };
}
