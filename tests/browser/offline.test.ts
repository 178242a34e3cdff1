import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { dist, open, ready, type Served, serve, setUp } from "./browser.js";
import { dimension, expectTables, sentence } from "./expected.js";
import { done } from "./reasons.js";
import { deploy, ran, versionsFolder } from "./versions.js";

const { browser, served } = await setUp();

const START = { words: ["I", "am", "good"], dim: 64 };

/** Waits until the page is stored, and whatever it asks for from now on comes from the store. */
const installed = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** Chromium looks for a new service worker when it finds the time. */
const PATIENCE = { timeout: 20_000 };

/** Waits until these are the versions whose scripts are stored. */
const stored = (page: Page, ...versions: string[]) =>
  expect.poll(() => storedVersions(page), PATIENCE).toEqual(versions);

const storedVersions = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    const versions = requests.map(({ url }) => /-(v\d)\.js$/.exec(url)?.[1]);
    return [...new Set(versions.filter((version) => version !== undefined))].sort();
  });

function stop({ server }: Served): void {
  server.close();
  server.closeAllConnections();
}

/** Has the five reasons load, which are a script of their own, and says which versions ran. */
async function scripts(page: Page): Promise<Record<string, string>> {
  await page.evaluate(() => {
    location.hash = "#view=variance&samples=500";
  });
  await done(page);
  return ran(page);
}

/** Every script that a visit with the reasons runs in the page, in one version. */
const whole = (version: string) => {
  const parts = ["index", "sections", "whole-beside"];
  return expect.objectContaining(Object.fromEntries(parts.map((part) => [part, version])));
};

describe("after a first visit", () => {
  test("the page opens without a network: the engine's numbers, its worker, and parts that were never on screen", async () => {
    const own = await serve();
    const { page, messages } = await open(browser, own.address);
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
    const { page, messages } = await open(browser, own.address);
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
    const { page } = await open(browser, own.address);
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
    const { page } = await open(browser, own.address);
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

describe("a new version", () => {
  async function start(): Promise<{
    own: Served;
    folder: string;
    page: Page;
    context: BrowserContext;
  }> {
    const folder = versionsFolder();
    deploy("v1", folder);
    const own = await serve({}, undefined, folder);
    const { page } = await open(browser, own.address);
    await installed(page);
    return { own, folder, page, context: page.context() };
  }

  test("is there on the next visit, in whole, and from then on without a network", async () => {
    const { own, folder, page } = await start();
    expect((await ran(page)).index).toBe("v1");
    deploy("v2", folder);
    await page.goto(own.address);
    await expectTables(page, START);
    expect(await scripts(page)).toEqual(whole("v2"));
    await stored(page, "v2");
    stop(own);
    await page.goto(own.address);
    await expectTables(page, START);
    expect(await scripts(page)).toEqual(whole("v2"));
  });

  test("leaves a page that is open its own version, to the last script", async () => {
    const { own, folder, page, context } = await start();
    deploy("v2", folder);
    const second = await context.newPage();
    await second.goto(own.address);
    await ready(second);
    await stored(second, "v1", "v2");
    expect(await scripts(second)).toEqual(whole("v2"));
    // Loaded only now, when the server has it no more.
    expect(await scripts(page)).toEqual(whole("v1"));
    await page.close();
    await second.reload();
    await stored(second, "v2");
    expect(await scripts(second)).toEqual(whole("v2"));
    stop(own);
  });

  test("that is only half there is not stored: without a network the last whole one opens", async () => {
    const { own, folder, page } = await start();
    deploy("v2", folder);
    rmSync(join(folder, "assets/sections-v2.js"));
    await page.goto(own.address);
    await ready(page);
    // A file that is another's, under the right name.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => undefined);
    });
    writeFileSync(join(folder, "assets/sections-v2.js"), "throw new Error('not this one')");
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => undefined);
    });
    stop(own);
    await page.goto(own.address);
    await expectTables(page, START);
    expect(await scripts(page)).toEqual(whole("v1"));
  });

  /** What a deploy that has not ended, or broke off, leaves of version 2. */
  const halves: [string, (folder: string, workerBefore: string) => void][] = [
    ["without a script it starts with", (to) => rmSync(join(to, "assets/index-v2.js"))],
    ["without a script it loads later", (to) => rmSync(join(to, "assets/sections-v2.js"))],
    [
      "with another file under the name of a script",
      (to) => writeFileSync(join(to, "assets/index-v2.js"), "throw new Error('not this one')"),
    ],
    [
      "with the service worker of another version, and without a script",
      (to, before) => {
        writeFileSync(join(to, "service-worker.js"), before);
        rmSync(join(to, "assets/early-v2.js"));
      },
    ],
  ];
  test.each(halves)(
    "that is half there, %s, leaves the stored one to its reader",
    async (_, halve) => {
      const { own, folder, page } = await start();
      const workerBefore = readFileSync(join(folder, "service-worker.js"), "utf8");
      deploy("v2", folder);
      halve(folder, workerBefore);
      await page.goto(own.address);
      await expectTables(page, START);
      expect(await scripts(page)).toEqual(whole("v1"));
      deploy("v2", folder);
      await page.goto(own.address);
      await expectTables(page, START);
      expect(await scripts(page)).toEqual(whole("v2"));
      stop(own);
    },
  );

  test("leaves two versions that are open in other tabs their own, to the last script", async () => {
    const { own, folder, page, context } = await start();
    const tabs = [page];
    for (const version of ["v2", "v3"]) {
      deploy(version, folder);
      const tab = await context.newPage();
      tabs.push(tab);
      await tab.goto(own.address);
      await ready(tab);
      await stored(tab, ...["v1", "v2", "v3"].slice(0, tabs.length));
    }
    for (const [index, tab] of tabs.entries())
      expect(await scripts(tab)).toEqual(whole(`v${index + 1}`));
    const last = tabs.pop();
    for (const tab of tabs) await tab.close();
    await last?.reload();
    if (last !== undefined) await stored(last, "v3");
    stop(own);
  });

  test("stays with a tab also where the next one replaced it before its service worker was there", async () => {
    const folder = versionsFolder();
    deploy("v1", folder);
    let answers = Number.POSITIVE_INFINITY;
    const own = await serve({}, undefined, folder, (path, response) => {
      if (path !== "service-worker.js" || answers-- > 0) return false;
      response.writeHead(503).end();
      return true;
    });
    onTestFinished(() => stop(own));
    const { page } = await open(browser, own.address);
    await installed(page);
    deploy("v2", folder);
    // For the service worker that runs; then none for the browser, which asks for a new one once the page is there.
    answers = 1;
    const second = await page.context().newPage();
    await second.goto(own.address);
    await ready(second);
    deploy("v3", folder);
    expect(await scripts(second)).toEqual(whole("v2"));
    expect(await scripts(page)).toEqual(whole("v1"));
  });

  test("leaves its own also to a tab that was reloaded past the service worker", async () => {
    const { own, folder, page, context } = await start();
    deploy("v2", folder);
    const second = await context.newPage();
    await second.goto(own.address);
    await ready(second);
    await stored(second, "v1", "v2");
    const devtools = await context.newCDPSession(second);
    await Promise.all([
      second.waitForEvent("load"),
      devtools.send("Page.reload", { ignoreCache: true }),
    ]);
    await ready(second);
    expect(await second.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    deploy("v3", folder);
    const third = await context.newPage();
    await third.goto(own.address);
    await ready(third);
    await stored(third, "v1", "v2", "v3");
    // No page is left that a service worker controls, so the newest takes over.
    await page.close();
    await third.close();
    await installed(second);
    expect(await scripts(second)).toEqual(whole("v2"));
    stop(own);
  });

  test("is found past a server that lets browsers keep index.html for a day", async () => {
    const folder = versionsFolder();
    deploy("v1", folder);
    const own = await serve({ "Cache-Control": "max-age=86400" }, undefined, folder);
    const { page } = await open(browser, own.address);
    await installed(page);
    deploy("v2", folder);
    await page.goto(`${own.address}?again`);
    await page.goto(own.address);
    expect(await scripts(page)).toEqual(whole("v2"));
    stop(own);
  });
});

describe("nothing is installed", () => {
  const registrations = (page: Page) =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const settle = (page: Page) => page.waitForTimeout(500);

  test("by the single file", async () => {
    const { page, messages } = await open(browser, `${served.address}attention-scale.html`);
    await ready(page);
    await settle(page);
    expect(await registrations(page)).toBe(0);
    expect(messages).toEqual([]);
  });

  test("by the page in somebody's frame", async () => {
    const own = await serve({}, undefined, dist, (path, response) => {
      if (path !== "host.html") return false;
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(`<!doctype html><link rel="icon" href="icon.svg"><iframe src="./"></iframe>`);
      return true;
    });
    const { page, messages } = await open(browser, `${own.address}host.html`);
    await page.frameLocator("iframe").locator('[data-ready="true"]').waitFor({ state: "attached" });
    await settle(page);
    expect(await registrations(page)).toBe(0);
    expect(messages).toEqual([]);
    stop(own);
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
