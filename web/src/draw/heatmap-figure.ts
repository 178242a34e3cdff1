/** A heat map on a canvas that follows its width, the pointer and the arrow keys. It knows no engine. */
import { same } from "../same.js";
import type { Cell } from "../state/state.js";
import type { Heatmap, Highlight, Layout } from "./heatmap.js";
import { cellAt, heatmapScene, layoutHeatmap } from "./heatmap.js";
import type { Scene, TextWidth } from "./scene.js";
import { type FigureContent, type Listener, SceneFigure } from "./scene-figure.js";

export interface FigureEvents {
  /** The pointer or the arrow keys are on a cell, or (null) have left the figure. */
  point(cell: Cell | null): void;
  /** Click, tap or Enter on a cell; null after Escape. */
  lock(cell: Cell | null): void;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface HeatmapContent extends FigureContent {
  readonly heatmap: Heatmap;
  readonly highlight: Highlight | null;
}

const labelsOf = ({ rowLabels, colLabels }: Heatmap) => [...rowLabels, null, ...colLabels];

/** All that decides how a content looks. Matrices are compared by identity: a result is never written over. */
function seenIn({ heatmap, palette, language, highlight, whole }: HeatmapContent): unknown[] {
  const { matrix, scale, largestPitch, rows } = heatmap;
  return [
    ...[matrix, scale.kind, scale.kind === "signed" ? scale.largest : 1, largestPitch],
    ...[rows?.entropy, rows?.peak, rows?.color, rows?.titles.entropy, rows?.titles.peak],
    ...[palette, language, whole, highlight?.row, highlight?.col, highlight?.kind],
    ...labelsOf(heatmap),
  ];
}

export class HeatmapFigure extends SceneFigure<HeatmapContent, Layout> {
  /** Whether the pointer or the arrow keys are on one of its cells. */
  private pointed = false;
  protected readonly listeners: readonly Listener[] = [
    ["pointermove", (event: PointerEvent) => this.point(this.cellOf(event))],
    ["pointerleave", () => this.point(null)],
    ["click", (event: PointerEvent) => this.click(event)],
    ["keydown", (event: KeyboardEvent) => this.keydown(event)],
    ["blur", () => this.point(null)],
  ];

  /** @param events none where the cells cannot be pointed at */
  constructor(private readonly events?: FigureEvents) {
    super();
  }

  draw(content: HeatmapContent): void {
    const before = this.content;
    this.content = content;
    // While the pointer moves, many frames have the same result as the one before.
    if (before !== undefined && same(seenIn(before), seenIn(content))) return;
    const sameLabels =
      before?.language === content.language &&
      same(labelsOf(before.heatmap), labelsOf(content.heatmap));
    if (!sameLabels || this.layout === undefined) this.layOutAnew();
    // New colours and new sizes are painted everywhere at once, and a figure that is pointed at without delay.
    const inTurn =
      sameLabels &&
      content.palette === before.palette &&
      content.whole === before.whole &&
      !this.pointed;
    if (inTurn) this.paintInTurn();
    else this.paint();
  }

  protected layoutOf({ heatmap }: HeatmapContent, width: number, textWidth: TextWidth): Layout {
    return layoutHeatmap(heatmap, width, textWidth);
  }

  protected sceneOf(content: HeatmapContent, layout: Layout): Scene {
    return heatmapScene(content.heatmap, layout, content.palette, content.highlight);
  }

  private cellOf(event: { offsetX: number; offsetY: number }): Cell | null {
    if (this.layout === undefined || this.content === undefined) return null;
    return cellAt(this.layout, this.content.heatmap.matrix, event.offsetX, event.offsetY);
  }

  private point(cell: Cell | null): void {
    this.pointed = cell !== null;
    this.events?.point(cell);
  }

  /** A second click on the locked cell, or a click beside the cells, unlocks. */
  private click(event: PointerEvent): void {
    const cell = this.cellOf(event);
    const { highlight } = this.content ?? {};
    const again =
      highlight?.kind === "locked" && cell?.row === highlight.row && cell.col === highlight.col;
    this.events?.lock(again ? null : cell);
  }

  private keydown(event: KeyboardEvent): void {
    if (this.content === undefined) return;
    const { matrix } = this.content.heatmap;
    const { row = 0, col = 0 } = this.content.highlight ?? {};
    const step = STEPS[event.key];
    if (step !== undefined) {
      const within = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
      const [down, right] = step;
      this.point({ row: within(row + down, matrix.rows), col: within(col + right, matrix.cols) });
    } else if (event.key === "Enter" || event.key === " ") {
      this.events?.lock({ row, col });
    } else if (event.key === "Escape") {
      this.events?.lock(null);
    } else {
      return;
    }
    event.preventDefault();
  }
}
