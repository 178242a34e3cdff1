/**
 * The element within CSS zoom and within a transform: the pointer finds what it is on, and pictures
 * are as fine as the screen. WebKit lays zoomed figures out otherwise, so that they cannot be
 * compared with plain ones.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL, KEPT, launch, stop } from "./browser.js";
import { serveHost } from "./host-pages.js";
import { firefox, type OtherBrowser } from "./other-browsers.js";

/** Chromium, as the others are asked. */
async function chromium(): Promise<OtherBrowser> {
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  return {
    open: async (url) => void (await page.goto(url)),
    run: (inPage, ...given) =>
      page.evaluate(([source, args]) => new Function(`return (${source})(...arguments[0])`)(args), [
        String(inPage),
        given,
      ] as const),
    close: () => browser.close(),
  };
}

/** How the same element stands in a page. */
const PLACES = {
  plain: "",
  zoom: "zoom: 1.5",
  scale: "transform: scale(1.4); transform-origin: 0 0",
  both: "zoom: 0.8; transform: scale(1.5); transform-origin: 0 0",
} as const;
type Place = keyof typeof PLACES;
const OTHERS = ["zoom", "scale", "both"] as const satisfies readonly Place[];

/** Every kind of figure and of what a pointer does on it. */
const FIGURES = [
  {
    kind: "a map of cells",
    width: 600,
    attributes: 'figure="weights" sentence="one two three four five"',
    spots: [0.35, 0.5, 0.62],
    small: false,
  },
  {
    kind: "a part of a large map",
    width: 320,
    attributes: `figure="scaled" sentence="${Array.from({ length: 60 }, (_, i) => `w${i}`).join(" ")}"`,
    spots: [0.4, 0.8],
    // Cells of a few pixels.
    small: true,
  },
  {
    kind: "a chart of numbers",
    width: 600,
    attributes: 'figure="exponent-map"',
    spots: [0.3, 0.55, 0.7],
    small: false,
  },
  {
    kind: "a diagram with buttons",
    width: 600,
    attributes: 'figure="flow-diagram"',
    spots: [0.35, 0.6],
    small: false,
  },
  {
    kind: "a pad to draw on",
    width: 600,
    attributes: 'view="variance" asked="on"',
    spots: [0.6],
    small: false,
  },
] as const;

/** Functions that run in the page; they can use nothing of this file. */
const inPage = {
  /**
   * Brings an element into sight, where it starts.
   * @returns whether it is ready and has pictures
   */
  starts: (place: string): boolean => {
    const element = document.querySelector(`#${place} attention-scale`);
    element?.scrollIntoView();
    const root = element?.shadowRoot;
    const canvases = [...(root?.querySelectorAll("canvas") ?? [])];
    const ready = root?.querySelector('[data-ready="true"]') != null;
    return ready && canvases.some(({ offsetWidth }) => offsetWidth > 0);
  },
  /** Pictures that are not as fine as they are shown. */
  coarse: (place: string, factor: number): string[] => {
    const root = document.querySelector(`#${place} attention-scale`)?.shadowRoot;
    const canvases = [...(root?.querySelectorAll("canvas") ?? [])];
    const shown = canvases.filter(({ offsetWidth }) => offsetWidth > 0);
    return shown.flatMap(({ width, style }) => {
      const wanted = Number.parseFloat(style.width) * factor * devicePixelRatio;
      // The width may be off by half a pixel, and by one pixel in 500, since the width of a box
      // that is transformed is known in whole pixels.
      return Math.abs(width - wanted) <= 0.5 + wanted / 500 ? [] : [`${width} for ${wanted}`];
    });
  },
  /** That of the first picture, as it is laid out. */
  width: (place: string): number => {
    const root = document.querySelector(`#${place} attention-scale`)?.shadowRoot;
    const canvas = root?.querySelector(".pad canvas") ?? root?.querySelector("canvas");
    return Number.parseFloat((canvas as HTMLCanvasElement | null)?.style.width ?? "");
  },
  /** Presses a spot of the first picture. @returns what is pressed */
  press: (place: string, along: number, down: number): string => {
    const root = document.querySelector(`#${place} attention-scale`)?.shadowRoot;
    const canvas = root?.querySelector(".pad canvas") ?? root?.querySelector("canvas");
    if (!root || !canvas) return "";
    const before = canvas.getBoundingClientRect();
    scrollBy(0, before.top + down * before.height - innerHeight / 2);
    const box = canvas.getBoundingClientRect();
    const clientX = box.left + along * box.width;
    const clientY = box.top + down * box.height;
    const target = root.elementFromPoint(clientX, clientY);
    const given = {
      clientX,
      clientY,
      bubbles: true,
      composed: true,
      cancelable: true,
      detail: 1,
      pointerId: 1,
      isPrimary: true,
    };
    for (const type of ["pointermove", "pointerdown", "pointerup", "click"]) {
      target?.dispatchEvent(new PointerEvent(type, given));
    }
    return (target as HTMLElement | null)?.dataset.area ?? target?.tagName ?? "";
  },
  state: (place: string): string => {
    const element = document.querySelector(`#${place} attention-scale`);
    const { state } = element as HTMLElementTagNameMap["attention-scale"];
    const { cell, exponent, dim, box, layer, guess } = state;
    return JSON.stringify({ cell, exponent, dim, box, layer, guess });
  },
};

const FACTORS = { plain: 1, zoom: 1.5, scale: 1.4, both: 1.2 };

const page = (attributes: string, width: number) => `<meta charset="utf-8"><title>a host</title>
  <script src="embed.js"></script>
  <script>
    // A pointer that no finger or mouse has cannot be captured.
    Element.prototype.setPointerCapture = () => undefined;
  </script>
  ${Object.entries(PLACES)
    .map(
      ([place, style]) =>
        `<div id="${place}" style="${style}; width: ${width}px; margin-bottom: 700px"><attention-scale lang="en" ${attributes}></attention-scale></div>`,
    )
    .join("\n")}`;

/** Whether all numbers of two states are as near as a pixel is wide. */
const nearly =
  (within: number) =>
  (one: string, other: string): boolean => {
    const numbersOf = (state: string) => (state.match(/[\d.]+/g) ?? []).map(Number);
    const numbers = numbersOf(other);
    const alike = one.replace(/[\d.]+/g, "") === other.replace(/[\d.]+/g, "");
    const near = (number: number, i: number) =>
      Math.abs(number - (numbers[i] ?? Number.NaN)) <= Math.max(within, 0.03 * number);
    return alike && numbersOf(one).every(near);
  };

/** One kind of figure that is pressed cell by cell, and one with elements of the page above it. */
const TWO = FIGURES.filter(({ kind }) => /map of cells|diagram/.test(kind));

describe.each([
  ["Chromium", chromium, FIGURES],
  ["Firefox", firefox, ALL ? FIGURES : TWO],
] as const)("in %s", (_, start, figures) => {
  let browser: OtherBrowser;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => browser?.close());

  test.each(figures)("$kind", async ({ attributes, width, spots, small }) => {
    const near = nearly(small ? 1 : 0);
    const served = await serveHost(page(attributes, width), KEPT);
    try {
      await browser.open(`${served.address}host.html`);
      for (const place of ["plain", ...OTHERS]) {
        await expect.poll(() => browser.run(inPage.starts, place), { timeout: 30_000 }).toBe(true);
      }
      for (const place of OTHERS) {
        const difference = async () =>
          (await browser.run(inPage.width, place)) - (await browser.run(inPage.width, "plain"));
        // A hairline or a scroll bar beside a picture is a whole number of the screen's pixels. The
        // last element may still be laid out.
        await expect.poll(async () => Math.abs(await difference())).toBeLessThanOrEqual(3);
      }
      const start = await browser.run(inPage.state, "plain");
      const seen = new Set<string>();
      for (const along of spots) {
        for (const down of spots) {
          const pressed = await browser.run(inPage.press, "plain", along, down);
          const state = await browser.run(inPage.state, "plain");
          seen.add(state);
          for (const place of OTHERS) {
            expect(await browser.run(inPage.press, place, along, down)).toBe(pressed);
            const otherwise = await browser.run(inPage.state, place);
            if (!near(otherwise, state)) expect([place, otherwise]).toEqual([place, state]);
          }
        }
      }
      // The spots are on something.
      expect([...seen].filter((state) => state !== start).length).toBeGreaterThan(0);
      for (const [place, factor] of Object.entries(FACTORS)) {
        await expect.poll(() => browser.run(inPage.coarse, place, factor)).toEqual([]);
      }
    } finally {
      stop(served);
    }
  });
});
