import { describe, expect, it } from "vitest";
import { cellAt, type Highlight, layoutHeatmap, partIn } from "../../web/src/draw/heatmap.js";
import type { RectShape, TextShape, TextWidth } from "../../web/src/draw/scene.js";
import { estimateWidth } from "../../web/src/draw/svg.js";
import {
  assertDrawings,
  drawnScene,
  equalWeights,
  overlap,
  type Room,
  roomOf,
  signedMap,
  weightsMap,
  words,
} from "./heatmaps.js";

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

  it("keeps the turned labels of its columns a line apart", () => {
    assertDrawings(({ texts }) => {
      const turned = texts.filter(({ turn }) => turn !== undefined);
      for (const [i, { x, size, turn = 0 }] of turned.entries()) {
        const apart =
          (x - (turned[i - 1]?.x ?? Number.NEGATIVE_INFINITY)) * -Math.sin((turn * Math.PI) / 180);
        expect(apart).toBeGreaterThanOrEqual(size + 0.99);
      }
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

describe("the numbers beside the rows of weights", () => {
  it("are the entropy in nats and in words of equal weight", () => {
    const heatmap = weightsMap(equalWeights(4), words(4));
    const layout = layoutHeatmap(heatmap, 500, estimateWidth);
    const texts = drawnScene(heatmap, layout, null).shapes.flatMap((shape) =>
      shape.kind === "text" ? [shape.text] : [],
    );
    expect(texts).toEqual(expect.arrayContaining(["entropy ≈ words", "1.39 ≈ 4.0"]));
  });
});
