/**
 * A chart's data: its axes and its marks, in the numbers of the axes; and short functions that make
 * them.
 */
import type { Palette } from "./palette.js";
import type { TextShape } from "./scene.js";

export interface Axis {
  readonly kind: "linear" | "log";
  readonly domain: readonly [least: number, most: number];
  readonly label: string;
  /** The numbers that are labelled; without them the scale chooses. */
  readonly ticks?: readonly number[];
  /** Names of the ticks, such as words, instead of their numbers. */
  readonly format?: (value: number) => string;
  /** Whether the axis has no line and no numbers, since the heights have no unit. */
  readonly bare?: boolean;
}

export type Point = readonly [x: number, y: number];
/** A vertical interval at x. */
export type VerticalInterval = readonly [x: number, low: number, high: number];

interface Colored {
  readonly color: string;
  readonly opacity?: number;
}

/** What the marks of each kind are made of. */
export interface Marks {
  readonly line: Colored & {
    readonly points: readonly Point[];
    readonly width?: number;
    readonly dash?: readonly number[] | undefined;
    /** Written to the right of the line's end. */
    readonly label?: string;
    readonly bold?: boolean;
  };
  readonly band: Colored & { readonly points: readonly VerticalInterval[] };
  readonly dots: Colored & {
    readonly points: readonly Point[];
    readonly radius?: number;
    readonly hollow?: boolean;
  };
  /** Error bars; plain ones are without the short strokes at both ends. */
  readonly errors: Colored & {
    readonly points: readonly VerticalInterval[];
    readonly plain?: boolean;
  };
  /** A bar from each edge to the next. */
  readonly bars: Colored & Readonly<Record<"edges" | "heights", ArrayLike<number>>>;
  /** A line across the whole plot: vertical at `x`, or else horizontal at `y`. */
  readonly rule: { readonly x?: number; readonly y?: number; readonly color: string };
  /** Coloured rectangles between the edges; none where `fill` returns null. */
  readonly fields: Readonly<Record<"xEdges" | "yEdges", readonly number[]>> & {
    readonly fill: (column: number, row: number) => string | null;
  };
  readonly note: Readonly<Record<"x" | "y", number>> &
    Pick<TextShape, "text" | "align" | "bold"> & { readonly color: string };
}

export type Mark = { [K in keyof Marks]: { readonly kind: K } & Marks[K] }[keyof Marks];

type Optional<T> = T | false | null | undefined;

export interface Chart {
  readonly x: Axis;
  readonly y: Axis;
  /** The marks; false, null and undefined are skipped. */
  readonly marks: readonly Optional<Mark>[];
  /** The height of the plot without its axes, in CSS pixels. */
  readonly height: number;
  /** That height where the chart is as narrow as a phone; default `height`. */
  readonly narrowHeight?: number;
}

const axis =
  (kind: Axis["kind"]) =>
  (domain: Axis["domain"], label: string, more: Partial<Axis> = {}): Axis => ({
    kind,
    domain,
    label,
    ...more,
  });
export const linear = axis("linear");
export const log = axis("log");

/** A chart in the colours of a palette. */
export type ChartMaker = (palette: Palette) => Chart;

/**
 * Makes marks of a kind from their points, their colour and, where it is not the usual one, their
 * style.
 */
const mark =
  <K extends "line" | "band" | "dots" | "errors">(kind: K) =>
  (points: Marks[K]["points"], color: string, style?: Omit<Marks[K], "points" | "color">): Mark =>
    ({ kind, points, color, ...style }) as Mark;
export const line = mark("line");
export const band = mark("band");
export const dots = mark("dots");
export const errors = mark("errors");

export const note = (
  text: string,
  [x, y]: Point,
  color: string,
  style: Pick<Marks["note"], "align" | "bold"> = {},
): Mark => ({ kind: "note", x, y, text, color, ...style });

/** The points (xs[i], ys[i]); of a missing number 0. */
export const zip = (xs: ArrayLike<number>, ys: ArrayLike<number>): Point[] =>
  Array.from(xs, (x, i) => [x, ys[i] ?? 0]);

/** The points (x, ys[i]). */
export const atX = (x: number, ys: ArrayLike<number>): Point[] => Array.from(ys, (y) => [x, y]);

/** The points (xs[i], y). */
export const atY = (xs: ArrayLike<number>, y: number): Point[] => Array.from(xs, (x) => [x, y]);

/** The intervals from lows[i] to highs[i] at xs[i]. */
export const stretches = (
  xs: ArrayLike<number>,
  lows: ArrayLike<number>,
  highs: ArrayLike<number>,
): VerticalInterval[] => Array.from(xs, (x, i) => [x, lows[i] ?? 0, highs[i] ?? 0]);
