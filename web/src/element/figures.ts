/** The heat maps of the first screen and of the sections below it, drawn after each update. */
import type { SentenceAttention } from "../attention/sentence-attention.js";
import { HeatmapFigure } from "../draw/heatmap-figure.js";
import { entryOf, memo } from "../memo.js";
import { Controller } from "../page/controller.js";
import { FIGURES, type FigureName, isPair, type Page, ROWS } from "../page/page.js";
import { heatmapOf } from "../parts/matrices/heatmaps.js";

export class Figures extends Controller {
  private readonly figures = new Map<FigureName, HeatmapFigure>();
  private readonly maps = memo(
    (palette: Page["palette"], text: Page["text"], result: SentenceAttention) =>
      [...FIGURES, ...ROWS].map(
        (name) => [name, heatmapOf({ palette, text }, result, name)] as const,
      ),
  );

  of(name: FigureName): HeatmapFigure {
    const figure = entryOf(this.figures, name, () => new HeatmapFigure());
    figure.events = isPair(name) ? this.host.pointer : undefined;
    return figure;
  }

  hostUpdated(): void {
    const { attention, palette, language, text, pointer, surroundings } = this.host;
    if (attention.result === null) return;
    const { printing: whole } = surroundings;
    for (const [name, heatmap] of this.maps(palette, text, attention.result)) {
      const ofWords = isPair(name) || ROWS.some((rows) => rows === name);
      const highlight = ofWords ? pointer.highlight : null;
      this.of(name).draw({ heatmap, palette, language, highlight, whole });
    }
  }
}
