/**
 * The first screen on a phone: all that makes the point in sight at once, and everything large
 * enough for a thumb.
 */
import type { Page, ViewportSize } from "playwright-core";
import { expect, test } from "vitest";
import { CHAPTERS } from "../../web/src/keys/part.js";
import { TEXTS } from "../../web/src/text/index.js";
import type { FontSet } from "../../web/tools/fonts.mjs";
import {
  ALL,
  onePage,
  pictures,
  ready,
  rested,
  setUp,
  sharedBrowser,
  tableNamed,
} from "./browser.js";
import { cutOff } from "./cut-off.js";
import { done, FEW, follow } from "./reasons.js";

const { browser, served } = await setUp();

const words = (count: number) =>
  `sentence=${Array.from({ length: count }, (_, index) => `w${index}`).join("+")}`;

const PHONE = {
  viewport: { width: 360, height: 780 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const;

/** A phone with each set of fonts, by day and by night: dark and light have one layout. */
const phones = {
  noto: onePage(browser, served.address, PHONE),
  dejavu: onePage(await sharedBrowser("dejavu"), served.address, { ...PHONE, colorScheme: "dark" }),
};

async function show(
  fragment: string,
  { width, height }: ViewportSize = PHONE.viewport,
  fonts: FontSet = "noto",
) {
  const watched = await phones[fonts]();
  const { page } = watched;
  await change(page, width, height, fragment);
  // Closes the controls, which the last test may have left open.
  const open = page.locator('.more-toggle[aria-expanded="true"]');
  if (await open.isVisible()) await open.tap();
  await page.evaluate(() => scrollTo(0, 0));
  return watched;
}

/**
 * Shows another state in another window in place, as a reader who turns the phone or follows a link
 * does.
 */
async function change(page: Page, width: number, height: number, fragment: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await follow(page, fragment, ready);
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where an element lies in the viewport. */
const boxOf = (page: Page, selector: string): Promise<Box> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    });

const map = (name: string) => `.matrices figure.${name} canvas`;

/** The size of every control in view, under its name. */
const controls = (page: Page): Promise<[name: string, width: number, height: number][]> =>
  page.locator("attention-scale").evaluate((element) =>
    [...(element.shadowRoot?.querySelectorAll("a, button, input, select, summary") ?? [])]
      // Links within a line of text are as high as the line.
      .filter((each) => each.checkVisibility() && each.closest("p") === null)
      .map((each) => {
        const { width, height } = (each.closest("label") ?? each).getBoundingClientRect();
        const name = each.id || each.getAttribute("aria-label") || each.textContent?.trim();
        return [name ?? "", width, height];
      }),
  );

/** What is cut off: a field scrolls over what it holds, as a table and a large map do. */
const faults = (page: Page) =>
  cutOff(page, ".contents, .scroll, input, .picture[data-moves], .display, pre");

/** The words of the cell whose arithmetic is shown. */
const pair = async (page: Page) =>
  (await page.locator(".arithmetic .pair").innerText()).replace(/[\u2066-\u2069]/g, "");

const LANGUAGES = ALL ? (["en", "zh"] as const) : (["en"] as const);
const SIZES = [
  [360, 780],
  [390, 844],
] as const;
/** DejaVu's letters are the wider ones. */
const SETS = ALL ? (["noto", "dejavu"] as const) : (["dejavu"] as const);
test.each(SETS)(
  "the first screen shows title, reason, sentence, d, both matrices and the finding at once, also of 64 words (%s)",
  async (fonts) => {
    const { page, messages } = await show("lang=en", PHONE.viewport, fonts);
    for (const [width, height] of ALL ? SIZES : SIZES.slice(0, 1)) {
      const every = [`lang=zh&${words(64)}`, "lang=en", `lang=en&${words(64)}`, "lang=zh"];
      for (const fragment of ALL ? every : every.slice(0, 2)) {
        await change(page, width, height, fragment);
        const parts = ["h1", ".subtitle", "#sentence", "#dim", map("unscaled"), map("scaled")];
        for (const part of [...parts, ".caption"]) {
          const { left, top, right, bottom } = await boxOf(page, part);
          expect(
            [left >= 0, top >= 0, right <= width, bottom <= height],
            `${fragment}, ${width}: ${part}`,
          ).toEqual(Array(4).fill(true));
        }
        const without = await boxOf(page, map("unscaled"));
        const withIt = await boxOf(page, map("scaled"));
        expect(without.right).toBeLessThan(withIt.left);
        expect(without.top).toBeCloseTo(withIt.top, 0);
        expect(without.right - without.left).toBeCloseTo(withIt.right - withIt.left, 0);
        const { bottom } = await boxOf(page, ".caption");
        for (const later of [".matrices .legend", ".row-lists canvas", ".matrices .below"]) {
          expect((await boxOf(page, later)).top).toBeGreaterThan(bottom);
        }
        expect(await page.locator(".subtitle msqrt").count()).toBe(1);
        expect(await page.locator(".seen").count()).toBe(fragment.includes("sentence") ? 1 : 0);
      }
    }
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(messages).toEqual([]);
  },
);

test.each(SETS)("both matrices are in the first view of a low window (%s)", async (fonts) => {
  const { page } = await show("lang=en", { width: 844, height: 390 }, fonts);
  const windows = [
    [640, 360],
    [844, 390],
    [720, 450],
  ] as const;
  for (const [width, height] of ALL ? windows : windows.slice(0, 1)) {
    await change(page, width, height, "lang=en");
    for (const part of ["h1", ".subtitle", "#sentence", "#dim", map("unscaled"), map("scaled")]) {
      expect((await boxOf(page, part)).bottom, `${part}, ${width}`).toBeLessThanOrEqual(height);
    }
    expect(await faults(page)).toEqual([]);
    await page.locator(".more-toggle").tap();
    await expect(page.locator("#exponent").isVisible()).resolves.toBe(true);
    expect(await faults(page)).toEqual([]);
    await page.locator(".more-toggle").tap();
  }
});

test("the sign of a heading's link stands beside its last word at every width", async () => {
  const { page } = await show("");
  const alone = await page
    .locator("h2:has(.anchor)")
    .first()
    .evaluate((heading: HTMLElement) => {
      const anchor = heading.querySelector(".anchor") as HTMLElement;
      const text = document.createRange();
      text.setEnd(anchor, 0);
      text.setStart(heading, 0);
      const widths: number[] = [];
      for (let width = 120; width < 328; width += 1) {
        heading.style.width = `${width}px`;
        const last = [...text.getClientRects()].filter((rect) => rect.width > 0).at(-1);
        const { top, right } = anchor.getBoundingClientRect();
        const beside = last !== undefined && top < last.bottom - 4;
        if (!beside || right > heading.getBoundingClientRect().right + 1) widths.push(width);
      }
      return widths;
    });
  expect(alone).toEqual([]);
});

test("a thumb on the slider of d changes both matrices and the finding in sight", async () => {
  const { page } = await show("");
  const maps = page.locator(`${map("unscaled")}, ${map("scaled")}`);
  const before = await pictures(maps);
  const finding = await page.locator(".caption").innerText();
  const { left, right, top, bottom } = await boxOf(page, "#dim");
  await page.touchscreen.tap(left + 0.25 * (right - left), (top + bottom) / 2);
  await expect.poll(() => page.locator(".caption").innerText()).not.toBe(finding);
  await ready(page);
  for (const [index, picture] of (await pictures(maps)).entries()) {
    expect(picture).not.toBe(before[index]);
  }
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("controls are at least 24 pixels high and wide, the main ones 44 high", async () => {
  for (const lang of LANGUAGES) {
    const { page } = await show(`lang=${lang}&view=matrices`);
    await page.locator(".more-toggle").tap();
    const sizes = await controls(page);
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.filter(([, width, height]) => width < 24 || height < 24)).toEqual([]);
    const { controlRows: names, export: exporting, arithmetic } = TEXTS[lang];
    const main = [
      "sentence",
      "dim",
      "dim-number",
      names.resample,
      names.share,
      exporting.download,
      ...Object.values(arithmetic.arrows),
    ];
    for (const name of main) {
      const size = sizes.find(([found]) => found === name);
      expect(size?.[2], name).toBeGreaterThanOrEqual(44);
    }
  }
});

test("16 words fit, and a tap near a cell takes it; the arrows step on", async () => {
  const { page } = await show(words(16));
  expect(await page.locator(".picture[data-moves], .seen").count()).toBe(0);
  expect(await faults(page)).toEqual([]);
  const { right, bottom } = await boxOf(page, map("scaled"));
  // Taps the canvas's lower edge, beside the last cell.
  await page.touchscreen.tap(right - 3, bottom - 1);
  await expect.poll(() => pair(page)).toBe("w15 → w15");
  // The sentence is that cell's, and its arithmetic comes next.
  expect(await page.locator(".finding .caption").innerText()).toContain("w15 → w15");
  const after = await boxOf(page, ".matrices .legend");
  expect((await boxOf(page, ".arithmetic")).bottom).toBeLessThanOrEqual(after.top);
  const { arrows } = TEXTS.en.arithmetic;
  const steps = [
    [arrows.right, "w15 → w15"],
    [arrows.left, "w15 → w14"],
    [arrows.up, "w14 → w14"],
    [arrows.up, "w13 → w14"],
    [arrows.right, "w13 → w15"],
    [arrows.down, "w14 → w15"],
  ] as const;
  for (const [name, after] of steps) {
    await page.getByRole("button", { name, exact: true }).tap();
    await expect.poll(() => pair(page)).toBe(after);
  }
  await expect.poll(() => new URL(page.url()).hash).toContain("cell=14%2C15");
});

test("of 64 words a part is in sight that can be moved, both matrices together", async () => {
  const { page, messages } = await show(words(64));
  expect(await faults(page)).toEqual([]);
  const boxes = page.locator(".matrices figure:is(.unscaled, .scaled) .picture");
  const places = () =>
    boxes.evaluateAll((all) => all.map((box) => [box.scrollLeft, box.scrollTop]));
  expect(await boxes.evaluateAll((all) => all.map((box) => box.scrollWidth > 640))).toEqual([
    true,
    true,
  ]);
  // The cell of the finding is in sight.
  const [first, second] = await places();
  expect(first).toEqual(second);
  await boxes.first().evaluate((box) => box.scrollTo(200, 300));
  await expect.poll(places).toEqual([
    [200, 300],
    [200, 300],
  ]);
  const seen = () => page.locator(".seen").innerText();
  await expect.poll(seen).toMatch(/^rows 31–\d+, columns 21–\d+ of 64: swipe$/);
  await boxes.last().evaluate((box) => box.scrollTo(0, 90));
  await expect.poll(places).toEqual([
    [0, 90],
    [0, 90],
  ]);
  await expect.poll(seen).toMatch(/^rows 10–\d+, columns 1–\d+ of 64/);
  // A tap finds the cell under it, and the arrows move the map along.
  const { left, top } = await boxOf(page, map("unscaled"));
  const { right, bottom } = await boxOf(page, map("unscaled"));
  await page.touchscreen.tap((left + right) / 2, (top + bottom) / 2);
  const held = await pair(page);
  const [row = 0, col = 0] = (held.match(/\d+/g) ?? []).map(Number);
  expect(row).toBeGreaterThan(8);
  for (let step = 0; step < 12; step += 1) {
    await page.getByRole("button", { name: TEXTS.en.arithmetic.arrows.right }).tap();
  }
  expect(await pair(page)).toBe(`w${row} → w${col + 12}`);
  await expect.poll(async () => (await places())[0]?.[0]).toBeGreaterThan(0);
  expect(await places()).toEqual([(await places())[0], (await places())[0]]);
  expect(messages).toEqual([]);
});

test("nothing is cut off at any width; from 240 pixels on the matrices stand beside each other", async () => {
  const { page } = await show("view=matrices", { width: 780, height: 360 });
  for (const width of ALL ? [780, 320, 299, 240, 239, 180] : [320, 240, 239]) {
    for (const lang of ["en", "zh"]) {
      for (const count of width < 320 ? [3] : [3, 16, 64]) {
        // The languages take turns, unless all is tested.
        if (!ALL && (lang === "en") === (count === 16)) continue;
        await change(page, width, 360, `lang=${lang}&${words(count)}&view=matrices`);
        const state = `${width} pixels, ${count} words, ${lang}`;
        expect(await faults(page), state).toEqual([]);
        const without = await boxOf(page, map("unscaled"));
        const withIt = await boxOf(page, map("scaled"));
        if (width < 240) expect(without.bottom, state).toBeLessThan(withIt.top);
        else expect(without.right, state).toBeLessThan(withIt.left);
      }
    }
  }
});

test.each(LANGUAGES)("text of twice the size is cut off nowhere (%s)", async (lang) => {
  const { page } = await show(`lang=${lang}&view=matrices`);
  await page.locator(".more-toggle").tap();
  await page.locator("attention-scale").evaluate((host) => {
    const all = [...(host.shadowRoot?.querySelectorAll<HTMLElement>(".page, .page *") ?? [])];
    const sizes = all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    for (const [index, element] of all.entries()) {
      element.style.fontSize = `${2 * (sizes[index] ?? 16)}px`;
    }
  });
  expect(await faults(page)).toEqual([]);
  const cut = await page
    .locator("attention-scale")
    .evaluate((host) =>
      [
        ...(host.shadowRoot?.querySelectorAll<HTMLElement>(
          "button:not(.take), label:not(.visually-hidden), input",
        ) ?? []),
      ]
        .filter((each) => each.checkVisibility() && each.scrollHeight > each.clientHeight + 2)
        .map((each) => each.outerHTML.slice(0, 80)),
    );
  expect(cut).toEqual([]);
  await page.reload();
});

test("the numbers of the rows are those of the table", async () => {
  const { page } = await show("");
  await expect(tableNamed(page, TEXTS.en.matrices.rowsTable).count()).resolves.toBe(1);
  const heights = await page
    .locator(".row-lists canvas")
    .evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  expect(heights).toHaveLength(2);
  expect(Math.min(...heights)).toBeGreaterThan(60);
});

/** The lessons are a page to print. */
const READ = CHAPTERS.map(({ view }) => view).filter((view) => view !== "lessons");
const SCREENS = 9;
test.each(READ)(
  "a chapter is nine screens high at most, its questions open and its folds closed (%s)",
  async (view) => {
    const { page } = await show("view=matrices");
    const { width, height } = PHONE.viewport;
    // So high that all of a chapter is in sight: what is out of sight is not computed.
    await page.setViewportSize({ width, height: 15_000 });
    // English takes more room.
    for (const lang of LANGUAGES) {
      await follow(
        page,
        `${FEW}&view=${view}&lang=${lang}&asked=on`,
        view === "page" ? ready : done,
      );
      const heightOf = () =>
        page.locator("attention-scale").evaluate((host) => host.getBoundingClientRect().height);
      // Pictures follow in later frames.
      const last = await rested(page, heightOf);
      expect(last, lang).toBeLessThanOrEqual(SCREENS * height);
    }
  },
);
