/**
 * Cells of a heat map: their size, the light on one, the bars beside a row, and a map of which a
 * part is on the canvas.
 */
import { describe, expect, it } from "vitest";
import {
  type Highlight,
  layoutHeatmap,
  pointedCell,
  scrolledTo,
} from "../../web/src/draw/heatmap.js";
import type { RectShape, Scene } from "../../web/src/draw/scene.js";
import { estimateWidth } from "../../web/src/draw/svg.js";
import { drawnScene, equalWeights, signedMap, weightsMap, words } from "./heatmaps.js";

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

  it("has an outline with its row, and its column too where it is pointed at or, more strongly, locked", () => {
    expect(outlines(null)).toHaveLength(0);
    const [row, ...others] = outlines("finding");
    expect(others).toHaveLength(1);
    expect(row?.width).toBeGreaterThan(2 * layout.pitch);
    expect(row?.height).toBeLessThan(2 * layout.pitch);
    const pointed = outlines("pointed");
    const locked = outlines("locked");
    expect([pointed.length, locked.length]).toEqual([3, 3]);
    expect(locked.at(-1)?.strokeWidth).toBeGreaterThan(pointed.at(-1)?.strokeWidth ?? 0);
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
  it.each([
    ["full where all share alike", [0.5, 0.5, 0.5, 0.5], [1, 1]],
    ["absent where one word takes all", [1, 0, 0.5, 0.5], [1]],
    ["absent in both rows", [1, 0, 0, 1], []],
    // Its entropy has no scale.
    ["absent for a single word", [1], []],
  ])("is %s", (_, data, widths) => {
    const side = Math.sqrt(data.length);
    const heatmap = weightsMap(
      { rows: side, cols: side, data: Float64Array.from(data) },
      words(side),
    );
    const layout = layoutHeatmap(heatmap, 400, estimateWidth);
    const bars = drawnScene(heatmap, layout, null)
      .shapes.filter((shape): shape is RectShape => shape.kind === "rect")
      .filter(({ fill }) => fill === heatmap.rows?.color)
      .map(({ width }) => width / (layout.bar?.width ?? 0));
    expect(bars).toEqual(widths);
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

  it("moves its cells below its labels, and finds each of them there", () => {
    const heatmap = weightsMap(equalWeights(64), words(64));
    const layout = layoutOf(64);
    const place = scrolledTo(layout, { row: 40, col: 50 }, { x: 0, y: 0 });
    const scene = drawnScene(heatmap, layout, { row: 40, col: 50, kind: "locked" }, place);
    expect(textsOf(scene)).toEqual(expect.arrayContaining(["w40", "w50"]));
    expect(textsOf(scene)).not.toContain("w0");
    const x = layout.left + 505 - place.x;
    const y = layout.top + 405 - place.y;
    expect(x).toBeLessThan(layout.width);
    expect(y).toBeLessThan(layout.height);
    expect(pointedCell(layout, heatmap.matrix, x, y, place)).toEqual({ row: 40, col: 50 });
    // What is in sight stays where it is.
    expect(scrolledTo(layout, { row: 39, col: 49 }, place)).toEqual(place);
    expect(scrolledTo(layout, { row: 0, col: 0 }, place)).toEqual({ x: 0, y: 0 });
  });
});
