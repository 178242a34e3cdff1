/** A heat map on a canvas that follows its width, the pointer and the arrow keys. It knows no engine and no state. */
import type { Cell } from "../state/state.js";
import {
  cellAt,
  type Heatmap,
  type Highlight,
  heatmapScene,
  type Layout,
  layoutHeatmap,
} from "./heatmap.js";
import type { Palette } from "./palette.js";
import type { Measure, Scene } from "./scene.js";
import { SceneFigure } from "./scene-figure.js";

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

const same = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((entry, index) => entry === b[index]);

const labelsOf = ({ rowLabels, colLabels }: Heatmap) => [...rowLabels, null, ...colLabels];

/** All that decides how a drawing looks. Numbers are told apart by where they stand: an answer is never written over. */
function seenIn({ heatmap, palette, highlight, whole }: Drawing): unknown[] {
  const { matrix, scale, largestPitch, rows } = heatmap;
  return [
    ...[matrix, scale.kind, scale.kind === "signed" ? scale.largest : 1, largestPitch],
    ...[rows?.entropy, rows?.peak, rows?.color, rows?.titles.entropy, rows?.titles.peak],
    ...[palette, whole, highlight?.row, highlight?.col, highlight?.kind],
    ...labelsOf(heatmap),
  ];
}

export class HeatmapFigure extends SceneFigure {
  private drawing: Drawing | undefined;
  private layout: Layout | undefined;
  /** While it tells that a cell is pointed at. */
  private underHand = false;
  protected readonly listeners: readonly (readonly [string, (event: never) => void])[] = [
    ["pointermove", (event: PointerEvent) => this.point(this.cellOf(event))],
    ["pointerleave", () => this.point(null)],
    ["click", (event: PointerEvent) => this.click(event)],
    ["keydown", (event: KeyboardEvent) => this.keydown(event)],
    ["blur", () => this.point(null)],
  ];

  constructor(private readonly events: FigureEvents) {
    super();
  }

  draw(drawing: Drawing): void {
    const before = this.drawing;
    this.drawing = drawing;
    // While the hand moves, many frames have the answer of the one before.
    if (before !== undefined && same(seenIn(before), seenIn(drawing))) return;
    const sameLabels =
      before !== undefined && same(labelsOf(before.heatmap), labelsOf(drawing.heatmap));
    if (!sameLabels || this.layout === undefined) this.layOutAnew();
    // Colours and sheets change everywhere at once, and what is under the hand follows it.
    const inTurn =
      sameLabels &&
      drawing.palette === before.palette &&
      drawing.whole === before.whole &&
      !this.underHand;
    if (inTurn) this.paintInTurn();
    else this.paint();
  }

  protected get whole(): boolean {
    return this.drawing?.whole === true;
  }

  protected layOut(width: number, measure: Measure): Layout | null {
    if (this.drawing === undefined) return null;
    this.layout = layoutHeatmap(this.drawing.heatmap, width, measure);
    return this.layout;
  }

  protected scene(): Scene | null {
    const { drawing, layout } = this;
    return drawing === undefined || layout === undefined
      ? null
      : heatmapScene(drawing.heatmap, layout, drawing.palette, drawing.highlight);
  }

  private cellOf(event: { offsetX: number; offsetY: number }): Cell | null {
    if (this.layout === undefined || this.drawing === undefined) return null;
    return cellAt(this.layout, this.drawing.heatmap.matrix, event.offsetX, event.offsetY);
  }

  private point(cell: Cell | null): void {
    this.underHand = cell !== null;
    this.events.point(cell);
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
      this.point({
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
