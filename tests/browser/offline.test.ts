/** The page without a network: what a first visit stores, and where nothing is stored. */
import type { ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  ALL,
  describeOfAll,
  dist,
  frames,
  go,
  open,
  openApart,
  ready,
  STORING,
  serve,
  setUp,
  stop,
  testOfAll,
} from "./browser.js";
import { expectTables, HEAVY, START } from "./expected.js";
import { installed } from "./offline.js";
import { done, follow } from "./reasons.js";

const { browser, served, openHost } = await setUp();

describe("after a first visit", () => {
  test("the page opens without a network: the engine's numbers, its worker, and parts that were never on screen", async () => {
    const own = await serve();
    const { page, messages } = await open(browser, own.address, STORING);
    await installed(page);
    // What else lies in the folder is left to the network.
    const status = (file: string) =>
      page.evaluate(async (url) => {
        const answer = await fetch(url);
        // Reads the body to its end: a body that is cut off by the end of the server is an error in
        // the console.
        await answer.arrayBuffer();
        return answer.status;
      }, file);
    expect(await status("engine.d.ts")).toBe(200);
    stop(own);
    // What was not loaded yet is there also without a reload.
    await go(page, "#view=saturation");
    await done(page);
    await page.goto(own.address);
    await expectTables(page, START);
    await follow(page, `sentence=${HEAVY.words.join("+")}&dim=${HEAVY.dim}`, ready);
    await expectTables(page, HEAVY);
    expect(page.workers()).toHaveLength(1);
    await page.goto(
      `${own.address}index.html?from=somewhere#view=variance&open=variance-numbers&samples=500`,
    );
    await done(page);
    await expect(page.locator('[data-study="scores"]').innerText()).resolves.toContain("500");
    expect(messages).toEqual([]);
    await expect(page.goto(`${own.address}attention-scale.html`)).rejects.toThrow(/ERR_/);
  });

  testOfAll(
    "nothing has been asked of another host, and nothing stored before the first look",
    async () => {
      const { page } = await openApart(browser, "about:blank", STORING);
      const hosts = new Set<string>();
      page.context().on("request", (request) => hosts.add(new URL(request.url()).origin));
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
    },
  );

  test("a server that is slow, or says nothing about the page, does not hide it; one that has taken it away is believed", async () => {
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
      return response?.status();
    };
    const nothing = ALL ? [403, 429, 503, 400, 401, 408, 421, 425, 500, 502, 504] : [503];
    for (const bad of ["slow", ...nothing] as const) {
      expect(await reload(bad), `after ${bad}`).toBe(200);
      await expectTables(page, START);
    }
    for (const gone of ALL ? [404, 410] : [404]) {
      await reload(gone);
      await expect(page.content()).resolves.toContain("an answer of the server");
    }
    await reload(302);
    expect(page.url()).toMatch(/still-en\.svg$/);
  });

  test("a site in maintenance does not hide the page; another site that answers every address is believed", async () => {
    let mood: "well" | "maintenance" | "another" = "well";
    const own = await serve({}, undefined, dist, (path, response) => {
      const document = path === "" || path === "index.html";
      if (mood === "well" || (mood === "maintenance" && !document)) return false;
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(`<!doctype html><title>${mood}</title>`);
      return true;
    });
    onTestFinished(() => stop(own));
    const { page } = await open(browser, own.address, STORING);
    await installed(page);
    mood = "maintenance";
    await page.reload();
    await expectTables(page, START);
    mood = "another";
    await page.reload();
    expect(await page.title()).toBe("another");
  });
});

describeOfAll("nothing is installed", () => {
  const registrations = (page: Page) =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const settle = (page: Page) => frames(page, 30);

  test("by the single file, and by the page in somebody's frame", async () => {
    const { page, messages } = await open(
      browser,
      `${served.address}attention-scale.html`,
      STORING,
    );
    await ready(page);
    const { page: host, messages: others } = await openHost('<iframe src="./"></iframe>');
    await ready(host.frameLocator("iframe"));
    await settle(host);
    expect([await registrations(page), await registrations(host)]).toEqual([0, 0]);
    expect([...messages, ...others]).toEqual([]);
  });

  test("where the browser refuses, and the page does not mind", async () => {
    const { page, messages } = await openApart(browser, "about:blank", STORING);
    await page.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = () =>
        Promise.reject(new DOMException("no", "SecurityError"));
    });
    await page.goto(served.address);
    await expectTables(page, START);
    await settle(page);
    expect(messages).toEqual([]);
  });
});
