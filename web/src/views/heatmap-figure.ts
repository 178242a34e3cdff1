/** A heat map on a canvas that follows its width, the pointer and the arrow keys. It knows no engine and no state. */
import type { Cell } from "../model/state.js";
import {
  cellAt,
  type Heatmap,
  type Highlight,
  heatmapScene,
  type Layout,
  layoutHeatmap,
} from "./heatmap.js";
import type { Palette } from "./palette.js";
import { canvasMeasure, paint } from "./scene.js";

/** What a figure tells whoever owns it. */
export interface FigureEvents {
  /** The pointer or the arrow keys are on a cell, or (null) have left. */
  point(cell: Cell | null): void;
  /** Click, tap or Enter on a cell; null: Escape. */
  lock(cell: Cell | null): void;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface Drawing {
  readonly heatmap: Heatmap;
  readonly palette: Palette;
  readonly highlight: Highlight | null;
  /** Paint now, even out of sight: a page that is printed is seen whole. */
  readonly whole: boolean;
}

export class HeatmapFigure {
  private canvas: HTMLCanvasElement | undefined;
  private context: CanvasRenderingContext2D | undefined;
  private width = 0;
  private drawing: Drawing | undefined;
  private layout: Layout | undefined;
  private readonly sizes: ResizeObserver;
  private readonly sights: IntersectionObserver;
  /** Off screen nothing is painted; what was missed is painted when the figure comes into view. */
  private inSight = true;
  private stale = false;
  private readonly listeners: [string, (event: never) => void][];

  constructor(private readonly events: FigureEvents) {
    this.sizes = new ResizeObserver(([entry]) => {
      if (entry !== undefined) this.resize(entry.contentRect.width);
    });
    this.sights = new IntersectionObserver((entries) => {
      this.inSight = entries.at(-1)?.isIntersecting ?? true;
      if (this.inSight && this.stale) this.paint();
    });
    this.listeners = [
      ["pointermove", (event: PointerEvent) => this.events.point(this.cellOf(event))],
      ["pointerleave", () => this.events.point(null)],
      ["click", (event: PointerEvent) => this.click(event)],
      ["keydown", (event: KeyboardEvent) => this.keydown(event)],
      ["blur", () => this.events.point(null)],
    ];
  }

  /** For Lit's ref directive: called with the canvas when it appears, with undefined when it goes. */
  readonly attach = (element: Element | undefined): void => {
    if (element === this.canvas) return;
    this.sizes.disconnect();
    this.sights.disconnect();
    this.canvas = element instanceof HTMLCanvasElement ? element : undefined;
    this.context = this.canvas?.getContext("2d") ?? undefined;
    if (this.canvas === undefined) return;
    for (const [type, listener] of this.listeners) {
      this.canvas.addEventListener(type, listener as EventListener);
    }
    const box = this.canvas.parentElement as HTMLElement;
    this.width = box.clientWidth;
    this.sizes.observe(box);
    this.sights.observe(box);
    this.layOut();
    this.paint();
  };

  draw(drawing: Drawing): void {
    const before = this.drawing;
    this.drawing = drawing;
    const same = <T>(a: readonly T[] | undefined, b: readonly T[]) =>
      a !== undefined && a.length === b.length && a.every((entry, index) => entry === b[index]);
    const { rowLabels, colLabels } = drawing.heatmap;
    const sameLabels =
      same(before?.heatmap.rowLabels, rowLabels) && same(before?.heatmap.colLabels, colLabels);
    if (!sameLabels || this.layout === undefined) this.layOut();
    this.paint();
  }

  private resize(width: number): void {
    if (Math.abs(width - this.width) < 0.5) return;
    this.width = width;
    this.layOut();
    this.paint();
  }

  private layOut(): void {
    if (this.canvas === undefined || this.context === undefined || this.drawing === undefined)
      return;
    if (this.width <= 0) return;
    this.layout = layoutHeatmap(this.drawing.heatmap, this.width, canvasMeasure(this.context));
    this.canvas.style.width = `${this.layout.width}px`;
    this.canvas.style.height = `${this.layout.height}px`;
  }

  private paint(): void {
    this.stale = !this.inSight && this.drawing?.whole !== true;
    if (this.stale) return;
    const { canvas, context, layout, drawing } = this;
    if (
      canvas === undefined ||
      context === undefined ||
      layout === undefined ||
      drawing === undefined
    )
      return;
    const density = Math.max(1, globalThis.devicePixelRatio);
    const [width, height] = [
      Math.round(layout.width * density),
      Math.round(layout.height * density),
    ];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    paint(context, heatmapScene(drawing.heatmap, layout, drawing.palette, drawing.highlight));
  }

  private cellOf(event: { offsetX: number; offsetY: number }): Cell | null {
    if (this.layout === undefined || this.drawing === undefined) return null;
    return cellAt(this.layout, this.drawing.heatmap.matrix, event.offsetX, event.offsetY);
  }

  /** A second click on the locked cell, or a click beside the cells, unlocks. */
  private click(event: PointerEvent): void {
    const cell = this.cellOf(event);
    const { highlight } = this.drawing ?? {};
    const again =
      highlight?.kind === "locked" && cell?.row === highlight.row && cell.col === highlight.col;
    this.events.lock(again ? null : cell);
  }

  private keydown(event: KeyboardEvent): void {
    if (this.drawing === undefined) return;
    const { matrix } = this.drawing.heatmap;
    const { row = 0, col = 0 } = this.drawing.highlight ?? {};
    const step = STEPS[event.key];
    if (step !== undefined) {
      const within = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
      this.events.point({
        row: within(row + step[0], matrix.rows),
        col: within(col + step[1], matrix.cols),
      });
    } else if (event.key === "Enter" || event.key === " ") {
      this.events.lock({ row, col });
    } else if (event.key === "Escape") {
      this.events.lock(null);
    } else {
      return;
    }
    event.preventDefault();
  }
}
