/**
 * The pictures of a part: made in a rendering, and drawn once their canvases are in the page. A
 * figure stays from one rendering to the next; its listeners are those of the last one, since they
 * may hold the state.
 */
import { html, type TemplateResult } from "lit";
import { type FigureExport, heatmapExport } from "../draw/figure-export.js";
import type { Heatmap, Highlight } from "../draw/heatmap.js";
import { HeatmapFigure } from "../draw/heatmap-figure.js";
import type { Point } from "../draw/marks.js";
import type { Palette } from "../draw/palette.js";
import { PictureFigure, type PictureMaker } from "../draw/picture-figure.js";
import type { FigureContent, FigureEvents } from "../draw/scene-figure.js";
import { entryOf, same } from "../memo.js";
import type { Page } from "../page/page.js";
import type { Cell } from "../state/state.js";
import { unmarked } from "../text/typeset.js";
import { canvasOf, heatmapCanvas } from "../ui/canvas.js";

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

/** What the pointer and keys do in a picture. */
export interface Touch {
  /**
   * The events that follow the pointer in a picture with areas, the id of the highlighted area, and
   * buttons over areas.
   */
  readonly events?: FigureEvents<string>;
  readonly highlighted?: string;
  readonly buttons?: readonly AreaButton[];
  /** Called with the numbers at a place of a chart that was clicked. */
  readonly pick?: (numbers: Point) => void;
}

/** What is to be drawn, and all that it depends on. */
interface Pending {
  readonly deps: readonly unknown[];
  readonly draw: () => void;
}

export class Drawings {
  private readonly heatmaps = new Map<string, HeatmapFigure>();
  private readonly pictures = new Map<string, PictureFigure>();
  /** The drawings of the last rendering, to be drawn once their canvases are in the page. */
  private readonly pending = new Map<string, Pending>();
  /** What each drawing was drawn from the last time. */
  private readonly drawn = new Map<string, readonly unknown[]>();

  constructor(private readonly page: Page) {}

  /** Draws the charts and heat maps that have changed. To be called after the page was rendered. */
  draw(): void {
    for (const [name, { deps, draw }] of this.pending) {
      const before = this.drawn.get(name);
      if (before === undefined || !same(before, deps)) {
        draw();
        this.drawn.set(name, deps);
      }
    }
    this.pending.clear();
  }

  /**
   * A canvas with a heat map.
   * @param pointing the highlighted cell, and what follows the pointer; none where it cannot be
   *   pointed at
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
    const allDeps = [...deps, highlight?.row, highlight?.col, highlight?.kind];
    this.pend(name, allDeps, (look) =>
      figure.draw({ heatmap: make(look.palette), highlight, ...look }),
    );
    const moving = pointing !== undefined;
    const template = heatmapCanvas(this.labelOf(alt, moving), figure, moving, () =>
      twin === undefined ? undefined : this.heatmaps.get(twin),
    );
    return { name, alt, scene: heatmapExport(make), template };
  }

  /**
   * A canvas with a picture that is made for its width. Without buttons arrow keys move over its
   * areas.
   */
  picture(
    name: string,
    alt: string,
    deps: readonly unknown[],
    make: PictureMaker,
    { events, highlighted = "", buttons = [], pick }: Touch = {},
  ): Drawing {
    const figure = entryOf(this.pictures, name, () => new PictureFigure());
    Object.assign(figure, { events, pick });
    this.pend(name, [...deps, highlighted], (look) =>
      figure.draw({ make, fromId: highlighted, ...look }),
    );
    const kind = buttons.length === 0 ? events && "picture" : undefined;
    const over = buttons.map(({ id, label, pressed }) => {
      const { move, leave, click } = figure.overArea(id);
      return html`<button
        type="button"
        data-area=${id}
        aria-label=${unmarked(label)}
        aria-pressed=${pressed}
        @pointermove=${move}
        @pointerleave=${leave}
        @click=${click}
      ></button>`;
    });
    const label = this.labelOf(alt, kind !== undefined);
    const template = canvasOf(label, figure.attach, kind, undefined, pick !== undefined, over);
    return { name, alt, scene: make, template };
  }

  /**
   * Has a figure drawn once its canvas is in the page, where one of `deps`, the colours or the
   * language have changed.
   */
  private pend(name: string, deps: readonly unknown[], draw: (look: FigureContent) => void): void {
    const { palette, language, surroundings } = this.page;
    const look = { palette, language, whole: surroundings.printing };
    const allDeps = [...Object.values(look), ...deps];
    this.pending.set(name, { deps: allDeps, draw: () => draw(look) });
  }

  /** @param moving whether keys move in the canvas */
  private labelOf(alt: string, moving: boolean): string {
    return moving ? `${alt} ${this.page.text.moving}` : alt;
  }
}
