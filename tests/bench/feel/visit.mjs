// @ts-check
/**
 * One reader's visit: a fresh context, so a cold cache, of which the page itself keeps what it
 * notices.
 */

import { launch } from "../chromium.mjs";
import { median, quantile } from "../rounds.mjs";
import { duration } from "../table.mjs";

/**
 * Records that the page makes of itself from its start.
 * @typedef {object} Notes
 * @property {number} ready milliseconds from navigation to the first answer on screen; NaN before
 * @property {number} shift cumulative layout shift
 * @property {number[]} longTasks milliseconds each, of 50 and more
 * @property {{ name: string, delay: number, duration: number }[]} events input that was slow enough
 *   to be listed
 * @property {Record<string, number>} asked how often something was asked to run later
 */

/** Runs in the page, before any of its scripts. */
function takeNotes() {
  /** @type {Notes} */
  const notes = { ready: Number.NaN, shift: 0, longTasks: [], events: [], asked: {} };
  Object.assign(globalThis, { notes });
  new MutationObserver((_, observer) => {
    if (document.querySelector('[data-ready="true"]') === null) return;
    notes.ready = performance.now();
    performance.mark("noted-ready");
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-ready"] });

  /** @param {string} type @param {(entry: any) => void} note @param {object} [options] */
  const observe = (type, note, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...options,
    });
  observe("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) notes.shift += value;
  });
  observe("longtask", ({ duration }) => notes.longTasks.push(duration));
  observe(
    "event",
    ({ name, startTime, processingStart, duration }) =>
      notes.events.push({ name, delay: processingStart - startTime, duration }),
    { durationThreshold: 16 },
  );
  for (const name of [
    "requestAnimationFrame",
    "setTimeout",
    "setInterval",
    "requestIdleCallback",
  ]) {
    const world = /** @type {any} */ (globalThis);
    const original = world[name];
    notes.asked[name] = 0;
    world[name] = (/** @type {unknown[]} */ ...args) => {
      notes.asked[name] = (notes.asked[name] ?? 0) + 1;
      return original.apply(globalThis, args);
    };
  }
}

/**
 * A new window loads pages of the browser's own, of its address bar, which keep two cores busy for
 * a second.
 */
const WINDOW_MS = 1500;

/**
 * An empty page of a new reader, which will take notes.
 * @param {import("playwright-core").Browser} browser
 * @param {{ width: number, height: number }} viewport
 */
export async function newPage(browser, viewport) {
  const context = await browser.newContext({ viewport, locale: "en-US" });
  const page = await context.newPage();
  await page.addInitScript(takeNotes);
  await page.waitForTimeout(WINDOW_MS);
  return page;
}

/** @param {import("playwright-core").Page} page @returns {Promise<Notes>} */
export const notesOf = (page) => page.evaluate(() => /** @type {any} */ (globalThis).notes);

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {{ width: number, height: number }} [viewport]
 */
export async function visit(browser, url, viewport = { width: 1280, height: 900 }) {
  const page = await newPage(browser, viewport);
  await page.goto(url);
  await ready(page);
  const notes = () => notesOf(page);
  return {
    browser,
    page,
    notes,
    /**
     * What a measurement found, and the long tasks meanwhile.
     * @template T
     * @param {() => Promise<T>} measure
     */
    watched: async (measure) => {
      const before = (await notes()).longTasks.length;
      return { found: await measure(), longTasks: (await notes()).longTasks.slice(before) };
    },
  };
}

/**
 * A visit in a browser of its own.
 * @template T
 * @param {string} url
 * @param {(visited: Awaited<ReturnType<typeof visit>>) => Promise<T>} measure
 * @param {{ viewport?: { width: number, height: number }, flags?: string[] }} [options]
 */
export async function during(url, measure, { viewport, flags = [] } = {}) {
  const browser = await launch(...flags);
  const found = await measure(await visit(browser, url, viewport));
  await browser.close();
  return found;
}

/** @param {import("playwright-core").Page} page */
export const ready = (page) => page.locator('[data-ready="true"]').waitFor({ state: "attached" });

/**
 * Milliseconds from frame to frame.
 * @param {import("playwright-core").Page} page
 * @param {object} course ends with its frames or its milliseconds, whichever come first
 * @param {number} [course.frames]
 * @param {number} [course.milliseconds]
 * @param {number} [course.top] the dimension is dragged up to this and back, frame by frame; 0: it
 *   stays
 */
export function frameTimes(page, { frames = Infinity, milliseconds = Infinity, top = 0 }) {
  return page.evaluate(
    async ({ frames, milliseconds, top }) => {
      const element = /** @type {any} */ (document.querySelector("attention-scale"));
      const times = [];
      const start = performance.now();
      let last = start;
      for (let frame = 0; frame < frames && last < start + milliseconds; frame++) {
        if (top > 0) {
          element.set({ dim: Math.max(1, Math.round(top * Math.abs(Math.sin(frame / 30)))) });
        }
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      return times;
    },
    { frames, milliseconds, top },
  );
}

/**
 * Types letters into the field that has the focus.
 * @param {Pick<Awaited<ReturnType<typeof visit>>, "page" | "notes">} visited
 * @param {string} letters
 * @param {number} pause milliseconds after each
 * @returns the events of input that were slow enough to be listed, and the largest delay among them
 */
export async function typed({ page, notes }, letters, pause) {
  const before = (await notes()).events.length;
  for (const letter of letters) {
    await page.keyboard.type(letter);
    await page.waitForTimeout(pause);
  }
  const listed = (await notes()).events.slice(before);
  const events = listed.filter(({ name }) => /^key|input/.test(name));
  return { events, worst: Math.max(0, ...events.map(({ delay }) => delay)) };
}

/** The cells of times: median, 95 % and longest. @param {readonly number[]} times */
export const cellsOf = (times) =>
  [median(times), quantile(times, 0.95), Math.max(...times)].map(duration);

/**
 * @param {readonly number[]} tasks milliseconds each
 * @param {string} none what is said where there is no task
 */
export const longest = (tasks, none) => (tasks.length === 0 ? none : duration(Math.max(...tasks)));
