// @ts-check
/** What the page holds after all its chapters were opened and closed, round by round. */
import { readFileSync } from "node:fs";
import { PHONE } from "./slow-visit.mjs";
import { newPage, ready } from "./visit.mjs";

/** The last one is where each round begins. */
const VIEWS = ["why", "heads", "transformer", "race", "divisors", "own", "model", "page"];

/** How long a chapter stays open, and how long the page then rests, in milliseconds. */
const STAY_MS = 500;
const REST_MS = 3000;

/**
 * @typedef {object} Held
 * @property {number} heap bytes of JavaScript's objects
 * @property {number} nodes of documents, in the page or kept
 * @property {number} memory bytes of its own that its process has written; NaN where no system tells
 */

/** @param {number} pid @returns {number} */
function privateBytes(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Private_Dirty:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) * 1024;
  } catch {
    return Number.NaN;
  }
}

/**
 * The largest renderer is the page's.
 * @param {import("playwright-core").Browser} browser
 */
async function memoryOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(...renderers.map(({ id }) => privateBytes(id)));
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {number} rounds
 * @returns {Promise<Held[]>} after the first view, and after each round
 */
export async function allChapters(browser, url, rounds) {
  const page = await newPage(browser, PHONE);
  await page.goto(url);
  await ready(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const held = [];
  for (let round = 0; round <= rounds; round++) {
    for (const view of round === 0 ? [] : VIEWS) {
      await page.evaluate((view) => {
        /** @type {any} */ (document.querySelector("attention-scale")).set({ view });
      }, view);
      await page.waitForTimeout(STAY_MS);
    }
    await page.waitForTimeout(REST_MS);
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const metric = (/** @type {string} */ name) =>
      metrics.find((each) => each.name === name)?.value ?? Number.NaN;
    held.push({
      heap: metric("JSHeapUsedSize"),
      nodes: metric("Nodes"),
      memory: await memoryOf(browser),
    });
  }
  await page.context().close();
  return held;
}
