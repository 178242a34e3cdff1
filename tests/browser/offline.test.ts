/** The page without a network: what a first visit stores, and where nothing is stored. */
import type { ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { dist, open, ready, STORING, serve, setUp } from "./browser.js";
import { dimension, expectTables, sentence } from "./expected.js";
import { hostPages } from "./host-pages.js";
import { installed, stop } from "./offline.js";
import { done } from "./reasons.js";

const { browser, served } = await setUp();
const openHost = hostPages(browser);

const START = { words: ["I", "am", "good"], dim: 64 };

describe("after a first visit", () => {
  test("the page opens without a network: the engine's numbers, its worker, and parts that were never on screen", async () => {
    const own = await serve();
    const { page, messages } = await open(browser, own.address, STORING);
    await ready(page);
    await installed(page);
    stop(own);
    await page.reload();
    await expectTables(page, START);
    const words = Array.from({ length: 64 }, (_, index) => `w${index}`);
    await sentence(page).fill(words.join(" "));
    await dimension(page).focus();
    await page.keyboard.press("End");
    await ready(page);
    await expectTables(page, { words, dim: 1024 });
    expect(page.workers()).toHaveLength(1);
    await page.goto(`${own.address}index.html?from=somewhere#view=variance&samples=500`);
    await done(page);
    await expect(page.locator('[data-study="scores"]').innerText()).resolves.toContain("500");
    expect(messages).toEqual([]);
  });

  test("without a reload, what was not loaded yet is there as well", async () => {
    const own = await serve();
    const { page, messages } = await open(browser, own.address, STORING);
    await installed(page);
    stop(own);
    await page.evaluate(() => {
      location.hash = "#view=saturation";
    });
    await done(page);
    expect(messages).toEqual([]);
  });

  test("nothing has been asked of another host, and nothing stored before the first look", async () => {
    const context = await browser.newContext();
    const hosts = new Set<string>();
    context.on("request", (request) => hosts.add(new URL(request.url()).origin));
    const page = await context.newPage();
    await page.addInitScript(() => {
      const container = ServiceWorkerContainer.prototype;
      const register = container.register;
      container.register = function (...args) {
        const looked = document.querySelector("attention-scale")?.hasAttribute("data-ready");
        document.documentElement.dataset.looked = `${looked} ${document.readyState}`;
        return register.apply(this, args);
      };
    });
    await page.goto(served.address);
    await installed(page);
    expect(await page.evaluate(() => document.documentElement.dataset.looked)).toBe(
      "true complete",
    );
    expect([...hosts]).toEqual([new URL(served.address).origin]);
    await context.close();
  });

  test("whatever else lies in the folder is left to the network", async () => {
    const own = await serve();
    const { page } = await open(browser, own.address, STORING);
    await installed(page);
    const answered = await page.evaluate(async () => (await fetch("engine.d.ts")).status);
    expect(answered).toBe(200);
    stop(own);
    await expect(page.goto(`${own.address}attention-scale.html`)).rejects.toThrow(/ERR_/);
  });

  /** A page that is stored, of a server that from then on answers for it in a mood of its own. */
  async function moody() {
    let mood: number | "well" | "slow" = "well";
    const held: ServerResponse[] = [];
    const own = await serve({}, undefined, dist, (path, response) => {
      if (mood === "well" || !(path === "" || path === "index.html")) return false;
      if (mood === "slow") held.push(response);
      else {
        response.writeHead(mood, { "Content-Type": "text/plain", Location: "still-en.svg" });
        response.end("an answer of the server");
      }
      return true;
    });
    onTestFinished(() => stop(own));
    const { page } = await open(browser, own.address, STORING);
    await installed(page);
    const reload = async (next: typeof mood) => {
      mood = next;
      const response = await page.reload();
      // The browser's own cache keeps later requests for the same address waiting for this one.
      for (const late of held.splice(0)) late.destroy();
      return response;
    };
    return { page, reload };
  }

  test("a server that is slow or broken is not waited for; one that has taken the page away is believed", async () => {
    const { page, reload } = await moody();
    for (const bad of ["slow", 503] as const) {
      await reload(bad);
      await expectTables(page, START);
    }
    await reload(404);
    await expect(page.content()).resolves.toContain("an answer of the server");
  });

  test("an answer that says nothing about the page does not hide it", async () => {
    const { page, reload } = await moody();
    for (const status of [400, 401, 403, 408, 421, 425, 429, 500, 502, 504]) {
      const response = await reload(status);
      expect(response?.status(), `after ${status}`).toBe(200);
      await expectTables(page, START);
    }
  });

  test("an answer that the page is gone or elsewhere is believed", async () => {
    const { page, reload } = await moody();
    await reload(410);
    await expect(page.content()).resolves.toContain("an answer of the server");
    await reload(302);
    expect(page.url()).toMatch(/still-en\.svg$/);
  });
});

describe("nothing is installed", () => {
  const registrations = (page: Page) =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const settle = (page: Page) => page.waitForTimeout(500);

  test("by the single file", async () => {
    const { page, messages } = await open(
      browser,
      `${served.address}attention-scale.html`,
      STORING,
    );
    await ready(page);
    await settle(page);
    expect(await registrations(page)).toBe(0);
    expect(messages).toEqual([]);
  });

  test("by the page in somebody's frame", async () => {
    const { page, messages } = await openHost(`<iframe src="./"></iframe>`);
    await page.frameLocator("iframe").locator('[data-ready="true"]').waitFor({ state: "attached" });
    await settle(page);
    expect(await registrations(page)).toBe(0);
    expect(messages).toEqual([]);
  });

  test("where the browser refuses, and the page does not mind", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(error.message));
    await page.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = () =>
        Promise.reject(new DOMException("no", "SecurityError"));
    });
    await page.goto(served.address);
    await expectTables(page, START);
    await settle(page);
    expect(messages).toEqual([]);
    await context.close();
  });
});
