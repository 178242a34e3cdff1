import { describe, expect, it } from "vitest";
import type { Mark, Point } from "../../web/src/draw/marks.js";
import { COLOR, drawn, line, palette, pathsOf } from "./charts.js";

describe("the other marks", () => {
  it("are bars from edge to edge, standing on the lower edge, cut at the plot", () => {
    const bars: Mark = {
      kind: "bars",
      edges: [-5, 2, 4, 20],
      heights: [0.5, 0, 3],
      color: COLOR,
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

  it("are errors in the plot, with two strokes at their ends, or plain", () => {
    const points = [-3, 5, 12].map((x) => [x, 0.25, 0.75] as const);
    const errors: Mark = { kind: "errors", points, color: COLOR };
    expect(pathsOf(drawn({ marks: [errors] }).marks)).toHaveLength(3);
    expect(pathsOf(drawn({ marks: [{ ...errors, plain: true }] }).marks)).toHaveLength(1);
  });

  it("are rules across the plot", () => {
    const { layout, marks } = drawn({
      marks: [
        { kind: "rule", y: 0.5, color: COLOR },
        { kind: "rule", x: 3, color: COLOR },
      ],
    });
    const [across, upright] = pathsOf(marks);
    expect(across?.points.map(([, y]) => y)).toEqual([layout.toY(0.5), layout.toY(0.5)]);
    expect(across?.points.map(([x]) => x)).toEqual([layout.left, layout.right]);
    expect(upright?.points.map(([x]) => x)).toEqual([layout.toX(3), layout.toX(3)]);
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
    // The field reaches to the next one, and a little over it.
    expect(first.x + first.width - layout.toX(4)).toBeCloseTo(0.5, 9);
    expect(first.y + first.height - layout.toY(0)).toBeCloseTo(0.5, 9);
  });
});

describe("a chart", () => {
  it("of no data at all is its axes", () => {
    const marks: Mark[] = [
      line([]),
      ...(["band", "dots", "errors"] as const).map((kind) => ({ kind, points: [], color: COLOR })),
      { kind: "bars", edges: [], heights: [], color: COLOR },
      { kind: "fields", xEdges: [], yEdges: [], fill: () => COLOR },
    ];
    expect(drawn({ marks }).marks).toEqual([]);
  });
});
