/**
 * A heat map on a canvas that follows its width, the pointer and the arrow keys. It knows no
 * engine.
 */
import { same } from "../memo.js";
import type { Cell } from "../state/state.js";
import type { Heatmap, Highlight, Layout, VisiblePart } from "./heatmap.js";
import {
  heatmapScene,
  LARGEST_PITCH,
  layoutHeatmap,
  NOT_SCROLLED,
  partIn,
  pointedCell,
  scrolledTo,
} from "./heatmap.js";
import { pointedAt } from "./on-screen.js";
import type { Place, Scene, TextWidth } from "./scene.js";
import { type FigureContent, SceneFigure } from "./scene-figure.js";

interface HeatmapContent extends FigureContent {
  readonly heatmap: Heatmap;
  readonly highlight: Highlight | null;
}

/**
 * On a page narrower than NARROW, as in page.css, the maps of the first row are compact; on paper,
 * where nothing can be moved, it is SPACIOUS instead.
 */
const NARROW = 620;
const SPACIOUS = 300;
/**
 * The least pitch of cells in a low window: they shrink down to it so that all are in the first
 * view.
 */
const LOW_PITCH = 24;

/** How far beside the cells a finger finds the nearest, in CSS pixels. */
const FINGER = 16;

/**
 * Milliseconds in which the cells move to a new result, so that a step of d is seen; results closer
 * than PAUSE, as of a drag, are shown at once.
 */
const MOTION = 240;
const PAUSE = 120;

const mayMove = () => !globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The heat map at a share of its way from another of the same words. */
function between(from: Heatmap, to: Heatmap, share: number): Heatmap {
  const mix = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Float64Array.from(b, (value, i) => value + (1 - share) * ((a[i] ?? value) - value));
  const { matrix, rows } = to;
  return {
    ...to,
    matrix: { ...matrix, data: mix(from.matrix.data, matrix.data) },
    ...(rows &&
      from.rows && {
        rows: {
          ...rows,
          entropy: mix(from.rows.entropy, rows.entropy),
          peak: mix(from.rows.peak, rows.peak),
        },
      }),
  };
}

const labelsOf = ({ rowLabels, colLabels }: Heatmap) => [...rowLabels, null, ...colLabels];

/** All that decides how a content looks; a heat map is never written over. */
const seenIn = ({ heatmap, palette, language, highlight, whole }: HeatmapContent) => [
  heatmap,
  palette,
  language,
  whole,
  highlight?.row,
  highlight?.col,
  highlight?.kind,
];

export class HeatmapFigure extends SceneFigure<HeatmapContent, Layout, Cell> {
  /** Whether the pointer or the arrow keys are on one of its cells. */
  private pointed = false;
  private narrow = false;
  /** The height for the cells, in a low window. */
  private room = Number.POSITIVE_INFINITY;
  /** The rows and columns on the canvas, where it shows a part. */
  part?: VisiblePart | undefined;
  /** Where the part on the canvas lies, if it is a part. */
  private place = NOT_SCROLLED;
  /** Where the box was moved to by the page, not by the reader. */
  private movedTo: Place | undefined;

  /** The heat map that the cells move away from, and since when. */
  private motion: { readonly from: Heatmap; readonly since: number } | null = null;
  /** Whether the last painting was one on the way. */
  private between = false;
  private changedAt = Number.NEGATIVE_INFINITY;

  override draw(content: HeatmapContent): void {
    const before = this.content;
    this.content = content;
    // While the pointer moves, many frames have the same result as the one before. A new canvas has
    // no layout yet.
    if (
      before !== undefined &&
      this.layout !== undefined &&
      same(seenIn(before), seenIn(content))
    ) {
      return;
    }
    const sameLabels =
      before?.language === content.language &&
      same(labelsOf(before.heatmap), labelsOf(content.heatmap));
    if (before?.heatmap.matrix !== content.heatmap.matrix) {
      this.move(sameLabels && this.layout !== undefined ? before.heatmap : undefined);
    }
    if (!sameLabels || this.layout === undefined || before.whole !== content.whole) {
      this.layOutAnew();
    } else this.reveal();
    // A figure that is pointed at follows without delay.
    if (this.pointed) this.paint();
    else this.paintAfter(before);
  }

  /** Begins the motion from the heat map before, if there was one of the same words. */
  private move(from: Heatmap | undefined): void {
    const now = performance.now();
    const paused = now - this.changedAt > PAUSE;
    this.changedAt = now;
    const moves = from !== undefined && paused && this.content?.whole === false && mayMove();
    this.motion = moves ? { from, since: now } : null;
  }

  /** Paints again until the motion has ended. */
  override paint(): void {
    this.between = false;
    super.paint();
    if (this.between) this.paintSoon();
  }

  private moving(heatmap: Heatmap): Heatmap {
    const { from, since } = this.motion ?? { from: heatmap, since: 0 };
    const share = (performance.now() - since) / MOTION;
    this.between = share < 1 && this.content?.whole === false;
    // The cells slow down towards the end of their way.
    return this.between ? between(from, heatmap, share * (2 - share)) : heatmap;
  }

  protected layoutOf({ heatmap, whole }: HeatmapContent, width: number, textWidth: TextWidth) {
    if (whole && this.narrow) return layoutHeatmap(heatmap, Math.max(width, SPACIOUS), textWidth);
    const { largestPitch = LARGEST_PITCH, matrix } = heatmap;
    const lowest = whole ? largestPitch : Math.max(LOW_PITCH, this.room / matrix.rows);
    const pitch = Math.min(largestPitch, lowest);
    return layoutHeatmap({ ...heatmap, largestPitch: pitch }, width, textWidth, this.narrow);
  }

  protected override readRoom(): void {
    const page = this.canvas?.closest(".figures")?.closest(".page");
    // Reads the width from the style, as container queries do: with fractions, and not scaled.
    const style = page && getComputedStyle(page);
    this.narrow = style ? Number.parseFloat(style.width) < NARROW : false;
    const around = Number(style?.getPropertyValue("--around"));
    const room = () => innerHeight / this.enlargement - around;
    this.room = around > 0 ? room() : Number.POSITIVE_INFINITY;
  }

  protected sceneOf(content: HeatmapContent, layout: Layout): Scene {
    const { heatmap, palette, highlight } = content;
    return heatmapScene(this.moving(heatmap), layout, palette, highlight, this.place);
  }

  /** Lets the box scroll over a map of which the canvas shows a part. */
  override layOutAnew(): void {
    super.layOutAnew();
    const { box, layout } = this;
    if (box === null || layout === undefined) return;
    const { whole, height } = layout;
    if (whole === null && !box.hasAttribute("data-moves")) return;
    box.toggleAttribute("data-moves", whole !== null);
    box.style.gridTemplate = whole === null ? "" : `${whole.height}px / ${whole.width}px`;
    box.style.height = whole === null ? "" : `${height}px`;
    this.place = whole === null ? NOT_SCROLLED : { x: box.scrollLeft, y: box.scrollTop };
    this.reveal();
    this.tellPart();
  }

  private tellPart(): void {
    const { layout, part, place } = this;
    this.part = layout?.whole == null ? undefined : partIn(layout, place);
    if (!same(Object.values(part ?? {}), Object.values(this.part ?? {}))) this.events?.moved?.();
  }

  private get box(): HTMLElement | null {
    return this.canvas?.parentElement ?? null;
  }

  /** The box was scrolled. @returns the place, where the reader has done it */
  scrolled(): Place | null {
    const { box, movedTo } = this;
    if (box === null || this.layout?.whole == null) return null;
    this.place = { x: box.scrollLeft, y: box.scrollTop };
    this.tellPart();
    this.paint();
    return same(Object.values(movedTo ?? {}), Object.values(this.place)) ? null : this.place;
  }

  moveTo({ x, y }: Place): void {
    const { box } = this;
    if (box === null || this.layout?.whole == null) return;
    box.scrollTo(x, y);
    this.place = { x: box.scrollLeft, y: box.scrollTop };
    this.movedTo = this.place;
  }

  /** Scrolls the map so that the highlighted cell is visible; one under the pointer already is. */
  private reveal(): void {
    const { highlight } = this.content ?? {};
    if (highlight && highlight.kind !== "pointed") this.moveToCell(highlight);
  }

  private moveToCell(cell: Cell): void {
    if (this.layout?.whole == null) return;
    const place = scrolledTo(this.layout, cell, this.place);
    if (place.x !== this.place.x || place.y !== this.place.y) this.moveTo(place);
  }

  protected under(event: PointerEvent): Cell | null {
    if (this.layout === undefined || this.content === undefined) return null;
    const { matrix } = this.content.heatmap;
    const reach = event.pointerType === "touch" ? FINGER : 0;
    const { x, y } = pointedAt(event);
    return pointedCell(this.layout, matrix, x, y, this.place, reach);
  }

  protected override point(cell: Cell | null): void {
    this.pointed = cell !== null;
    super.point(cell);
  }

  /** A second click on the locked cell, or a click beside the cells, unlocks. */
  protected override click(event: PointerEvent): void {
    const cell = this.under(event);
    const { row, col, kind } = this.content?.highlight ?? {};
    const again = kind === "locked" && cell?.row === row && cell?.col === col;
    this.events?.hold(again ? null : cell);
  }

  protected get lit(): Cell {
    const { row = 0, col = 0 } = this.content?.highlight ?? {};
    return { row, col };
  }

  protected beside(right: number, down: number): Cell {
    const { row, col } = this.lit;
    const { rows = 1, cols = 1 } = this.content?.heatmap.matrix ?? {};
    const within = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
    const next = { row: within(row + down, rows), col: within(col + right, cols) };
    this.moveToCell(next);
    return next;
  }
}
