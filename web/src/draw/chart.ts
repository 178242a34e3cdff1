/** Curves, bands, bars and points over two axes: where everything stands, and its scene. It knows no engine. */
import { scaleLinear, scaleLog } from "d3-scale";
import { significant, superscript } from "../ui/numbers.js";
import type { Palette } from "./palette.js";
import type { Measure, Scene, Shape, TextShape } from "./scene.js";

export interface Axis {
  readonly kind: "linear" | "log";
  readonly domain: readonly [least: number, most: number];
  readonly label: string;
  /** Where numbers stand; without them the scale chooses. */
  readonly ticks?: readonly number[];
  readonly format?: (value: number) => string;
  /** No line and no numbers: the heights say nothing but more or less. */
  readonly bare?: boolean;
}

export type Point = readonly [x: number, y: number];
/** A stretch upwards at x. */
export type Stretch = readonly [x: number, low: number, high: number];

export type Mark =
  | {
      readonly kind: "line";
      readonly points: readonly Point[];
      readonly color: string;
      readonly width?: number;
      readonly dash?: readonly number[];
      readonly opacity?: number;
      /** Stands at the right end. */
      readonly label?: string;
      readonly bold?: boolean;
    }
  | {
      readonly kind: "band";
      readonly points: readonly Stretch[];
      readonly color: string;
      readonly opacity?: number;
    }
  | {
      readonly kind: "dots";
      readonly points: readonly Point[];
      readonly color: string;
      readonly radius?: number;
      readonly hollow?: boolean;
      readonly opacity?: number;
    }
  /** How far a point may be off. */
  | {
      readonly kind: "errors";
      readonly points: readonly Stretch[];
      readonly color: string;
      /** Without the short strokes at both ends. */
      readonly plain?: boolean;
      readonly opacity?: number;
    }
  /** A bar from each edge to the next. */
  | {
      readonly kind: "bars";
      readonly edges: ArrayLike<number>;
      readonly heights: ArrayLike<number>;
      readonly color: string;
      readonly opacity?: number;
    }
  /** A line across the whole picture. */
  | {
      readonly kind: "rule";
      readonly x?: number;
      readonly y?: number;
      readonly color: string;
      readonly dash?: readonly number[];
      readonly label?: string;
    }
  /** Short strokes that stand on the lower edge. */
  | {
      readonly kind: "strokes";
      readonly at: ArrayLike<number>;
      readonly color: string;
      readonly height?: number;
      readonly opacity?: number;
    }
  /** Coloured fields between the edges. */
  | {
      readonly kind: "fields";
      readonly xEdges: readonly number[];
      readonly yEdges: readonly number[];
      readonly fill: (column: number, row: number) => string | null;
    }
  | {
      readonly kind: "note";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly color: string;
      readonly align?: "left" | "center" | "right";
      readonly bold?: boolean;
    };

export interface Chart {
  readonly x: Axis;
  readonly y: Axis;
  readonly marks: readonly Mark[];
  /** Of the plot, without its axes, in CSS pixels. */
  readonly height: number;
}

/** Where a chart's plot stands, and from numbers to places and back. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** NaN where a number has no place, as 0 on a logarithmic axis. */
  toX(value: number): number;
  toY(value: number): number;
  fromX(place: number): number;
  fromY(place: number): number;
}

const LABEL = 12;
const TICK = 11.5;
/** From the plot to the numbers beside it. */
const GAP = 7;
const TICK_LENGTH = 4;
/** Between labels at the ends of lines. */
const LABEL_PITCH = 14;

const scaleOf = ({ kind, domain }: Axis) =>
  (kind === "log" ? scaleLog() : scaleLinear()).domain([...domain]);

/** Powers of ten as such, the rest in a few digits. */
export function tickText(value: number): string {
  const power = Math.log10(Math.abs(value));
  const far = value !== 0 && (power <= -3 || power >= 4);
  if (far && Math.abs(power - Math.round(power)) < 1e-9)
    return `10${superscript(Math.round(power))}`;
  return significant(value, 3)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

/** At most `count` or so; of a logarithmic axis the powers of ten, thinned out where they are many. */
function ticksOf(axis: Axis, count: number): readonly number[] {
  if (axis.ticks !== undefined) return axis.ticks;
  const scale = scaleOf(axis);
  if (axis.kind === "linear") return scale.ticks(count);
  const [least, most] = axis.domain.map(Math.log10) as [number, number];
  const step = Math.max(1, Math.ceil((most - least) / count));
  const first = Math.ceil(least / step - 1e-9) * step;
  const powers = [];
  for (let power = first; power <= most + 1e-9; power += step) powers.push(10 ** power);
  return powers;
}

const format = (axis: Axis, value: number) => (axis.format ?? tickText)(value);

const yTicks = (chart: Chart) => ticksOf(chart.y, Math.max(2, Math.round(chart.height / 45)));

const placeOf = (place: number | undefined) =>
  place !== undefined && Number.isFinite(place) ? place : Number.NaN;

export function layoutChart(chart: Chart, width: number, measure: Measure): ChartLayout {
  const texts = chart.y.bare === true ? [] : yTicks(chart).map((tick) => format(chart.y, tick));
  const widest = Math.max(0, ...texts.map((text) => measure(text, TICK)));
  const ends = chart.marks.map((mark) =>
    mark.kind === "line" && mark.label !== undefined ? measure(mark.label, LABEL, mark.bold) : 0,
  );
  const left = Math.ceil(widest) + (texts.length === 0 ? 2 : GAP + 3);
  const labels = Math.max(0, ...ends);
  const right = width - (labels > 0 ? Math.ceil(labels) + GAP + 3 : 14);
  const top = chart.y.label === "" ? 10 : 26;
  const bottom = top + chart.height;
  const x = scaleOf(chart.x).range([left, right]);
  const y = scaleOf(chart.y).range([bottom, top]);
  return {
    ...{ width, height: bottom + (chart.x.label === "" ? 24 : 42), left, right, top, bottom },
    toX: (value) => placeOf(x(value)),
    toY: (value) => placeOf(y(value)),
    fromX: (place) => x.invert(place),
    fromY: (place) => y.invert(place),
  };
}

export function chartScene(
  chart: Chart,
  layout: ChartLayout,
  palette: Palette,
  measure: Measure,
): Scene {
  const inside = (shape: Shape) =>
    shape.kind === "text" ? within(shape, layout.width, measure) : shape;
  const marks = chart.marks.flatMap((mark) => [...shapesOf(mark, layout, palette)]).map(inside);
  const shapes = [
    ...grid(chart, layout, palette),
    ...apart(marks, measure),
    ...[...axes(chart, layout, palette, measure), ...endLabels(chart, layout)].map(inside),
  ];
  return { width: layout.width, height: layout.height, shapes };
}

/** Share of a text's width that lies left of its anchor x. */
const BEFORE = { left: 0, center: 0.5, right: 1 } as const;

/** A text that would leave the picture is moved into it, and set smaller where the picture is narrower than the text. */
function within(text: TextShape, width: number, measure: Measure): TextShape {
  const wide = measure(text.text, text.size, text.bold);
  const scale = Math.min(1, width / wide);
  const before = BEFORE[text.align ?? "left"] * wide * scale;
  const x = Math.max(before, Math.min(text.x, width - wide * scale + before));
  return { ...text, x, size: text.size * scale };
}

/** Smallest horizontal gap between two texts, in CSS pixels. */
const BETWEEN = 2;

/** Of texts that would touch, the later one is left out. */
function apart(shapes: readonly Shape[], measure: Measure): Shape[] {
  const placed: { left: number; right: number; top: number; bottom: number }[] = [];
  return shapes.filter((shape) => {
    if (shape.kind !== "text") return true;
    const { text, x, y, size, bold, align = "left" } = shape;
    const wide = measure(text, size, bold);
    const left = x - BEFORE[align] * wide;
    const box = { left, right: left + wide + BETWEEN, top: y - size * 0.75, bottom: y };
    const touches = placed.some(
      (other) =>
        box.left < other.right &&
        other.left < box.right &&
        box.top < other.bottom &&
        other.top < box.bottom,
    );
    if (!touches) placed.push(box);
    return !touches;
  });
}

function* grid(
  chart: Chart,
  { left, right, toY }: ChartLayout,
  palette: Palette,
): Generator<Shape> {
  if (chart.y.bare === true) return;
  for (const tick of yTicks(chart)) {
    const y = toY(tick);
    yield {
      kind: "path",
      points: [
        [left, y],
        [right, y],
      ],
      stroke: palette.hairline,
    };
  }
}

function* axes(
  chart: Chart,
  { left, right, top, bottom, toX, toY }: ChartLayout,
  palette: Palette,
  measure: Measure,
): Generator<Shape> {
  const text = { kind: "text", size: TICK, fill: palette.muted } as const;
  yield {
    kind: "path",
    points: [
      [left, bottom],
      [right, bottom],
    ],
    stroke: palette.muted,
  };
  let free = Number.NEGATIVE_INFINITY;
  for (const tick of ticksOf(chart.x, Math.max(2, Math.round((right - left) / 70)))) {
    const x = toX(tick);
    yield {
      kind: "path",
      points: [
        [x, bottom],
        [x, bottom + TICK_LENGTH],
      ],
      stroke: palette.muted,
    };
    const label = format(chart.x, tick);
    const half = measure(label, TICK) / 2;
    // Where numbers would touch, every other one is left out.
    if (x - half < free) continue;
    free = x + half + GAP;
    yield { ...text, x, y: bottom + 17, text: label, align: "center" };
  }
  if (chart.y.bare !== true) {
    for (const tick of yTicks(chart)) {
      const label = format(chart.y, tick);
      yield { ...text, x: left - GAP, y: toY(tick) + TICK * 0.35, text: label, align: "right" };
    }
  }
  const label = { ...text, size: LABEL };
  yield { ...label, x: 0, y: top - 12, text: chart.y.label };
  const middle = (left + right) / 2;
  yield { ...label, x: middle, y: bottom + 36, text: chart.x.label, align: "center" };
}

/** Labels at the ends of lines, pushed apart where they would cover each other. */
function* endLabels(chart: Chart, layout: ChartLayout): Generator<Shape> {
  const { right, top, bottom, toX, toY } = layout;
  const labels = chart.marks.flatMap((mark) => {
    if (mark.kind !== "line" || mark.label === undefined) return [];
    const end = mark.points.filter(([x]) => toX(x) <= right + SLACK).at(-1)?.[1];
    if (end === undefined || Number.isNaN(toY(end))) return [];
    const y = Math.min(bottom, Math.max(top, toY(end)));
    return [{ y, text: mark.label, color: mark.color, bold: mark.bold === true }];
  });
  labels.sort((a, b) => a.y - b.y);
  // Down as far as needed, then up again where the lower edge is passed.
  let free = top - LABEL_PITCH;
  for (const label of labels) {
    label.y = Math.max(label.y, free + LABEL_PITCH);
    free = label.y;
  }
  let most = bottom + 4;
  for (const label of labels.reverse()) {
    label.y = Math.min(label.y, most);
    most = label.y - LABEL_PITCH;
  }
  for (const { y, text, color: fill, bold } of labels) {
    yield { kind: "text", x: right + GAP, y: y + LABEL * 0.35, text, size: LABEL, fill, bold };
  }
}

/** Half a pixel beyond the plot is nothing to see. */
const SLACK = 0.5;

/** The part of a straight way that lies in the plot, and whether it is all of it; null where none does. */
function cut(
  from: Point,
  to: Point,
  { left, right, top, bottom }: ChartLayout,
): { readonly from: Point; readonly to: Point; readonly arrives: boolean } | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [first, last] = [0, 1];
  for (const [step, room] of [
    [-dx, from[0] - left + SLACK],
    [dx, right + SLACK - from[0]],
    [-dy, from[1] - top + SLACK],
    [dy, bottom + SLACK - from[1]],
  ] as const) {
    if (step < 0) first = Math.max(first, room / step);
    else if (step > 0) last = Math.min(last, room / step);
    else if (room < 0) return null;
  }
  if (first > last) return null;
  const at = (share: number): Point => [from[0] + share * dx, from[1] + share * dy];
  return { from: first > 0 ? at(first) : from, to: last < 1 ? at(last) : to, arrives: last === 1 };
}

/** The pieces of a line within the plot. */
function pieces(points: readonly Point[], layout: ChartLayout): Point[][] {
  const { toX, toY, bottom } = layout;
  const placed = points
    .map(([x, y]): Point => {
      const place = toY(y);
      // 0 on a logarithmic axis lies below all.
      return [toX(x), Number.isNaN(place) ? bottom + 1e4 : place];
    })
    .filter(([x]) => !Number.isNaN(x));
  const result: Point[][] = [];
  let piece: Point[] = [];
  for (const [index, to] of placed.entries()) {
    const from = placed[index - 1];
    const part = from === undefined ? null : cut(from, to, layout);
    if (part === null) continue;
    if (piece.length === 0) {
      piece = [part.from];
      result.push(piece);
    }
    piece.push(part.to);
    if (!part.arrives) piece = [];
  }
  return result;
}

function* shapesOf(mark: Mark, layout: ChartLayout, palette: Palette): Generator<Shape> {
  const { left, right, top, bottom, toX, toY } = layout;
  const clampY = (value: number) => {
    const place = toY(value);
    return Number.isNaN(place) ? bottom : Math.min(bottom, Math.max(top, place));
  };
  const beside = (x: number) => !(x >= left - 1 && x <= right + 1);
  switch (mark.kind) {
    case "line": {
      const { color: stroke, width: strokeWidth = 2, opacity = 1 } = mark;
      const style = { stroke, strokeWidth, opacity, ...(mark.dash ? { dash: mark.dash } : {}) };
      for (const points of pieces(mark.points, layout)) yield { kind: "path", points, ...style };
      return;
    }
    case "band": {
      const placed = mark.points.filter(([x]) => !Number.isNaN(toX(x)));
      if (placed.length < 2) return;
      const upper = placed.map(([x, , high]): Point => [toX(x), clampY(high)]);
      const lower = placed.map(([x, low]): Point => [toX(x), clampY(low)]).reverse();
      const { color: fill, opacity = 0.16 } = mark;
      yield { kind: "path", points: [...upper, ...lower], closed: true, fill, opacity };
      return;
    }
    case "dots":
      for (const [valueX, valueY] of mark.points) {
        const { radius = 3.5, color, opacity = 1 } = mark;
        const x = toX(valueX);
        if (beside(x)) continue;
        const style =
          mark.hollow === true ? { stroke: color, fill: palette.paper } : { fill: color };
        yield { kind: "dot", x, y: clampY(valueY), radius, opacity, ...style };
      }
      return;
    case "errors":
      for (const [value, low, high] of mark.points) {
        const x = toX(value);
        if (beside(x)) continue;
        const [from, to] = [clampY(low), clampY(high)];
        const { color: stroke, opacity = 1 } = mark;
        const line = (...points: Point[]): Shape => ({
          ...{ kind: "path", points, stroke, strokeWidth: 1.5, opacity },
        });
        yield line([x, from], [x, to]);
        if (mark.plain === true) continue;
        yield line([x - 3, from], [x + 3, from]);
        yield line([x - 3, to], [x + 3, to]);
      }
      return;
    case "bars":
      yield* bars(mark, layout);
      return;
    case "rule": {
      const { color: stroke, dash, label: text } = mark;
      const at = mark.x === undefined ? toY(mark.y ?? 0) : toX(mark.x);
      if (Number.isNaN(at)) return;
      const points: Point[] =
        mark.x === undefined
          ? [
              [left, at],
              [right, at],
            ]
          : [
              [at, top],
              [at, bottom],
            ];
      yield { kind: "path", points, stroke, ...(dash ? { dash } : {}) };
      if (text === undefined) return;
      const place = mark.x === undefined ? { x: left + 4, y: at - 4 } : { x: at + 4, y: top + 10 };
      yield { kind: "text", ...place, text, size: TICK, fill: stroke };
      return;
    }
    case "strokes": {
      const { color: stroke, height = 10, opacity = 0.7 } = mark;
      for (const value of Array.from(mark.at)) {
        const x = toX(value);
        if (!(x >= left && x <= right)) continue;
        const points: Point[] = [
          [x, bottom],
          [x, bottom - height],
        ];
        yield { kind: "path", points, stroke, strokeWidth: 1.5, opacity };
      }
      return;
    }
    case "fields":
      for (const [column, from] of mark.xEdges.slice(0, -1).entries()) {
        for (const [row, low] of mark.yEdges.slice(0, -1).entries()) {
          const fill = mark.fill(column, row);
          if (fill === null) continue;
          const x = toX(from);
          const y = toY(mark.yEdges[row + 1] ?? low);
          // A little over the edge, so that no seams show.
          const width = toX(mark.xEdges[column + 1] ?? from) - x + 0.5;
          yield { kind: "rect", x, y, width, height: toY(low) - y + 0.5, fill };
        }
      }
      return;
    case "note": {
      const { text, color: fill, align = "left", bold = false } = mark;
      const place = { x: toX(mark.x), y: clampY(mark.y) };
      if (Number.isNaN(place.x)) return;
      yield { kind: "text", ...place, text, size: LABEL, fill, align, bold };
    }
  }
}

function* bars(
  { edges, heights, color: fill, opacity = 0.55 }: Extract<Mark, { kind: "bars" }>,
  { left, right, top, bottom, toX, toY }: ChartLayout,
): Generator<Shape> {
  for (let bin = 0; bin < heights.length; bin += 1) {
    const height = heights[bin] ?? 0;
    if (!(height > 0)) continue;
    const from = Math.max(left, toX(edges[bin] ?? 0));
    const to = Math.min(right, toX(edges[bin + 1] ?? 0));
    if (!(to > from)) continue;
    const y = Math.min(bottom, Math.max(top, toY(height)));
    if (Number.isNaN(y)) continue;
    yield { kind: "rect", x: from, y, width: to - from, height: bottom - y, fill, opacity };
  }
}
