import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { REASONS } from "../../web/src/state/state.js";
import { ALL, onePage, open, ready, setUp, singleFile, type Watched } from "./browser.js";
import { done, FEW, follow, unfolded } from "./reasons.js";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const { browser, served } = await setUp();

/** How many tables of numbers each has while all its folds are open. */
const TABLES = {
  variance: 6,
  saturation: 2,
  jacobian: 4,
  gradient: 14,
  exponent: 6,
  many: 5,
  widths: 5,
  tensor: 3,
  steps: 2,
  cross: 6,
  flow: 11,
  depth: 4,
  training: 16,
  grid: 5,
};
const CANVASES = {
  variance: 6,
  saturation: 4,
  jacobian: 8,
  gradient: 13,
  exponent: 6,
  many: 4,
  widths: 5,
  tensor: 3,
  steps: 1,
  cross: 7,
  flow: 11,
  depth: 4,
  training: 16,
  grid: 5,
};

/** Faults of a part's figures that the tests of its numbers do not see. */
const mistakes = ({ page }: Watched) =>
  page.evaluate(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot as ShadowRoot;
    const [section] = root.querySelectorAll("section.reason");
    const all = <T extends Element>(selector: string) => [
      ...(section?.querySelectorAll<T>(selector) ?? []),
    ];
    const said = [...root.querySelectorAll("*")].flatMap((element) => [
      ...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
      ...["aria-label", "aria-valuetext", "title", "value"].map(
        (name) => element.getAttribute(name) ?? "",
      ),
    ]);
    return {
      unlabelled: all("canvas").filter((canvas) => !canvas.getAttribute("aria-label")?.trim())
        .length,
      // A canvas that nothing was painted on is as wide as a new one, or as empty.
      unpainted: all<HTMLCanvasElement>("canvas").filter((canvas) => {
        // The lists of the rows' numbers show on a narrow page alone.
        if (!canvas.checkVisibility()) return false;
        const empty = document.createElement("canvas");
        [empty.width, empty.height] = [canvas.width, canvas.height];
        return canvas.toDataURL() === empty.toDataURL();
      }).length,
      // The arithmetic of a cell is formulas, not numbers.
      nameless: all("table:not(.arithmetic *)").filter(
        (table) => !table.querySelector("caption")?.textContent?.trim(),
      ).length,
      silent: all<HTMLElement>("td:not(.arithmetic *)").filter(
        ({ dataset }) => (dataset.value ?? "") === "",
      ).length,
      notNumbers: all<HTMLElement>("td").filter(({ dataset }) => dataset.value === "NaN").length,
      machine: said.filter((one) => /NaN|undefined|Infinity|\[object/.test(one)),
    };
  });

const NONE = { unlabelled: 0, unpainted: 0, nameless: 0, silent: 0, notNumbers: 0, machine: [] };

/** High enough for all of a reason: what is out of sight is not painted. */
const HIGH = { width: 1280, height: 7000 };

/** The violations that axe finds, with their elements. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ path: axe });
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`,
  );
}

describe("each reason alone", () => {
  const one = onePage(browser, served.address);
  /** Straight there: on the way onePage takes, all the reasons would be in sight, and would all begin. */
  const start = async (fragment: string) => {
    watched ??= await one(fragment);
    const { page, messages } = watched;
    await page.setViewportSize(HIGH);
    await follow(page, fragment);
    messages.length = 0;
    return watched;
  };
  let watched: Watched | undefined;

  test.each(REASONS)(
    "names and numbers all its pictures, and axe finds nothing to mend: %s",
    async (view) => {
      const watched = await start(`#view=${view}&${FEW}&${unfolded(view)}`);
      const { page, messages } = watched;
      expect(await page.locator("section.reason").count()).toBe(1);
      expect(await page.locator(".reason table").count()).toBe(TABLES[view]);
      expect(await page.locator(".reason canvas").count()).toBe(CANVASES[view]);
      await expect.poll(() => mistakes(watched)).toEqual(NONE);
      expect(await violations(page)).toEqual([]);
      expect(messages).toEqual([]);
    },
  );

  test("shows no text, no controls and no header where these are hidden", async () => {
    for (const view of REASONS) {
      const watched = await start(
        `#view=${view}&${FEW}&${unfolded(view)}&hide=text,controls,header,footer,share`,
      );
      const { page } = watched;
      for (const selector of ["h1", "h2", ".reason .prose", ".settings", "footer"]) {
        expect(await page.locator(selector).count(), `${view}: ${selector}`).toBe(0);
      }
      await expect.poll(() => mistakes(watched), { message: view }).toEqual(NONE);
    }
  });

  test("is painted anew in other colours, and when the reader comes back to it", async () => {
    const watched = await start(`#view=saturation`);
    const { page } = watched;
    const pictures = () =>
      page
        .locator(".reason canvas")
        .evaluateAll((list) => list.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
    await expect.poll(() => mistakes(watched)).toEqual(NONE);
    const light = await pictures();
    await follow(page, "view=saturation&theme=dark");
    const same = async () => (await pictures()).filter((picture, i) => picture === light[i]).length;
    await expect.poll(same).toBe(0);
    await page.evaluate(() => {
      location.hash = "view=matrices";
    });
    await expect.poll(() => page.locator(".reason").count()).toBe(0);
    await follow(page, "view=saturation");
    await expect.poll(pictures).toEqual(light);
  });

  test("is painted whole for paper, also what is out of sight", async () => {
    const watched = await open(browser, `${served.address}#view=gradient&${FEW}`);
    const { page } = watched;
    await page.setViewportSize({ width: 1280, height: 400 });
    await done(page);
    const unpainted = async () => (await mistakes(watched)).unpainted;
    await page.emulateMedia({ media: "print" });
    await expect.poll(unpainted).toBe(0);
  });

  /** States with numbers at their limits, or with one word. */
  const edges = [
    "view=variance&samples=2&sampledim=1&sentence=one",
    "view=variance&samples=50&sampledim=3&law=sign&sigma=10",
    "view=variance&samples=50&sampledim=1024&law=uniform&sigma=0.1&sampleseed=4294967295",
    "view=saturation&source=word&sentence=one",
    "view=saturation&a=0",
    "view=saturation&a=20&factor=64&shift=-100",
    "view=saturation&source=typed&logits=1000,-1000&factor=0",
    "view=jacobian&source=word&sentence=one",
    "view=jacobian&a=0&upstream=0",
    "view=jacobian&a=20&factor=64&shift=100&upstream=1000,-1000",
    "view=jacobian&source=typed&factor=64&logits=1000,-1000,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
    "view=gradient&draws=10&keys=2&exponent=0&sentence=one",
    "view=gradient&draws=20&keys=512&exponent=1&loss=target&target=64",
    "view=gradient&draws=20&vectors=example&x=0,0,0;0,0,0;0,0,0",
    "view=exponent&draws=10&keys=2&measure=gradient&sentence=one&size=1000",
    "view=exponent&draws=10&keys=64&measure=entropy&dim=1&exponent=0&size=0.001",
    "view=exponent&draws=10&measure=peak&precision=bfloat16&accumulate=float&place=both&dim=1024",
    "view=exponent&draws=10&vectors=example&x=1000,1000,1000;-1000,1000,0;0,0,0&size=1000",
  ];
  const some = edges.filter((_, i) => ALL || i % 6 === 4);
  test.each(some)("has nothing but numbers at the edges: %s", async (fragment) => {
    const watched = await start(`#${fragment}&${unfolded()}`);
    await expect.poll(() => mistakes(watched)).toEqual(NONE);
    expect(watched.messages).toEqual([]);
  });
});

describe("the single file by double click", () => {
  const start = onePage(browser, singleFile);

  test.each(["variance", "exponent"] as const)("has its reasons in it: %s", async (view) => {
    const watched = await start(`#view=${view}&${FEW}`);
    const { page, messages, requests } = watched;
    await page.setViewportSize(HIGH);
    await done(page);
    expect(page.workers()).toHaveLength(1);
    await expect.poll(() => mistakes(watched)).toEqual(NONE);
    expect(messages).toEqual([]);
    expect(requests.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
  });
});

test("without workers the experiments run in the page, to the same numbers", async () => {
  const context = await browser.newContext({ locale: "en-US" });
  await context.addInitScript(() => {
    globalThis.Worker = class {
      constructor() {
        throw new Error("no workers here");
      }
    } as unknown as typeof Worker;
  });
  const page = await context.newPage();
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  await page.goto(`${served.address}#view=variance&samples=2000`);
  await done(page);
  const cells = (of: typeof page) =>
    of.locator(".reason td").evaluateAll((list) => list.map((cell) => cell.textContent));
  const here = await cells(page);
  expect(messages).toEqual([]);
  expect(page.workers()).toEqual([]);
  await context.close();
  const { page: other } = await open(browser, `${served.address}#view=variance&samples=2000`);
  await done(other);
  expect(other.workers()).toHaveLength(1);
  expect(await cells(other)).toEqual(here);
});

test("where the script of the reasons does not come, the page says so and goes on", async () => {
  const context = await browser.newContext({ locale: "en-US" });
  await context.route(/sections/, (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${served.address}#at=variance`);
  await ready(page);
  await expect.poll(() => page.locator(".reasons-to-come").getByRole("alert").count()).toBe(1);
  expect((await page.locator(".reasons-to-come").innerText()).trim()).not.toBe("");
  await page.getByRole("textbox", { name: "Sentence" }).fill("still here");
  await ready(page);
  await expect(page.locator(".chips li").allTextContents()).resolves.toEqual(["still", "here"]);
  await context.close();
});
