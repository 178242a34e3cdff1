import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tickText } from "../../web/src/draw/chart.js";
import type { Axis, Point } from "../../web/src/draw/marks.js";
import type { TextShape } from "../../web/src/draw/scene.js";
import { estimateWidth } from "../../web/src/draw/svg.js";
import { across, drawn, line, linear, linesOf, log, pathsOf, WIDTH } from "./charts.js";

it("the number at a tick is short, and a power of ten is one", () => {
  const values = [0, 1, 0.5, 0.25, 0.125, -2, 10, 100, 1000, 1200, 0.01, 0.001, 1e-8, 1e4];
  const texts = "0 1 0.5 0.25 0.125 −2 10 100 1000 1200 0.01 10⁻³ 10⁻⁸ 10⁴";
  expect(values.map(tickText)).toEqual(texts.split(" "));
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

  it("leads back to the number, on both axes and both kinds, whose ends are at the edges of the plot", () => {
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
      const { left, right, top, bottom } = layout;
      const ends = [domain.map(layout.toX), domain.map(layout.toY)].flat();
      expect(ends).toEqual([left, right, bottom, top].map((end) => expect.closeTo(end, 6)));
      expect(right > left && top > 0 && bottom < layout.height).toBe(true);
    };
    const sizes = [fc.integer({ min: 150, max: 1200 }), fc.integer({ min: 60, max: 400 })] as const;
    fc.assert(fc.property(kinds, domains, share, ...sizes, property));
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
    for (const { text, x: place } of x) {
      expect(place).toBeCloseTo(drawing.layout.toX(Number(text)), 9);
    }
    for (const { text, y: place } of y) {
      expect(Math.abs(place - drawing.layout.toY(Number(text)))).toBeLessThan(6);
    }
    expect(x.length).toBeGreaterThan(2);
    expect(y.length).toBeGreaterThan(2);
    const said = drawing.texts.map(({ text }) => text);
    expect(said).toContain("sideways");
    expect(said).toContain("upwards");
  });

  it("have their mathematics set, but not that of readers' words", () => {
    const marks = [line(across(0, 0.5), { label: "1/√d" })];
    const drawing = drawn({
      x: { ...linear(0, 1, "σ²√d"), ticks: [0, 1], format: (i) => ["√d", "d²"][i] ?? "" },
      y: linear(0, 1, "($κ$ ln $n$)/$d$"),
      marks,
    });
    const words = drawing.texts.filter(({ words }) => words === true);
    expect(words.map(({ text }) => text)).toEqual(["√d", "d²"]);
    const others = drawing.texts.filter((text) => !words.includes(text));
    expect(others.map(({ text }) => text).join(" ")).not.toMatch(/[√^²]/);
    const roots = pathsOf(drawing.scene.shapes).filter(({ points }) => points.length === 5);
    expect(roots).toHaveLength(2);
    const letters = others.filter(({ italic }) => italic === true).map(({ text }) => text);
    expect(letters.sort()).toEqual(["d", "d", "d", "n", "κ", "σ"]);
  });

  it("take the ticks and the words that are given", () => {
    const names = ["one", "two", "three"];
    const drawing = drawn({
      x: { ...linear(-0.5, 2.5), ticks: [0, 1, 2], format: (i) => names[i] ?? "" },
    });
    expect(ticks(drawing).x.map(({ text }) => text)).toEqual(names);
  });

  it.each([
    // The ticks are those of d3-scale 4.0.2.
    [0, 1.06, ["0", "0.2", "0.4", "0.6", "0.8", "1"]],
    [-12.3, 48, ["0", "20", "40"]],
    [0.3, 0.7, ["0.3", "0.4", "0.5", "0.6", "0.7"]],
  ])("have round numbers on a linear axis, as from %d to %d", (least, most, texts) => {
    const drawing = drawn({ y: linear(least, most), height: 200 });
    expect(ticks(drawing).y.map(({ text }) => text)).toEqual(texts);
  });

  it("have powers of ten on a logarithmic axis, no more than fit", () => {
    const { texts, layout } = drawn({ y: log(1e-8, 30), height: 240 });
    const beside = texts.filter(({ x, y }) => x < layout.left && y > layout.top - 10);
    const small = (shape: TextShape) => shape.size <= 10;
    const numbers = beside.filter((shape) => !small(shape));
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers.length).toBeLessThanOrEqual(6);
    for (const { text } of numbers) expect(text).toMatch(/^(1|10|0\.1|0\.01)$/);
    // Powers are raised, each to the right of its ten.
    const raised = beside.filter(small);
    expect(raised.map(({ text }) => text)).toEqual(["−8", "−6", "−4"]);
    for (const power of raised) {
      const ten = beside[beside.indexOf(power) - 1];
      expect(ten?.text).toBe("10");
      expect(power.x).toBeGreaterThan(ten?.x ?? Number.NaN);
      expect(power.y).toBeLessThan(ten?.y ?? Number.NaN);
    }
    expect(ticks(drawn({ y: log(1, 1000), height: 240 })).y.map(({ text }) => text)).toEqual([
      "1",
      "10",
      "100",
      "1000",
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
    expect(label?.x).toBeGreaterThan(layout.right);
    const width = estimateWidth("a label", label?.size ?? 0);
    expect((label?.x ?? 0) + width).toBeLessThanOrEqual(WIDTH);
  });

  it.each([
    ["leaves and comes back", across(0.5, -1, 0.5, 0.5), linear(0, 1), [2, 3]],
    ["falls to 0 on a logarithmic axis", across(0.1, 0, 0.1), log(1e-8, 1), [2, 2]],
    ["runs above the plot", across(2, 3), linear(0, 1), []],
    ["runs below the plot", across(-2, -3), linear(0, 1), []],
  ])(
    "is in pieces that end at the lower edge, or not there, where it %s",
    (_, points, y, lengths) => {
      const { layout, paths } = linesOf(points, { y });
      expect(paths.map((path) => path.length)).toEqual(lengths);
      for (const end of [paths[0]?.at(-1), paths[1]?.[0]]) {
        if (end) expect(Math.abs(end[1] - layout.bottom)).toBeLessThanOrEqual(HALF);
      }
    },
  );

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

  it("are never closer than a line, keep their order, and stay by the plot where they fit", () => {
    const property = (ends: number[]) => {
      const marks = ends.map((end, i) => line(across(0, end), { label: `label ${i}` }));
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
});
