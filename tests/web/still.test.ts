/** Still pictures of any figure in any state, drawn by Node. */
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { PALETTES } from "../../web/src/draw/palette.js";
import * as still from "../../web/src/entries/still.js";
import { composed, pictureWidth, svgFile } from "../../web/src/export/compose.js";
import { builtStill } from "../../web/src/export/pieces.js";
import { isBuilt, POST_WIDTHS, stillScene } from "../../web/src/export/still.js";
import { PARTS } from "../../web/src/keys/index.js";
import { figuresOf } from "../../web/src/parts/figure-names.js";
import { LANGUAGES } from "../../web/src/state/language.js";
import { START } from "../../web/src/state/state.js";
import { stillRequest } from "../../web/tools/still.mjs";
import { engine } from "../loaded-engine.js";
import { numbersOf } from "./printed-blocks.js";
import { PARTS as PROGRAMMED } from "./program-cases.js";
import { expectedOf } from "./programs.js";
import { prepareWorkers } from "./worker-double.js";

// The largest heads of the grid take most of the time of this file.
vi.mock("../../web/src/parts/grid/grid.js", async (original) => {
  const grid = await original<typeof import("../../web/src/parts/grid/grid.js")>();
  return { ...grid, GRID_DIMS: [4, 5, 6, 7, 8, 9, 10, 11] };
});

prepareWorkers("is refused", engine);

const FEW = "--samples 60 --draws 20 --rowdraws 20 --encoders 10 --gridsteps 1".split(" ");
const ask = (...args: string[]) => stillRequest([...FEW, ...args], still);
const offered = (...args: string[]) => still.offeredFigure(ask(...args).state);
/** Each figure as it starts, computed once for all tests. */
const figures = new Map<string, ReturnType<typeof offered>>();
function figureOf(id: string): ReturnType<typeof offered> {
  const figure = figures.get(id) ?? offered("--figure", id);
  figures.set(id, figure);
  return figure;
}

const embedding = readFileSync(new URL("../../web/docs/embedding.md", import.meta.url), "utf8");
const rows = [...embedding.matchAll(/^\| `([\w-]+)` \| (.*) \| (\d+) \| (\d+) \|$/gm)];

/** Their colours are named in the picture itself. */
const NAMED = [
  "weights",
  "bell-curve",
  "exponent-map",
  "exponent-curves",
  "many-heads",
  "grid-scores",
  "inside-heads",
  "talk-rivals",
  "haystack-weight",
  "haystack-cost",
  "choices-rules",
  "choices-against",
  "libraries-weights",
  "bugs-weights",
  "bugs-race",
];

/** The pieces show the still pictures of these; in other languages the English one. */
const PIECE_LANGUAGES: readonly string[] = ["en", "zh"];

describe("the still picture of a figure", () => {
  it("is the picture that the page exports, with the engine's numbers and the text alternative", async () => {
    const figure = await offered("--sentence", "to be or not", "--dim", "256");
    const { svg, alt, width, height } = still.drawnStill(figure, 700, "light", "en");
    expect(figure.exported.tables[0]?.rowLabels).toEqual(["to", "be", "or", "not"]);
    expect([alt, width]).toEqual([figure.exported.alt, 700]);
    const options = { palette: PALETTES.light, language: "en", ...still.measures } as const;
    const scene = stillScene(figure, { ...options, width: 700 });
    expect(scene.height).toBe(height);
    const family = /font-family="([^"]*)"/.exec(svg)?.[1] ?? "";
    expect(svg).toBe(svgFile(scene, figure.exported.title, alt, family));
    expect(svg).toContain(`<desc id="desc">${alt}</desc>`);
    expect(svg).toContain("sentence = to be or not, dim = 256, seed = 13");
    const weight = figure.exported.tables[1]?.matrix.data[0] ?? Number.NaN;
    expect(svg).toContain(`>${weight.toFixed(2).replace("0.", ".")}</text>`);
  });

  it.each(PARTS.map(({ name }) => name))("of %s is drawn for each of its figures", async (part) => {
    for (const id of figuresOf(part)) {
      const figure = await figureOf(id);
      expect([id, figure.id]).toEqual([id, id]);
      // Of the studies nothing is missing; the race shows the recorded run.
      const { run } = figure.inputs;
      if (part === "training") expect(run?.unit ?? "steps").toBe("steps");
      else expect(run).toBeUndefined();
      for (const width of POST_WIDTHS) {
        const { svg, height } = still.drawnStill(figure, width, "dark", "en");
        expect(svg).toContain(`fill="${PALETTES.dark.paper}"`);
        expect(svg).not.toMatch(/NaN|undefined/);
        expect(figure.exported.scene(width, PALETTES.dark, () => 8).shapes).not.toEqual([]);
        expect(height).toBeGreaterThan(150);
      }
      const { svg, alt } = still.drawnStill(figure, 700, "light", "en");
      expect(alt).not.toContain("$");
      const both = [PALETTES.light.unscaled, PALETTES.light.scaled].every((of) => svg.includes(of));
      const plain = figure.exported.hues?.find(({ color }) => color === "unscaled");
      if (both && !NAMED.includes(id)) expect(svg).toContain(`>${plain?.name}</text>`);
    }
  });

  it.each(PROGRAMMED)("of %s has only numbers that its programs print", async (part) => {
    // The sizes of matrices are no results.
    for (const id of figuresOf(part).filter((figure) => figure !== "widths-shapes")) {
      const { exported, inputs } = await figureOf(id);
      const { state, words } = inputs;
      const blocks = expectedOf({ name: id, part, state, words });
      const printed = Object.values(blocks).flatMap(numbersOf);
      // The edges of the undivided scores are those of the divided ones, √d times as far.
      if (id === "variance-histogram") {
        printed.push(...printed.map((edge) => edge * Math.sqrt(state.sampledim)));
      }
      const isPrinted = (number: number) =>
        printed.some((other) => Math.abs(number - other) <= 1e-6 * Math.abs(number) + 1e-12);
      for (const { name, matrix } of exported.tables) {
        expect(
          [...matrix.data].filter((number) => !isPrinted(number)),
          name,
        ).toEqual([]);
      }
    }
  });

  it("of trained scores shows what both lanes have trained", async () => {
    const figure = await figureOf("grid-scores");
    expect(figure.exported.tables[0]?.rowLabels).toHaveLength(8);
  });

  it("follows the light of the reader's pages, and names its parameters in the reader's language", async () => {
    const figure = await offered("--dim", "256", "--lang", "zh");
    const { svg } = still.drawnStill(figure, 700, "auto", "zh");
    expect(svg).toContain("@media (prefers-color-scheme: dark)");
    const [, light = "", dark = ""] =
      /<g class="light">(.*)<\/g><g class="dark" display="none">(.*)<\/g>/.exec(svg) ?? [];
    expect(light).toContain(PALETTES.light.paper);
    expect(dark).toContain(PALETTES.dark.paper);
    const texts = (picture: string) =>
      [...picture.matchAll(/>([^<]+)<\/text>/g)].map(([, it]) => it);
    expect(texts(dark)).toEqual(texts(light));
    expect(texts(light)).toContain("句子 = I am good，d = 256，种子 = 13");
  });

  it("of a longer sentence has a weight in each cell, as wide as that needs", async () => {
    const sentence = "A dog ate the food because it was hungry";
    const figure = await offered("--sentence", sentence);
    const { exported } = figure;
    const dress = { palette: PALETTES.light, ground: true, lines: [], ...still.measures };
    const weightsIn = (width: number) =>
      composed(exported, { ...dress, width }).shapes.filter(
        (shape) => shape.kind === "text" && /^(1\.00|\.\d\d)$/.test(shape.text),
      ).length;
    expect(pictureWidth(figure)).toBeGreaterThan(720);
    // Each row's largest weight stands beside the row, too.
    expect(weightsIn(pictureWidth(figure))).toBeGreaterThan(weightsIn(720));
    expect(pictureWidth(await figureOf("weights"))).toBe(720);
  });

  it("has what room is left above and below, and none below its finding", async () => {
    const { svg, height } = still.drawnStill(await figureOf("weights"), 700, "light", "en");
    const lines = [...svg.matchAll(/<text[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
    const above = Math.min(...lines);
    const below = height - Math.max(...lines);
    expect(Math.abs(above - below)).toBeLessThan(24);
    const written = lines.filter((y) => y > height / 2).sort((one, other) => one - other);
    const gaps = written.slice(1).map((y, i) => y - (written[i] ?? y));
    expect(Math.max(...gaps.slice(-2))).toBeLessThan(30);
  });

  it("of a race is drawn after so many steps, and says so", async () => {
    const { state, steps } = ask("--figure", "training-loss", "--dim", "16", "--steps", "3");
    const figure = await still.offeredFigure(state, steps);
    expect(figure.inputs.run).toMatchObject({ done: 3, total: null, stopped: true });
    const [, everyStep] = figure.exported.tables;
    expect(everyStep?.rowLabels).toEqual(["1", "2", "3"]);
    const { svg, alt } = still.drawnStill(figure, 700, "light", "en");
    expect(alt).toContain("(after 3 steps)");
    expect(svg).toContain("dim = 16, seed = 13, after 3 steps</text>");
    expect(figure.exported.hues).toHaveLength(2);
    expect(svg).toContain(">not divided</text>");
  });

  it("has the size that the pieces give it, and that of the live figure", async () => {
    for (const lang of LANGUAGES) {
      const figure = await still.offeredFigure({ ...START, lang, figure: "weights" });
      expect(isBuilt(figure)).toBe(true);
      const heights = POST_WIDTHS.map(
        (width) => still.drawnStill(figure, width, "light", lang).height,
      );
      const { wide, narrow } = builtStill(lang).heights;
      expect(heights).toEqual([wide, narrow]);
      if (!PIECE_LANGUAGES.includes(lang)) continue;
      const folder = new URL("../../web/pieces/", import.meta.url);
      for (const piece of ["hugo/attention-scale.html", "jekyll/attention-scale.html"]) {
        for (const height of heights) {
          expect(readFileSync(new URL(piece, folder), "utf8")).toMatch(RegExp(`\\b${height}\\b`));
        }
      }
      const hexo = readFileSync(new URL("hexo/scripts/attention-scale.js", folder), "utf8");
      expect(hexo).toContain(`high: ${heights[0]},\n    narrow: ${heights[1]},`);
    }
    expect(isBuilt(await offered("--dim", "65"))).toBe(false);
  });
});

describe("the command for still pictures", () => {
  it("takes every key of the state, and a view for its main figure", () => {
    expect(ask("--view", "variance").state.figure).toBe("variance-histogram");
    expect(ask().state.figure).toBe("weights");
    const { state, widths, tone, language } = ask(
      "--figure",
      "gradient-share",
      "--lang",
      "zh",
      "--theme",
      "dark",
      "--keys",
      "16",
    );
    expect([state.figure, state.keys, state.samples, widths]).toEqual([
      "gradient-share",
      16,
      60,
      POST_WIDTHS,
    ]);
    expect([tone, language]).toEqual(["dark", "zh"]);
    expect(ask("--sentence", "我很好", "--cuts", "2.1").state.cuts).toBe("2.1");
    expect(ask("--width", "500", "--out", "a.svg")).toMatchObject({ widths: [500], out: "a.svg" });
  });

  it.each([
    [["--dim", "0"], '--dim takes 1 to 1024, not "0".'],
    [["--lang", "fr"], `--lang takes ${LANGUAGES.join(", ")}, not "fr".`],
    [["--theme", "dim"], '--theme takes auto, light, dark, not "dim".'],
    [["--figure", "wheels"], 'There is no figure "wheels". These are: weights, '],
    [
      ["--view", "wheels"],
      "--view takes page, why, heads, transformer, race, divisors, own, model, lessons, matrices",
    ],
    [["--width", "10"], '--width takes 240 to 2000, not "10".'],
    [["--out", "a.png"], '--out takes the name of a file that ends in .svg, not "a.png".'],
    [["--steps", "1.5"], '--steps takes 0 to 5000, not "1.5".'],
    [["--cuts", "1,2"], '--cuts takes numbers of characters, with points between, not "1,2".'],
    [
      ["--sentence", "我很好", "--cuts", "1.3"],
      '--cuts takes the numbers of characters of all words between which its sentence has no blank, not "1.3".',
    ],
    [["--steps", "5001"], '--steps takes 0 to 5000, not "5001".'],
    [["--wheels", "4"], "Known: --sentence, --cuts, --dim"],
  ])("says what is allowed instead of %s", (args, sentence) => {
    expect(() => ask(...args)).toThrow(sentence);
  });

  it("says what is wrong with a sentence", async () => {
    await expect(offered("--sentence", " ")).rejects.toThrow(/sentence|words/i);
  });
});

it("the embedding page names every figure, what it shows, and how high it is", async () => {
  const ids = PARTS.flatMap(({ name }) => figuresOf(name));
  expect(rows.map(([, id]) => id)).toEqual(ids);
  for (const [, id = "", shows = "", ...heights] of rows) {
    expect([id, shows]).not.toEqual([id, ""]);
    const figure = await figureOf(id);
    const live = POST_WIDTHS.map((width) => still.liveHeight(figure, width, "en"));
    expect([id, ...heights.map(Number)]).toEqual([id, ...live]);
  }
});
