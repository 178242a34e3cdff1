/**
 * Scenes whose layout had too little room: a canvas gets no negative size, and neither does an SVG.
 */
import fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import { heatmapScene, layoutHeatmap } from "../../web/src/draw/heatmap.js";
import type { Axis, Mark } from "../../web/src/draw/marks.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import { paint, type Scene, type Shape } from "../../web/src/draw/scene.js";
import { estimateWidth, shapesToSvg } from "../../web/src/draw/svg.js";
import { anyMarks, drawn, linear, log, numbersOf } from "./charts.js";
import { type Plan, planned, plans } from "./heatmaps.js";
import { StrictImage, strictCanvas } from "./strict-canvas.js";

vi.stubGlobal("ImageData", StrictImage);
afterAll(() => {
  vi.unstubAllGlobals();
});

/** Paints and writes a scene. */
function draw(scene: Scene): void {
  paint(strictCanvas(), scene, "sans-serif");
  const svg = shapesToSvg(scene);
  expect(svg).not.toMatch(/ (?:width|height|r|rx|font-size|textLength)="(?:-|NaN)/);
}

const size = fc.oneof(fc.double({ min: -20, max: 20, noNaN: true }), fc.constantFrom(0, -0.218));
const place = fc.double({ min: -50, max: 450, noNaN: true });
const paints = { fill: fc.constant("rgb(1, 2, 3)"), stroke: fc.constant("#000000") };
const point = fc.tuple(place, place);

const SHAPES: { readonly [K in Shape["kind"]]: fc.Arbitrary<Shape> } = {
  rect: fc.record(
    {
      kind: fc.constant("rect" as const),
      x: place,
      y: place,
      width: size,
      height: size,
      radius: fc.double({ min: 0, max: 9, noNaN: true }),
      ...paints,
    },
    { requiredKeys: ["kind", "x", "y", "width", "height"] },
  ),
  dot: fc.record({
    kind: fc.constant("dot" as const),
    x: place,
    y: place,
    radius: size,
    ...paints,
  }),
  path: fc.record({ kind: fc.constant("path" as const), points: fc.array(point), ...paints }),
  text: fc.record({
    kind: fc.constant("text" as const),
    x: place,
    y: place,
    text: fc.string(),
    size,
    fill: paints.fill,
  }),
  cells: fc.record({
    kind: fc.constant("cells" as const),
    x: place,
    y: place,
    pitch: size,
    size,
    radius: fc.constantFrom(0, 1, 3),
    rows: fc.nat(4),
    cols: fc.nat(4),
    fill: fc.constant(() => "rgb(1, 2, 3)"),
  }),
};

const number = fc.oneof(
  fc.double({ min: -2, max: 12, noNaN: true }),
  fc.double({ min: -1e6, max: 1e6 }),
  fc.constantFrom(-0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, 1e300),
);
describe("sizes below 0", () => {
  it.each(Object.entries(SHAPES))("a %s of any size is drawn or left out", (_, shape) => {
    fc.assert(fc.property(shape, (each) => draw({ width: 400, height: 400, shapes: [each] })));
  });

  it.each(Object.entries(anyMarks(number)))(
    "a chart of any width with marks of the kind %s is drawn",
    (_, mark) => {
      const axes = fc.constantFrom(
        linear(0, 10),
        linear(10, 0),
        log(0.1, 10),
        linear(-1e-3, 1e5),
        log(1e-8, 30),
        linear(0, 1e-9),
      );
      const height = fc.integer({ min: -10, max: 60 });
      const property = (each: Mark, width: number, x: Axis, high: number) => {
        const { scene } = drawn({ x, height: high, marks: [each] }, width);
        draw(scene);
        // No map has an edge at 0 of a logarithmic axis.
        if (each.kind === "fields") return;
        expect(scene.shapes.flatMap(numbersOf).filter((of) => !Number.isFinite(of))).toEqual([]);
      };
      fc.assert(fc.property(mark, fc.integer({ min: 0, max: 1200 }), axes, height, property));
    },
  );

  it("a heat map of any width is drawn", () => {
    const property = (plan: Plan, width: number, compact: boolean) => {
      const heatmap = planned(plan);
      const layout = layoutHeatmap(heatmap, width, estimateWidth, compact);
      const lit = { row: 0, col: 0, kind: "locked" } as const;
      draw(heatmapScene(heatmap, layout, PALETTES.light, lit));
    };
    fc.assert(fc.property(plans, fc.integer({ min: 0, max: 200 }), fc.boolean(), property), {
      numRuns: 40,
    });
  });
});
