/**
 * What the chapter of the trained model shows before its data is loaded, and what its texts say of
 * it.
 */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { PALETTES } from "../../web/src/draw/palette.js";
import { PARTS } from "../../web/src/keys/index.js";
import type { LaneHeads } from "../../web/src/language/api.js";
import {
  conversations,
  curve,
  recordedChat,
  recordedHeads,
  recordedLens,
  thumbnail,
} from "../../web/src/language/recorded.js";
import { Drawings } from "../../web/src/part-kit/drawings.js";
import { headPart } from "../../web/src/parts/inside/pictures.js";
import { ALONE } from "../../web/src/parts/perplexity/section.js";
import { loadChapter } from "../../web/src/parts/sections.js";
import { meanOf } from "../loaded-engine.js";
import { PATIENCE, pageWith, sectionsOf } from "./section-pages.js";

/** A lane of one head with these rows of weights. */
function laneOf(rows: readonly (readonly number[])[]): LaneHeads {
  const none = Float64Array.of(0);
  return {
    tokens: rows.map((_, i) => `t${i}`),
    weights: new Map([
      [0, Float32Array.from(rows.flatMap((row) => rows.map((_, i) => row[i] ?? 0)))],
    ]),
    entropy: none,
    largest: none,
    trace: none,
    scoreDeviation: none,
    onFirst: none,
    thumbnails: Uint8Array.of(255),
  };
}

let heads: Awaited<ReturnType<typeof recordedHeads>>;
beforeAll(async () => {
  heads = await recordedHeads();
});

describe("the recording", () => {
  it("has, of every prompt and both lanes, heads whose rows are weights of a token and those before it", () => {
    expect(heads.length).toBe(conversations.length);
    for (const lane of heads.flat()) {
      const n = lane.tokens.length;
      expect(lane.weights.size).toBe(64);
      for (let row = 0; row < 64 * n; row += 1) {
        const all = lane.weights.get(Math.floor(row / n));
        const own = [...(all?.subarray((row % n) * n, ((row % n) + 1) * n) ?? [])];
        // Each weight of the row may be off by half of a level.
        expect(Math.abs(own.reduce((a, b) => a + b) - 1)).toBeLessThan(n / 2 / recordedChat.levels);
        expect(own.slice((row % n) + 1).every((weight) => weight === 0)).toBe(true);
      }
      // The statistics are those of the weights, before these were rounded.
      const largest = [...lane.weights.values()].map((own) =>
        meanOf(
          Array.from({ length: n }, (_, row) => Math.max(...own.subarray(row * n, (row + 1) * n))),
        ),
      );
      expect(Math.abs(meanOf(largest) - meanOf(lane.largest))).toBeLessThan(
        0.5 / recordedChat.levels,
      );
    }
  });

  it("has the lens from the prompt's last token on, whose last layer is what was said", () => {
    for (const conversation of conversations) {
      for (const lane of [0, 1] as const) {
        const start = recordedChat.prompts[conversations.indexOf(conversation)]?.tokens.length ?? 0;
        expect(recordedLens(conversation, lane, start - 2)).toBeNull();
        for (const [i, { text }] of conversation.steps[lane].entries()) {
          const layers = recordedLens(conversation, lane, start - 1 + i);
          expect(layers?.length).toBe(8);
          expect(layers?.at(-1)?.[0]?.text).toBe(text);
        }
      }
    }
  });

  it("bears out what the texts say", () => {
    for (const [without, withIt] of heads) {
      expect(meanOf(without.entropy)).toBeLessThan(0.5);
      expect(meanOf(withIt.entropy)).toBeGreaterThan(1.3);
      for (const lane of [without, withIt]) {
        const sinks = [...lane.onFirst];
        expect(meanOf(sinks)).toBeGreaterThan(0.55);
        expect(meanOf(sinks.slice(0, 8))).toBeLessThan(0.25);
        expect(meanOf(sinks.slice(24, 32))).toBeGreaterThan(0.75);
        expect(meanOf(lane.scoreDeviation)).toBeGreaterThan(16);
      }
    }
    const at = (exponent: number) =>
      curve.points.find((point) => point.exponent === exponent)?.perplexity ?? Number.NaN;
    expect(Math.min(...curve.points.map(({ perplexity }) => perplexity))).toBe(at(0.5));
    // A head alone is hardly noticed, a layer is, most of all the first; all together lose the
    // language.
    for (const { whole, heads } of ALONE) {
      expect(Math.max(...heads)).toBeLessThan(1.25 * at(0.5));
      expect(whole).toBeGreaterThan(Math.max(...heads));
      expect(whole).toBeLessThanOrEqual(ALONE[0]?.whole ?? 0);
    }
    expect(at(0)).toBeGreaterThan(10 * (ALONE[0]?.whole ?? 0));
  });
});

describe("a head", () => {
  const long = Array.from({ length: 100 }, (_, row) =>
    Array.from({ length: row + 1 }, (__, col) => (row === col ? 1 : 0)),
  );

  it("is small with the largest weights of its blocks", () => {
    expect(thumbnail(Float32Array.of(1, 0, 0.25, 0.75), 2)).toEqual([255, 0, 64, 191]);
    const thumb = thumbnail(laneOf(long).weights.get(0) ?? expect.fail(), 100);
    expect(thumb.length).toBe(400);
    expect(thumb.every((value, i) => value === 255 * Number(i % 21 === 0))).toBe(true);
  });

  it("is large with the first token and those around the one that is held", () => {
    const shown = (at: number) => headPart(laneOf(long), 0, at);
    expect(shown(10)?.places).toEqual(Array.from({ length: 64 }, (_, i) => i));
    expect(shown(99)?.places).toEqual([0, ...Array.from({ length: 63 }, (_, i) => 37 + i)]);
    expect(shown(50)?.places.slice(0, 2)).toEqual([0, 19]);
    expect(shown(50)?.weights.data.filter((value) => value === 1).length).toBe(64);
    expect(shown(99)?.words.at(-1)).toBe("t99");
  });
});

it("draws every figure of the heads and of the curve at every width, and the curve's table", async () => {
  const drawn = ["inside", "rotary", "groups", "perplexity"] as const;
  const folds = PARTS.filter(({ name }) => (drawn as readonly string[]).includes(name));
  const open = new Set(folds.flatMap(({ folds }) => folds));
  const { page, offers } = pageWith({ open, view: "model" });
  await loadChapter("model");
  const sections = sectionsOf(page);
  await vi.waitFor(() => {
    for (const part of drawn) sections.render(part);
    expect(offers.size).toBe(13);
  }, PATIENCE);
  for (const { exported } of offers.values()) {
    for (const width of [280, 360, 1100]) {
      const { shapes } = exported.scene(width, PALETTES.light, (text, size) => text.length * size);
      expect(shapes.length).toBeGreaterThan(5);
    }
  }
  const [table] = offers.get("perplexity-curve")?.exported.tables ?? [];
  expect(table?.name).toBe("Perplexity");
  expect(table?.rowLabels.join(" ")).toBe("0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1");
  expect([...(table?.matrix.data ?? [])]).toEqual(curve.points.map((point) => point.perplexity));
  sections.end();
});

describe("the chart of a part whose question is open", () => {
  /** The number of shapes in a picture of a part, as the page draws it. */
  async function shapeCount(part: "rotary" | "groups", figure: string, asked: "on" | "off") {
    const pictures = vi.spyOn(Drawings.prototype, "picture");
    const { page } = pageWith({
      open: new Set(["rotary-scores", "groups-layers"]),
      view: "model",
      asked,
    });
    await loadChapter("model");
    const sections = sectionsOf(page);
    const count = await vi.waitFor(() => {
      sections.render(part);
      const [, , , make] = pictures.mock.calls.findLast(([name]) => name === figure) ?? [];
      const picture = make?.(360, PALETTES.light, (text, size) => text.length * size);
      return picture?.shapes.length ?? expect.fail(`${figure} is not drawn yet`);
    }, PATIENCE);
    sections.end();
    pictures.mockRestore();
    return count;
  }

  it.each([
    ["rotary", "scores"],
    ["groups", "layers"],
  ] as const)("leaves out what is asked about: %s", async (part, figure) => {
    const open = await shapeCount(part, figure, "on");
    expect(await shapeCount(part, figure, "off")).toBeGreaterThan(open);
  });
});
