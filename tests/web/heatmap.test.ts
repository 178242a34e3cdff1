import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellAt,
  type Heatmap,
  type Highlight,
  heatmapScene,
  type Layout,
  layoutHeatmap,
  type Place,
  placeOf,
} from "../../web/src/draw/heatmap.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import {
  type RectShape,
  rectsOf,
  type Scene,
  type TextShape,
  type TextWidth,
} from "../../web/src/draw/scene.js";
import { estimateWidth } from "../../web/src/draw/svg.js";
import {
  overlap,
  type Plan,
  planned,
  plans,
  type Room,
  roomOf,
  signedMap,
  weightsMap,
} from "./heatmaps.js";

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
function drawnScene(heatmap: Heatmap, layout: Layout, lit: Highlight | null, place?: Place) {
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

const assertDrawings = (property: (drawing: ReturnType<typeof draw>) => void) =>
  fc.assert(
    fc.property(drawings, (drawing) => property(draw(drawing))),
    { numRuns: 300 },
  );

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
const equalWeights = (count: number) => ({
  rows: count,
  cols: count,
  data: new Float64Array(count * count).fill(1 / count),
});

describe("a heat map of 1 to 64 words, 200 to 700 wide", () => {
  it("draws nothing outside its picture", () => {
    assertDrawings(({ scene }) => {
      const outside = scene.shapes.filter((shape) => {
        const { left, right, top, bottom } = roomOf(shape);
        // Half a pixel of an outline is nothing to see.
        return Math.min(left, top, scene.width - right, scene.height - bottom) < -0.5;
      });
      expect(outside).toEqual([]);
    });
  });

  it("writes no text over another", () => {
    assertDrawings(({ texts }) => {
      const rooms = texts.map(roomOf);
      const crossed = texts.flatMap((text, index) =>
        texts
          .slice(0, index)
          .filter((_, other) => overlap(rooms[index] as Room, rooms[other] as Room) > 0.25)
          .map((other) => [text, other]),
      );
      expect(crossed).toEqual([]);
    });
  });

  it("keeps the labels and the numbers of its rows at least a line apart", () => {
    assertDrawings(({ layout, texts }) => {
      const below = texts.filter(({ y, turn }) => turn === undefined && y > layout.top);
      const tight = [...new Set(below.map(({ x }) => x))].flatMap((place) => {
        const column = below.filter(({ x }) => x === place);
        return column.filter(
          ({ y, size }, index) => index > 0 && y - (column[index - 1]?.y ?? 0) < size,
        );
      });
      expect(tight).toEqual([]);
    });
  });

  it("has a square for each cell, where the pointer finds it again", () => {
    assertDrawings(({ heatmap, layout, rects }) => {
      const { matrix } = heatmap;
      const cells = rects.slice(0, matrix.rows * matrix.cols);
      const wrong = cells.filter(({ x, y, width, height, fill }, index) => {
        const expected = { row: Math.floor(index / matrix.cols), col: index % matrix.cols };
        const found = cellAt(layout, matrix, x + width / 2, y + height / 2);
        const right = found?.row === expected.row && found.col === expected.col;
        return !right || width !== height || width <= 0 || fill === undefined;
      });
      expect(wrong).toEqual([]);
      const colors = new Set(cells.map(({ fill }) => fill));
      const values = new Set(matrix.data);
      expect(colors.size).toBeLessThanOrEqual(values.size);
    });
  });

  it("finds no cell beside its cells", () => {
    assertDrawings(({ heatmap: { matrix }, layout }) => {
      const { left, top, pitch } = layout;
      const [right, bottom] = [left + matrix.cols * pitch, top + matrix.rows * pitch];
      for (const [x, y] of [
        [left - 0.1, top],
        [left, top - 0.1],
        [right + 0.1, top],
        [left, bottom + 0.1],
        [-5, -5],
      ] as const) {
        expect(cellAt(layout, matrix, x, y)).toBeNull();
      }
    });
  });

  it("holds only finite numbers, and colours", () => {
    assertDrawings(({ scene }) => {
      const values = scene.shapes.flatMap((shape) => Object.values(shape));
      expect(
        values.filter((value) => typeof value === "number" && !Number.isFinite(value)),
      ).toEqual([]);
      const colors = scene.shapes.flatMap((shape) =>
        shape.kind === "text" ? [shape.fill] : [shape.fill ?? shape.stroke],
      );
      expect(
        colors.filter((color) => !/^(#\w{6}|rgb\(\d+, \d+, \d+\))$/.test(color ?? "")),
      ).toEqual([]);
    });
  });

  it("labels the row and the column in the light, boldly", () => {
    assertDrawings(({ layout, highlight, texts }) => {
      const bold = texts.filter((text) => text.bold === true).map(({ text }) => text);
      if (highlight === null) expect(bold).toEqual([]);
      else {
        expect(bold).toContain(layout.rowText[highlight.row]);
        expect(bold).toContain(layout.colText[highlight.col]);
      }
    });
  });
});

describe("a label", () => {
  const layoutOf = (labels: string[], width = 400) =>
    layoutHeatmap(weightsMap(equalWeights(labels.length), labels), width, estimateWidth);

  it("is whole where there is room", () => {
    const { rowText, colText, turn } = layoutOf(["I", "am", "good"]);
    expect(rowText).toEqual(["I", "am", "good"]);
    expect(colText).toEqual(["I", "am", "good"]);
    expect(turn).toBe(0);
  });

  it("ends in an ellipsis where there is none, and never in half a letter", () => {
    for (const letter of ["W", "我", "🐟"]) {
      const label = letter.repeat(100);
      const { rowText, colText, turn, left } = layoutOf([label, "b"]);
      expect(turn).toBeLessThan(0);
      for (const text of [rowText[0] ?? "", colText[0] ?? ""]) {
        expect(text.length).toBeGreaterThan(1);
        expect(text).toBe(`${letter.repeat([...text].length - 1)}…`);
      }
      expect(estimateWidth(rowText[0] ?? "", 12.5)).toBeLessThanOrEqual(left);
    }
  });

  it("leaves room for the bold letters of the row in the light", () => {
    const width: TextWidth = (text, size, bold) => estimateWidth(text, size) * (bold ? 1.3 : 1);
    const heatmap = weightsMap(equalWeights(2), ["attention", "b"]);
    const { rowText, left, labelSize } = layoutHeatmap(heatmap, 200, width);
    expect(width(rowText[0] ?? "", labelSize, true)).toBeLessThanOrEqual(left - 8);
  });

  it("is left out where rows are too thin, but for the row in the light", () => {
    const labels = words(64);
    const heatmap = weightsMap(equalWeights(64), labels);
    const layout = layoutHeatmap(heatmap, 300, estimateWidth);
    expect(layout.labelEvery).toBeGreaterThan(1);
    const rowsShown = (highlight: Highlight | null) =>
      drawnScene(heatmap, layout, highlight)
        .shapes.filter((shape) => shape.kind === "text" && shape.x === layout.left - 8)
        .map((shape) => (shape as TextShape).text);
    const every = labels.filter((_, index) => index % layout.labelEvery === 0);
    expect(rowsShown(null)).toEqual(every);
    const lit = layout.labelEvery + 1;
    expect(rowsShown({ row: lit, col: 0, kind: "pointed" })).toContain(`w${lit}`);
  });
});

describe("the number in a cell", () => {
  const numbersOf = (
    data: number[],
    scale: "weights" | "signed",
    width = 400,
    largest: number | null = null,
  ) => {
    const side = Math.sqrt(data.length);
    const matrix = { rows: side, cols: side, data: Float64Array.from(data) };
    const labels = words(side);
    const map =
      scale === "weights" ? weightsMap(matrix, labels) : signedMap(matrix, labels, labels);
    const heatmap =
      largest === null ? map : { ...map, scale: { kind: "signed", largest } as const };
    const layout = layoutHeatmap(heatmap, width, estimateWidth);
    const right = layout.left + side * layout.pitch;
    return drawnScene(heatmap, layout, null)
      .shapes.filter((shape): shape is TextShape => shape.kind === "text")
      .filter(({ x, y }) => x > layout.left && x < right && y > layout.top)
      .map(({ text }) => text);
  };

  it("stands where a weight is a tenth or more", () => {
    expect(numbersOf([0.9, 0.1, 0.0999, 0.9001], "weights")).toEqual([".90", ".10", ".90"]);
    expect(numbersOf([1, 0, 0, 1], "weights")).toEqual(["1.00", "1.00"]);
  });

  it("stands in every cell of the scores, short", () => {
    expect(numbersOf([-5.951, 12.3, -0.04, 3], "signed")).toEqual(["−6.0", "12.3", "0.0", "3.0"]);
    expect(numbersOf([-5, 12, 0, 3], "signed")).toEqual(["−5", "12", "0", "3"]);
    expect(numbersOf([-0.2, 0.31, 0, 0.5], "signed")).toEqual(["−.20", ".31", ".00", ".50"]);
    expect(numbersOf([-600.4, 12.3, 0.2, 3], "signed")).toEqual(["−600", "12", "0", "3"]);
    expect(numbersOf([3e6, -3e6, 99_999, 0], "signed")).toEqual([">10⁵", "<−10⁵", "99999", "0"]);
  });

  it("says ∞ where a precision has overflowed, and ∞ − ∞ where that has become nothing", () => {
    const { POSITIVE_INFINITY: most, NEGATIVE_INFINITY: least, NaN: none } = Number;
    expect(numbersOf([most, least, none, 1], "signed", 400, 8)).toEqual(["∞", "−∞", "∞−∞", "1"]);
  });

  it("is left out where cells are small", () => {
    const data = Array.from({ length: 400 }, () => 0.5);
    expect(numbersOf(data, "weights", 300)).toEqual([]);
    expect(numbersOf(data, "signed", 300)).toEqual([]);
  });
});

describe("a cell without a finite number", () => {
  const { POSITIVE_INFINITY: most, NEGATIVE_INFINITY: least, NaN: none } = Number;
  const drawnOf = (data: number[], largest: number) => {
    const matrix = { rows: 1, cols: data.length, data: Float64Array.from(data) };
    const heatmap = {
      ...signedMap(matrix, ["row"], words(data.length)),
      scale: { kind: "signed", largest } as const,
    };
    const layout = layoutHeatmap(heatmap, 600, estimateWidth);
    return drawnScene(heatmap, layout, null);
  };

  it("has the colour of the end it lies beyond, and that of 0 where it is no number", () => {
    const fills = drawnOf([most, 8, least, -8, none, 0], 8)
      .shapes.filter((shape): shape is RectShape => shape.kind === "rect")
      .map(({ fill }) => fill);
    expect(fills[0]).toBe(fills[1]);
    expect(fills[2]).toBe(fills[3]);
    expect(fills[4]).toBe(fills[5]);
    expect(new Set(fills).size).toBe(3);
  });

  it("leaves every coordinate a number, also where nothing is finite", () => {
    for (const data of [[most, least, none], [none], [most], [0]]) {
      for (const largest of [8, 1, 0]) {
        const numbers = drawnOf(data, largest)
          .shapes.flatMap((shape) => Object.values(shape))
          .filter((value) => typeof value === "number");
        expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
      }
    }
  });
});

describe("the size of a heat map's cells", () => {
  const pitchOf = (count: number, largestPitch?: number) =>
    layoutHeatmap(
      {
        ...signedMap(equalWeights(count), words(count), words(count)),
        ...(largestPitch === undefined ? {} : { largestPitch }),
      },
      600,
      estimateWidth,
    ).pitch;

  it("is what it is told to be at most, and what fits where that is less", () => {
    expect(pitchOf(3, 50)).toBe(50);
    expect(pitchOf(3, 20)).toBe(20);
    expect(pitchOf(3)).toBeGreaterThan(50);
    expect(pitchOf(64, 50)).toBe(pitchOf(64));
  });
});

describe("a cell in the light", () => {
  const heatmap = weightsMap(equalWeights(3), words(3));
  const layout = layoutHeatmap(heatmap, 400, estimateWidth);
  const outlines = (kind: Highlight["kind"] | null) =>
    drawnScene(heatmap, layout, kind === null ? null : { row: 1, col: 2, kind })
      .shapes.filter((shape): shape is RectShape => shape.kind === "rect")
      .filter(({ stroke }) => stroke !== undefined);

  it("has an outline with its row, and its column too where it is pointed at or locked", () => {
    expect(outlines(null)).toHaveLength(0);
    expect(outlines("finding")).toHaveLength(2);
    expect(outlines("pointed")).toHaveLength(3);
    expect(outlines("locked")).toHaveLength(3);
  });

  it("is outlined more strongly where it is locked", () => {
    const strength = (kind: Highlight["kind"]) => outlines(kind).at(-1)?.strokeWidth ?? 0;
    expect(strength("locked")).toBeGreaterThan(strength("pointed"));
  });

  it("has its whole row outlined as the finding", () => {
    const [row] = outlines("finding");
    expect(row?.width).toBeGreaterThan(2 * layout.pitch);
    expect(row?.height).toBeLessThan(2 * layout.pitch);
  });

  it("lies in the middle of its outlines", () => {
    for (const { x, y, width, height } of outlines("locked")) {
      const inside = { x: layout.left + 2.5 * layout.pitch, y: layout.top + 1.5 * layout.pitch };
      expect(x < inside.x && inside.x < x + width).toBe(true);
      expect(y < inside.y && inside.y < y + height).toBe(true);
    }
  });
});

describe("the bar beside a row", () => {
  it("is full where all share alike, and absent where one word takes all", () => {
    const bars = (data: number[]) => {
      const heatmap = weightsMap({ rows: 2, cols: 2, data: Float64Array.from(data) }, words(2));
      const layout = layoutHeatmap(heatmap, 400, estimateWidth);
      return drawnScene(heatmap, layout, null)
        .shapes.filter((shape): shape is RectShape => shape.kind === "rect")
        .filter(({ fill }) => fill === heatmap.rows?.color)
        .map(({ width }) => width / (layout.bar?.width ?? 0));
    };
    expect(bars([0.5, 0.5, 0.5, 0.5])).toEqual([1, 1]);
    expect(bars([1, 0, 0.5, 0.5])).toEqual([1]);
    expect(bars([1, 0, 0, 1])).toEqual([]);
  });

  it("is empty for a single word, whose entropy has no scale", () => {
    const heatmap = weightsMap(equalWeights(1), ["I"]);
    const layout = layoutHeatmap(heatmap, 400, estimateWidth);
    const { shapes } = drawnScene(heatmap, layout, null);
    expect(shapes.filter((shape) => shape.fill === heatmap.rows?.color)).toHaveLength(1);
  });
});

describe("a compact heat map", () => {
  const layoutOf = (count: number, width = 158) =>
    layoutHeatmap(weightsMap(equalWeights(count), words(count)), width, estimateWidth, true);
  const textsOf = ({ shapes }: Pick<Scene, "shapes">) =>
    shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));

  it("has no numbers beside its rows, and numbers in its cells", () => {
    const heatmap = weightsMap(equalWeights(3), words(3));
    const scene = drawnScene(heatmap, layoutOf(3), null);
    expect(textsOf(scene).sort()).toEqual(
      [...Array(9).fill(".33"), ...words(3), ...words(3)].sort(),
    );
  });

  it("shows 16 words whole, and of 64 a part with cells of 10 pixels", () => {
    for (const width of [138, 158]) {
      const few = layoutOf(16, width);
      expect(few.whole).toBeNull();
      expect(few.left + 16 * few.pitch).toBeLessThanOrEqual(width);
      const many = layoutOf(64, width);
      expect(many.pitch).toBe(10);
      expect(many.width).toBe(width);
      expect(many.height).toBeLessThanOrEqual(200);
      expect(many.whole?.width).toBeGreaterThan(640);
      expect(many.whole?.height).toBeGreaterThan(640);
    }
  });

  it("moves its cells below its labels, and finds each of them there", () => {
    const heatmap = weightsMap(equalWeights(64), words(64));
    const layout = layoutOf(64);
    const place = placeOf(layout, { row: 40, col: 50 }, { x: 0, y: 0 });
    const scene = drawnScene(heatmap, layout, { row: 40, col: 50, kind: "locked" }, place);
    expect(textsOf(scene)).toEqual(expect.arrayContaining(["w40", "w50"]));
    expect(textsOf(scene)).not.toContain("w0");
    const [x, y] = [layout.left + 505 - place.x, layout.top + 405 - place.y];
    expect(x).toBeLessThan(layout.width);
    expect(y).toBeLessThan(layout.height);
    expect(cellAt(layout, heatmap.matrix, x, y, place)).toEqual({ row: 40, col: 50 });
    // What is in sight stays where it is.
    expect(placeOf(layout, { row: 39, col: 49 }, place)).toEqual(place);
    expect(placeOf(layout, { row: 0, col: 0 }, place)).toEqual({ x: 0, y: 0 });
  });

  it("lets a finger beside its cells find the nearest", () => {
    const { matrix } = weightsMap(equalWeights(16), words(16));
    const layout = layoutOf(16);
    const { left, top, pitch } = layout;
    const end = 16 * pitch;
    const near = (x: number, y: number) => cellAt(layout, matrix, x, y, undefined, 16);
    expect(near(left - 10, top + pitch / 2)).toEqual({ row: 0, col: 0 });
    expect(near(left + end + 10, top + end + 10)).toEqual({ row: 15, col: 15 });
    expect(near(left - 17, top)).toBeNull();
    expect(near(left, top + end + 17)).toBeNull();
  });

  it("is a list of its rows' numbers where it has no columns", () => {
    const map = weightsMap(equalWeights(3), words(3));
    const matrix = { rows: 3, cols: 0, data: new Float64Array() };
    const list = { ...map, matrix, colLabels: [] };
    for (const width of [138, 158, 270]) {
      const layout = layoutHeatmap(list, width, estimateWidth, true);
      const scene = drawnScene(list, layout, { row: 0, col: 1, kind: "finding" });
      expect(textsOf(scene)).toEqual([
        ...words(3),
        ...["entropy", "peak", "1.10", ".33", "1.10", ".33", "1.10", ".33"],
      ]);
      for (const shape of scene.shapes) {
        const { left, right } = roomOf(shape);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
      }
    }
  });
});
