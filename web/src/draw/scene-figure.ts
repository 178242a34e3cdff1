/**
 * A scene on a canvas that follows its width and is painted only while visible. It knows neither
 * engine nor state.
 */

import { modified } from "../modified.js";
import type { Language } from "../state/state.js";
import { sansOf } from "./fonts.js";
import { enlargementOf } from "./on-screen.js";
import { PaintQueue } from "./paint-queue.js";
import type { Palette } from "./palette.js";
import { canvasMeasure, paint, type Scene, type Size, type TextWidth } from "./scene.js";

/**
 * The largest width of a picture on paper, in CSS pixels, and the least number of device pixels for
 * each CSS pixel there.
 */
const SHEET = 680;
const FINE = 2;

/** The most device pixels of a picture, which is then coarser: Safari has no larger canvas. */
const MOST_DEVICE_PIXELS = 2 ** 24;

/** One queue for all figures of a document, because the time of a frame is one for all of them. */
const queue = new PaintQueue();

/** Paints all that waits in the queue: then every visible figure shows what was drawn last. */
export const finishPainting = (): void => queue.finish();

/** Figures whose width is not known yet. */
const unmeasured = new Set<AnyFigure>();

/**
 * Reads the widths of all figures in `unmeasured`, and then lays out those that have one. Each
 * layout sets the size of a canvas, after which reading a width would make the browser lay out the
 * whole page again.
 */
function measureAll(): void {
  for (const figure of [...unmeasured].filter((figure) => figure.readWidth())) {
    figure.layOutAnew();
    queue.ask(figure);
  }
}

/** Figures whose canvas is in a document. */
const attached = new Set<AnyFigure>();

/**
 * Paints as finely as it is shown each figure that is shown larger or smaller than before. All are
 * measured before one is painted, after which measuring would make the browser lay out the page
 * again.
 */
export function paintAsShown(): void {
  for (const figure of [...attached].filter((figure) => figure.readDensity())) figure.paint();
}

let frameRequested = false;

/**
 * Paints in the next frame: a host that follows the size of the window has resized the figure by
 * then.
 */
function paintAsShownSoon(): void {
  if (frameRequested) return;
  frameRequested = true;
  requestAnimationFrame(() => {
    frameRequested = false;
    paintAsShown();
  });
}

/** Matches while the screen has the pixel density that the figures were painted for. */
let density: MediaQueryList | undefined;

/** Called when the window is zoomed or moves to another screen. */
function followDensity(): void {
  density = globalThis.matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`);
  const changed = () => {
    paintAsShown();
    followDensity();
  };
  density.addEventListener("change", changed, { once: true });
}

/** Slides that are enlarged to the size of the window change without a change of any width. */
function followWindow(): void {
  followDensity();
  globalThis.addEventListener("resize", paintAsShownSoon);
}

/**
 * Whether the browser reports the size of a box in the pixels of the screen, which CSS zoom
 * changes.
 */
const reportsPixels = () =>
  "devicePixelContentBoxSize" in (globalThis.ResizeObserverEntry?.prototype ?? {});

/** Called with the cell, or the id of the area, that is pointed at; null where there is none. */
export interface FigureEvents<T> {
  /** The pointer or the arrow keys are on it, or (null) have left all of it. */
  point(what: T | null): void;
  /** Click, tap or Enter; null after Escape. */
  hold(what: T | null): void;
  /** The canvas shows another part of the figure than before. */
  moved?(): void;
}

const ARROW_KEYS: Readonly<Record<string, { readonly right: number; readonly down: number }>> = {
  ArrowUp: { right: 0, down: -1 },
  ArrowDown: { right: 0, down: 1 },
  ArrowLeft: { right: -1, down: 0 },
  ArrowRight: { right: 1, down: 0 },
};

/** All that a figure shows at a time. */
export interface FigureContent {
  readonly palette: Palette;
  /** Decides on the font. */
  readonly language: Language;
  /** Paint also while out of sight: for paper. */
  readonly whole: boolean;
}

const pageFont = ({ palette, language }: FigureContent) => palette.font ?? sansOf(language);

type AnyFigure = SceneFigure<FigureContent, Size, unknown>;

/** `T`: what can be pointed at in it, by the pointer and by the arrow keys. */
export abstract class SceneFigure<C extends FigureContent, L extends Size, T> {
  /** The events of the last rendering; undefined where nothing can be pointed at. */
  events: FigureEvents<T> | undefined;
  protected content: C | undefined;
  protected layout: L | undefined;
  protected canvas: HTMLCanvasElement | undefined;
  private context: CanvasRenderingContext2D | undefined;
  /**
   * Ends the listeners of the canvas, which may come back: to this figure or to another. It is let
   * go with them: the reason that it holds afterwards has a stack, which keeps in memory what was on
   * the page.
   */
  private listening: AbortController | undefined;
  private width = 0;
  /**
   * The ratio of the size on screen to the size in layout; the picture has that many times more
   * device pixels.
   */
  protected enlargement = 1;
  /** 0: not known yet. */
  private density = 0;
  /** Whether it is in the page and has no width there; the observer reports when it gets one. */
  private hidden = false;
  private readonly sizes: ResizeObserver;
  private readonly pixels: ResizeObserver;
  private readonly sights: IntersectionObserver;
  /**
   * Out of sight nothing is painted; a figure that missed a painting is painted when it becomes
   * visible.
   */
  private inSight = true;
  private stale = false;
  /** Whether its canvas has not been painted yet: then it is painted out of sight too, once. */
  private blank = true;

  constructor() {
    this.sizes = new ResizeObserver(([entry]) => {
      // Resizes in the next frame: a size that changes within the observer's callback is an error
      // event in the host's window.
      requestAnimationFrame(() => {
        // Rounded as clientWidth is: a picture does not depend on how its width was learned.
        if (entry !== undefined) this.resize(Math.round(entry.contentRect.width));
      });
    });
    this.pixels = new ResizeObserver(paintAsShownSoon);
    this.sights = new IntersectionObserver((entries) => {
      this.inSight = entries.at(-1)?.isIntersecting ?? true;
      if (this.inSight && this.stale) this.paint();
    });
  }

  /** The area or cell under the pointer. */
  protected abstract under(event: MouseEvent): T | null;

  /** The highlighted area or cell, from which arrow keys move. */
  protected abstract readonly lit: T;

  /** What an arrow key moves to. */
  protected abstract beside(right: number, down: number): T | null;

  protected abstract layoutOf(content: C, width: number, textWidth: TextWidth): L;

  protected abstract sceneOf(content: C, layout: L): Scene;

  private get whole(): boolean {
    return this.content?.whole === true;
  }

  /**
   * The callback of Lit's ref directive: Lit calls it with the canvas when it is rendered, and with
   * undefined when it is removed.
   */
  readonly attach = (element: Element | undefined): void => {
    if (element === this.canvas) return;
    this.sizes.disconnect();
    this.pixels.disconnect();
    this.sights.disconnect();
    this.listening?.abort();
    this.listening = undefined;
    unmeasured.delete(this);
    attached.delete(this);
    this.canvas = element instanceof HTMLCanvasElement ? element : undefined;
    this.context = this.canvas?.getContext("2d") ?? undefined;
    if (this.canvas === undefined) return;
    const { canvas } = this;
    this.listening = new AbortController();
    const until = { signal: this.listening.signal };
    canvas.addEventListener("pointermove", (event) => this.point(this.under(event)), until);
    canvas.addEventListener("click", (event) => this.click(event), until);
    canvas.addEventListener("keydown", (event) => this.keydown(event), until);
    for (const end of ["pointerleave", "blur"]) {
      canvas.addEventListener(end, () => this.point(null), until);
    }
    attached.add(this);
    if (density === undefined) followWindow();
    const box = this.canvas.parentElement as HTMLElement;
    this.width = 0;
    this.density = 0;
    this.hidden = false;
    this.blank = true;
    this.sizes.observe(box);
    if (reportsPixels()) this.pixels.observe(box, { box: "device-pixel-content-box" });
    this.sights.observe(box);
    this.layOutAnew();
    this.paint();
  };

  protected point(what: T | null): void {
    this.events?.point(what);
  }

  protected click(event: PointerEvent): void {
    this.events?.hold(this.under(event));
  }

  private keydown(event: KeyboardEvent): void {
    const { events, content } = this;
    if (events === undefined || content === undefined || modified(event)) return;
    const step = ARROW_KEYS[event.key];
    if (step !== undefined) this.point(this.beside(step.right, step.down));
    else if (event.key === "Enter" || event.key === " ") events.hold(this.lit);
    else if (event.key === "Escape") events.hold(null);
    else return;
    event.preventDefault();
  }

  /**
   * @returns whether the figure has a width: it has none before it is in the page, or while it is
   *   hidden
   */
  readWidth(): boolean {
    this.width = this.canvas?.parentElement?.clientWidth ?? 0;
    this.hidden = this.width === 0 && this.canvas?.isConnected === true;
    if (this.width > 0) this.readDensity();
    this.readRoom();
    if (this.width > 0) unmeasured.delete(this);
    return this.width > 0;
  }

  /** @returns whether the figure is to be painted with another density than before */
  readDensity(): boolean {
    const box = this.canvas?.parentElement;
    if (!box) return false;
    const before = this.density;
    this.enlargement = enlargementOf(box);
    this.density = globalThis.devicePixelRatio * this.enlargement;
    return this.density !== before;
  }

  /** Reads what else of the page's layout decides that of the figure. */
  protected readRoom(): void {}

  private resize(width: number): void {
    if (Math.abs(width - this.width) < 0.5) return;
    this.width = width;
    this.hidden = width === 0;
    this.readRoom();
    this.layOutAnew();
    this.paint();
  }

  /**
   * Computes the layout. Without a width this is left to `measureAll` or to the resize observer.
   */
  layOutAnew(): void {
    if (this.canvas === undefined || this.context === undefined) return;
    if (this.width <= 0) {
      unmeasured.add(this);
      // Measuring makes the browser lay out the page, which a hidden or empty figure must not ask
      // for at every change.
      if (!this.hidden && this.content !== undefined) measureAll();
      return;
    }
    unmeasured.delete(this);
    if (this.content === undefined) return;
    const width = this.whole ? Math.min(SHEET, this.width) : this.width;
    const font = pageFont(this.content);
    // Layouts may keep it: it must not keep the canvas, which keeps all that it stood in.
    const textWidth: TextWidth = (...text) =>
      this.context === undefined ? 0 : canvasMeasure(this.context, font)(...text);
    this.layout = this.layoutOf(this.content, width, textWidth);
    this.canvas.style.width = `${this.layout.width}px`;
    this.canvas.style.height = `${this.layout.height}px`;
  }

  /**
   * Whether its canvas has not come yet: with a content it would be measured in the rendering that
   * brings it.
   */
  get awaitsCanvas(): boolean {
    return this.canvas === undefined && this.content === undefined;
  }

  /** Shows a content. */
  draw(content: C): void {
    const before = this.content;
    this.content = content;
    this.layOutAnew();
    this.paintAfter(before);
  }

  /**
   * Paints the newest content in turn; new colours everywhere at once, and also what is for paper.
   */
  protected paintAfter(before: C | undefined): void {
    const { palette, whole } = this.content as C;
    if (whole || (before && before.palette !== palette)) this.paint();
    else this.paintSoon();
  }

  protected paintSoon(): void {
    queue.ask(this);
  }

  paint(): void {
    queue.forget(this);
    this.stale = !(this.inSight || this.whole || this.blank);
    if (this.stale) return;
    const { canvas, context, content, layout } = this;
    if (canvas === undefined || context === undefined) return;
    if (content === undefined || layout === undefined) return;
    const scene = this.sceneOf(content, layout);
    if (this.density === 0) this.readDensity();
    const most = Math.sqrt(MOST_DEVICE_PIXELS / (scene.width * scene.height));
    const density = Math.min(most, Math.max(this.whole ? FINE : 1, this.density));
    const width = Math.round(scene.width * density);
    const height = Math.round(scene.height * density);
    // To set a size clears the canvas and allocates it anew, also where it stays the same.
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    paint(context, scene, pageFont(content));
    this.blank = false;
  }
}
