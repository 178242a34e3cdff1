/** Charts of the tests, laid out with estimated widths of texts. */
import fc from "fast-check";
import { chartScene, layoutChart } from "../../web/src/draw/chart.js";
import {
  type Axis,
  type Chart,
  linear as linearAxis,
  line as lineMark,
  log as logAxis,
  type Mark,
  type Point,
} from "../../web/src/draw/marks.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import type { PathShape, Shape, TextShape } from "../../web/src/draw/scene.js";
import { estimateWidth } from "../../web/src/draw/svg.js";

export const palette = PALETTES.light;
export const WIDTH = 480;

export const linear = (least: number, most: number, label = "axis"): Axis =>
  linearAxis([least, most], label);
export const log = (least: number, most: number, label = "axis"): Axis =>
  logAxis([least, most], label);

export function drawn(chart: Partial<Chart>, width = WIDTH) {
  const whole: Chart = { x: linear(0, 10), y: linear(0, 1), height: 200, marks: [], ...chart };
  const layout = layoutChart(whole, width, estimateWidth);
  const empty = chartScene({ ...whole, marks: [] }, layout, palette, estimateWidth);
  const scene = chartScene(whole, layout, palette, estimateWidth);
  const texts = scene.shapes.filter((shape): shape is TextShape => shape.kind === "text");
  /** The shapes of the marks alone, between the grid and the axes. */
  const frame = new Set(empty.shapes.map((shape) => JSON.stringify(shape)));
  const marks = scene.shapes.filter((shape) => !frame.has(JSON.stringify(shape)));
  return { chart: whole, layout, scene, texts, marks };
}

export const pathsOf = (shapes: readonly Shape[]) =>
  shapes.filter((shape): shape is PathShape => shape.kind === "path");
export const COLOR = "#123456";
export const line = (points: readonly Point[], style: { label?: string } = {}): Mark =>
  lineMark(points, COLOR, style);
export const linesOf = (points: readonly Point[], chart: Partial<Chart> = {}) => {
  const { marks, layout } = drawn({ ...chart, marks: [line(points)] });
  return { layout, paths: pathsOf(marks).map((path) => path.points) };
};

/** Points at these heights, evenly from x = 0 to 10. */
export const across = (...heights: readonly number[]): Point[] =>
  heights.map((y, i) => [(10 * i) / (heights.length - 1), y]);

/** Marks of each kind, made of these numbers. */
export function anyMarks(value: fc.Arbitrary<number>): {
  readonly [K in Mark["kind"]]: fc.Arbitrary<Mark>;
} {
  const list = fc.array(value, { maxLength: 6 });
  const points = fc.array(fc.tuple(value, value), { maxLength: 6 });
  const stretches = fc.array(fc.tuple(value, value, value), { maxLength: 6 });
  const of = <K extends Mark["kind"]>(kind: K) => ({
    kind: fc.constant(kind),
    color: fc.constant(COLOR),
  });
  return {
    line: fc.record({ ...of("line"), points, label: fc.string() }),
    band: fc.record({ ...of("band"), points: stretches }),
    dots: fc.record({ ...of("dots"), points, hollow: fc.boolean() }),
    errors: fc.record({ ...of("errors"), points: stretches, plain: fc.boolean() }),
    bars: fc.record({ ...of("bars"), edges: list, heights: list }),
    rule: fc.oneof(fc.record({ ...of("rule"), x: value }), fc.record({ ...of("rule"), y: value })),
    fields: fc.record({
      kind: fc.constant("fields" as const),
      xEdges: list,
      yEdges: list,
      fill: fc.constant(() => COLOR),
    }),
    note: fc.record({ ...of("note"), x: value, y: value, text: fc.string() }),
  };
}

/** Every number that stands in a shape, points included. */
export const numbersOf = (shape: Shape): number[] =>
  Object.values(shape).flatMap((value) => {
    if (typeof value === "number") return [value];
    return Array.isArray(value) ? value.flat() : [];
  });
