/**
 * The questions of the parts: when they are asked, how they are answered, what waits, and what the
 * link keeps.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { go, open, openApart, ready, setUp, singleFile } from "./browser.js";

const { browser, served } = await setUp();
const address = (file: string, fragment = "") => `${served.address}${file}${fragment}`;
const question = (page: Page, part: string) => page.locator(`[data-question="${part}"]`);
const section = (page: Page, part: string) =>
  page.locator(".reason", { has: question(page, part) });
const answered = (page: Page, part: string) => question(page, part).getAttribute("data-answered");
const linked = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const top = (page: Page, part: string) =>
  question(page, part).evaluate((group) => group.getBoundingClientRect().top);

/** Opens a document and waits for its questions. */
async function chapter(file: string, fragment: string, options = {}) {
  const watched = await open(browser, address(file, fragment), options);
  await ready(watched.page);
  await watched.page.locator(".question").first().waitFor();
  return watched;
}

describe("questions", () => {
  test("are asked where the link says nothing, and not in a link to a state, in a frame, or once they are off", async () => {
    const { page } = await chapter("index.html", "#lang=en");
    const group = page.getByRole("group", { name: /^Question/ });
    await expect.poll(() => group.count()).toBe(1);
    // The question comes before the cards, which everybody sees.
    const cards = page.locator(".question + .silhouettes");
    expect(await cards.getAttribute("data-waits")).toBeNull();
    await page.getByRole("radio", { name: "more than 99 %" }).check({ force: true });
    await page.locator(".question .outcome").waitFor();
    for (const [fragment, count] of [
      ["lang=en&dim=32", 0],
      ["lang=en&dim=32&asked=on", 1],
      ["lang=en&asked=off", 0],
      ["lang=en&dim=32&guess=matrices-1", 1],
      ["lang=en", 1],
    ] as const) {
      await go(page, fragment);
      await ready(page);
      await expect.poll(() => group.count(), { message: fragment }).toBe(count);
    }
    await page.setContent(`<iframe src="${address("why.html", "#lang=en")}"></iframe>`);
    const frame = page.frameLocator("iframe");
    await frame.locator(".reason").first().waitFor();
    expect(await frame.locator(".question").count()).toBe(0);
  });

  test("move the page to the values that they name, once they are answered", async () => {
    for (const [file, part, key, value] of [
      ["index.html", "matrices", "dim", "256"],
      ["why.html", "saturation", "a", "4"],
      ["why.html", "gradient", "dim", "256"],
    ] as const) {
      const { page } = await chapter(file, "#lang=en");
      const group = question(page, part);
      await group.scrollIntoViewIfNeeded();
      await group.getByRole("radio").first().check({ force: true });
      await expect.poll(() => answered(page, part)).toBe("true");
      await expect.poll(() => linked(page).get(key), { message: part }).toBe(value);
    }
  });

  test("of a choice are answered by one tap: the answer, what was measured and the finding come, and nothing above moves", async () => {
    const { page, messages } = await chapter("why.html", "#lang=en");
    const group = question(page, "saturation");
    await group.scrollIntoViewIfNeeded();
    expect(await section(page, "jacobian").getAttribute("data-waits")).toBe("");
    // What is above has its numbers.
    const studies = section(page, "variance").locator("[data-study]");
    await expect
      .poll(
        () => studies.evaluateAll((all) => all.map((one) => one.getAttribute("data-progress"))),
        { timeout: 30_000 },
      )
      .toEqual(["done"]);
    await group.scrollIntoViewIfNeeded();
    const before = await top(page, "saturation");
    await group.getByRole("radio", { name: "the last two" }).check({ force: true });
    await expect.poll(() => answered(page, "saturation")).toBe("true");
    expect(await group.innerText()).toMatch(/You chose: the last two\. Measured: the last\./);
    expect(await top(page, "saturation")).toBe(before);
    expect(await section(page, "saturation").getAttribute("data-waits")).toBeNull();
    await expect.poll(() => linked(page).get("guess")).toBe("saturation-1");
    // The others are still asked, also by the link.
    expect(linked(page).get("asked")).toBe("on");
    await page.reload();
    await expect.poll(() => answered(page, "saturation")).toBe("true");
    expect(await answered(page, "jacobian")).toBe("false");
    const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length]);
    expect(kept).toEqual([0, 0]);
    expect(messages).toEqual([]);
  });

  test("end for the whole page by “Just show me”: the groups stay with what was measured, and the focus with them", async () => {
    const { page } = await chapter("why.html", "#lang=en");
    await question(page, "jacobian").getByRole("button", { name: "Just show me" }).click();
    await expect.poll(() => answered(page, "jacobian")).toBe("true");
    for (const part of ["variance", "saturation", "gradient", "exponent"]) {
      expect(await answered(page, part), part).toBe("true");
    }
    expect(await page.locator("[data-waits]").count()).toBe(0);
    expect(await question(page, "jacobian").innerText()).toContain("Measured: nothing.");
    expect(
      await question(page, "jacobian").evaluate((group) =>
        group.contains((group.getRootNode() as ShadowRoot).activeElement),
      ),
    ).toBe(true);
    await expect.poll(() => linked(page).get("asked")).toBe("off");
    await page.reload();
    await page.locator(".reason").first().waitFor();
    expect(await page.locator(".question").count()).toBe(0);
  });

  test("wait no longer once the reader has scrolled past them", async () => {
    const { page } = await chapter("why.html", "#lang=en");
    const caption = section(page, "variance").locator(".caption");
    await section(page, "variance").scrollIntoViewIfNeeded();
    await caption.waitFor({ state: "attached" });
    const opacity = () => caption.evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe("0");
    await caption.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await expect.poll(opacity).toBe("1");
    expect(await answered(page, "variance")).toBe("false");
    // Those further down are still to come.
    expect(await section(page, "exponent").getAttribute("data-waits")).toBe("");
    // Who uses a part waits for nothing in it.
    await section(page, "jacobian").getByRole("slider", { name: "a", exact: true }).fill("3");
    await expect.poll(() => section(page, "jacobian").getAttribute("data-waits")).toBeNull();
  });
});

describe("a curve", () => {
  const drew = async (page: Page) =>
    (await question(page, "variance").locator(".outcome").innerText()).replace(/\s+/g, " ");
  const pad = (page: Page) => question(page, "variance").locator(".pad");

  test("is drawn by a stroke, on a narrow page too, and by one tap", async () => {
    const { page } = await chapter("why.html", "#lang=en", {
      viewport: { width: 320, height: 700 },
    });
    await pad(page).scrollIntoViewIfNeeded();
    const box = (await pad(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = (along: number, down: number) =>
      [box.x + along * box.width, box.y + down * box.height] as const;
    await page.mouse.move(...at(0.2, 0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.6, 0.4), { steps: 6 });
    await page.mouse.move(...at(0.97, 0.4), { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => answered(page, "variance")).toBe("true");
    await expect
      .poll(() => drew(page))
      .toMatch(/^You drew \d+(\.\d)? at .* = 1024, measured 3[12]\.\d\./);
    const guess = () => linked(page).get("guess");
    await expect.poll(guess).toMatch(/^variance-[0-9a-z]{11}$/);
    const stroke = guess();
    await page.mouse.click(...at(0.5, 0.3));
    await expect.poll(guess).not.toBe(stroke);
    expect(guess()).toMatch(/^variance-[0-9a-z]{11}$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
  });

  test("is drawn by arrow keys and answered by Enter, from the single file too", async () => {
    const { page } = await openApart(browser, `${singleFile}#view=variance&lang=en`);
    await pad(page).focus();
    for (let i = 0; i < 8; i += 1) await page.keyboard.press("ArrowUp");
    expect(await answered(page, "variance")).toBe("false");
    const said = question(page, "variance").locator("[aria-live]").first();
    await expect.poll(() => said.innerText()).toMatch(/^d = 1024: \d+(\.\d)?$/);
    const value = (await said.innerText()).split(": ")[1];
    await page.keyboard.press("Enter");
    await expect.poll(() => drew(page)).toContain(`You drew ${value} at`);
  });
});
