import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Axis,
  type Chart,
  chartScene,
  layoutChart,
  type Mark,
  type Point,
  tickText,
} from "../../web/src/draw/chart.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import {
  estimateWidth,
  type PathShape,
  type Shape,
  type TextShape,
} from "../../web/src/draw/scene.js";

const palette = PALETTES.light;
const WIDTH = 480;

const linear = (least: number, most: number, label = "axis"): Axis => ({
  kind: "linear",
  domain: [least, most],
  label,
});
const log = (least: number, most: number, label = "axis"): Axis => ({
  kind: "log",
  domain: [least, most],
  label,
});

function drawn(chart: Partial<Chart>, width = WIDTH) {
  const whole: Chart = { x: linear(0, 10), y: linear(0, 1), height: 200, marks: [], ...chart };
  const layout = layoutChart(whole, width, estimateWidth);
  const empty = chartScene({ ...whole, marks: [] }, layout, palette, estimateWidth);
  const scene = chartScene(whole, layout, palette, estimateWidth);
  const texts = scene.shapes.filter((shape): shape is TextShape => shape.kind === "text");
  /** What the marks alone draw: it stands between the grid and the axes. */
  const frame = new Set(empty.shapes.map((shape) => JSON.stringify(shape)));
  const marks = scene.shapes.filter((shape) => !frame.has(JSON.stringify(shape)));
  return { chart: whole, layout, scene, texts, marks };
}

const pathsOf = (shapes: readonly Shape[]) =>
  shapes.filter((shape): shape is PathShape => shape.kind === "path");
const COLOR = "#123456";
const line = (points: readonly Point[], more: object = {}): Mark => ({
  ...{ kind: "line", points, color: COLOR },
  ...more,
});
const linesOf = (points: readonly Point[], chart: Partial<Chart> = {}) => {
  const { marks, layout } = drawn({ ...chart, marks: [line(points)] });
  return { layout, paths: pathsOf(marks).map((path) => path.points) };
};

/** Every number that stands in a shape, points included. */
const numbersOf = (shape: Shape): number[] =>
  Object.values(shape).flatMap((value) =>
    typeof value === "number" ? [value] : Array.isArray(value) ? value.flat() : [],
  );

describe("the number at a tick", () => {
  it.each([
    [0, "0"],
    [1, "1"],
    [0.5, "0.5"],
    [0.25, "0.25"],
    [-2, "−2"],
    [1200, "1200"],
    [0.001, "10⁻³"],
    [1e-8, "10⁻⁸"],
    [1e4, "10⁴"],
    [10, "10"],
    [0.01, "0.01"],
    [100, "100"],
    [1000, "1000"],
    [0.125, "0.125"],
  ])("of %d is %s", (value, text) => {
    expect(tickText(value)).toBe(text);
  });
});

describe("the place of a number", () => {
  const domains = fc
    .tuple(
      fc.double({ min: 1e-6, max: 1e4, noNaN: true }),
      fc.double({ min: 0.01, max: 100, noNaN: true }),
    )
    .map(([least, by]): [number, number] => [least, least * (1 + by)]);
  const kinds = fc.constantFrom("linear" as const, "log" as const);
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  it("leads back to the number, on both axes and both kinds", () => {
    const property = (
      kind: "linear" | "log",
      domain: [number, number],
      at: number,
      width: number,
      height: number,
    ) => {
      const axis: Axis = { kind, domain, label: "" };
      const { layout } = drawn({ x: axis, y: axis, height }, width);
      const value = domain[0] + at * (domain[1] - domain[0]);
      expect(layout.fromX(layout.toX(value)) / value).toBeCloseTo(1, 9);
      expect(layout.fromY(layout.toY(value)) / value).toBeCloseTo(1, 9);
    };
    const sizes = [fc.integer({ min: 150, max: 1200 }), fc.integer({ min: 60, max: 400 })] as const;
    fc.assert(fc.property(kinds, domains, share, ...sizes, property));
  });

  it("is at the plot's edges for the ends of the axis, and upwards is more", () => {
    const property = (kind: "linear" | "log", domain: [number, number], width: number) => {
      const axis: Axis = { kind, domain, label: "x" };
      const { layout } = drawn({ x: axis, y: axis }, width);
      expect(layout.toX(domain[0])).toBeCloseTo(layout.left, 6);
      expect(layout.toX(domain[1])).toBeCloseTo(layout.right, 6);
      expect(layout.toY(domain[0])).toBeCloseTo(layout.bottom, 6);
      expect(layout.toY(domain[1])).toBeCloseTo(layout.top, 6);
      expect(layout.right).toBeGreaterThan(layout.left);
      expect(layout.bottom).toBeLessThan(layout.height);
      expect(layout.top).toBeGreaterThan(0);
    };
    fc.assert(fc.property(kinds, domains, fc.integer({ min: 150, max: 1200 }), property));
  });

  it("goes by equal factors on a logarithmic axis", () => {
    const { layout } = drawn({ x: log(1, 1024) });
    const steps = [1, 2, 4, 512, 1024].map(layout.toX);
    expect((steps[1] ?? 0) - (steps[0] ?? 0)).toBeCloseTo((steps[2] ?? 0) - (steps[1] ?? 0), 9);
    expect((steps[4] ?? 0) - (steps[3] ?? 0)).toBeCloseTo((steps[1] ?? 0) - (steps[0] ?? 0), 9);
  });
});

describe("the axes", () => {
  /** The numbers below the plot, and those beside it, with their places. */
  const ticks = ({ texts, layout }: ReturnType<typeof drawn>) => ({
    x: texts.filter(({ y, align }) => align === "center" && y === layout.bottom + 17),
    y: texts.filter(({ align, x }) => align === "right" && x < layout.left),
  });

  it("say what they are of, and their numbers stand at their values", () => {
    const drawing = drawn({ x: linear(0, 10, "sideways"), y: linear(0, 1, "upwards") });
    const { x, y } = ticks(drawing);
    for (const { text, x: place } of x)
      expect(place).toBeCloseTo(drawing.layout.toX(Number(text)), 9);
    for (const { text, y: place } of y) {
      expect(Math.abs(place - drawing.layout.toY(Number(text)))).toBeLessThan(6);
    }
    expect(x.length).toBeGreaterThan(2);
    expect(y.length).toBeGreaterThan(2);
    const said = drawing.texts.map(({ text }) => text);
    expect(said).toContain("sideways");
    expect(said).toContain("upwards");
  });

  it("take the ticks and the words that are given", () => {
    const names = ["one", "two", "three"];
    const drawing = drawn({
      x: { ...linear(-0.5, 2.5), ticks: [0, 1, 2], format: (i) => names[i] ?? "" },
    });
    expect(ticks(drawing).x.map(({ text }) => text)).toEqual(names);
  });

  it("have powers of ten on a logarithmic axis, no more than fit", () => {
    const { y } = ticks(drawn({ y: log(1e-8, 30), height: 240 }));
    expect(y.length).toBeGreaterThan(2);
    expect(y.length).toBeLessThanOrEqual(6);
    for (const { text } of y) expect(text).toMatch(/^(1|10|0\.1|0\.01|10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/);
    expect(ticks(drawn({ y: log(1, 1000), height: 240 })).y.map(({ text }) => text)).toEqual([
      ...["1", "10", "100", "1000"],
    ]);
  });

  it("leave numbers out where they would touch", () => {
    const all = Array.from({ length: 60 }, (_, i) => i);
    const { x } = ticks(
      drawn({ x: { ...linear(0, 59), ticks: all, format: (i) => `number ${i}` } }),
    );
    expect(x.length).toBeGreaterThan(1);
    for (const [i, text] of x.entries()) {
      const before = x[i - 1];
      if (before === undefined) continue;
      const half = (shape: TextShape) => estimateWidth(shape.text, shape.size) / 2;
      expect(text.x - half(text)).toBeGreaterThanOrEqual(before.x + half(before));
    }
  });

  it("are silent where heights mean nothing", () => {
    const drawing = drawn({ y: { ...linear(0, 1, ""), bare: true } });
    expect(ticks(drawing).y).toEqual([]);
  });
});

describe("a line", () => {
  /** Half a pixel is nothing to see; and what a division may be off. */
  const HALF = 0.5 + 1e-6;

  it("ends at the plot's sides too, with its label where it ends", () => {
    const points: Point[] = [
      [-10, 0.25],
      [5, 0.25],
      [6, 0.75],
      [30, 0.75],
      [31, 0],
    ];
    const { layout, marks, texts } = drawn({ marks: [line(points, { label: "a label" })] });
    const [path] = pathsOf(marks);
    expect(path?.points).toHaveLength(4);
    expect(Math.abs((path?.points[0]?.[0] ?? 0) - layout.left)).toBeLessThanOrEqual(HALF);
    expect(Math.abs((path?.points[3]?.[0] ?? 0) - layout.right)).toBeLessThanOrEqual(HALF);
    const label = texts.find(({ text }) => text === "a label");
    expect(Math.abs((label?.y ?? 0) - layout.toY(0.75))).toBeLessThan(6);
  });

  it("is drawn from point to point", () => {
    const { layout, paths } = linesOf([
      [0, 0],
      [5, 1],
      [10, 0.5],
    ]);
    expect(paths).toEqual([
      [
        [layout.toX(0), layout.toY(0)],
        [layout.toX(5), layout.toY(1)],
        [layout.toX(10), layout.toY(0.5)],
      ],
    ]);
  });

  it("ends exactly at the edge it leaves by, on its straight way", () => {
    const { layout, paths } = linesOf([
      [0, 0.5],
      [10, 1.5],
    ]);
    expect(paths).toHaveLength(1);
    expect(paths[0]).toHaveLength(2);
    expect(paths[0]?.[1]?.[0]).toBeCloseTo(layout.toX(5), -1);
    expect(Math.abs((paths[0]?.[1]?.[1] ?? 0) - layout.top)).toBeLessThanOrEqual(HALF);
  });

  it("is in pieces where it leaves and comes back", () => {
    const { layout, paths } = linesOf([
      [0, 0.5],
      [4, -1],
      [8, 0.5],
      [10, 0.5],
    ]);
    expect(paths.map((path) => path.length)).toEqual([2, 3]);
    expect(Math.abs((paths[0]?.at(-1)?.[1] ?? 0) - layout.bottom)).toBeLessThanOrEqual(HALF);
    expect(Math.abs((paths[1]?.[0]?.[1] ?? 0) - layout.bottom)).toBeLessThanOrEqual(HALF);
  });

  it("is not there where it runs outside", () => {
    expect(
      linesOf([
        [0, 2],
        [10, 3],
      ]).paths,
    ).toEqual([]);
    expect(
      linesOf([
        [0, -2],
        [10, -3],
      ]).paths,
    ).toEqual([]);
  });

  it("leaves by the lower edge where it falls to 0 on a logarithmic axis", () => {
    const { layout, paths } = linesOf(
      [
        [0, 0.1],
        [5, 0],
        [10, 0.1],
      ],
      { y: log(1e-8, 1) },
    );
    expect(paths.map((path) => path.length)).toEqual([2, 2]);
    expect(Math.abs((paths[0]?.at(-1)?.[1] ?? 0) - layout.bottom)).toBeLessThanOrEqual(HALF);
    expect(Math.abs((paths[1]?.[0]?.[1] ?? 0) - layout.bottom)).toBeLessThanOrEqual(HALF);
  });

  it("never leaves the plot", () => {
    const value = fc.oneof(
      fc.double({ min: -10, max: 10, noNaN: true }),
      fc.constantFrom(0, Number.NaN, 1, 1e9),
    );
    const property = (kind: "linear" | "log", heights: number[]) => {
      const y = kind === "log" ? log(1e-3, 2) : linear(-1, 2);
      const points = heights.map((height, i): Point => [i, height]);
      const { layout, paths } = linesOf(points, { x: linear(2, 9), y });
      for (const [x, place] of paths.flat()) {
        expect(place).toBeGreaterThanOrEqual(layout.top - HALF);
        expect(place).toBeLessThanOrEqual(layout.bottom + HALF);
        expect(x).toBeGreaterThanOrEqual(layout.left - HALF);
        expect(x).toBeLessThanOrEqual(layout.right + HALF);
      }
      for (const path of paths) expect(path.length).toBeGreaterThan(1);
    };
    const heights = fc.array(value, { maxLength: 11 });
    fc.assert(fc.property(fc.constantFrom("linear" as const, "log" as const), heights, property), {
      numRuns: 500,
    });
  });
});

describe("the labels at the ends of lines", () => {
  const PITCH = 14;

  it("stand to the right of the plot, inside the picture", () => {
    const { layout, texts } = drawn({
      marks: [
        line(
          [
            [0, 0],
            [10, 0.5],
          ],
          { label: "one half" },
        ),
      ],
    });
    const label = texts.find(({ text }) => text === "one half");
    expect(label?.x).toBeGreaterThan(layout.right);
    expect((label?.x ?? 0) + estimateWidth("one half", label?.size ?? 0)).toBeLessThanOrEqual(
      WIDTH,
    );
    expect(Math.abs((label?.y ?? 0) - layout.toY(0.5))).toBeLessThan(6);
  });

  it("are never closer than a line, keep their order, and stay by the plot where they fit", () => {
    const property = (ends: number[]) => {
      const marks = ends.map((end, i) =>
        line(
          [
            [0, 0],
            [10, end],
          ],
          { label: `label ${i}` },
        ),
      );
      const { layout, texts } = drawn({ marks, height: 240 });
      const labels = texts.filter(({ text }) => text.startsWith("label "));
      expect(labels).toHaveLength(ends.length);
      const places = labels.map(({ y }) => y).sort((a, b) => a - b);
      for (const [i, place] of places.entries()) {
        if (i > 0) expect(place - (places[i - 1] ?? 0)).toBeGreaterThanOrEqual(PITCH - 1e-9);
      }
      const ofEnd = (i: number) =>
        labels.find(({ text }) => text === `label ${i}`)?.y ?? Number.NaN;
      for (const [i, end] of ends.entries()) {
        for (const [j, other] of ends.entries()) {
          // Those that end outside stand at the edge, in no order of their own.
          const clear = Math.min(1, Math.max(0, end)) > Math.min(1, Math.max(0, other)) + 1e-9;
          if (clear) expect(ofEnd(i)).toBeLessThan(ofEnd(j));
        }
      }
      expect(Math.max(...places, 0)).toBeLessThanOrEqual(layout.bottom + 10);
    };
    const ends = fc.array(fc.double({ min: -0.5, max: 1.5, noNaN: true }), { maxLength: 12 });
    fc.assert(fc.property(ends, property), { numRuns: 300 });
  });

  it("are left out where the line has no end", () => {
    const { texts } = drawn({
      marks: [line([], { label: "empty" }), line([[0, Number.NaN]], { label: "none" })],
    });
    expect(texts.filter(({ text }) => ["empty", "none"].includes(text))).toEqual([]);
  });
});

describe("the other marks", () => {
  it("are bars from edge to edge, standing on the lower edge, cut at the plot", () => {
    const bars: Mark = {
      ...{ kind: "bars", edges: [-5, 2, 4, 20], heights: [0.5, 0, 3], color: COLOR },
    };
    const { layout, marks } = drawn({ marks: [bars] });
    expect(marks).toHaveLength(2);
    const [first, last] = marks;
    if (first?.kind !== "rect" || last?.kind !== "rect") throw new Error("a bar is a rectangle");
    expect([first.x, first.x + first.width]).toEqual([layout.left, layout.toX(2)]);
    expect([first.y, first.y + first.height]).toEqual([layout.toY(0.5), layout.bottom]);
    expect([last.x, last.x + last.width]).toEqual([layout.toX(4), layout.right]);
    expect(last.y).toBe(layout.top);
  });

  it("are dots where their numbers are, at the edge where these lie beyond, none beside the plot", () => {
    const points: Point[] = [
      [5, 0.5],
      [5, 7],
      [11, 0.5],
      [-1, 0.5],
    ];
    const { layout, marks } = drawn({ marks: [{ kind: "dots", points, color: COLOR }] });
    expect(marks.map((dot) => dot.kind === "dot" && [dot.x, dot.y])).toEqual([
      [layout.toX(5), layout.toY(0.5)],
      [layout.toX(5), layout.top],
    ]);
  });

  it("are hollow on paper", () => {
    const dots: Mark = { kind: "dots", points: [[5, 0.5]], color: COLOR, hollow: true };
    expect(drawn({ marks: [dots] }).marks).toEqual([
      expect.objectContaining({ stroke: COLOR, fill: palette.paper }),
    ]);
  });

  it("are bands, closed, with as many corners as ends", () => {
    const points = [
      [0, 0.1, 0.9],
      [10, 0.2, 0.8],
    ] as const;
    const { layout, marks } = drawn({ marks: [{ kind: "band", points, color: COLOR }] });
    expect(pathsOf(marks).map(({ points: corners, closed }) => [closed, corners])).toEqual([
      [
        true,
        [
          [layout.toX(0), layout.toY(0.9)],
          [layout.toX(10), layout.toY(0.8)],
          [layout.toX(10), layout.toY(0.2)],
          [layout.toX(0), layout.toY(0.1)],
        ],
      ],
    ]);
  });

  it("are errors with two strokes at their ends, or plain", () => {
    const errors: Mark = { kind: "errors", points: [[5, 0.25, 0.75]], color: COLOR };
    expect(pathsOf(drawn({ marks: [errors] }).marks)).toHaveLength(3);
    expect(pathsOf(drawn({ marks: [{ ...errors, plain: true }] }).marks)).toHaveLength(1);
  });

  it("are rules across the plot, with their label beside", () => {
    const { layout, marks } = drawn({
      marks: [
        { kind: "rule", y: 0.5, color: COLOR, label: "half" },
        { kind: "rule", x: 3, color: COLOR },
      ],
    });
    const [across, upright] = pathsOf(marks);
    expect(across?.points.map(([, y]) => y)).toEqual([layout.toY(0.5), layout.toY(0.5)]);
    expect(across?.points.map(([x]) => x)).toEqual([layout.left, layout.right]);
    expect(upright?.points.map(([x]) => x)).toEqual([layout.toX(3), layout.toX(3)]);
    expect(marks.some((shape) => shape.kind === "text" && shape.text === "half")).toBe(true);
  });

  it("are strokes within the plot alone", () => {
    const strokes: Mark = { kind: "strokes", at: [-3, 2, 9, 12], color: COLOR };
    const { layout, marks } = drawn({ marks: [strokes] });
    expect(pathsOf(marks).map(({ points }) => points[0])).toEqual([
      [layout.toX(2), layout.bottom],
      [layout.toX(9), layout.bottom],
    ]);
  });

  it("are fields between their edges, but for those without a colour", () => {
    const fields: Mark = {
      kind: "fields",
      xEdges: [0, 4, 10],
      yEdges: [0, 0.5, 1],
      fill: (column, row) => (column === row ? `color ${column}` : null),
    };
    const { layout, marks } = drawn({ marks: [fields] });
    expect(marks).toHaveLength(2);
    const [first, last] = marks;
    if (first?.kind !== "rect" || last?.kind !== "rect") throw new Error("a field is a rectangle");
    expect([first.fill, last.fill]).toEqual(["color 0", "color 1"]);
    expect([first.x, first.y]).toEqual([layout.toX(0), layout.toY(0.5)]);
    expect([last.x, last.y]).toEqual([layout.toX(4), layout.toY(1)]);
    // Up to the next field, and a little over it.
    expect(first.x + first.width - layout.toX(4)).toBeCloseTo(0.5, 9);
    expect(first.y + first.height - layout.toY(0)).toBeCloseTo(0.5, 9);
  });
});

describe("a chart of whatever data", () => {
  const value = fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.constantFrom(
      0,
      1,
      -0,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      5e-324,
      1e300,
    ),
  );
  const point = fc.tuple(value, value);
  const stretch = fc.tuple(value, value, value);
  const color = fc.constant(COLOR);
  const mark: fc.Arbitrary<Mark> = fc.oneof(
    fc.record({
      kind: fc.constant("line" as const),
      points: fc.array(point),
      color,
      label: fc.constantFrom("a label", "b"),
    }),
    fc.record({ kind: fc.constant("band" as const), points: fc.array(stretch), color }),
    fc.record({
      kind: fc.constant("dots" as const),
      points: fc.array(point),
      color,
      hollow: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant("errors" as const),
      points: fc.array(stretch),
      color,
      plain: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant("bars" as const),
      edges: fc.array(value),
      heights: fc.array(value),
      color,
    }),
    fc.record({ kind: fc.constant("rule" as const), x: value, color }),
    fc.record({ kind: fc.constant("rule" as const), y: value, color, label: fc.constant("rule") }),
    fc.record({ kind: fc.constant("strokes" as const), at: fc.array(value), color }),
    fc.record({
      kind: fc.constant("note" as const),
      x: value,
      y: value,
      text: fc.constant("note"),
      color,
    }),
  );
  const axis = fc.constantFrom(
    linear(0, 1),
    linear(-1e-3, 1e5),
    log(1e-8, 30),
    log(0.85, 1200),
    linear(0, 1e-9),
  );

  it("has no coordinate that is not a number", () => {
    const property = (x: Axis, y: Axis, marks: Mark[], width: number) => {
      const { scene } = drawn({ x, y, marks }, width);
      expect([scene.width, scene.height].every(Number.isFinite)).toBe(true);
      const wrong = scene.shapes.filter((shape) => !numbersOf(shape).every(Number.isFinite));
      expect(wrong).toEqual([]);
    };
    fc.assert(
      fc.property(
        axis,
        axis,
        fc.array(mark, { maxLength: 4 }),
        fc.integer({ min: 120, max: 1200 }),
        property,
      ),
      { numRuns: 1000 },
    );
  });

  it("of no data at all is its axes", () => {
    const marks: Mark[] = [
      line([]),
      { kind: "band", points: [], color: COLOR },
      { kind: "dots", points: [], color: COLOR },
      { kind: "errors", points: [], color: COLOR },
      { kind: "bars", edges: [], heights: [], color: COLOR },
      { kind: "strokes", at: [], color: COLOR },
      { kind: "fields", xEdges: [], yEdges: [], fill: () => COLOR },
    ];
    expect(drawn({ marks }).marks).toEqual([]);
  });

  it("of one value is a level line", () => {
    const points = Array.from({ length: 5 }, (_, i): Point => [2 * i, 0.5]);
    const { layout, paths } = linesOf(points);
    expect(paths).toEqual([points.map(([x]) => [layout.toX(x), layout.toY(0.5)])]);
  });
});
