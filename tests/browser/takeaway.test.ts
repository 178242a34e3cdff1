import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { PALETTES } from "../../web/src/draw/palette.js";
import { estimateWidth } from "../../web/src/draw/scene.js";
import type { Take } from "../../web/src/draw/take.js";
import { composed, svgFile } from "../../web/src/export/compose.js";
import { DIMS, draws } from "../../web/src/parts/gradient/draws.js";
import { FIGURES as PROGRAMMED } from "../web/program-cases.js";
import { engine } from "../web/programs.js";
import { texts as anyTexts } from "../web/states.js";
import { dist, open, ready, serve, setUp, singleFile, table } from "./browser.js";
import { expectTables } from "./expected.js";
import { progressOf, study } from "./reasons.js";

const { browser, served } = await setUp();

const menu = (page: Page) => page.getByRole("dialog", { name: "Take away" });
const format = (page: Page, name: string) => menu(page).getByRole("radio", { name, exact: true });

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await menu(page).waitFor();
}

/** What the menu would save, as text. */
async function saved(page: Page): Promise<{ name: string; text: string; path: string }> {
  const link = menu(page).getByRole("link", { name: "Save" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const path = await download.path();
  return { name: download.suggestedFilename(), text: readFileSync(path, "latin1"), path };
}

/** Chooses a format and saves what comes of it. */
async function take(page: Page, name: string) {
  await format(page, name).check();
  await menu(page).getByRole("link", { name: "Save" }).waitFor();
  return saved(page);
}

describe("the menu to take figures away", () => {
  test("saves the figure as SVG and PNG, with its parameters and its link", async () => {
    const { page, messages } = await open(browser, `${served.address}#dim=32`);
    await ready(page);
    await openMenu(page);
    const svg = await saved(page);
    expect(svg.name).toBe("attention-scale-attention.svg");
    expect(svg.text).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(svg.text).toContain("dim = 32");
    expect(svg.text).toContain(`${served.address}#dim=32&amp;at=matrices`);
    expect(svg.text).toContain('<desc id="desc">Without the division');
    const png = await take(page, "PNG");
    expect(png.text.slice(1, 4)).toBe("PNG");
    // Twice as wide as the SVG.
    expect(readFileSync(png.path).readUInt32BE(16)).toBe(1440);
    expect(messages).toEqual([]);
  });

  test("saves the numbers of the table, all digits, as CSV and JSON", async () => {
    const { page } = await open(browser, served.address);
    await ready(page);
    const shown = await table(page, "Unscaled attention weights");
    await page.getByRole("button", { name: /Take away “Unscaled attention weights”/ }).click();
    const csv = await take(page, "CSV");
    const lines = csv.text
      .trim()
      .split("\r\n")
      .filter((line) => !line.startsWith("#"));
    expect(lines.slice(-3).map((line) => line.split(",").slice(1).map(Number))).toEqual(shown);
    const json = JSON.parse((await take(page, "JSON")).text);
    expect(json.tables[0].data).toEqual(shown);
    expect(json.parameters).toMatchObject({ sentence: "I am good", dim: 64, seed: 13 });
  });

  test("offers every figure of the view, code for its part, and a citation", async () => {
    const { page } = await open(browser, `${served.address}#view=jacobian`);
    await ready(page);
    await page.getByRole("figure").nth(2).waitFor();
    await openMenu(page);
    const figures = menu(page).getByRole("combobox", { name: "Figure" }).locator("option");
    expect(await figures.count()).toBeGreaterThanOrEqual(4);
    expect((await take(page, "NumPy")).text).toContain("import numpy as np");
    expect((await take(page, "C++")).text).toContain("#include <Eigen/");
    const cited = await take(page, "Citation");
    expect(cited.text).toContain("@misc{attention-scale");
    expect(cited.text).toContain("view=jacobian");
  });

  test("closes by Escape and by its button, and gives the focus back", async () => {
    const { page } = await open(browser, served.address);
    await ready(page);
    await openMenu(page);
    const opener = page.getByRole("button", { name: "Download", exact: true });
    const focused = () => opener.evaluate((button) => button.matches(":focus"));
    await page.keyboard.press("Escape");
    await menu(page).waitFor({ state: "detached" });
    expect(await focused()).toBe(true);
    await openMenu(page);
    await menu(page).getByRole("button", { name: "Close" }).click();
    await menu(page).waitFor({ state: "detached" });
    expect(await focused()).toBe(true);
  });

  test("gives the focus back to Share when its box is closed", async () => {
    const { page } = await open(browser, served.address);
    await ready(page);
    const opener = page.getByRole("button", { name: "Share" });
    await opener.click();
    await page
      .getByRole("group", { name: "Link to exactly this" })
      .getByRole("button", { name: "Close" })
      .click();
    expect(await opener.evaluate((button) => button.matches(":focus"))).toBe(true);
  });

  test("is not there where it is hidden", async () => {
    const { page } = await open(browser, `${served.address}#hide=download`);
    await ready(page);
    expect(await page.getByRole("button", { name: /Download|Take away/ }).count()).toBe(0);
  });
});

describe("a page taken away as one file", () => {
  /** One line of those that name the work of others: a file that is handed on keeps them. */
  const NOTICE = "| BSD-3-Clause | Copyright (c) 2017 Google LLC.";

  const editions: [string, () => string][] = [
    ["from the hosted page", () => served.address],
    ["from the single file", () => singleFile],
  ];
  test.each(editions)("opens from disk in the state it was taken in (%s)", async (_, address) => {
    const { page } = await open(browser, `${address()}#sentence=to+be+or+not&dim=16&seed=5`);
    await ready(page);
    await openMenu(page);
    const file = await take(page, "This page");
    expect(file.name).toMatch(/\.html$/);
    expect(file.text).toContain(NOTICE);
    const copy = join(tmpdir(), `attention-scale-frozen-${Date.now()}.html`);
    writeFileSync(copy, readFileSync(file.path));
    onTestFinished(() => rmSync(copy));
    const { page: frozen, messages } = await open(browser, pathToFileURL(copy).href);
    await expectTables(frozen, { words: ["to", "be", "or", "not"], dim: 16, seed: 5 });
    expect(messages).toEqual([]);
  });

  test("names the work of others also where an embed is taken away", async () => {
    const own = await serve({}, undefined, dist, (path, response) => {
      if (path !== "host.html") return false;
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(
        '<!doctype html><script src="embed.js" defer></script><attention-scale></attention-scale>',
      );
      return true;
    });
    onTestFinished(() => void own.server.close());
    const { page } = await open(browser, `${own.address}host.html`);
    await ready(page);
    await openMenu(page);
    expect((await take(page, "This page")).text).toContain(NOTICE);
  });
});

test("the tests compare the numbers of each figure that can be taken away with those of its part's programs", async () => {
  const { page } = await open(browser, `${served.address}#samples=300&draws=20&at=variance`);
  await ready(page);
  const offered = new Set<string>();
  // A figure is offered once it has numbers, which it has once it was in sight.
  for (const view of ["page", "variance", "saturation", "jacobian", "gradient", "exponent"]) {
    await page.evaluate((to) => {
      location.hash = `samples=300&draws=20&view=${to}`;
    }, view);
    await page
      .locator(view === "page" ? "section.matrices canvas" : "section.reason")
      .first()
      .waitFor();
    for (const study of await page.locator("[data-study]").all()) {
      if (view === "page") break;
      await study.evaluate((line) => line.parentElement?.scrollIntoView());
      await expect
        .poll(() => study.getAttribute("data-progress"), { timeout: 40_000 })
        .toBe("done");
    }
    await openMenu(page);
    const ids = menu(page).locator("#take-figure option");
    for (const id of await ids.evaluateAll((all) =>
      all.map((one) => (one as HTMLOptionElement).value),
    ))
      offered.add(id);
    await page.keyboard.press("Escape");
    await menu(page).waitFor({ state: "detached" });
  }
  expect([...offered].sort()).toEqual(Object.keys(PROGRAMMED).sort());
});

/** What the menu shows of the chosen text format. */
const preview = (page: Page) => menu(page).getByRole("textbox", { name: "Preview" }).inputValue();

const chooseFigure = (page: Page, id: string) =>
  menu(page).getByRole("combobox", { name: "Figure" }).selectOption(id);

/** The numbers of the tables in a CSV file, a list a row. */
const rowsOf = (csv: string): number[][] =>
  csv
    .trim()
    .split(/\r?\n/)
    .filter((line) => /^[^"#].*,-?\d/.test(line))
    .map((line) => line.split(",").slice(1).map(Number));

/** Each text the menu makes of a figure, by its format. */
async function texts(page: Page): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const name of ["SVG", "CSV", "JSON", "NumPy", "C++", "Citation"]) {
    const { path } = await take(page, name);
    all[name] = readFileSync(path, "utf8");
  }
  return all;
}

describe("a file says what its numbers are of", () => {
  const words = Array.from({ length: 64 }, (_, i) => `w${i}`);

  test("of a run that the reader stopped: how far it came, in every format", async () => {
    const { page } = await open(browser, `${served.address}#view=gradient&draws=20000`);
    await ready(page);
    const line = study(page, "draws");
    await expect.poll(() => line.innerText(), { timeout: 40_000 }).toMatch(/of .*so far/);
    await line.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => progressOf(page, "draws")).toBe("stopped");
    // The piece that was on its way ends first.
    await page.waitForTimeout(500);
    const [done] = /(?<=stopped at )[\d\u202f]+/.exec(await line.innerText()) ?? [""];
    const count = Number(done.replace(/\D/g, ""));
    expect(count).toBeLessThan(20_000);
    await openMenu(page);
    await chooseFigure(page, "gradient-fan-peak");
    const files = await texts(page);
    for (const [name, file] of Object.entries(files)) {
      const oneLine = file.replace(/<[^>]*>/g, "");
      expect([name, oneLine]).toEqual([
        name,
        expect.stringContaining(`stopped at ${count} of 20000`),
      ]);
    }
    // What was asked for stays in the parameters and in the link; the programs draw what the figure holds.
    expect(JSON.parse(files.JSON ?? "").parameters).toMatchObject({ draws: 20_000 });
    expect(files.SVG).toContain("draws=20000");
    expect(files.SVG).toMatch(new RegExp(`<desc[^>]*>[^<]*stopped at ${count} of 20000`));
    expect(files.NumPy).toContain(`\ndraws = ${count}\n`);
    expect(files["C++"]).toContain(` draws{${count}};`);
    const request = { seed: 0, keys: 3, draws: count, exponents: [0, 0.5] };
    const { peak } = [...draws.run(engine, request)].at(-1)?.result()?.summaries ?? {};
    const medians = rowsOf(files.CSV ?? "").map((row) => [row[1], row[5]]);
    expect(medians).toEqual(DIMS.map((_, i) => [peak?.median[2 * i], peak?.median[2 * i + 1]]));
    await page.evaluate(() => {
      location.hash += "&lang=zh";
    });
    const chinese = page.getByRole("dialog", { name: "带走" });
    await expect
      .poll(() => chinese.locator("textarea").first().inputValue())
      .toContain(`停在 ${count}，共 20000`);
  });

  test("while a worker computes another d: of the d whose numbers it holds", async () => {
    // The worker's script does not come, so that the worker does not answer before the test is through.
    const { server, address } = await serve({}, undefined, undefined, (path) =>
      path.includes("worker-"),
    );
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { page } = await open(
      browser,
      `${address}#view=matrices&sentence=${words.join("+")}&dim=16`,
    );
    await ready(page);
    const shown = await table(page, "Scaled attention weights");
    await page.evaluate(() => {
      location.hash = location.hash.replace("dim=16", "dim=1024&exponent=1");
    });
    await page.locator("attention-scale:not([data-ready])").waitFor({ state: "attached" });
    await openMenu(page);
    await chooseFigure(page, "scaled");
    const files = await texts(page);
    expect(rowsOf(files.CSV ?? "")).toEqual(shown);
    expect(JSON.parse(files.JSON ?? "").parameters).toMatchObject({ dim: 16, exponent: 0.5 });
    expect(files.SVG).toContain("dim = 16, ");
    expect(files.NumPy).toContain('"w63"]\ndim = 16\nseed = 13\n');
    expect(files["C++"]).toContain("const int dim{16};");
    expect(files.Citation).toContain("dim=16&");
    for (const file of Object.values(files)) expect(file).not.toContain("dim=1024");
  });

  test("of a part that is out of sight: of the state it was drawn in", async () => {
    const { page } = await open(browser, `${served.address}#draws=20&at=gradient`);
    await ready(page);
    await page.locator(".own-maps").waitFor({ timeout: 30_000 });
    await expect.poll(() => progressOf(page, "sentence")).toBe("done");
    const before = await page
      .locator(".own table")
      .first()
      .evaluate((element) =>
        [...element.querySelectorAll("tbody tr")].map((row) =>
          [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.value)),
        ),
      );
    expect(before).toHaveLength(3);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(500);
    await page.evaluate(() => {
      location.hash = "draws=20&dim=512&seed=7";
    });
    await page.waitForTimeout(500);
    await ready(page);
    await openMenu(page);
    await chooseFigure(page, "gradient-reaching");
    const files = await texts(page);
    expect(rowsOf(files.CSV ?? "")).toEqual(before);
    expect(JSON.parse(files.JSON ?? "").parameters).toMatchObject({ dim: 64, seed: 13 });
    expect(files.SVG).toContain("dim = 64, ");
    expect(files.NumPy).toContain('"good"]\ndim = 64\nseed = 13\n');
    for (const file of Object.values(files)) expect(file).not.toMatch(/dim=512|seed=7/);
  });

  test("of a run that goes on: the preview follows it to its end", async () => {
    const { page } = await open(browser, `${served.address}#view=gradient&draws=12000`);
    await ready(page);
    const line = study(page, "draws");
    await expect.poll(() => line.innerText(), { timeout: 40_000 }).toMatch(/of .*so far/);
    await openMenu(page);
    await chooseFigure(page, "gradient-fan-peak");
    await format(page, "CSV").check();
    await expect.poll(() => preview(page)).toContain("# ");
    const first = await preview(page);
    expect(await progressOf(page, "draws")).toBe("running");
    await expect.poll(() => progressOf(page, "draws"), { timeout: 40_000 }).toBe("done");
    const request = { seed: 0, keys: 3, draws: 12_000, exponents: [0, 0.5] };
    const { peak } = [...draws.run(engine, request)].at(-1)?.result()?.summaries ?? {};
    const medians = rowsOf(await preview(page)).map((row) => [row[1], row[5]]);
    expect(medians).toEqual(DIMS.map((_, i) => [peak?.median[2 * i], peak?.median[2 * i + 1]]));
    expect(await preview(page)).not.toContain("so far");
    expect(first).toMatch(/so far \d+ of 12000/);
    // What is saved is what is shown.
    expect(
      readFileSync((await saved(page)).path, "utf8")
        .trim()
        .split(/\r?\n/),
    ).toEqual((await preview(page)).trim().split("\n"));
  });
});

test("a picture is well-formed XML whatever a reader typed", async () => {
  const { page } = await open(browser, "about:blank");
  const picture: Take = {
    ...{ title: "", alt: "", tables: [] },
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
        return svgFile(scene, text, text);
      }),
    );
  const unwritable = ["a\u0000b", "\u0008", "\u001b", "\ufffe", "\uffff", "\ud800", "a\udfffb"];
  expect(await malformed(unwritable)).toEqual([]);
  expect(await malformed(fc.sample(anyTexts, 300))).toEqual([]);
});

test("Share gives the link, and a piece for a post that holds the state", async () => {
  const { page } = await open(browser, `${served.address}#sentence=to+be&dim=16`);
  await ready(page);
  await page.getByRole("button", { name: "Share" }).click();
  const kinds = page.getByRole("combobox", { name: "In a blog post" });
  await kinds.waitFor();
  for (const [kind, sign] of [
    ["html", "<attention-scale"],
    ["frame", "<iframe"],
    ["markdown", "attention-scale"],
    ["hugo", "{{<"],
    ["jekyll", "{% include"],
    ["hexo", "{% attention_scale"],
  ] as const) {
    await kinds.selectOption(kind);
    const name = await kinds.locator("option:checked").innerText();
    const piece = await page.getByRole("textbox", { name, exact: true }).inputValue();
    expect(piece).toContain(sign);
    expect(piece).toMatch(/to(\+| |%20)be/);
    expect(piece).toMatch(/dim="?=?"?16/);
    expect(piece).toContain("matrices");
  }
});
