// @ts-check
/**
 * The first view: what crosses the wire, how long until it is the engine's, and whether anything
 * moves meanwhile.
 */
import { firstViewFiles, measureFiles } from "../../../web/tools/first-view.mjs";
import { launch, serve } from "../chromium.mjs";
import { race } from "../rounds.mjs";
import { duration, printTable, timeAndSpread } from "../table.mjs";
import { longest, visit } from "./visit.mjs";

/** A module of 1 kB that does nothing: a header, and a section of zeros that nobody reads. */
function smallModule() {
  const size = 1024;
  const bytes = new Uint8Array(size);
  const content = size - 11;
  bytes.set([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, (content & 127) | 128, content >> 7]);
  return bytes;
}

const EMPTY = `<!doctype html><meta charset="utf-8"><title>empty</title><body><script type="module">
  await WebAssembly.instantiateStreaming(fetch("small.wasm"));
  document.body.dataset.ready = "true";
</script>`;

/** @type {import("../run.mjs").Section} */
export async function loading({ pace, report }) {
  const browser = await launch();
  const url = await serve("dist", {
    "/empty": { type: "text/html", body: EMPTY },
    "/small.wasm": { type: "application/wasm", body: smallModule() },
  });

  let shift = 0;
  /** @type {number[]} */
  const longTasks = [];
  /** @param {string} name @param {string} path @returns {import("../rounds.mjs").Contestant} */
  const contestant = (name, path) => ({
    name,
    sample: async (calls) => {
      let sum = 0;
      for (let i = 0; i < calls; i++) {
        const { page, notes } = await visit(browser, url + path);
        // The following steps may still move something.
        await page.waitForTimeout(300);
        const noted = await notes();
        sum += noted.ready;
        if (path === "") {
          shift = Math.max(shift, noted.shift);
          longTasks.push(...noted.longTasks);
        }
        await page.context().close();
      }
      return sum;
    },
  });
  const timings = await race(
    [contestant("the page", ""), contestant("an empty page with a 1 kB wasm", "empty")],
    { ...pace, sampleMs: 1 },
  );

  const { page, notes } = await visit(browser, url);
  const { ready } = await notes();
  const fetched = await page.evaluate(
    (until) =>
      performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => startTime < until)
        .map(({ name }) => new URL(name).pathname.slice(1)),
    ready,
  );
  await browser.close();

  const files = ["index.html", ...fetched];
  const measured = measureFiles(files);
  printTable(
    "Over the wire before the first view is the engine's, bytes",
    ["", "gzip", "brotli"],
    measured.map(({ name, gzip, brotli }) => [name, String(gzip), String(brotli)]),
  );
  const counted = firstViewFiles();
  const surprises = [
    ...files.filter((file) => !counted.includes(file)).map((file) => `${file} is fetched`),
    ...counted.filter((file) => !files.includes(file)).map((file) => `${file} is not fetched`),
  ];
  if (surprises.length > 0) {
    console.log(`\n  The size gate of npm run check sees it otherwise: ${surprises.join(", ")}.`);
  }
  const [ours, empty] = timings;
  const more = (ours?.median ?? Number.NaN) - (empty?.median ?? Number.NaN);
  printTable(
    "From navigation to data-ready, cold cache, a server on this machine",
    ["", "time"],
    [
      ...timings.map((timing) => [timing.name, timeAndSpread(timing)]),
      ["difference", duration(more)],
      ["layout shift while loading, at most", shift.toFixed(4)],
      ["longest task while loading", longest(longTasks, "under 50 ms")],
    ],
  );
  const bytes = measured.at(-1)?.gzip ?? Number.NaN;
  report.reach(
    "first view: at most 150 kB gzipped",
    `${(bytes / 1000).toFixed(1)} kB`,
    bytes <= 150_000 && surprises.length === 0,
  );
  report.reach("data-ready: at most 150 ms after an empty page", duration(more), more <= 150);
  report.reach("nothing shifts while loading", shift.toFixed(4), shift === 0);
  report.figures.loading = { measured, surprises, timings, shift, longTasks };
}
