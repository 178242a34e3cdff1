/**
 * Each file that is taken away names the parameters of the run that made its numbers, not those of
 * the page's state.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { DIMS } from "../../web/src/part-kit/axes.js";
import { draws } from "../../web/src/parts/gradient/experiments.js";
import { engine } from "../loaded-engine.js";
import {
  frames,
  go,
  numbersOf,
  open,
  ready,
  serve,
  setUp,
  stop,
  table,
  testOfAll,
} from "./browser.js";
import { format, menu, openMenu, saved, take } from "./download-menu.js";
import { HEAVY } from "./expected.js";
import { progressOf, study } from "./reasons.js";

const { browser, served, start } = await setUp();

/** The preview of the chosen text format. */
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
  for (const name of ["SVG", "CSV", "JSON", "NumPy", "Citation"]) {
    const { path } = await take(page, name);
    all[name] = readFileSync(path, "utf8");
  }
  return all;
}

describe("a file says what its numbers are of", () => {
  test("of a run that the reader stopped: how far it came, in every format", async () => {
    const { page } = await start("#view=gradient&draws=20000&open=gradient-draws");
    const line = study(page, "draws");
    await expect.poll(() => line.innerText(), { timeout: 40_000 }).toMatch(/of .*so far/);
    await line.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => progressOf(page, "draws")).toBe("stopped");
    await openMenu(page);
    await chooseFigure(page, "gradient-fan-peak");
    const stoppedAt = async () => {
      const [done] = /(?<=stopped at )[\d,]+/.exec(await line.innerText()) ?? [""];
      return Number(done.replace(/\D/g, ""));
    };
    let count = 0;
    let files: Awaited<ReturnType<typeof texts>> = {};
    // The piece that was on its way when it was stopped may end while the files are read.
    const asBefore = async () => {
      const before = await stoppedAt();
      files = await texts(page);
      count = await stoppedAt();
      return count === before;
    };
    await expect.poll(asBefore, { timeout: 40_000 }).toBe(true);
    expect(count).toBeLessThan(20_000);
    for (const [name, file] of Object.entries(files)) {
      const oneLine = file.replace(/<[^>]*>/g, "");
      expect([name, oneLine]).toEqual([
        name,
        expect.stringContaining(`stopped at ${count} of 20000`),
      ]);
    }
    // Parameters and link have the number of draws asked for; the programs make as many as the
    // figure has.
    expect(JSON.parse(files.JSON ?? "").parameters).toMatchObject({ draws: 20_000 });
    expect(files.SVG).toContain("draws=20000");
    expect(files.SVG).toMatch(new RegExp(`<desc[^>]*>[^<]*stopped at ${count} of 20000`));
    expect(files.NumPy).toContain(`\ndraws = ${count}\n`);
    const request = { drawseed: 0, keys: 3, draws: count, exponents: [0, 0.5] };
    const { peak } = [...draws.run(engine, request)].at(-1)?.result()?.summaries ?? {};
    const medians = rowsOf(files.CSV ?? "").map((row) => [row[1], row[5]]);
    expect(medians).toEqual(DIMS.map((_, i) => [peak?.median[2 * i], peak?.median[2 * i + 1]]));
    await go(page, `${new URL(page.url()).hash}&lang=zh`);
    const chinese = page.getByRole("dialog", { name: "导出" });
    await expect
      .poll(() => chinese.locator("textarea").first().inputValue())
      .toContain(`停在 ${count}，共 20000`);
  });

  test("while a worker computes another d: of the d whose numbers it holds", async () => {
    // The worker's script does not come, so that the worker does not answer before the test is
    // through.
    const own = await serve({}, undefined, undefined, (path) => path.includes("worker-"));
    onTestFinished(() => stop(own));
    const { page } = await open(
      browser,
      `${own.address}#view=matrices&sentence=${HEAVY.words.join("+")}&dim=16`,
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
    expect(files.NumPy).toContain('"not"]\ndim = 16\nseed = 13\n');
    expect(files.Citation).toContain("dim=16&");
    for (const file of Object.values(files)) expect(file).not.toContain("dim=1024");
  });

  testOfAll("of a part that is out of sight: of the state it was drawn in", async () => {
    const { page } = await open(
      browser,
      `${served.address}#draws=20&at=gradient&open=gradient-sentence`,
    );
    await ready(page);
    await page.locator(".own-maps").waitFor({ timeout: 30_000 });
    await expect.poll(() => progressOf(page, "sentence")).toBe("done");
    const before = await numbersOf(page.locator(".own table").first());
    expect(before).toHaveLength(3);
    await page.evaluate(() => scrollTo(0, 0));
    await frames(page, 30);
    await go(page, "view=why&draws=20&open=gradient-sentence&dim=512&seed=7");
    await frames(page, 30);
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

  testOfAll("of a run that goes on: the preview follows it to its end", async () => {
    const DRAWS = 6000;
    const { page } = await start(`#view=gradient&draws=${DRAWS}&open=gradient-draws`);
    const line = study(page, "draws");
    await expect.poll(() => line.innerText(), { timeout: 40_000 }).toMatch(/of .*so far/);
    await openMenu(page);
    await chooseFigure(page, "gradient-fan-peak");
    await format(page, "CSV").check();
    await expect.poll(() => preview(page)).toContain("# ");
    const first = await preview(page);
    expect(await progressOf(page, "draws")).toBe("running");
    await expect.poll(() => progressOf(page, "draws"), { timeout: 40_000 }).toBe("done");
    const request = { drawseed: 0, keys: 3, draws: DRAWS, exponents: [0, 0.5] };
    const { peak } = [...draws.run(engine, request)].at(-1)?.result()?.summaries ?? {};
    const medians = rowsOf(await preview(page)).map((row) => [row[1], row[5]]);
    expect(medians).toEqual(DIMS.map((_, i) => [peak?.median[2 * i], peak?.median[2 * i + 1]]));
    expect(await preview(page)).not.toContain("so far");
    expect(first).toMatch(RegExp(`so far \\d+ of ${DRAWS}`));
    // The saved text is the preview.
    expect(
      readFileSync((await saved(page)).path, "utf8")
        .trim()
        .split(/\r?\n/),
    ).toEqual((await preview(page)).trim().split("\n"));
  });
});
