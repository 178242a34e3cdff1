/** The layout of a chart, and its scene: curves, bands, bars and points over two axes. */
import { pairs, ticks } from "d3-array";
import { significant, superscript } from "../text/numbers.js";
import type { Axis, Chart, ChartMaker, Mark, Marks, Point } from "./marks.js";
import type { Palette } from "./palette.js";
import type { PictureMaker } from "./picture-figure.js";
import type { PathShape, Scene, Shape, TextShape, TextWidth } from "./scene.js";
import { BEFORE, typesetShapes, typesetWidth } from "./typeset.js";

/** Font sizes of names and of numbers, in CSS pixels. */
const LABEL = 12;
const TICK = 11.5;
/** The gap between the plot and the numbers beside it. */
const GAP = 7;
const TICK_LENGTH = 4;
/** Least distance between the baselines of labels at the ends of lines. */
const LABEL_PITCH = 14;
/** A point up to this far outside the plot counts as inside. */
const SLACK = 0.5;

const clampTo = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

type Interval = readonly [from: number, to: number];

/** Maps an interval linearly onto another one; an empty one to the middle. */
const onto =
  ([a, b]: Interval, [from, to]: Interval) =>
  (value: number): number => {
    const share = a === b ? 0.5 : (value - a) / (b - a);
    // The sum is that of d3-scale, which is exact at both ends.
    return from * (1 - share) + to * share;
  };

/** The places of an axis between two ends, by number, and its numbers by place. */
export function scaleOf({ kind, domain: [least, most] }: Axis, ends: Interval) {
  const linear = kind === "linear";
  const domain: Interval = linear ? [least, most] : [Math.log(least), Math.log(most)];
  const place = onto(domain, ends);
  const number = onto(ends, domain);
  return {
    to: (value: number) => finiteOrNaN(place(linear ? value : Math.log(value))),
    from: (place: number) => (linear ? number(place) : Math.exp(number(place))),
  };
}

/** The text of a tick: large and small powers of ten as powers, other numbers in three digits. */
export function tickText(value: number): string {
  const power = Math.log10(Math.abs(value));
  const far = value !== 0 && (power <= -3 || power >= 4);
  if (far && Math.abs(power - Math.round(power)) < 1e-9) {
    return `10${superscript(Math.round(power))}`;
  }
  return significant(value, 3)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

/**
 * About `count` ticks; on a logarithmic axis every power of ten, or every second, third … of them.
 */
function ticksOf(axis: Axis, count: number): readonly number[] {
  if (axis.ticks !== undefined) return axis.ticks;
  if (axis.kind === "linear") return ticks(...axis.domain, count);
  const [least, most] = axis.domain.map(Math.log10) as [number, number];
  const step = Math.max(1, Math.ceil((most - least) / count));
  // The logarithm of a power of ten may round to either side of the whole number.
  const first = Math.ceil(least / step - 1e-9) * step;
  const powers = [];
  for (let power = first; power <= most + 1e-9; power += step) powers.push(10 ** power);
  return powers;
}

const format = (axis: Axis, value: number) => (axis.format ?? tickText)(value);

const yTicks = ({ y, height }: Chart) =>
  y.bare === true ? [] : ticksOf(y, Math.max(2, Math.round(height / 45)));

const finiteOrNaN = (place: number) => (Number.isFinite(place) ? place : Number.NaN);

const presentMarks = ({ marks }: Chart): Mark[] => marks.filter((mark) => !!mark);

/** The size of a chart, the edges of its plot, and which number is at which place. */
export interface ChartLayout {
  /** The size of the whole chart, with axes and labels, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The place of a number; NaN where it has none, as 0 on a logarithmic axis. */
  readonly toX: (value: number) => number;
  readonly toY: (value: number) => number;
  /** The number at a place. */
  readonly fromX: (place: number) => number;
  readonly fromY: (place: number) => number;
  /** The place of a number in the plot, or at its nearest edge. */
  readonly clampY: (value: number) => number;
  /** Whether a point is not beside the plot. */
  readonly holds: (point: readonly [x: number, ...unknown[]]) => boolean;
}

/** The layout of a chart that is `width` CSS pixels wide with its axes and labels. */
export function layoutChart(chart: Chart, width: number, plainWidth: TextWidth): ChartLayout {
  const textWidth = typesetWidth(plainWidth);
  const numbers = yTicks(chart).map((tick) => textWidth(format(chart.y, tick), TICK));
  const labels = presentMarks(chart).map((mark) =>
    mark.kind === "line" && mark.label !== undefined ? textWidth(mark.label, LABEL, mark.bold) : 0,
  );
  const widest = Math.max(0, ...labels);
  const left = Math.ceil(Math.max(0, ...numbers)) + (numbers.length === 0 ? 2 : GAP + 3);
  const right = width - (widest > 0 ? Math.ceil(widest) + GAP + 3 : 14);
  const top = chart.y.label === "" ? 10 : 26;
  const bottom = top + chart.height;
  const x = scaleOf(chart.x, [left, right]);
  const y = scaleOf(chart.y, [bottom, top]);
  return {
    width,
    height: bottom + (chart.x.label === "" ? 24 : 42),
    left,
    right,
    top,
    bottom,
    toX: x.to,
    toY: y.to,
    fromX: x.from,
    fromY: y.from,
    clampY: (value) => {
      const place = y.to(value);
      return Number.isNaN(place) ? bottom : clampTo(place, top, bottom);
    },
    holds: ([value]) => {
      const place = x.to(value);
      return place >= left - 1 && place <= right + 1;
    },
  };
}

export function chartScene(
  chart: Chart,
  layout: ChartLayout,
  palette: Palette,
  plainWidth: TextWidth,
): Scene {
  const textWidth = typesetWidth(plainWidth);
  const withinWidth = (shape: Shape) =>
    shape.kind === "text" ? keptInside(shape, layout.width, textWidth) : shape;
  const marks = presentMarks(chart)
    .flatMap((mark) => (SHAPES_OF[mark.kind] as Draw<Mark>)(mark, layout, palette))
    .map(withinWidth);
  const around = [...axes(chart, layout, palette, textWidth), ...endLabels(chart, layout)];
  const shapes = [
    ...gridLines(chart, layout, palette),
    ...withoutOverlaps(marks, textWidth),
    ...around.map(withinWidth),
  ].flatMap((shape) =>
    shape.kind === "text" && shape.words !== true ? typesetShapes(shape, plainWidth) : shape,
  );
  return { width: layout.width, height: layout.height, shapes };
}

/** Below this width a chart is as narrow as on a phone, in CSS pixels. */
export const NARROW = 480;

/** The chart with the height that it has at a width. */
function fitted(chart: Chart, width: number): Chart {
  const { height, narrowHeight = height } = chart;
  return width < NARROW ? { ...chart, height: narrowHeight } : chart;
}

/** A chart as a picture. Its shapes are made when it is painted. */
export const chartPicture =
  (make: ChartMaker): PictureMaker =>
  (width, palette, textWidth) => {
    const chart = fitted(make(palette), width);
    const layout = layoutChart(chart, width, textWidth);
    const { left, right, top, bottom, fromX, fromY } = layout;
    return {
      width,
      height: layout.height,
      get shapes() {
        return chartScene(chart, layout, palette, textWidth).shapes;
      },
      numbersAt: (x, y) =>
        x < left || x > right || y < top || y > bottom ? null : [fromX(x), fromY(y)],
    };
  };

/**
 * Moves a text that would leave the picture into it, and makes it smaller where it is wider than
 * the picture.
 */
function keptInside(text: TextShape, width: number, textWidth: TextWidth): TextShape {
  const widthAt = (size: number) => textWidth(text.text, size, text.bold);
  // Small letters are somewhat wider than in proportion to their size.
  const size = text.size * Math.min(1, (0.97 * width) / widthAt(text.size));
  const wide = widthAt(size);
  const before = BEFORE[text.align ?? "left"] * wide;
  const x = Math.max(before, Math.min(text.x, width - wide + before));
  return { ...text, x, size };
}

/** Smallest horizontal gap between two texts, in CSS pixels. */
const BETWEEN = 2;

/** Leaves out each text that would touch an earlier one. */
function withoutOverlaps(shapes: readonly Shape[], textWidth: TextWidth): Shape[] {
  const placed: Record<"left" | "right" | "top" | "bottom", number>[] = [];
  return shapes.filter((shape) => {
    if (shape.kind !== "text") return true;
    const { text, x, y, size, bold, align = "left" } = shape;
    const wide = textWidth(text, size, bold);
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

/** A straight line. */
const stroke = (from: Point, to: Point, color: string, style: Partial<PathShape> = {}): Shape => ({
  kind: "path",
  points: [from, to],
  stroke: color,
  ...style,
});

const gridLines = (
  chart: Chart,
  { left, right, toY }: ChartLayout,
  { hairline }: Palette,
): Shape[] => yTicks(chart).map((tick) => stroke([left, toY(tick)], [right, toY(tick)], hairline));

function* axes(
  chart: Chart,
  { left, right, top, bottom, toX, toY }: ChartLayout,
  { muted }: Palette,
  textWidth: TextWidth,
): Generator<Shape> {
  const number = { kind: "text", size: TICK, fill: muted } as const;
  yield stroke([left, bottom], [right, bottom], muted);
  let free = Number.NEGATIVE_INFINITY;
  for (const tick of ticksOf(chart.x, Math.max(2, Math.round((right - left) / 70)))) {
    const x = toX(tick);
    yield stroke([x, bottom], [x, bottom + TICK_LENGTH], muted);
    const text = format(chart.x, tick);
    const half = textWidth(text, TICK) / 2;
    // A number that would touch the one before is left out.
    if (x - half < free) continue;
    free = x + half + GAP;
    const words = chart.x.format !== undefined;
    yield { ...number, x, y: bottom + 17, text, align: "center", words };
  }
  for (const tick of yTicks(chart)) {
    const y = toY(tick) + TICK * 0.35;
    const words = chart.y.format !== undefined;
    yield { ...number, x: left - GAP, y, text: format(chart.y, tick), align: "right", words };
  }
  const label = { ...number, size: LABEL };
  yield { ...label, x: 0, y: top - 12, text: chart.y.label };
  const middle = (left + right) / 2;
  yield { ...label, x: middle, y: bottom + 36, text: chart.x.label, align: "center" };
}

/** The labels at the ends of lines, moved apart where they would cover each other. */
function endLabels(chart: Chart, { right, top, bottom, toX, toY }: ChartLayout): Shape[] {
  const labels = presentMarks(chart).flatMap((mark) => {
    if (mark.kind !== "line" || mark.label === undefined) return [];
    const end = mark.points.filter(([x]) => toX(x) <= right + SLACK).at(-1)?.[1];
    if (end === undefined || Number.isNaN(toY(end))) return [];
    const { label: text, color: fill, bold = false } = mark;
    return [{ y: clampTo(toY(end), top, bottom), text, fill, bold }];
  });
  labels.sort((a, b) => a.y - b.y);
  // Moved down as far as needed, then up again from the lower edge.
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
  return labels.map(({ y, ...label }) => ({
    kind: "text",
    x: right + GAP,
    y: y + LABEL * 0.35,
    size: LABEL,
    ...label,
  }));
}

/**
 * The part of a straight line that lies in the plot, and whether it reaches `to`; null where none
 * of it does.
 */
function clipped(from: Point, to: Point, { left, right, top, bottom }: ChartLayout) {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  let first = 0;
  let last = 1;
  for (const [step, distance] of [
    [-dx, from[0] - left + SLACK],
    [dx, right + SLACK - from[0]],
    [-dy, from[1] - top + SLACK],
    [dy, bottom + SLACK - from[1]],
  ] as const) {
    if (step < 0) first = Math.max(first, distance / step);
    else if (step > 0) last = Math.min(last, distance / step);
    else if (distance < 0) return null;
  }
  if (first > last) return null;
  const pointAt = (share: number): Point => [from[0] + share * dx, from[1] + share * dy];
  return {
    from: first > 0 ? pointAt(first) : from,
    to: last < 1 ? pointAt(last) : to,
    arrives: last === 1,
  };
}

/** The parts of a line that lie in the plot, as places. */
function visibleParts(points: readonly Point[], layout: ChartLayout): Point[][] {
  const { toX, toY, bottom } = layout;
  const placed = points
    .map(([x, y]): Point => {
      const place = toY(y);
      // 0 on a logarithmic axis lies far below the plot.
      return [toX(x), Number.isNaN(place) ? bottom + 1e4 : place];
    })
    .filter(([x]) => !Number.isNaN(x));
  const parts: Point[][] = [];
  let goesOn = false;
  for (const visible of pairs(placed, (from, to) => clipped(from, to, layout))) {
    if (visible === null) continue;
    if (!goesOn) parts.push([visible.from]);
    parts.at(-1)?.push(visible.to);
    goesOn = visible.arrives;
  }
  return parts;
}

type Draw<M> = (mark: M, layout: ChartLayout, palette: Palette) => readonly Shape[];

/** The shapes of each kind of mark. */
const SHAPES_OF: { readonly [K in keyof Marks]: Draw<Marks[K]> } = {
  line: ({ points, color, width: strokeWidth = 2, dash, opacity = 1 }, layout) =>
    visibleParts(points, layout).map((points) => ({
      kind: "path",
      stroke: color,
      strokeWidth,
      dash,
      opacity,
      points,
    })),
  band: ({ points, color: fill, opacity = 0.16 }, { toX, clampY }) => {
    const placed = points.filter(([x]) => !Number.isNaN(toX(x)));
    if (placed.length < 2) return [];
    const upper = placed.map(([x, , high]): Point => [toX(x), clampY(high)]);
    const lower = placed.map(([x, low]): Point => [toX(x), clampY(low)]).reverse();
    return [{ kind: "path", points: [...upper, ...lower], closed: true, fill, opacity }];
  },
  dots: ({ points, radius = 3.5, color, opacity = 1, hollow }, { toX, clampY, holds }, palette) => {
    const style = hollow === true ? { stroke: color, fill: palette.paper } : { fill: color };
    return points
      .filter(holds)
      .map(([x, y]) => ({ kind: "dot", x: toX(x), y: clampY(y), radius, opacity, ...style }));
  },
  errors: ({ points, color, plain, opacity = 1 }, { toX, clampY, holds }) => {
    const style = { strokeWidth: 1.5, opacity };
    return points.filter(holds).flatMap(([value, ...range]) => {
      const x = toX(value);
      const [low, high] = range.map(clampY) as [number, number];
      const ends = plain === true ? [] : [low, high];
      return [
        stroke([x, low], [x, high], color, style),
        ...ends.map((y) => stroke([x - 3, y], [x + 3, y], color, style)),
      ];
    });
  },
  bars: ({ edges, heights, color: fill, opacity = 0.55 }, layout) =>
    Array.from(heights).flatMap((value, bin): Shape[] => {
      const { left, right, top, bottom, toX, toY } = layout;
      const x = Math.max(left, toX(edges[bin] ?? 0));
      const width = Math.min(right, toX(edges[bin + 1] ?? 0)) - x;
      const y = clampTo(toY(value), top, bottom);
      if (!(value > 0 && width > 0) || Number.isNaN(y)) return [];
      return [{ kind: "rect", x, y, width, height: bottom - y, fill, opacity }];
    }),
  rule: ({ x, y = 0, color }, { left, right, top, bottom, toX, toY }) => {
    const place = x === undefined ? toY(y) : toX(x);
    if (Number.isNaN(place)) return [];
    const [from, to] = x === undefined ? [left, right] : [top, bottom];
    const on = (end: number): Point => (x === undefined ? [end, place] : [place, end]);
    return [stroke(on(from), on(to), color)];
  },
  fields: ({ xEdges, yEdges, fill: fillOf }, { toX, toY }) =>
    xEdges.slice(0, -1).flatMap((from, column) =>
      yEdges.slice(0, -1).flatMap((low, row): Shape[] => {
        const fill = fillOf(column, row);
        if (fill === null) return [];
        const x = toX(from);
        const y = toY(yEdges[row + 1] ?? low);
        // Half a pixel over the next edge, so that no seams show.
        const width = toX(xEdges[column + 1] ?? from) - x + 0.5;
        return [{ kind: "rect", x, y, width, height: toY(low) - y + 0.5, fill }];
      }),
    ),
  note: ({ x, y, text, color: fill, align = "left", bold = false }, { toX, clampY }) => {
    const place = { x: toX(x), y: clampY(y) };
    if (Number.isNaN(place.x)) return [];
    return [{ kind: "text", ...place, text, size: LABEL, fill, align, bold }];
  },
};
