/** Random heat maps for the property tests, drawn, and how much room a scene's shapes take. */
import type { Matrix } from "attention-scale";
import fc from "fast-check";
import {
  type Heatmap,
  type Highlight,
  heatmapScene,
  type Layout,
  layoutHeatmap,
} from "../../web/src/draw/heatmap.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import {
  type Place,
  type RectShape,
  rectsOf,
  type Shape,
  type TextShape,
} from "../../web/src/draw/scene.js";
import { estimateWidth } from "../../web/src/draw/svg.js";

const rowsOf = ({ rows, cols, data }: Matrix) =>
  Array.from({ length: rows }, (_, row) => data.subarray(row * cols, (row + 1) * cols));

export function weightsMap(matrix: Matrix, labels: readonly string[]): Heatmap {
  const entropy = (row: Float64Array) =>
    row.reduce((sum, share) => sum - (share > 0 ? share * Math.log(share) : 0), 0);
  return {
    matrix,
    rowLabels: labels,
    colLabels: labels,
    rows: {
      entropy: rowsOf(matrix).map(entropy),
      peak: rowsOf(matrix).map((row) => Math.max(...row)),
      most: Math.log(matrix.rows),
      color: "#b8430f",
      titles: { entropy: "entropy ≈ words", words: "≈ words", peak: "peak" },
    },
  };
}

export function signedMap(matrix: Matrix, rowLabels: string[], colLabels: string[]): Heatmap {
  const largest = matrix.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { matrix, rowLabels, colLabels, largest };
}

/** The page's three kinds: weights with numbers beside, scores of pairs, words by coordinates. */
const KINDS = ["weights", "scores", "coordinates"] as const;

export interface Plan {
  readonly kind: (typeof KINDS)[number];
  readonly labels: string[];
  /** The number of columns of a map of coordinates. */
  readonly cols: number;
  /** How far the scores lie apart. */
  readonly spread: number;
  readonly seed: number;
}

/** Short and long words, narrow and wide letters, as sentences have them. */
const label = fc.oneof(
  fc.constantFrom("I", "am", "good", "attention", "internationalization", "我", "很好", "🐟"),
  fc.string({ unit: fc.constantFrom("a", "W", "é", "我", "ب"), minLength: 1, maxLength: 100 }),
);
const labels = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 64, size: "max" }),
  fc.array(label, { minLength: 64, maxLength: 64 }),
  fc.array(label, { minLength: 1, maxLength: 12 }),
  fc.array(fc.constantFrom("I", "a", "我"), { minLength: 1, maxLength: 64, size: "max" }),
);

/** Short enough to be read where a test fails. */
export const plans: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom(...KINDS),
  labels,
  cols: fc.integer({ min: 1, max: 16 }),
  spread: fc.constantFrom(0, 1, 8, 500),
  seed: fc.nat(1000),
});

export function planned({ kind, labels, cols, spread, seed }: Plan): Heatmap {
  const count = labels.length;
  const scores = (width: number): Matrix => ({
    rows: count,
    cols: width,
    data: Float64Array.from(
      { length: count * width },
      (_, index) => spread * Math.sin(seed + index * index),
    ),
  });
  if (kind === "scores") return signedMap(scores(count), labels, labels);
  if (kind === "coordinates") {
    return signedMap(
      scores(cols),
      labels,
      Array.from({ length: cols }, (_, index) => String(index + 1)),
    );
  }
  const matrix = scores(count);
  for (const row of rowsOf(matrix)) {
    row.set(row.map(Math.exp));
    const sum = row.reduce((total, entry) => total + entry, 0);
    row.set(row.map((entry) => entry / sum));
  }
  return weightsMap(matrix, labels);
}

/** How far letters rise above their line and fall below it, in ems. */
const RISE = 0.72;
const FALL = 0.2;

type Point = readonly [number, number];

/** The room a shape takes: a rectangle, turned or not, and the upright one around it. */
export interface Room {
  readonly corners: readonly [Point, Point, Point, Point];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Strokes included. */
export function roomOf(shape: Shape): Room {
  const corners = cornersOf(shape);
  const [left, right] = shadow(corners, 1, 0);
  const [top, bottom] = shadow(corners, 0, 1);
  return { corners, left, right, top, bottom };
}

function cornersOf(shape: Shape): Room["corners"] {
  if (shape.kind === "rect") {
    const { x, y, width, height, stroke, strokeWidth = 1 } = shape;
    const edge = stroke === undefined ? 0 : strokeWidth / 2;
    const left = x - edge;
    const right = x + width + edge;
    const top = y - edge;
    const bottom = y + height + edge;
    return [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ];
  }
  if (shape.kind !== "text") throw new Error("a heat map has no dots and no paths");
  const { x, y, text, size, align = "left", turn = 0 } = shape;
  const width = estimateWidth(text, size);
  const start = { left: 0, center: -width / 2, right: -width }[align];
  const cos = Math.cos((turn * Math.PI) / 180);
  const sin = Math.sin((turn * Math.PI) / 180);
  const at = (along: number, down: number): Point => [
    x + along * cos - down * sin,
    y + along * sin + down * cos,
  ];
  const end = start + width;
  const above = -RISE * size;
  const below = FALL * size;
  return [at(start, above), at(end, above), at(end, below), at(start, below)];
}

/** How deep two rooms lie in each other; 0 or less where they do not. */
export function overlap(a: Room, b: Room): number {
  let least = Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  );
  for (const { corners } of [a, b]) {
    const [p, q, r] = corners;
    for (const [from, to] of [[p, q] as const, [q, r] as const]) {
      if (least <= 0) return least;
      const dx = to[0] - from[0];
      const dy = to[1] - from[1];
      const length = Math.hypot(dx, dy);
      const [fromA, toA] = shadow(a.corners, dx / length, dy / length);
      const [fromB, toB] = shadow(b.corners, dx / length, dy / length);
      least = Math.min(least, Math.min(toA, toB) - Math.max(fromA, fromB));
    }
  }
  return least;
}

/** The interval that points cover on a line of this direction. */
function shadow(points: readonly Point[], dx: number, dy: number): Point {
  const along = points.map(([x, y]) => x * dx + y * dy);
  return [Math.min(...along), Math.max(...along)];
}

const palette = PALETTES.light;

interface Drawing {
  readonly plan: Plan;
  readonly width: number;
  readonly compact: boolean;
  /** The cell in the light; counted around where there are fewer words. */
  readonly lit: Highlight | null;
}

const drawings: fc.Arbitrary<Drawing> = fc.record({
  plan: plans,
  width: fc.integer({ min: 200, max: 700 }),
  compact: fc.boolean(),
  lit: fc.option(
    fc.record({
      row: fc.nat(63),
      col: fc.nat(63),
      kind: fc.constantFrom("finding" as const, "pointed" as const, "locked" as const),
    }),
  ),
});

/** The scene with each cell as a rectangle. */
export function drawnScene(heatmap: Heatmap, layout: Layout, lit: Highlight | null, place?: Place) {
  const { shapes, ...size } = heatmapScene(heatmap, layout, palette, lit, place);
  const drawn = shapes.flatMap((shape) => (shape.kind === "cells" ? rectsOf(shape) : [shape]));
  return { ...size, shapes: drawn as (RectShape | TextShape)[] };
}

function draw({ plan, width, compact, lit }: Drawing) {
  const heatmap = planned(plan);
  const { rows, cols } = heatmap.matrix;
  // A map of which only a part is on the canvas has tests of its own.
  const narrow = layoutHeatmap(heatmap, width - 62, estimateWidth, true);
  const whole = compact && narrow.whole === null;
  const layout = whole ? narrow : layoutHeatmap(heatmap, width, estimateWidth);
  // Only pairs of words are ever in the light.
  const highlight =
    lit === null || plan.kind === "coordinates"
      ? null
      : { ...lit, row: lit.row % rows, col: lit.col % cols };
  const scene = drawnScene(heatmap, layout, highlight);
  const texts = scene.shapes.filter((shape) => shape.kind === "text");
  const rects = scene.shapes.filter((shape) => shape.kind === "rect");
  return { heatmap, layout, highlight, scene, texts, rects };
}

export const assertDrawings = (property: (drawing: ReturnType<typeof draw>) => void) =>
  fc.assert(
    fc.property(drawings, (drawing) => property(draw(drawing))),
    { numRuns: 300 },
  );

export const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
export const equalWeights = (count: number) => ({
  rows: count,
  cols: count,
  data: new Float64Array(count * count).fill(1 / count),
});
