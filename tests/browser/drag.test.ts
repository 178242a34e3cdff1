/** What is rendered while d is dragged, and that all of the page agrees once the hand rests. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ready, setUp } from "./browser.js";

const { start } = await setUp();

/** What the test has of the element. */
interface Dragged {
  set(change: { dim: number }): void;
  readonly updateComplete: Promise<unknown>;
  readonly motion: { readonly movement: object | undefined };
}

/** What the page shows of d, and whether it says that it is ready. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector("attention-scale") as unknown as HTMLElement;
    const root = element.shadowRoot as ShadowRoot;
    const text = (selector: string) => root.querySelector(selector)?.textContent ?? "";
    return {
      ready: document.querySelector('[data-ready="true"]') !== null,
      slider: root.querySelector("#dim")?.getAttribute("aria-valuetext"),
      field: (root.querySelector("#dim-number") as HTMLInputElement).value,
      title: text("figure.scaled .formula msqrt"),
      finding: text(".caption"),
      spread: text(".silhouettes"),
      table: root.querySelector('table[aria-label="Scores QKᵀ"] td')?.getAttribute("data-value"),
    };
  });

/** Sets d to one number after another, as a drag does. @returns whether the page still moves */
const move = (page: Page, ...dims: readonly number[]) =>
  page.evaluate(async (dims) => {
    const element = document.querySelector("attention-scale") as unknown as Dragged;
    for (const dim of dims) {
      element.set({ dim });
      await element.updateComplete;
    }
    return element.motion.movement !== undefined;
  }, dims);

describe("a drag of d", () => {
  test("moves the slider and its number at once, and all else once the hand rests", async () => {
    const { page } = await start("#dim=16");
    const before = await shown(page);
    expect(before).toMatchObject({ ready: true, slider: "16", field: "16", title: "16" });
    const moved = page.evaluate(() => {
      const element = document.querySelector("attention-scale") as unknown as HTMLElement & Dragged;
      const root = element.shadowRoot as ShadowRoot;
      element.set({ dim: 100 });
      element.set({ dim: 256 });
      return element.updateComplete.then(() => ({
        ready: document.querySelector('[data-ready="true"]') !== null,
        slider: root.querySelector("#dim")?.getAttribute("aria-valuetext"),
        field: (root.querySelector("#dim-number") as HTMLInputElement).value,
        finding: root.querySelector(".caption")?.textContent,
      }));
    });
    expect(await moved).toEqual({
      ready: false,
      slider: "256",
      field: "256",
      finding: before.finding,
    });
    await ready(page);
    const after = await shown(page);
    expect(after).toMatchObject({ ready: true, slider: "256", field: "256", title: "256" });
    expect(after.finding).toContain("256");
    expect(after.table).not.toBe(before.table);
  });

  test("brings the finding along while it lasts", async () => {
    const { page } = await start("#dim=16");
    let dim = 30;
    const follows = async () => {
      dim = dim === 60 ? 30 : dim + 1;
      const goes = await move(page, dim, dim + 100);
      // The number that was set in an earlier frame of the same movement.
      return goes && /1[3-6]\d/.test((await shown(page)).finding);
    };
    await expect.poll(follows, { interval: 1, timeout: 20_000 }).toBe(true);
    await ready(page);
    const after = await shown(page);
    expect(after).toMatchObject({ slider: String(dim + 100), title: String(dim + 100) });
    expect(after.finding).toContain(String(dim + 100));
  });
});
