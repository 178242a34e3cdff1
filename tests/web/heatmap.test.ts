import type { Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import {
  type Heatmap,
  type Highlight,
  layoutHeatmap,
  partIn,
  pointedCell,
} from "../../web/src/draw/heatmap.js";
import type { RectShape, TextShape, TextWidth } from "../../web/src/draw/scene.js";
import { estimateWidth } from "../../web/src/draw/svg.js";
import {
  assertDrawings,
  drawnScene,
  equalWeights,
  overlap,
  roomOf,
  signedMap,
  weightsMap,
  words,
} from "./heatmaps.js";

describe("a heat map of 1 to 64 words, 200 to 700 wide", () => {
  it("draws nothing outside its picture, and writes no text over another", () => {
    assertDrawings(({ scene, texts }) => {
      const outside = scene.shapes.filter((shape) => {
        const { left, right, top, bottom } = roomOf(shape);
        // Half a pixel of an outline is nothing to see.
        return Math.min(left, top, scene.width - right, scene.height - bottom) < -0.5;
      });
      expect(outside).toEqual([]);
      const rooms = texts.map(roomOf);
      const crossed = rooms.flatMap((room, index) =>
        rooms.slice(0, index).filter((other) => overlap(room, other) > 0.25),
      );
      expect(crossed).toEqual([]);
    });
  });

  it("keeps turned labels, and those and the numbers of its rows, a line apart", () => {
    assertDrawings(({ layout, texts }) => {
      const turned = texts.filter(({ turn }) => turn !== undefined);
      for (const [i, { x, size, turn = 0 }] of turned.entries()) {
        const before = turned[i - 1]?.x ?? Number.NEGATIVE_INFINITY;
        const apart = (x - before) * -Math.sin((turn * Math.PI) / 180);
        expect(apart).toBeGreaterThanOrEqual(size + 0.99);
      }
      const below = texts.filter(({ y, turn }) => turn === undefined && y > layout.top);
      for (const place of new Set(below.map(({ x }) => x))) {
        const column = below.filter(({ x }) => x === place);
        for (const [i, { y, size }] of column.entries()) {
          expect(y - (column[i - 1]?.y ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(size);
        }
      }
    });
  });

  it("has a square for each cell, where the pointer finds it again, and none beside them", () => {
    assertDrawings(({ heatmap, layout, rects }) => {
      const { matrix } = heatmap;
      const cells = rects.slice(0, matrix.rows * matrix.cols);
      const wrong = cells.filter(({ x, y, width, height, fill }, index) => {
        const expected = { row: Math.floor(index / matrix.cols), col: index % matrix.cols };
        const found = pointedCell(layout, matrix, x + width / 2, y + height / 2);
        const right = found?.row === expected.row && found.col === expected.col;
        return !right || width !== height || width <= 0 || fill === undefined;
      });
      expect(wrong).toEqual([]);
      const colors = new Set(cells.map(({ fill }) => fill));
      expect(colors.size).toBeLessThanOrEqual(new Set(matrix.data).size);
      const { left, top, pitch } = layout;
      const right = left + matrix.cols * pitch;
      const bottom = top + matrix.rows * pitch;
      expect(pointedCell(layout, matrix, left - 0.1, top)).toBeNull();
      expect(pointedCell(layout, matrix, left, top - 0.1)).toBeNull();
      expect(pointedCell(layout, matrix, right + 0.1, top)).toBeNull();
      expect(pointedCell(layout, matrix, left, bottom + 0.1)).toBeNull();
    });
  });

  it("holds only finite numbers and colours, and labels what is in the light boldly", () => {
    assertDrawings(({ scene, layout, highlight, texts }) => {
      const values = scene.shapes.flatMap((shape) => Object.values(shape));
      expect(values.filter((it) => typeof it === "number" && !Number.isFinite(it))).toEqual([]);
      const colors = scene.shapes.map((shape) =>
        shape.kind === "text" ? shape.fill : (shape.fill ?? shape.stroke ?? "none"),
      );
      const isColor = (color: string) => /^(#\w{6}|rgb\(\d+, \d+, \d+\))$/.test(color);
      expect(colors.filter((color) => !isColor(color))).toEqual([]);
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

const { POSITIVE_INFINITY: most, NEGATIVE_INFINITY: least, NaN: none } = Number;
/** A map of signed numbers, whose colours end at `largest` if that is given. */
function signed(matrix: Matrix, largest?: number) {
  const map = signedMap(matrix, words(matrix.rows), words(matrix.cols));
  return largest === undefined ? map : { ...map, largest };
}

describe("the number in a cell", () => {
  const square = (data: number[]): Matrix => {
    const side = Math.sqrt(data.length);
    return { rows: side, cols: side, data: Float64Array.from(data) };
  };
  const numbersOf = (heatmap: Heatmap, width = 400) => {
    const layout = layoutHeatmap(heatmap, width, estimateWidth);
    const right = layout.left + heatmap.matrix.cols * layout.pitch;
    return drawnScene(heatmap, layout, null)
      .shapes.filter((shape): shape is TextShape => shape.kind === "text")
      .filter(({ x, y }) => x > layout.left && x < right && y > layout.top)
      .map(({ text }) => text);
  };
  const ofWeights = (data: number[]) => weightsMap(square(data), words(Math.sqrt(data.length)));

  it("stands where a weight is a tenth or more", () => {
    expect(numbersOf(ofWeights([0.9, 0.1, 0.0999, 0.9001]))).toEqual([".90", ".10", ".90"]);
    expect(numbersOf(ofWeights([1, 0, 0, 1]))).toEqual(["1.00", "1.00"]);
  });

  it.each([
    [
      [-5.951, 12.3, -0.04, 3],
      ["−6.0", "12.3", "0.0", "3.0"],
    ],
    [
      [-5, 12, 0, 3],
      ["−5", "12", "0", "3"],
    ],
    [
      [-0.2, 0.31, 0, 0.5],
      ["−.20", ".31", ".00", ".50"],
    ],
    [
      [-600.4, 12.3, 0.2, 3],
      ["−600", "12", "0", "3"],
    ],
    [
      [3e6, -3e6, 99_999, 0],
      [">10⁵", "<−10⁵", "99999", "0"],
    ],
  ])("stands in every cell of the scores, short: %j", (data, texts) => {
    expect(numbersOf(signed(square(data)))).toEqual(texts);
  });

  it("says ∞ where a precision has overflowed, and ∞ − ∞ where that has become nothing", () => {
    const infinite = signed(square([most, least, none, 1]), 8);
    expect(numbersOf(infinite)).toEqual(["∞", "−∞", "∞−∞", "1"]);
  });

  it("is left out where cells are small", () => {
    const data = Array.from({ length: 400 }, () => 0.5);
    for (const heatmap of [ofWeights(data), signed(square(data))]) {
      expect(numbersOf(heatmap, 300)).toEqual([]);
    }
  });
});

describe("a cell without a finite number", () => {
  const drawnOf = (data: number[], largest: number) => {
    const heatmap = signed({ rows: 1, cols: data.length, data: Float64Array.from(data) }, largest);
    return drawnScene(heatmap, layoutHeatmap(heatmap, 600, estimateWidth), null).shapes;
  };

  it("has the colour of the end it lies beyond, and that of 0 where it is no number", () => {
    const fills = drawnOf([most, 8, least, -8, none, 0], 8)
      .filter((shape): shape is RectShape => shape.kind === "rect")
      .map(({ fill }) => fill);
    expect([fills[0], fills[2], fills[4]]).toEqual([fills[1], fills[3], fills[5]]);
    expect(new Set(fills).size).toBe(3);
  });

  it("leaves every coordinate a number, also where nothing is finite", () => {
    for (const data of [[most, least, none], [none], [most], [0]]) {
      for (const largest of [8, 1, 0]) {
        const numbers = drawnOf(data, largest).flatMap((shape) => Object.values(shape));
        expect(numbers.filter((it) => typeof it === "number" && !Number.isFinite(it))).toEqual([]);
      }
    }
  });
});

describe("the part of a map that is on a canvas", () => {
  it("has the rows and columns that are whole, and follows the place", () => {
    const layout = layoutHeatmap(weightsMap(equalWeights(64), words(64)), 158, estimateWidth, true);
    const { left, top, pitch, width, height } = layout;
    const [cols, rows] = [(width - left) / pitch, (height - top) / pitch].map(Math.floor);
    expect(partIn(layout, { x: 0, y: 0 })).toEqual({ rows: `1–${rows}`, cols: `1–${cols}` });
    const moved = partIn(layout, { x: 1, y: 10 * pitch });
    expect(moved.cols).toMatch(/^2–/);
    expect(moved.rows).toBe(`11–${10 + (rows ?? 0)}`);
    const whole = layout.whole ?? { width: 0, height: 0 };
    const end = { x: whole.width - width, y: whole.height - height };
    expect(partIn(layout, end)).toMatchObject({
      rows: expect.stringMatching(/–64$/),
      cols: expect.stringMatching(/–64$/),
    });
  });
});
