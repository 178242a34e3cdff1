// @ts-check
/**
 * The first chapter opened on a slow phone with an empty cache: a window of 390 × 844, a processor
 * slowed four times, 1.6 Mbit/s and 150 ms to every answer, files compressed by gzip.
 */
import { readFileSync, rmSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { newPage, notesOf } from "./visit.mjs";

/** Times that the processor is slowed. */
export const SLOWED = 4;
const LATENCY_MS = 150;
const BYTES_A_SECOND = 1.6e6 / 8;
export const PHONE = { width: 390, height: 844 };

/**
 * How long a visit lasts: the chapter is whole by then. Until its end nothing is asked of the page,
 * which would add tasks to its thread.
 */
const VISIT_MS = 9000;
/** From this length on a task is long, by the browsers' own measure. */
export const LONG_MS = 50;

/**
 * A task of the page's thread. The clock's time contains what other programs took of the processor,
 * the thread's own time does not.
 * @typedef {object} Task
 * @property {number} start milliseconds from navigation
 * @property {number} clock milliseconds
 * @property {number} own milliseconds of the thread
 */

/**
 * @typedef {object} Request
 * @property {string} file
 * @property {number} start milliseconds from navigation to the request
 * @property {number} end and to its last byte
 * @property {number} bytes over the wire
 *
 * @typedef {object} SlowVisit
 * @property {number} ready milliseconds from navigation to data-ready
 * @property {number} shift
 * @property {Task[]} tasks until the chapter is whole
 * @property {Request[]} requests
 */

/**
 * The tasks of the thread that carries the mark.
 * @param {any[]} events of a trace
 * @param {number} ready when the mark was made, in milliseconds from navigation
 * @returns {Task[]}
 */
function tasksOf(events, ready) {
  const mark = events.find(({ name }) => name === "noted-ready");
  const start = mark.ts - ready * 1000;
  return events
    .filter(({ name, ph, pid, tid, ts }) => {
      const isTask = name === "ThreadControllerImpl::RunTask" && ph === "X";
      return isTask && pid === mark.pid && tid === mark.tid && ts >= start;
    })
    .map(({ ts, dur, tdur }) => ({
      start: (ts - start) / 1000,
      clock: dur / 1000,
      own: (tdur ?? dur) / 1000,
    }));
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @returns {Promise<SlowVisit>}
 */
export async function slowVisit(browser, url) {
  const traceFile = join(os.tmpdir(), `attention-scale-trace-${process.pid}.json`);
  /** @type {Map<string, { file: string, start: number, end: number, bytes: number }>} */
  const requests = new Map();
  const page = await newPage(browser, PHONE);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    const file = request.url.startsWith(url) ? request.url.slice(url.length) : request.url;
    requests.set(requestId, { file, start: timestamp, end: Number.NaN, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request !== undefined) Object.assign(request, { end: timestamp, bytes: encodedDataLength });
  });
  await browser.startTracing(page, {
    path: traceFile,
    categories: ["toplevel", "blink.user_timing"],
  });
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForTimeout(VISIT_MS);
  const noted = await notesOf(page);
  await browser.stopTracing();
  await page.context().close();
  const { traceEvents } = JSON.parse(readFileSync(traceFile, "utf8"));
  rmSync(traceFile);
  const [navigation] = requests.values();
  const from = (/** @type {number} */ time) => (time - (navigation?.start ?? 0)) * 1000;
  return {
    ready: noted.ready,
    shift: noted.shift,
    tasks: tasksOf(traceEvents, noted.ready),
    requests: [...requests.values()].map(({ file, start, end, bytes }) => ({
      file,
      bytes,
      start: from(start),
      end: from(end),
    })),
  };
}

/**
 * What tasks take beyond LONG_MS each.
 * @param {readonly number[]} times
 */
export const blocked = (times) => times.reduce((sum, time) => sum + Math.max(0, time - LONG_MS), 0);
