/** Figures that stay from one rendering to the next: their listeners are those of the last one. */
import type { TemplateResult } from "lit";
import { describe, expect, it, vi } from "vitest";
import { chartPicture } from "../../web/src/draw/chart.js";
import { linear } from "../../web/src/draw/marks.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import { type Drawing, Drawings } from "../../web/src/part-kit/drawings.js";
import { TEXTS } from "../../web/src/text/index.js";
import { fakePage } from "./fake-page.js";
import { StrictImage, strictCanvas } from "./strict-canvas.js";

class Observer {
  observe(): void {}
  disconnect(): void {}
}
class Canvas extends EventTarget {
  readonly parentElement = {
    clientWidth: 400,
    offsetWidth: 400,
    currentCSSZoom: 1,
    getBoundingClientRect: () => ({ width: 400 }),
    querySelectorAll: () => [],
    hasAttribute: () => false,
  };
  readonly style = {};
  readonly dataset = {};
  readonly currentCSSZoom = 1;
  readonly isConnected = true;
  getContext = () => strictCanvas();
  closest = () => null;
}
vi.stubGlobal("IntersectionObserver", Observer);
vi.stubGlobal("ResizeObserver", Observer);
vi.stubGlobal("requestAnimationFrame", () => 0);
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("matchMedia", () => new EventTarget());
vi.stubGlobal("HTMLCanvasElement", Canvas);
vi.stubGlobal("ImageData", StrictImage);

const page = fakePage({
  language: "en",
  palette: PALETTES.light,
  surroundings: { printing: false },
  text: TEXTS.en,
});

interface Directive {
  readonly values?: readonly unknown[];
}

/** The callback that Lit's ref directive has in a template. */
function attachIn({ values }: TemplateResult): (canvas: Canvas) => void {
  const found = values.map((value) => (value as Directive | null)?.values?.[0]);
  return found.find((value) => typeof value === "function") as (canvas: Canvas) => void;
}

type Render = (drawings: Drawings, heard: (what: string) => void) => Drawing;

const FIGURES: readonly { readonly name: string; readonly render: Render }[] = [
  {
    name: "chart",
    render: (drawings, heard) => {
      const axis = linear([0, 1], "");
      const chart = () => ({ x: axis, y: axis, marks: [], height: 200 });
      return drawings.picture("a", "", [], chartPicture(chart), { pick: () => heard("picked") });
    },
  },
  {
    name: "heat map",
    render: (drawings, heard) => {
      const matrix = { rows: 1, cols: 1, data: Float64Array.of(1) };
      const heatmap = () => ({ matrix, rowLabels: ["a"], colLabels: ["a"] });
      return drawings.heatmap("a", "", [], heatmap, {
        highlight: { row: 0, col: 0, kind: "finding" },
        point: () => undefined,
        hold: () => heard("locked"),
      });
    },
  },
  {
    name: "picture",
    render: (drawings, heard) => {
      const size = { width: 400, height: 200 };
      const picture = () => ({ ...size, shapes: [], areas: [{ id: "all", x: 0, y: 0, ...size }] });
      const events = { point: () => undefined, hold: () => heard("held") };
      return drawings.picture("a", "", [], picture, { events });
    },
  },
];

describe("a figure that is rendered again", () => {
  it.each(FIGURES)("calls the listeners of the last rendering ($name)", ({ render }) => {
    const drawings = new Drawings(page);
    const canvas = new Canvas();
    const heard: string[] = [];
    for (const rendering of ["first", "second"]) {
      const { template } = render(drawings, (what) => heard.push(`${what} in the ${rendering}`));
      attachIn(template)(canvas);
      drawings.draw();
    }
    canvas.dispatchEvent(Object.assign(new Event("click"), { offsetX: 60, offsetY: 60 }));
    expect(heard).toEqual([expect.stringMatching(/^\w+ in the second$/)]);
  });
});
