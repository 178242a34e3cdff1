import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { partsOf } from "../../web/src/state/chapters.js";
import { ALL, go, open, openApart, ready, setUp, singleFile, testOfAll } from "./browser.js";

const WHY = partsOf("why");
const { browser, served } = await setUp();

/** A sheet of A4 or Letter without its margins, in CSS pixels. */
const SHEET = { width: 680, height: 960 };

const editions: [string, () => string][] = [
  ["the hosted page", () => served.address],
  ["the single file", () => singleFile],
];

const WORDS = {
  en: { download: "Download", format: "Print", print: "Print …", menu: "Export" },
  zh: { download: "下载", format: "打印", print: "打印……", menu: "导出" },
};

/** Opens a page that notes how it is when it would be printed. */
async function openPrintable(address: string, options = {}) {
  const watched = await openApart(browser, "about:blank", options);
  const { page } = watched;
  await page.addInitScript(() => {
    const notes: unknown[] = [];
    Object.assign(globalThis, { notes });
    globalThis.print = () => {
      const root = document.querySelector("attention-scale")?.shadowRoot;
      const all = (selector: string) => [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])];
      notes.push({
        open: all("dialog").length,
        parts: all(".reason").length,
        progress: [...new Set(all("[data-progress]").map(({ dataset }) => dataset.progress))],
      });
    };
  });
  await page.goto(address);
  await ready(page);
  return watched;
}

const notes = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { notes: unknown[] }).notes);

async function askToPrint(
  page: Page,
  language: keyof typeof WORDS,
  opener = page.getByRole("button", { name: WORDS[language].download, exact: true }),
): Promise<void> {
  const { format, print } = WORDS[language];
  await opener.click();
  await page.getByRole("radio", { name: format, exact: true }).check();
  await page.getByRole("button", { name: print, exact: true }).click();
}

/** Does what the browser does before it lays out the sheets. */
async function toPaper(page: Page): Promise<void> {
  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    return new Promise((resolve) => setTimeout(resolve));
  });
}

/** The faults of the printed page, in words. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    const seen = (selector: string) =>
      [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const found: string[] = [];
    for (const control of seen("button, input, select, textarea, summary, nav, dialog, progress")) {
      found.push(`a control: ${control.outerHTML.slice(0, 80)}`);
    }
    for (const box of seen("table, canvas, pre, .display")) {
      const { left, right } = box.getBoundingClientRect();
      const beside = box.closest("[data-beside]") !== null && box.localName === "table";
      // A table in several columns is a box in each.
      const rights = beside ? [...box.getClientRects()].map((rect) => rect.right) : [right];
      if (left < -1 || Math.max(...rights) > innerWidth + 1) {
        found.push(
          `wider than the sheet: ${box.localName} ${box.closest("[aria-label]")?.ariaLabel}`,
        );
      }
    }
    for (const canvas of seen("canvas") as HTMLCanvasElement[]) {
      const { width, height } = canvas;
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      if (!pixels.some((value) => value !== 0)) found.push(`blank: ${canvas.ariaLabel}`);
    }
    for (const details of seen("details.numbers")) {
      if (!details.hasAttribute("open")) found.push("a folded table");
    }
    for (const element of [document.documentElement, ...seen(".page")]) {
      const style = getComputedStyle(element);
      const ground = style.backgroundColor.match(/\d+(\.\d+)?/g)?.map(Number) ?? [];
      const clear = ground.length === 4 && ground[3] === 0;
      if (!clear && Math.min(...ground.slice(0, 3)) < 250) {
        found.push(`a ground of ${style.backgroundColor}`);
      }
    }
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    if (scheme !== "light") found.push(`a scheme of ${scheme}`);
    return found;
  });

describe("Print in the menu", () => {
  test.each(ALL ? editions : editions.slice(-1))(
    "waits until all parts are there that were never in sight, and prints once (%s)",
    async (_, address) => {
      const { page, messages, requests } = await openPrintable(
        `${address()}#view=why&lang=en&samples=300&draws=20`,
      );
      await askToPrint(page, "en");
      await expect
        .poll(() => notes(page))
        .toEqual([{ open: 0, parts: WHY.length, progress: ["done"] }]);
      expect(page.workers()).toHaveLength(1);
      await toPaper(page);
      expect(await faults(page)).toEqual([]);
      expect(messages).toEqual([]);
      if (address() === singleFile) {
        expect(requests.filter((url) => !/^(file|blob|data|about):/.test(url))).toEqual([]);
      }
    },
  );

  testOfAll(
    "of a part alone, and of a figure alone, does not wait for studies of others",
    async () => {
      const { page } = await openPrintable(`${singleFile}#lang=en&view=saturation`);
      await askToPrint(page, "en");
      await expect.poll(() => notes(page)).toEqual([{ open: 0, parts: 1, progress: [] }]);
      await go(page, "figure=variance-spread&samples=500");
      await page.locator(".alone figure canvas").waitFor();
      await askToPrint(page, "en", page.locator(".alone button.take"));
      await expect.poll(() => notes(page)).toHaveLength(2);
    },
  );

  test("gives light sheets in the dark theme, in Chinese, with every column of a long sentence", async () => {
    const words = Array.from({ length: 20 }, (_, index) => `w${index + 1}`).join("+");
    const { page } = await openPrintable(`${singleFile}#lang=zh&theme=dark&sentence=${words}`);
    await page.locator("figure.scores summary").click();
    await askToPrint(page, "zh");
    await expect.poll(() => notes(page)).toHaveLength(1);
    await toPaper(page);
    expect(await faults(page)).toEqual([]);
    const shown = page.getByRole("region", { name: "分数 QKᵀ" }).locator("td");
    expect(await shown.count()).toBe(20 * 20);
    await expect(shown.first().isVisible()).resolves.toBe(true);
  });

  testOfAll("prints nothing once the menu is closed, and computes no further", async () => {
    const { page } = await openPrintable(`${singleFile}#view=why&lang=en&draws=20000`);
    await askToPrint(page, "en");
    const dialog = page.getByRole("dialog", { name: WORDS.en.menu });
    await expect.poll(() => dialog.getByRole("status").innerText()).toContain("Computing");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const states = () =>
      page
        .locator("[data-progress]")
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.progress));
    await expect.poll(states).not.toContain("running");
    expect(await states()).toContain("waiting");
    expect(await notes(page)).toEqual([]);
  });
});

describe("the browser's own print", () => {
  test("says of the hosted page what is missing", async () => {
    const { page } = await openApart(browser, "about:blank");
    await page.route("**/sections-*.js", () => undefined);
    await page.goto(`${served.address}#view=why&lang=en`);
    await ready(page);
    const note = page.getByText("The parts of this chapter are not printed here");
    await note.waitFor({ state: "attached" });
    await expect(note.isVisible()).resolves.toBe(false);
    await toPaper(page);
    await expect(note.isVisible()).resolves.toBe(true);
    expect(await faults(page)).toEqual([]);
  });

  testOfAll(
    "has all pictures of the single file that need no experiment, and says what is not computed",
    async () => {
      const { page } = await open(browser, `${singleFile}#view=why&lang=en`);
      await ready(page);
      await toPaper(page);
      expect(await page.locator(".reason").count()).toBe(WHY.length);
      expect(await page.locator(".reason canvas").count()).toBeGreaterThan(8);
      expect(await faults(page)).toEqual([]);
      const note = page.getByText("Not computed when this was printed").first();
      await expect(note.isVisible()).resolves.toBe(true);
    },
  );

  test("has both sides beside each other, also of a long sentence, and keeps the colours of scales", async () => {
    const sentence = "A+dog+ate+the+food+because+it+was+hungry";
    const { page } = await open(browser, `${singleFile}#sentence=${sentence}&lang=en`);
    await ready(page);
    // With the style sheet of what is below the first screen.
    await page.locator(".closing").waitFor({ state: "attached" });
    await toPaper(page);
    const letter = { width: 700, height: 900 };
    for (const sheet of [SHEET, letter]) {
      await page.setViewportSize(sheet);
      const boxOf = async (side: string) => {
        const box = await page.locator(`.matrices figure.${side}`).first().boundingBox();
        if (box === null) throw new Error(`${side} is not shown.`);
        return box;
      };
      const without = await boxOf("unscaled");
      const withIt = await boxOf("scaled");
      expect(withIt.y).toBeCloseTo(without.y, 0);
      expect(withIt.x).toBeGreaterThanOrEqual(without.x + without.width);
      expect(Math.max(without.height, withIt.height)).toBeLessThan(sheet.height);
    }
    const scale = page.locator(".legend .ramp").first();
    const adjusted = (element: Element) => getComputedStyle(element).printColorAdjust;
    expect(await scale.evaluate(adjusted)).toBe("exact");
  });

  test("leaves the page as it was", async () => {
    const { page } = await open(browser, `${singleFile}#lang=en&theme=dark`);
    await ready(page);
    const look = () =>
      page.locator("attention-scale").evaluate((element) => {
        const { height, width } = element.shadowRoot?.querySelector("canvas") ?? {};
        return [(element as HTMLElement).dataset.tone, height, width];
      });
    const before = await look();
    await page.pdf();
    await expect.poll(look).toEqual(before);
  });
});
