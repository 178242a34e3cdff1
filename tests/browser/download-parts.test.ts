/**
 * What the menu saves of a part, by the pages that the build has made: pictures, numbers, programs,
 * and notebooks, which Jupyter runs. Each of its formats is tested without a browser, too, of every
 * part: tests/web/still.test.ts, programs*.test.ts and notebooks.test.ts.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { programFolder, torchText } from "../../web/src/export/program.js";
import { PARTS } from "../../web/src/keys/index.js";
import { unfoldedFiguresOf } from "../../web/src/parts/figure-names.js";
import type { LaterPart, PartName } from "../../web/src/state/state.js";
import { pythonWith, runNotebook } from "../web/jupyter.js";
import { expectNotebook, type Notebook, sourceOf } from "../web/notebook-parts.js";
import { python } from "../web/python.js";
import { ALL, onePage, setUp, singleFile } from "./browser.js";
import { format, menu, openMenu, saved, take } from "./download-menu.js";
import { unfolded } from "./reasons.js";

const { browser, served } = await setUp();
const start = onePage(browser, served.address);

/** Small experiments, where their size does not matter. */
const FEW = "dim=32&samples=300&sampledim=7&draws=20&rowdraws=10&ruledraws=8&encoders=10&layers=2";
const needsTorch = (part: PartName) => torchText(part) !== undefined;

/** Formats that are no file, or need no part. */
const NO_PART = ["Animation", "Whole page", "Citation", "Print"];
/** One function makes the PNG of every figure, in most of the time of all formats. */
const ELSEWHERE = ALL ? NO_PART : [...NO_PART, "PNG"];
const MODEL_LOADS = { timeout: 60_000 };

type Files = Readonly<Record<string, string>>;

/** Each file of a figure that the menu offers, by the name of its format. */
async function filesOf(page: Page): Promise<Files> {
  const radios = menu(page).locator('input[name="download-format"]');
  const labels = await radios.evaluateAll((all) =>
    all.map((radio) => (radio as HTMLInputElement).labels?.[0]?.innerText.trim() ?? ""),
  );
  const files: Record<string, string> = {};
  for (const label of labels.filter((name) => !ELSEWHERE.includes(name))) {
    await format(page, label).check();
    const save = menu(page).getByRole("link", { name: "Save" });
    const problem = menu(page).getByRole("alert");
    await save.or(problem).first().waitFor();
    expect([label, await problem.allInnerTexts()]).toEqual([label, []]);
    const { path } = await saved(page);
    files[label] = readFileSync(path, label === "PNG" ? "latin1" : "utf8");
  }
  return files;
}

/** Opens the menu of a part alone, once it offers a figure: the mistakes do after an answer. */
async function offeredBy(page: Page, part: PartName): Promise<void> {
  if (part === "bugs") {
    const show = page.getByRole("button", { name: "Just show me" });
    const exported = page.getByRole("button", { name: "Export “Your sentence" });
    // The page keeps an answer from one test to the next.
    await show.or(exported).first().waitFor();
    if (await show.isVisible()) await show.click();
    await exported.waitFor();
  }
  await page
    .getByRole("button", { name: /^Export “/ })
    .first()
    .waitFor(MODEL_LOADS);
  await openMenu(page);
}

async function expectFiles(part: PartName, files: Files): Promise<void> {
  expect(files.SVG).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  if (ALL) expect(files.PNG?.slice(1, 4)).toBe("PNG");
  if (part === "matrices") {
    expect(files["Copy for WeChat"]).toMatch(/^<svg [\s\S]*<animateTransform [\s\S]*<\/svg>\n$/);
  }
  expect(files.CSV).toContain('"# {');
  expect(JSON.parse(files.JSON ?? "").tables.length).toBeGreaterThan(0);
  const program = files[needsTorch(part) ? "PyTorch" : "NumPy"] ?? "";
  expect(program).toMatch(/^(#.*\n)?"""/);
  await expectNotebook(part, files.Notebook ?? "", program);
}

/** A training of two steps is one, too. */
const shortened = (text: string) => text.replace(/^((?:grid)?steps) = \d+/gm, "$1 = 2");
const inNotebook = (notebook: string, change: (source: string) => string) => {
  const { cells, ...rest } = JSON.parse(notebook) as Notebook;
  const changed = cells.map((cell) => {
    const source = change(sourceOf(cell));
    return { ...cell, source };
  });
  return JSON.stringify({ cells: changed, ...rest });
};

/** The first part of each chapter; one whose notebook runs, and one that offers after an answer. */
const CHOSEN = PARTS.filter(
  ({ name, chapter }, i) =>
    ALL || chapter !== PARTS[i - 1]?.chapter || name === "saturation" || name === "bugs",
).map(({ name }) => name);

describe.each(CHOSEN)("the files of %s", (part) => {
  let files: Files = {};

  test("are made by the hosted page, all that the menu offers", async () => {
    // Some parts have no figure outside their folds; of others one figure is enough.
    const isFolded = unfoldedFiguresOf(part).length === 0;
    const folds = isFolded ? unfolded(part as LaterPart) : "";
    const { page, messages } = await start(`#view=${part}&${FEW}&${folds}`);
    await offeredBy(page, part);
    files = await filesOf(page);
    await expectFiles(part, files);
    expect(messages).toEqual([]);
  });

  test.skipIf(!(ALL || part === "bugs") || needsTorch(part))(
    "hold a program that runs, for each figure that offers one",
    async () => {
      const { page } = await start(`#view=${part}&${FEW}&${unfolded(part as LaterPart)}`);
      await offeredBy(page, part);
      const figures = menu(page).getByRole("combobox", { name: "Figure" });
      const ids = await figures
        .locator("option")
        .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
      for (const id of ids) {
        await figures.selectOption(id);
        const offers = await format(page, "NumPy").count();
        // No program trains with a mistake.
        expect([id, offers]).toEqual([id, id === "bugs-race" ? 0 : 1]);
        if (offers > 0) python(readFileSync((await take(page, "NumPy")).path, "utf8"));
      }
    },
  );

  // Those of other parts are the same programs.
  const runs = programFolder(part) === part && (ALL || part === "saturation");
  test.skipIf(!runs)(
    "hold a notebook that runs from its first cell to its last, prints what the program prints, and plots it",
    () => {
      const program = shortened(files[needsTorch(part) ? "PyTorch" : "NumPy"] ?? "");
      const ran = runNotebook(part, inNotebook(files.Notebook ?? "", shortened));
      const { stdout } = pythonWith(["-"], program);
      expect(ran.stderr).toBe("");
      expect(ran.stdout).toBe(stdout);
      expect(ran.plots).toBeGreaterThan(0);
    },
    600_000,
  );
});

describe("the single file", () => {
  const fromFile = onePage(browser, singleFile);
  test.each(PARTS.map(({ name }) => name).filter((name) => ALL || name === "haystack"))(
    "makes the files of %s",
    async (part) => {
      const { page, messages } = await fromFile(`#view=${part}&${FEW}`);
      await offeredBy(page, part);
      await expectFiles(part, await filesOf(page));
      expect(messages).toEqual([]);
    },
  );
});
