/** The menu that takes figures away, a page as one file, and Share. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { FigureExport } from "../../web/src/draw/figure-export.js";
import { PALETTES } from "../../web/src/draw/palette.js";
import { estimateWidth } from "../../web/src/draw/svg.js";
import { composed, svgFile } from "../../web/src/export/compose.js";
import { textLiteral } from "../../web/src/export/program.js";
import { inProject } from "../../web/tools/run.mjs";
import { pythonWith } from "../web/jupyter.js";
import { python } from "../web/python.js";
import { texts as anyTexts } from "../web/states.js";
import { open, ready, setUp, singleFile, table, testOfAll } from "./browser.js";
import { format, menu, openMenu, saved, take } from "./download-menu.js";
import { expectTables } from "./expected.js";
import { unfolded } from "./reasons.js";

const { browser, served, start } = await setUp();

const editions: readonly (readonly [name: string, address: () => string])[] = [
  ["from the hosted page", () => served.address],
  ["from the single file", () => singleFile],
];

describe("the menu to take figures away", () => {
  test("saves the figure as SVG and PNG, with its parameters and its link", async () => {
    const { page, messages } = await start("#dim=32");
    await openMenu(page);
    const svg = await saved(page);
    expect(svg.name).toBe("attention-scale-weights.svg");
    expect(svg.text).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(svg.text).toContain("dim = 32");
    // The link is short, and the sentence that the page finds stands below the picture.
    expect(svg.text).toContain(`>${served.address}#dim=32</text>`);
    expect(svg.text).toMatch(/<text[^>]*>Without the division/);
    expect(svg.text).toContain('<desc id="desc">Without the division');
    const png = await take(page, "PNG");
    expect(png.text.slice(1, 4)).toBe("PNG");
    // Twice as wide as the SVG.
    expect(readFileSync(png.path).readUInt32BE(16)).toBe(1440);
    expect(messages).toEqual([]);
  });

  test("saves the numbers of the table, all digits, as CSV and JSON", async () => {
    const { page } = await start();
    const shown = await table(page, "Unscaled attention weights");
    await page.getByRole("button", { name: /Export “Unscaled attention weights”/ }).click();
    const csv = await take(page, "CSV");
    const lines = csv.text
      .trim()
      .split("\r\n")
      .filter((line) => !line.startsWith("#"));
    expect(lines.slice(-3).map((line) => line.split(",").slice(1).map(Number))).toEqual(shown);
    // The file begins with the mark by which spreadsheets know UTF-8; Python reads it too, the
    // comments or the numbers alone.
    expect([...readFileSync(csv.path).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const read = `import csv, json, numpy
path = ${textLiteral(csv.path)}
with open(path, encoding="utf-8-sig") as file:
    rows = list(csv.reader(file))
numbers = numpy.loadtxt(path, delimiter=",", skiprows=6, usecols=(1, 2, 3))
print(json.dumps([rows[0], rows[2], numbers.tolist()]))`;
    const [title, [link], numbers] = JSON.parse(python(read));
    expect(title).toEqual(["# Unscaled attention weights"]);
    expect(link).toMatch(/^# http/);
    expect(numbers).toEqual(shown);
    const json = JSON.parse((await take(page, "JSON")).text);
    expect(json.tables[0].data).toEqual(shown);
    expect(json.parameters).toMatchObject({ sentence: "I am good", dim: 64, seed: 13 });
  });

  test("offers every figure of the view, code for its part, and a citation", async () => {
    const { page } = await start(`#view=jacobian&${unfolded("jacobian")}`);
    await page.getByRole("figure").nth(2).waitFor();
    await openMenu(page);
    const figures = menu(page).getByRole("combobox", { name: "Figure" }).locator("option");
    expect(await figures.count()).toBeGreaterThanOrEqual(4);
    expect((await take(page, "NumPy")).text).toContain("import numpy as np");
    const cited = await take(page, "Citation");
    expect(cited.text).toContain("@misc{attention-scale");
    expect(cited.text).toContain("view=jacobian");
  });

  test.each(editions)(
    "has no program in C++, but names the headers of the part, and saves the document about them (%s)",
    async (_, address) => {
      const { page, messages } = await open(browser, `${address()}#view=jacobian`);
      await ready(page);
      await openMenu(page);
      expect(await format(page, "C++").count()).toBe(0);
      const note = menu(page).locator("p", { hasText: "C++" });
      await expect(note.innerText()).resolves.toContain("softmax.hpp, saturation.hpp");
      const link = note.getByRole("link", { name: "web/docs/cpp.md" });
      const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
      expect(download.suggestedFilename()).toBe("attention-scale-cpp.md");
      const guide = readFileSync(inProject("web/docs/cpp.md"), "utf8");
      expect(readFileSync(await download.path(), "utf8")).toBe(guide);
      expect(messages).toEqual([]);
    },
  );

  test("closes by Escape and by its button, and gives the focus back", async () => {
    const { page } = await start();
    await openMenu(page);
    const opener = page.getByRole("button", { name: "Download", exact: true });
    const focused = () => opener.evaluate((button) => button.matches(":focus"));
    await page.keyboard.press("Escape");
    await menu(page).waitFor({ state: "detached" });
    await expect.poll(focused).toBe(true);
    await openMenu(page);
    await menu(page).getByRole("button", { name: "Close" }).click();
    await menu(page).waitFor({ state: "detached" });
    await expect.poll(focused).toBe(true);
  });

  test.each([1440, 360])(
    "is like Share, whose popover moves nothing and gives the focus back (%i px)",
    async (width) => {
      const { page } = await start();
      await page.setViewportSize({ width, height: 780 });
      const toggle = page.locator(".more-toggle");
      if (await toggle.isVisible()) await toggle.click();
      const opener = page.getByRole("button", { name: "Share" });
      const box = page.getByRole("group", { name: "Link to this state" });
      const focused = () => opener.evaluate((button) => button.matches(":focus"));
      const places = () =>
        page
          .locator("h1, .controls, figure, .caption")
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
      const before = await places();
      await opener.click();
      await page.locator("#share-figure").waitFor();
      expect(await places()).toEqual(before);
      const {
        x,
        y,
        width: wide,
        height,
      } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      expect([x >= 0, y >= 0, x + wide <= width, y + height <= 780]).toEqual([
        true,
        true,
        true,
        true,
      ]);
      await page.locator("#share-link").focus();
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "hidden" });
      await expect.poll(focused).toBe(true);
      await opener.click();
      await box.getByRole("button", { name: "Close" }).click();
      await expect.poll(focused).toBe(true);
      await opener.click();
      await page.mouse.click(4, 4);
      await box.waitFor({ state: "hidden" });
      // A second press closes it as well.
      await opener.click();
      await opener.click();
      await page.locator("#share-link").waitFor({ state: "detached" });
    },
  );

  test("is like Share, whose popover is closed where Back makes its link an older one", async () => {
    const { page } = await start();
    await page.getByRole("button", { name: "Resample" }).click();
    await expect.poll(() => page.url()).toContain("seed=");
    await page.getByRole("button", { name: "Share" }).click();
    await page.goBack();
    await page.getByRole("group", { name: "Link to this state" }).waitFor({ state: "hidden" });
  });

  test("is not there where it is hidden", async () => {
    const { page } = await start("#hide=download");
    expect(await page.getByRole("button", { name: /Download|Export/ }).count()).toBe(0);
  });
});

describe("a page taken away as one file", () => {
  test.each(editions)(
    "makes attention_scale.py of the page itself in the chapter of the reader's own tensors (%s)",
    async (_, address) => {
      const { page, messages } = await open(browser, `${address()}#view=own`);
      await page.getByRole("figure").first().waitFor();
      await openMenu(page);
      const { name, path } = await take(page, "Python");
      expect(name).toBe("attention_scale.py");
      // Python imports it, and it saves a page with tensors.
      const program = `import pathlib, sys, types
module = types.ModuleType("attention_scale")
exec(pathlib.Path(sys.argv[1]).read_text("utf-8"), module.__dict__)
page = module.show([[1]], [[1]])._page()
print(page.startswith("<!doctype html>"), len(page) > 10**6, page.count('id="attention-scale-tensors" data-from'))`;
      const { stdout, stderr } = pythonWith(["-W", "error", "-c", program, path], "");
      expect([stdout, stderr]).toEqual(["True True 1\n", ""]);
      expect(messages).toEqual([]);
    },
  );

  testOfAll.each(editions)(
    "opens from disk in the state it was taken in (%s)",
    async (_, address) => {
      const { page } = await open(browser, `${address()}#sentence=to+be+or+not&dim=16&seed=5`);
      await ready(page);
      await openMenu(page);
      const file = await take(page, "Whole page");
      expect(file.name).toMatch(/\.html$/);
      const copy = join(tmpdir(), `attention-scale-frozen-${Date.now()}.html`);
      writeFileSync(copy, readFileSync(file.path));
      onTestFinished(() => rmSync(copy));
      const { page: frozen, messages } = await open(browser, pathToFileURL(copy).href);
      await expectTables(frozen, { words: ["to", "be", "or", "not"], dim: 16, seed: 5 });
      expect(messages).toEqual([]);
    },
  );
});

test("a picture is well-formed XML whatever a reader typed", async () => {
  const { page } = await open(browser, "about:blank");
  const picture: FigureExport = {
    title: "",
    alt: "",
    tables: [],
    scene: (width) => ({ width, height: 40, shapes: [] }),
  };
  const malformed = (typed: readonly string[]) =>
    page.evaluate(
      (files) =>
        files.flatMap((file, i) => {
          const read = new DOMParser().parseFromString(file, "image/svg+xml");
          return read.querySelector("parsererror") === null ? [] : [i];
        }),
      typed.map((text) => {
        const dress = { palette: PALETTES.light, ground: true, measure: estimateWidth };
        const scene = composed({ ...picture, title: text }, { ...dress, lines: [text] });
        return svgFile(scene, text, text, "sans-serif");
      }),
    );
  const unwritable = ["a\u0000b", "\u0008", "\u001b", "\ufffe", "\uffff", "\ud800", "a\udfffb"];
  expect(await malformed(unwritable)).toEqual([]);
  expect(await malformed(fc.sample(anyTexts, 300))).toEqual([]);
});
