/** The bell follows the slider of d within the frame: nothing of it is left to a worker. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { en } from "../../web/src/text/en/bell.js";
import { boxOf, numbersOf, open, painted, ready, setUp, tableNamed } from "./browser.js";
import { format, menu, openMenu } from "./download-menu.js";

const { browser, served } = await setUp();

const canvasOf = (page: Page) => page.locator(".reason canvas").first();

/** What a step of a drag has changed. */
interface Step {
  /** The number of the frame, from 1, in which the picture is another one; 5, where it is none of the first four. */
  readonly frame: number;
  /** What the sentence below the picture says within so many frames as are a quarter of a second. */
  readonly said: string;
}

/** Moves the slider of d as a drag does, from one value to the next. */
const dragged = (page: Page, dims: readonly number[]): Promise<Step[]> =>
  page.evaluate(async (values) => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    const slider = root?.querySelector<HTMLInputElement>("input[type=range]#dim");
    const canvas = root?.querySelector<HTMLCanvasElement>(".reason canvas");
    if (!slider || !canvas) throw new Error("no slider, or no picture");
    // A task after the next frame's callbacks: that frame is drawn by then, the one after it not.
    const frameDrawn = () =>
      new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const steps: Step[] = [];
    for (const dim of values) {
      const before = canvas.toDataURL();
      slider.value = String(Math.log2(dim));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await frameDrawn();
      let frame = 1;
      while (canvas.toDataURL() === before && frame < 5) {
        await frameDrawn();
        frame += 1;
      }
      const caption = () => root?.querySelector(".reason .caption")?.textContent ?? "";
      const says = new RegExp(`= ${dim}\\s`);
      for (let i = frame; i < 15 && !says.test(caption()); i += 1) await frameDrawn();
      steps.push({ frame, said: caption() });
    }
    return steps;
  }, dims);

test("dragging d changes the bell in the next frame, and starts no run for it", async () => {
  const { page, messages } = await open(browser, `${served.address}#view=bell&lang=en`);
  await ready(page);
  await expect.poll(() => painted(canvasOf(page))).toBe(true);
  const dims = [90, 256, 1024, 1];
  const steps = await dragged(page, dims);
  // On a machine whose frames are late the picture takes turns with what is beside it.
  for (const { frame } of steps) expect(frame).toBeLessThanOrEqual(2);
  for (const [i, dim] of dims.entries()) {
    expect(steps[i]?.said).toMatch(new RegExp(`= ${dim}\\s`));
  }
  expect(await page.locator("[data-study]").count()).toBe(0);
  expect(messages).toEqual([]);
});

test("alone it has no control that moves nothing in it", async () => {
  const { page } = await open(browser, `${served.address}#view=bell&lang=en`);
  await ready(page);
  const controls = page.getByRole("region", { name: "Settings", exact: true });
  await controls.getByRole("slider", { name: "Exponent" }).waitFor();
  expect(await controls.getByRole("slider", { name: "Dimension d" }).count()).toBe(1);
  for (const name of ["Sentence", "Seed"]) {
    expect(await page.getByLabel(name, { exact: true }).count(), name).toBe(0);
  }
  expect(await page.getByRole("button", { name: "Resample" }).count()).toBe(0);
  expect(await page.getByRole("radio", { name: "Identity" }).count()).toBe(0);
  expect(await page.locator(".chips").count()).toBe(0);
});

test.each([640, 780])(
  "a link to it lands on a phone of %i px with a slider of d in sight",
  async (height) => {
    const { page } = await open(browser, `${served.address}#at=bell&lang=en`, {
      viewport: { width: 360, height },
    });
    await ready(page);
    const topOf = async (selector: string) => (await boxOf(page, selector)).top;
    await expect.poll(() => topOf("#at-bell")).toBeLessThanOrEqual(65);
    await page.locator(".bar input[type=range]").waitFor();
    expect(await topOf(".bar input[type=range]")).toBeGreaterThanOrEqual(0);
    expect(await topOf(".reason canvas")).toBeLessThan(height);
  },
);

test("the table holds both sides, which are the same at d = 1", async () => {
  const { page } = await open(browser, `${served.address}#view=bell&lang=en&dim=1`);
  await ready(page);
  const rows = () => numbersOf(tableNamed(page, en.title));
  await expect.poll(async () => (await rows()).length).toBe(3);
  for (const [before, after, ...more] of await rows()) {
    expect(before).toBe(after);
    expect(more[0]).toBe(more[1]);
    expect(more[2]).toBe(more[3]);
  }
});

test("the figure alone has the slider of d and the sentence", async () => {
  const { page } = await open(browser, `${served.address}#figure=bell-curve&lang=en&dim=64`);
  await ready(page);
  await page.getByRole("slider", { name: "d = 64" }).waitFor();
  await expect.poll(() => painted(canvasOf(page))).toBe(true);
  const [step] = await dragged(page, [200]);
  expect(step?.frame).toBe(1);
  expect(step?.said).toMatch(/= 200\s/);
});

test("the chapter's Download menu begins with it, and has it as a moving picture", async () => {
  const { page } = await open(browser, `${served.address}#view=why&lang=en&samples=300&draws=20`);
  await ready(page);
  await expect.poll(() => painted(canvasOf(page))).toBe(true);
  await openMenu(page);
  const figure = menu(page).getByRole("combobox", { name: "Figure" });
  expect(await figure.inputValue()).toBe("bell-curve");
  await format(page, "Animation").check();
  await menu(page)
    .getByRole("button", { name: /^Record \d+ pictures$/ })
    .waitFor();
});
