/** The export of a figure: its picture at any width and in any colours, and its numbers. */

import { type Heatmap, heatmapScene, layoutHeatmap } from "./heatmap.js";
import type { Palette } from "./palette.js";
import type { Scene, TextWidth } from "./scene.js";
import type { MatrixTable } from "./table.js";

/** An entry of the legend of a picture. */
export interface Hue {
  readonly name: string;
  /** The colour of the palette that it names; without one it explains something else. */
  readonly color?: "unscaled" | "scaled" | "muted" | "ink";
  /** The dash pattern of the lines in that colour. */
  readonly dash?: readonly number[] | undefined;
  /** Whether dots in that colour are hollow. */
  readonly hollow?: boolean;
}

export interface FigureExport {
  readonly title: string;
  /** The legend of its colours; none where the title names them. */
  readonly hues?: readonly Hue[];
  /** The text alternative of the picture. */
  readonly alt: string;
  /** The sentence that the page shows below the picture. */
  readonly finding?: string | undefined;
  readonly tables: readonly MatrixTable[];
  scene(width: number, palette: Palette, textWidth: TextWidth): Scene;
}

/** The picture of a heat map, which `make` returns in the given colours. */
export const heatmapExport =
  (make: (palette: Palette) => Heatmap): FigureExport["scene"] =>
  (width, palette, textWidth) => {
    const heatmap = make(palette);
    return heatmapScene(heatmap, layoutHeatmap(heatmap, width, textWidth), palette, null);
  };
