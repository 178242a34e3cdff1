/** What can be taken away of a figure: its picture at any width and in any colours, and its numbers. */

import type { MatrixTable } from "../ui/matrix-table.js";
import { type Heatmap, heatmapScene, layoutHeatmap } from "./heatmap.js";
import type { Palette } from "./palette.js";
import type { Scene, TextWidth } from "./scene.js";

export interface Take {
  readonly title: string;
  /** What the picture shows, for those who do not see it. */
  readonly alt: string;
  readonly tables: readonly MatrixTable[];
  scene(width: number, palette: Palette, textWidth: TextWidth): Scene;
}

/** The picture of a heat map; `make` is asked for it in the colours it is taken in. */
export const heatmapTake =
  (make: (palette: Palette) => Heatmap): Take["scene"] =>
  (width, palette, textWidth) => {
    const heatmap = make(palette);
    return heatmapScene(heatmap, layoutHeatmap(heatmap, width, textWidth), palette, null);
  };
