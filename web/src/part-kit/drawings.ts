/**
 * The pictures of a part: made in a rendering, and drawn once their canvases are in the page. A figure stays from one rendering to
 * the next; its listeners are those of the last one, since they may hold the state.
 */
import { html, type TemplateResult } from "lit";
import { chartPicture } from "../draw/chart.js";
import { type FigureExport, heatmapExport } from "../draw/figure-export.js";
import type { Heatmap, Highlight } from "../draw/heatmap.js";
import { HeatmapFigure } from "../draw/heatmap-figure.js";
import type { ChartMaker, Point } from "../draw/marks.js";
import type { Palette } from "../draw/palette.js";
import { PictureFigure, type PictureMaker } from "../draw/picture-figure.js";
import type { FigureContent, FigureEvents } from "../draw/scene-figure.js";
import { entryOf, Memo } from "../memo.js";
import type { Page } from "../page/page.js";
import type { Cell } from "../state/state.js";
import { canvasOf } from "../ui/canvas.js";

/** A picture in a part: as it is on the page, and as it is exported. */
export interface Drawing {
  readonly name: string;
  readonly alt: string;
  readonly scene: FigureExport["scene"];
  readonly template: TemplateResult;
}

/** A button over the area of a picture that has its id. */
export interface AreaButton {
  readonly id: string;
  readonly label: string;
  readonly pressed: boolean;
}

export abstract class Drawings {
  private readonly heatmaps = new Map<string, HeatmapFigure>();
  private readonly pictures = new Map<string, PictureFigure>();
  /** The drawings of the last rendering, to be drawn once their canvases are in the page. */
  private readonly pending = new Map<string, { deps: readonly unknown[]; draw: () => void }>();
  private readonly kept = new Memo();

  abstract readonly page: Page;

  /** The result of `compute`, which is called only when one of `deps` is another than the last time. */
  memo<T>(name: string, deps: readonly unknown[], compute: () => T): T {
    return this.kept.of(name, deps, compute);
  }

  /** Has `memo` compute that result anew the next time. */
  protected forget(name: string): void {
    this.kept.forget(name);
  }

  /** Draws the charts and heat maps that have changed. To be called after the page was rendered. */
  draw(): void {
    for (const [name, { deps, draw }] of this.pending) this.memo(`drawn ${name}`, deps, draw);
    this.pending.clear();
  }

  /**
   * A canvas with a chart, drawn again when one of `deps`, the colours or the language have changed.
   * @param pick called with the numbers at a place that was clicked
   */
  chart(
    name: string,
    alt: string,
    deps: readonly unknown[],
    make: ChartMaker,
    pick?: (numbers: Point) => void,
  ): Drawing {
    return this.picture(name, alt, deps, chartPicture(make), undefined, "", [], pick);
  }

  /**
   * A canvas with a heat map.
   * @param pointing the cell in the light, and what follows the pointer; none where it cannot be pointed at
   * @param twin the heat map that moves with it where the box scrolls over a part
   */
  heatmap(
    name: string,
    alt: string,
    deps: readonly unknown[],
    make: (palette: Palette) => Heatmap,
    pointing?: FigureEvents<Cell> & { readonly highlight: Highlight },
    twin?: string,
  ): Drawing {
    const figure = entryOf(this.heatmaps, name, () => new HeatmapFigure());
    figure.events = pointing;
    const highlight = pointing?.highlight ?? null;
    const draw = (shown: FigureContent) =>
      figure.draw({ heatmap: make(shown.palette), highlight, ...shown });
    const seen = [...deps, highlight?.row, highlight?.col, highlight?.kind];
    const kind = pointing && "matrix";
    const scrolled = () => {
      const place = figure.scrolled();
      if (place !== null && twin !== undefined) this.heatmaps.get(twin)?.moveTo(place);
    };
    const template = this.canvas(name, alt, seen, figure, draw, kind, scrolled);
    return { name, alt, scene: heatmapExport(make), template };
  }

  /**
   * A canvas with a picture that is made for its width.
   * @param at the area that is in the light
   * @param buttons lie over areas; without them arrow keys move over these
   */
  picture(
    name: string,
    alt: string,
    deps: readonly unknown[],
    make: PictureMaker,
    events?: FigureEvents<string>,
    at = "",
    buttons: readonly AreaButton[] = [],
    pick?: (numbers: Point) => void,
  ): Drawing {
    const figure = entryOf(this.pictures, name, () => new PictureFigure());
    Object.assign(figure, { events, pick });
    const draw = (shown: FigureContent) => figure.draw({ make, at, ...shown });
    const kind = buttons.length === 0 ? events && "picture" : undefined;
    const over = buttons.map(({ id, label, pressed }) => {
      const { move, leave, click } = figure.overArea(id);
      return html`<button type="button" data-area=${id} aria-label=${label} aria-pressed=${pressed} @pointermove=${move} @pointerleave=${leave} @click=${click}></button>`;
    });
    const seen = [...deps, at];
    const template = this.canvas(name, alt, seen, figure, draw, kind, undefined, over, pick);
    return { name, alt, scene: make, template };
  }

  /** The canvas of a figure, which `draw` draws once it is in the page. @param kind what it is called where keys move in it */
  private canvas(
    name: string,
    alt: string,
    deps: readonly unknown[],
    { attach }: HeatmapFigure | PictureFigure,
    draw: (shown: FigureContent) => void,
    kind?: string,
    scrolled?: () => void,
    over: readonly TemplateResult[] = [],
    pick?: unknown,
  ): TemplateResult {
    const { palette, language, surroundings, text } = this.page;
    const label = kind === undefined ? alt : `${alt} ${text.moving}`;
    const shown = { palette, language, whole: surroundings.printing };
    const seen = [...Object.values(shown), ...deps];
    this.pending.set(name, { deps: seen, draw: () => draw(shown) });
    return canvasOf(label, attach, kind, scrolled, pick !== undefined, over);
  }
}
