/**
 * The path of three minutes: its five screens, what leads through them, and how one gets to it and
 * away from it.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../web/src/state/language.js";
import { violations } from "./axe.js";
import { go, open, openApart, ready, setUp } from "./browser.js";
import { cutOff } from "./cut-off.js";

const { browser, served, openHost } = await setUp();

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } as const;
const SCREENS = ["guess", "drag", "see", "why", "share"] as const;

const screenOf = (page: Page) => page.locator(".path .screen");
const shown = (page: Page) => screenOf(page).getAttribute("data-step");
const linked = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));

/** Opens the path by its link. */
async function path(fragment = "lang=en", options = {}) {
  const watched = await open(browser, `${served.address}#path=short&${fragment}`, options);
  await ready(watched.page);
  await screenOf(watched.page).waitFor();
  return watched;
}

/** A finger from a place in an element to another one, as far as told. */
async function swipe(page: Page, selector: string, along: number): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  const start = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 12 };
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: (typeof start)[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [start]);
  await send("touchMove", [{ x: start.x + along / 2, y: start.y }]);
  await send("touchMove", [{ x: start.x + along, y: start.y }]);
  await send("touchEnd", []);
  await session.detach();
}

describe("the path of three minutes", () => {
  test("fits phones and desks without scrolling, and nothing is cut off, in every language", async () => {
    const { page, messages } = await path();
    const sizes = [
      [360, 640],
      [390, 844],
      [768, 1024],
      [1280, 720],
    ] as const;
    for (const lang of LANGUAGES) {
      await go(page, `path=short&lang=${lang}`);
      await page.locator(`.page[lang=${lang}] .path`).waitFor();
      await page.locator(".dot").first().click();
      await page.locator(".question .answers label").first().click();
      await page.locator(".question .outcome b, .question .outcome strong").first().waitFor();
      for (const [index, step] of SCREENS.entries()) {
        await page.locator(".dot").nth(index).click();
        await expect.poll(() => shown(page)).toBe(step);
        for (const [width, height] of lang === "en" ? sizes : [sizes[0], sizes[3]]) {
          await page.setViewportSize({ width, height });
          await page.evaluate(() => new Promise(requestAnimationFrame));
          const told = `${lang} ${step} ${width}`;
          const scrolls = () =>
            page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
          await expect.poll(scrolls, { message: told }).toBeLessThanOrEqual(0);
          expect(await cutOff(page, ".link input, .controls"), told).toEqual([]);
        }
      }
    }
    expect(messages).toEqual([]);
  });

  test("leads from the guess to the link that holds the reader’s d", async () => {
    const { page } = await path();
    expect(await page.locator(".question").getAttribute("data-answered")).toBe("false");
    const dots = page.locator(".dot");
    expect(await dots.evaluateAll((all) => all.map((dot) => dot.ariaLabel))).toEqual([
      "1 of 5: Guess",
      "2 of 5: Drag",
      "3 of 5: See",
      "4 of 5: Why",
      "5 of 5: Share",
    ]);
    const next = page.getByRole("button", { name: "Next" });
    await page.getByRole("radio", { name: "more than 99 %" }).check({ force: true });
    await next.click();
    expect(await page.locator("figure canvas").count()).toBe(2);
    await page.getByRole("slider").fill("1");
    const dim = () => linked(page).get("dim");
    const reached = 2;
    await expect.poll(dim).toBe(String(reached));
    await next.click();
    const cells = page.locator(".row-numbers td");
    const [without = 0, withIt = 0] = await cells.evaluateAll((all) =>
      (all as HTMLElement[]).map((cell) => Number(cell.dataset.value)),
    );
    // At a small d rows are soft on both sides, and softer with the division.
    expect(without).toBeGreaterThan(withIt);
    await next.click();
    expect(await screenOf(page).innerText()).toContain("so its deviation grows as");
    await next.click();
    expect(await shown(page)).toBe("share");
    expect(await dots.nth(4).getAttribute("aria-current")).toBe("step");
    const link = new URL(await page.getByRole("textbox", { name: "Link" }).inputValue());
    const shared = new URLSearchParams(link.hash.slice(1));
    expect(Number(shared.get("dim"))).toBe(reached);
    for (const key of ["path", "guess", "asked"]) expect(shared.get(key), key).toBeNull();
    await page.getByRole("textbox", { name: "Sentence" }).fill("cats sleep a lot");
    await expect
      .poll(() => page.getByRole("textbox", { name: "Link" }).inputValue())
      .toContain("cats");
  });

  test("says of each d that it can show how many rows one word has, at 512 all of them", async () => {
    const { page } = await path("lang=en&asked=off");
    await page.locator(".dot").nth(3).click();
    await page.locator(".screen[data-step=why]").waitFor();
    const slider = page.getByRole("slider");
    expect(2 ** Number(await slider.getAttribute("max"))).toBeCloseTo(512, 9);
    // The largest weights of the three rows as in NumPy: 1.00, .96, 1.00 and so on.
    const sharpRows = { 16: 3, 64: 2, 128: 2, 256: 3, 512: 3 };
    for (const [dim, sharp] of Object.entries(sharpRows)) {
      await slider.fill(String(Math.log2(Number(dim))));
      const sentence = ` = ${dim} scores spread over`;
      await expect.poll(() => screenOf(page).innerText()).toContain(sentence);
      expect(await screenOf(page).innerText()).toContain(
        `more than 90\u00A0% in ${sharp} of 3 rows`,
      );
    }
    const axis = await page.locator(".silhouettes text").allTextContents();
    expect(axis).toEqual(["−30", "−20", "−10", "0", "10", "20", "30", "score"]);
  });

  test("has other draws to offer once the question is answered", async () => {
    const { page } = await path("lang=en&guess=matrices-1");
    expect(await page.locator(".question").getAttribute("data-answered")).toBe("true");
    await expect.poll(() => screenOf(page).innerText()).toContain("Resample shows others");
    await page.getByRole("button", { name: "Resample" }).click();
    await expect.poll(() => linked(page).get("seed")).not.toBeNull();
  });

  test("has the ways on at one place of a desk, and the way to the page once", async () => {
    const { page } = await path("lang=en", { viewport: { width: 1440, height: 900 } });
    const places = new Set<number | undefined>();
    for (const [index, step] of SCREENS.entries()) {
      await page.locator(".dot").nth(index).click();
      await expect.poll(() => shown(page)).toBe(step);
      places.add((await page.locator(".turns button").last().boundingBox())?.y);
      expect(await page.getByText("The whole page").count(), step).toBe(1);
    }
    expect(places.size).toBe(1);
  });

  test("follows arrow keys but in a slider, and Escape leads to the page, from which one comes back", async () => {
    const { page } = await path();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => shown(page)).toBe("drag");
    const focused = () =>
      page.evaluate(
        () => document.querySelector("attention-scale")?.shadowRoot?.activeElement?.localName,
      );
    await expect.poll(focused).toBe("h1");
    await page.getByRole("slider").focus();
    await page.keyboard.press("ArrowRight");
    expect(await shown(page)).toBe("drag");
    await page.locator(".path h1").focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => shown(page)).toBe("guess");
    await page.keyboard.press("Escape");
    await page.locator("header h1").waitFor();
    expect(await page.locator(".path").count()).toBe(0);
    await expect.poll(() => linked(page).get("path")).toBeNull();
    await page.goBack();
    await screenOf(page).waitFor();
  });

  test("follows swipes but those on a slider or a picture", async () => {
    const { page } = await path("lang=en", PHONE);
    await swipe(page, ".path h1", -120);
    await expect.poll(() => shown(page)).toBe("drag");
    await swipe(page, ".path input[type=range]", -80);
    await swipe(page, ".path canvas", -80);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await shown(page)).toBe("drag");
    await swipe(page, ".path h1", 120);
    await expect.poll(() => shown(page)).toBe("guess");
  });

  test("is read without obstacles, and printed as one page with all five", async () => {
    const { page } = await path();
    for (const [index] of SCREENS.entries()) {
      await page.locator(".dot").nth(index).click();
      expect(await violations(page), String(index)).toEqual([]);
    }
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => screenOf(page).count()).toBe(5);
    await page.emulateMedia({ media: null });
    await expect.poll(() => shown(page)).toBe("share");
  });
});

describe("the ways on from the first screen", () => {
  test("are two buttons on a phone, with a d that a link has given too", async () => {
    const { page, requests } = await openApart(browser, `${served.address}#lang=en&dim=32`, PHONE);
    await ready(page);
    const ways = page.getByRole("navigation", { name: "Ways on" });
    await ways.waitFor();
    expect(requests.filter((url) => /\/path-/.test(url))).toEqual([]);
    await ways.getByRole("link", { name: "Everything" }).tap();
    const top = () =>
      page.locator("#at-output").evaluate((heading) => heading.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(120);
    await ways.getByRole("link", { name: "Three minutes" }).tap();
    await screenOf(page).waitFor();
    expect(await page.locator(".question").getAttribute("data-answered")).toBe("false");
    await expect
      .poll(() => [linked(page).get("path"), linked(page).get("dim")])
      .toEqual(["short", "32"]);
  });

  test("are not on a desk, in a frame or in an embed, which shows no path either", async () => {
    const { page } = await open(browser, `${served.address}#lang=en`);
    await ready(page);
    await page.locator(".ways").waitFor({ state: "attached" });
    expect(await page.locator(".ways").isVisible()).toBe(false);
    const host = await openHost(
      `<title>a host</title><script src="embed.js"></script>
       <attention-scale path="short" lang="en"></attention-scale>`,
    );
    await ready(host.page);
    await host.page.locator(".below-finding nav").waitFor();
    expect(await host.page.locator(".ways, .path").count()).toBe(0);
  });
});
