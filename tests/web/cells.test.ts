/** The cells of a matrix, which heat maps and sketches draw alike. */
import { describe, expect, it } from "vitest";
import { gapOf } from "../../web/src/draw/cells.js";
import { type Heatmap, heatmapScene, layoutHeatmap } from "../../web/src/draw/heatmap.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import { type CellsShape, rectsOf, type Shape } from "../../web/src/draw/scene.js";
import { type Grid, Sketch } from "../../web/src/draw/sketch.js";
import { estimateWidth } from "../../web/src/draw/svg.js";
import { weight } from "../../web/src/text/numbers.js";
import { equalWeights, signedMap, weightsMap, words } from "./heatmaps.js";

const palette = PALETTES.light;

const isCells = (shape: Shape): shape is CellsShape => shape.kind === "cells";

/** Cells as rectangles, and the numbers in them, which are centred. */
const drawn = (shapes: readonly Shape[]) => ({
  cells: shapes.filter(isCells).flatMap(rectsOf),
  numbers: shapes.filter((shape) => shape.kind === "text" && shape.align === "center"),
});

/** The cells of a heat map, and the same matrix as a sketch has it at the same place. */
function both(heatmap: Heatmap, text: Grid["text"] = () => "") {
  const layout = layoutHeatmap(heatmap, 600, estimateWidth);
  const { left: x, top: y, pitch } = layout;
  const sketch = new Sketch(600, palette, estimateWidth);
  sketch.grid({ ...heatmap.matrix, x, y, pitch, largest: heatmap.largest, text });
  const map = heatmapScene(heatmap, layout, palette, null).shapes;
  return { pitch, map: drawn(map), sketch: drawn(sketch.shapes) };
}

describe("the cells of a matrix", () => {
  it.each([4.75, 5, 5.5, 6, 9, 14, 19, 20, 23])(
    "are the same in a heat map and in a sketch, %s from one to the next",
    (largestPitch) => {
      const matrix = { rows: 3, cols: 3, data: Float64Array.from({ length: 9 }, (_, i) => i - 4) };
      for (const heatmap of [
        { ...weightsMap(equalWeights(3), words(3)), largestPitch },
        { ...signedMap(matrix, words(3), words(3)), largestPitch },
      ]) {
        const { pitch, map, sketch } = both(heatmap);
        expect(pitch).toBe(largestPitch);
        expect(map.cells).toHaveLength(9);
        expect(sketch.cells).toEqual(map.cells);
      }
    },
  );

  it("have their numbers at the same places and of the same size", () => {
    const heatmap = { ...weightsMap(equalWeights(4), words(4)), largestPitch: 30 };
    const { map, sketch } = both(heatmap, weight);
    const inCells = map.numbers.filter((shape) => shape.kind === "text" && shape.text === ".25");
    expect(inCells).toHaveLength(16);
    expect(sketch.numbers).toEqual(inCells);
  });

  it("are not there, nor their numbers, where a matrix has no cell", () => {
    const sketch = new Sketch(100, palette, estimateWidth);
    sketch.grid({ ...equalWeights(3), x: 0, y: 0, pitch: 30, causal: true, text: weight });
    const { cells, numbers } = drawn(sketch.shapes);
    expect([cells.length, numbers.length]).toEqual([6, 6]);
  });

  it("are apart from five pixels on, so that each is seen, and touch where they are smaller", () => {
    expect([4.75, 5, 13.75, 14].map(gapOf)).toEqual([0, 1, 1, 2]);
  });
});
