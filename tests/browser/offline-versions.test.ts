/**
 * A new version of the page on the server: a tab keeps the scripts of its own, and the next visit
 * has the new ones.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ALL, go, open, ready, STORING, setUp, testOfAll } from "./browser.js";
import { expectTables, START } from "./expected.js";
import { installed, stored } from "./offline.js";
import { done } from "./reasons.js";
import { ran, serveVersions, version } from "./versions.js";

const { browser } = await setUp();

/**
 * Has the five reasons load, which are a script of their own, and an experiment run; says which
 * versions ran.
 */
async function scripts(page: Page): Promise<Record<string, string>> {
  await go(page, "#view=exponent&draws=10");
  await done(page);
  return ran(page);
}

/** Every script that a visit with the reasons runs in the page, in one version. */
const whole = (name: string) => {
  const parts = ["hosted", "sections", "later-beside"];
  return expect.objectContaining(Object.fromEntries(parts.map((part) => [part, name])));
};

/** Ways in which an unfinished deploy leaves version 2. */
const OTHER = "throw new Error('not this one')";
const HALVES: readonly Readonly<Record<string, string | null>>[] = [
  // The version lacks a script it starts with, or has another file under its name.
  { "assets/hosted-v2.js": null },
  { "assets/hosted-v2.js": OTHER },
  // The version lacks a script it loads later.
  { "assets/sections-v2.js": null },
  // The version has the service worker of another version, and lacks a script.
  { "service-worker.js": version("v1")["service-worker.js"] ?? "", "assets/early-v2.js": null },
];

describe("a new version", () => {
  async function start(...given: Parameters<typeof serveVersions>) {
    const own = await serveVersions(...given);
    const { page } = await open(browser, own.address, STORING);
    await installed(page);
    return { own, page, context: page.context() };
  }

  // What one half has brought is kept, so that each starts anew.
  test.each(ALL ? HALVES : HALVES.slice(-1))(
    "that is half there leaves the stored one; whole it is there on the next visit; each without a network too (%#)",
    async (half) => {
      const { own, page } = await start();
      expect((await ran(page)).hosted).toBe("v1");
      const has = async (name: string) => {
        await page.goto(own.address);
        await expectTables(page, START);
        expect(await scripts(page)).toEqual(whole(name));
      };
      own.deploy("v2", half);
      await has("v1");
      // Nor is it stored where a script that it loads later is another's, under the right name.
      own.deploy("v2", { "assets/sections-v2.js": OTHER });
      await page.goto(own.address);
      await ready(page);
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update().catch(() => undefined);
      });
      own.connect(false);
      await has("v1");
      own.connect(true);
      own.deploy("v2");
      await has("v2");
      await stored(page, "v2");
      own.connect(false);
      await has("v2");
    },
  );

  testOfAll(
    "leaves pages that are open their own versions, to the last script, until they are closed",
    async () => {
      const { own, page, context } = await start();
      const tabs = [page];
      for (const name of ["v2", "v3"]) {
        own.deploy(name);
        const tab = await context.newPage();
        tabs.push(tab);
        await tab.goto(own.address);
        await ready(tab);
        await stored(tab, ...["v1", "v2", "v3"].slice(0, tabs.length));
      }
      // The scripts of the first two are loaded only now, when the server has them no more.
      for (const [index, tab] of tabs.entries()) {
        expect(await scripts(tab)).toEqual(whole(`v${index + 1}`));
      }
      const last = tabs.pop();
      for (const tab of tabs) await tab.close();
      if (last === undefined) throw new Error("No tab is left.");
      await last.reload();
      await stored(last, "v3");
      expect(await scripts(last)).toEqual(whole("v3"));
    },
  );

  test("stays with a tab also where the next one replaced it before its service worker was there", async () => {
    let answers = Number.POSITIVE_INFINITY;
    const { own, page, context } = await start({}, (path, response) => {
      if (path !== "service-worker.js" || answers-- > 0) return false;
      response.writeHead(503).end();
      return true;
    });
    own.deploy("v2");
    // One answer is for the service worker that runs; then there is none for the browser, which
    // asks for a new one once the page is there.
    answers = 1;
    const second = await context.newPage();
    await second.goto(own.address);
    await ready(second);
    own.deploy("v3");
    expect(await scripts(second)).toEqual(whole("v2"));
    expect(await scripts(page)).toEqual(whole("v1"));
  });

  testOfAll("leaves its own also to a tab that was reloaded past the service worker", async () => {
    const { own, page, context } = await start();
    own.deploy("v2");
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
    own.deploy("v3");
    const third = await context.newPage();
    await third.goto(own.address);
    await ready(third);
    await stored(third, "v1", "v2", "v3");
    // No page is left that a service worker controls, so the newest takes over.
    await page.close();
    await third.close();
    await installed(second);
    expect(await scripts(second)).toEqual(whole("v2"));
  });

  testOfAll("is found past a server that lets browsers keep index.html for a day", async () => {
    const { own, page } = await start({ "Cache-Control": "max-age=86400" });
    own.deploy("v2");
    await page.goto(`${own.address}?again`);
    await page.goto(own.address);
    expect(await scripts(page)).toEqual(whole("v2"));
  });
});
