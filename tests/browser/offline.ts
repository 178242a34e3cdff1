/** Functions that wait for what the service worker stores. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until the page is stored, and whatever it asks for from now on comes from the store. */
export const installed = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** Chromium looks for a new service worker when it finds the time. */
const PATIENCE = { timeout: 20_000 };

/** Waits until these are the versions whose scripts are stored. */
export const stored = (page: Page, ...versions: string[]) =>
  expect.poll(() => storedVersions(page), PATIENCE).toEqual(versions);

const storedVersions = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    const versions = requests.map(({ url }) => /-(v\d)\.js$/.exec(url)?.[1]);
    return [...new Set(versions.filter((version) => version !== undefined))].sort();
  });
