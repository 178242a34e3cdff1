// @ts-check
/**
 * The dimension dragged on a slow phone: 16 words, a window of 390 × 844, a processor slowed four
 * times.
 */

import { PHONE, SLOWED } from "./slow-visit.mjs";
import { frameTimes, newPage, ready } from "./visit.mjs";

const WORDS = 16;
/** The largest d of the drag. */
const TOP = 512;
const DRAG_MS = 5000;

/** Milliseconds of a frame that comes in time, at 60 a second with some play. */
export const IN_TIME_MS = 20;

const sentence = Array.from({ length: WORDS }, (_, index) => `w${index}`).join("+");

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @returns {Promise<number[]>} milliseconds from frame to frame
 */
export async function slowDrag(browser, url) {
  const page = await newPage(browser, PHONE);
  await page.goto(`${url}#sentence=${sentence}`);
  await ready(page);
  // By then the chapter is whole.
  await page.waitForTimeout(3000);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const times = await frameTimes(page, { milliseconds: DRAG_MS, top: TOP });
  await page.context().close();
  return times;
}
