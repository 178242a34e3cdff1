/** A scene on a canvas that follows its width and is painted only while in sight. It knows no engine and no state. */
import { canvasMeasure, type Measure, paint, type Scene } from "./scene.js";
import { Turns } from "./turns.js";

/** On paper a picture is laid out for a sheet's width at most, in CSS pixels, and painted finer than a screen's. */
const SHEET = 680;
const FINE = 2;

/** All figures of a document have their turns together: they are painted by the same hand. */
const turns = new Turns();

/** Paints what has not had its turn yet: then every figure in sight is what was drawn last. */
export const finishPainting = (): void => turns.finish();

/** Figures whose width is not known yet. */
const unmeasured = new Set<SceneFigure>();

/**
 * Reads the widths of all of them, and only then lays out those that have one now: a layout sets the size of its canvas,
 * after which the browser would lay out the whole page anew for the next reading.
 */
function measure(asking: SceneFigure): void {
  const measured = [...unmeasured].filter((figure) => figure.readWidth());
  for (const figure of measured) {
    figure.layOutAnew();
    // The one that asks is painted by its caller.
    if (figure !== asking) figure.paint();
  }
}

/** Figures whose canvas stands in a document. */
const attached = new Set<SceneFigure>();

/** Matches while the screen has the density of pixels that the figures were painted for. */
let density: MediaQueryList | undefined;

/** Paints every figure anew when the window is zoomed or moves to another screen. */
function followDensity(): void {
  density = globalThis.matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`);
  const changed = () => {
    for (const figure of attached) figure.paint();
    followDensity();
  };
  density.addEventListener("change", changed, { once: true });
}

type Listener = readonly [type: string, listener: (event: never) => void];

export abstract class SceneFigure {
  protected canvas: HTMLCanvasElement | undefined;
  private context: CanvasRenderingContext2D | undefined;
  private width = 0;
  private readonly sizes: ResizeObserver;
  private readonly sights: IntersectionObserver;
  /** Off screen nothing is painted; what was missed is painted when the figure comes into view. */
  private inSight = true;
  private stale = false;
  /** Whether the picture was laid out for paper. */
  private forPaper = false;

  constructor() {
    this.sizes = new ResizeObserver(([entry]) => {
      // A frame later: a new height within the observer's own turn is an error event in the host's window.
      requestAnimationFrame(() => {
        if (entry !== undefined) this.resize(entry.contentRect.width);
      });
    });
    this.sights = new IntersectionObserver((entries) => {
      this.inSight = entries.at(-1)?.isIntersecting ?? true;
      if (this.inSight && this.stale) this.paint();
    });
  }

  /** What the canvas listens to. */
  protected abstract readonly listeners: readonly Listener[];

  /** Lays the picture out anew for a width and returns its size; null where there is nothing to draw yet. */
  protected abstract layOut(
    width: number,
    measure: Measure,
  ): { readonly width: number; readonly height: number } | null;

  /** The picture as it was laid out last; null where there is none. */
  protected abstract scene(): Scene | null;

  /** Whether to paint even out of sight: a page that is printed is seen whole. */
  protected abstract get whole(): boolean;

  /** For Lit's ref directive: called with the canvas when it appears, with undefined when it goes. */
  readonly attach = (element: Element | undefined): void => {
    if (element === this.canvas) return;
    this.sizes.disconnect();
    this.sights.disconnect();
    unmeasured.delete(this);
    attached.delete(this);
    this.canvas = element instanceof HTMLCanvasElement ? element : undefined;
    this.context = this.canvas?.getContext("2d") ?? undefined;
    if (this.canvas === undefined) return;
    for (const [type, listener] of this.listeners) {
      this.canvas.addEventListener(type, listener as EventListener);
    }
    attached.add(this);
    if (density === undefined) followDensity();
    const box = this.canvas.parentElement as HTMLElement;
    this.width = 0;
    this.sizes.observe(box);
    this.sights.observe(box);
    this.layOutAnew();
    this.paint();
  };

  /** @returns whether the figure has a width: it has none before it stands in the page, or while it is hidden */
  readWidth(): boolean {
    this.width = this.canvas?.parentElement?.clientWidth ?? 0;
    if (this.width > 0) unmeasured.delete(this);
    return this.width > 0;
  }

  private resize(width: number): void {
    if (Math.abs(width - this.width) < 0.5) return;
    this.width = width;
    this.layOutAnew();
    this.paint();
  }

  /** Without a width nothing is laid out: `measure` or the observer of sizes does it once there is one. */
  layOutAnew(): void {
    if (this.canvas === undefined || this.context === undefined) return;
    if (this.width <= 0) {
      unmeasured.add(this);
      measure(this);
      return;
    }
    unmeasured.delete(this);
    this.forPaper = this.whole;
    const width = this.forPaper ? Math.min(SHEET, this.width) : this.width;
    const size = this.layOut(width, canvasMeasure(this.context));
    if (size === null) return;
    this.canvas.style.width = `${size.width}px`;
    this.canvas.style.height = `${size.height}px`;
  }

  /** Whether it still shows something older than what was drawn last. */
  get waiting(): boolean {
    return turns.isWaiting(this);
  }

  /** Paints within the next frames, what is newest by then. */
  protected paintInTurn(): void {
    if (this.inSight) turns.ask(this);
    else this.stale = true;
  }

  paint(): void {
    turns.forget(this);
    this.stale = !this.inSight && !this.whole;
    if (this.stale) return;
    if (this.forPaper !== this.whole) this.layOutAnew();
    const { canvas, context } = this;
    const scene = this.scene();
    if (canvas === undefined || context === undefined || scene === null) return;
    const density = Math.max(this.whole ? FINE : 1, globalThis.devicePixelRatio);
    const [width, height] = [Math.round(scene.width * density), Math.round(scene.height * density)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    paint(context, scene);
  }
}
