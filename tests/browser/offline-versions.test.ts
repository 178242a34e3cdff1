/** A new version of the page on the server: a tab keeps the scripts of its own, and the next visit has the new ones. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { ALL, open, ready, type Served, STORING, serve, setUp } from "./browser.js";
import { expectTables } from "./expected.js";
import { installed, stop, stored } from "./offline.js";
import { done } from "./reasons.js";
import { deploy, ran, versionsFolder } from "./versions.js";

const { browser } = await setUp();

const START = { words: ["I", "am", "good"], dim: 64 };

/** Has the five reasons load, which are a script of their own, and an experiment run; says which versions ran. */
async function scripts(page: Page): Promise<Record<string, string>> {
  await page.evaluate(() => {
    location.hash = "#view=exponent&draws=10";
  });
  await done(page);
  return ran(page);
}

/** Every script that a visit with the reasons runs in the page, in one version. */
const whole = (version: string) => {
  const parts = ["hosted", "sections", "whole-beside"];
  return expect.objectContaining(Object.fromEntries(parts.map((part) => [part, version])));
};

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
    const { page } = await open(browser, own.address, STORING);
    await installed(page);
    return { own, folder, page, context: page.context() };
  }

  test("is there on the next visit, in whole, and from then on without a network", async () => {
    const { own, folder, page } = await start();
    expect((await ran(page)).hosted).toBe("v1");
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

  /** Ways in which an unfinished deploy leaves version 2. */
  const halves: [string, (folder: string, workerBefore: string) => void][] = [
    ["without a script it starts with", (to) => rmSync(join(to, "assets/hosted-v2.js"))],
    ["without a script it loads later", (to) => rmSync(join(to, "assets/sections-v2.js"))],
    [
      "with another file under the name of a script",
      (to) => writeFileSync(join(to, "assets/hosted-v2.js"), "throw new Error('not this one')"),
    ],
    [
      "with the service worker of another version, and without a script",
      (to, before) => {
        writeFileSync(join(to, "service-worker.js"), before);
        rmSync(join(to, "assets/early-v2.js"));
      },
    ],
  ];
  test.each(ALL ? halves : halves.slice(-1))(
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

  test("leaves pages that are open their own versions, to the last script, until they are closed", async () => {
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
    // The scripts of the first two are loaded only now, when the server has them no more.
    for (const [index, tab] of tabs.entries())
      expect(await scripts(tab)).toEqual(whole(`v${index + 1}`));
    const last = tabs.pop();
    for (const tab of tabs) await tab.close();
    if (last === undefined) throw new Error("No tab is left.");
    await last.reload();
    await stored(last, "v3");
    expect(await scripts(last)).toEqual(whole("v3"));
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
    const { page } = await open(browser, own.address, STORING);
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
    const { page } = await open(browser, own.address, STORING);
    await installed(page);
    deploy("v2", folder);
    await page.goto(`${own.address}?again`);
    await page.goto(own.address);
    expect(await scripts(page)).toEqual(whole("v2"));
    stop(own);
  });
});
