/** Charts of the tests, laid out with estimated widths of texts. */
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

/** Every number that stands in a shape, points included. */
export const numbersOf = (shape: Shape): number[] =>
  Object.values(shape).flatMap((value) =>
    typeof value === "number" ? [value] : Array.isArray(value) ? value.flat() : [],
  );
