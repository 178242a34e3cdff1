/**
 * Functions that run in the page and report each fault that a reader would see, as a sentence.
 * Here: faults of pictures.
 */
import type { Page } from "playwright-core";
import { installTexts, type TextInspection } from "./look-texts.js";

/** Functions of the page that find faults in its pictures. */
interface PictureInspection {
  /** Waits until nothing that is in sight is still to be computed. */
  settled(): Promise<void>;
  /** Scrolls to a place, given as a share of what can be scrolled, and waits for what is there. */
  scrollTo(share: number): Promise<void>;
  /** The faults of the canvases in the viewport; they have a second to become right. */
  pictures(): Promise<string[]>;
  /**
   * Scrolls from the top to the end, by a share of the viewport a step, and looks at the pictures
   * after each.
   */
  walk(step: number): Promise<string[]>;
  /** Elements of the document and of our shadow roots. */
  matching(selector: string): HTMLElement[];
  /** Text nodes that hold more than spaces, each with its element. */
  textNodes(): Generator<{ node: Text; element: Element }>;
  /** The parent element; for the top of a shadow root its host. */
  parentOf(node: Node): Element | null;
  /** All ancestors, through shadow roots. */
  around(node: Node): Generator<Element>;
  seen(element: Element): boolean;
  /** An element as a reader of a fault can find it: its tag, classes and label. */
  nameOf(element: Element): string;
  /** The element that scrolls: an open popover, else the document. */
  scroller(): Element;
  /** The beginning of a text, on one line. */
  short(text: string): string;
  /** Pixels to one decimal. */
  px(value: number): string;
}

export type Inspection = PictureInspection & TextInspection;

declare global {
  var inspection: Inspection;
}

/** Runs in the page, where only its own lines are known. */
function installPictures(): void {
  /**
   * The most frames in which a canvas in sight may be wrong, those of a second; a busy machine
   * takes longer for them.
   */
  const PICTURE_FRAMES = 60;
  /** The longest time of a computation in sight, in milliseconds. */
  const COMPUTE_MS = 30_000;
  const frame = () => new Promise<void>((resolve) => setTimeout(resolve, 16));
  const short = (text: string) => {
    const line = text.replace(/\s+/g, " ").trim();
    return line.length > 40 ? `${line.slice(0, 40)}…` : line;
  };
  const px = (value: number) => String(Math.round(value * 10) / 10);

  // ---- the document, shadow roots included ----

  /** The document, and the shadow root of each of our elements in it. */
  const roots = (): (Document | ShadowRoot)[] => [
    document,
    ...[...document.querySelectorAll("attention-scale")].flatMap(
      ({ shadowRoot }) => shadowRoot ?? [],
    ),
  ];
  const matching = (selector: string): HTMLElement[] =>
    roots().flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)]);

  function* textNodes(): Generator<{ node: Text; element: Element }> {
    for (const root of roots()) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        if (element === null || (node as Text).data.trim() === "") continue;
        if (!element.matches("script, style, noscript, title")) {
          yield { node: node as Text, element };
        }
      }
    }
  }

  const parentOf = (node: Node): Element | null => {
    const parent = node.parentNode;
    if (parent instanceof ShadowRoot) return parent.host;
    return parent instanceof Element ? parent : null;
  };
  function* around(node: Node): Generator<Element> {
    for (let at = parentOf(node); at !== null; at = parentOf(at)) yield at;
  }

  const seen = (element: Element) =>
    element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    });

  const inViewport = (element: Element, margin = 0) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return (
      seen(element) &&
      bottom > -margin &&
      top < innerHeight + margin &&
      right >= 0 &&
      left <= innerWidth
    );
  };

  const nameOf = (element: Element) => {
    const label = element.getAttribute("aria-label") ?? "";
    const classes = [...element.classList].map((name) => `.${name}`).join("");
    return `<${element.localName}${classes}${label === "" ? "" : ` “${short(label)}”`}>`;
  };

  // ---- waiting ----

  const owed = (): string[] => [
    ...matching("attention-scale")
      .filter((element) => inViewport(element))
      .filter((element) =>
        // In a page of others it stands in the shadow root.
        [element, element.shadowRoot?.firstElementChild].every(
          (each) => each?.getAttribute("data-ready") !== "true",
        ),
      )
      .map(() => "the matrices"),
    ...matching(".reasons-to-come, .empty")
      .filter((element) => inViewport(element))
      .map(nameOf),
    ...matching("[data-study]")
      .filter((study) => inViewport(study.closest(".reason") ?? study))
      .filter((study) => study.getAttribute("data-progress") !== "done")
      .map((study) => study.getAttribute("data-study") ?? ""),
  ];

  async function settled(): Promise<void> {
    const end = performance.now() + COMPUTE_MS;
    for (;;) {
      const { status } = document.fonts;
      const waiting = [...owed(), ...(status === "loaded" ? [] : ["fonts"])];
      if (waiting.length === 0) return;
      if (performance.now() > end) throw new Error(`Still to be computed: ${waiting.join(", ")}`);
      await frame();
    }
  }

  /** The element that scrolls: an open popover, else the document. */
  const scroller = (): Element =>
    document.querySelector(":popover-open") ?? document.documentElement;

  async function scrollTo(share: number): Promise<void> {
    const place = scroller();
    place.scrollTop = share * (place.scrollHeight - place.clientHeight);
    // Observers of what is in sight report after the next frame.
    await frame();
    await frame();
    await settled();
  }

  // ---- canvases ----

  const small = new OffscreenCanvas(64, 64);
  const smallContext = small.getContext("2d", { willReadFrequently: true });

  /** Whether more than one colour, or none, is on a canvas. */
  function blank(canvas: HTMLCanvasElement): boolean {
    if (canvas.width === 0 || canvas.height === 0 || smallContext === null) return true;
    smallContext.imageSmoothingQuality = "high";
    smallContext.clearRect(0, 0, small.width, small.height);
    smallContext.drawImage(canvas, 0, 0, small.width, small.height);
    const { data } = smallContext.getImageData(0, 0, small.width, small.height);
    const pixels = new Uint32Array(data.buffer);
    return pixels.every((pixel) => pixel === pixels[0]);
  }

  function pictureFaults(canvas: HTMLCanvasElement): string[] {
    const { width, height } = canvas.getBoundingClientRect();
    const name = nameOf(canvas);
    if (width < 1 || height < 1) return [`${name} has no size: ${px(width)} × ${px(height)}`];
    // The preview of a download has the pixels of the file, scaled down to fit the dialog.
    if (canvas.matches(".taken")) return blank(canvas) ? [`${name} is blank`] : [];
    const faults: string[] = [];
    const room = canvas.parentElement?.clientWidth ?? width;
    if (Math.abs(width - room) > 1) {
      faults.push(`${name} is ${px(width)} pixels wide where there is room for ${px(room)}`);
    }
    // Below 100 % zoom a canvas keeps one pixel for each CSS pixel: it is then finer than the
    // screen, never coarser.
    const density = Math.max(1, devicePixelRatio);
    const across = width * density;
    const down = height * density;
    // Borders of boxes lie on whole device pixels, so that a box may be a part of a pixel larger
    // than its style says.
    if (Math.abs(canvas.width - across) > 1 || Math.abs(canvas.height - down) > 1) {
      faults.push(
        `${name} holds ${canvas.width} × ${canvas.height} pixels where it takes ${px(across)} × ${px(down)}`,
      );
    }
    if (blank(canvas)) faults.push(`${name} is blank`);
    return faults;
  }

  /** A canvas without a size is in sight where the box around it is. */
  const canvases = () =>
    (matching("canvas") as HTMLCanvasElement[]).filter((canvas) =>
      inViewport(canvas.clientHeight > 0 ? canvas : (canvas.parentElement ?? canvas)),
    );

  async function pictures(): Promise<string[]> {
    for (let frames = 0; ; ++frames) {
      const faults = canvases().flatMap(pictureFaults);
      if (faults.length === 0 || frames === PICTURE_FRAMES) return faults;
      await new Promise(requestAnimationFrame);
    }
  }

  async function walk(step: number): Promise<string[]> {
    const place = scroller();
    const faults = new Set<string>();
    place.scrollTop = 0;
    for (;;) {
      await frame();
      await frame();
      await settled();
      for (const fault of await pictures()) faults.add(fault);
      const before = place.scrollTop;
      place.scrollTop = before + step * place.clientHeight;
      if (place.scrollTop <= before) return [...faults];
    }
  }

  const found: PictureInspection = {
    settled,
    scrollTo,
    pictures,
    walk,
    matching,
    textNodes,
    parentOf,
    around,
    seen,
    nameOf,
    scroller,
    short,
    px,
  };
  // installTexts adds the rest.
  globalThis.inspection = found as Inspection;
}

/** Installs the whole inspection in every document that the page loads from now on. */
export async function installInspection(page: Page): Promise<void> {
  await page.addInitScript(installPictures);
  await page.addInitScript(installTexts);
}
