// @ts-check
/**
 * The sampling experiment with our engine: the same as python/sampling.py.
 *   node sampling.mjs numbers
 *   node sampling.mjs histogram <workers>   0: in this very thread
 */
import { closeAll } from "../endings.mjs";
import { newEngine } from "../engine.mjs";
import { engines } from "../engines.mjs";

/** @typedef {import("../../../web/src/engine/api.js").Engine} Engine */

const EXPERIMENT = { samples: 10_000, dim: 100 };
const HISTOGRAM = { bins: 240, range: /** @type {[number, number]} */ ([-6, 6]) };
/** Rows a worker takes at a time. */
const PIECE = 500;

/**
 * @param {Pick<import("../../../web/src/engine/api.js").ScoreSample, "query" | "key" | "scores">}
 *   sample
 */
const numbersOf = ({ query, key, scores }) =>
  [query, key, scores].flatMap(({ mean, std }) => [mean, std]);

/** @param {Engine} engine @param {number} seed */
export const numbers = (engine, seed) => ({
  numbers: numbersOf(engine.sampleScores({ seed, ...EXPERIMENT })),
});

/** @param {Engine} engine @param {number} seed */
export function histogram(engine, seed) {
  const sample = engine.sampleScores({ seed, ...EXPERIMENT, ...HISTOGRAM });
  return { numbers: numbersOf(sample), counts: [...sample.histogram.counts] };
}

/**
 * The histogram by several workers: one begins with the six numbers, and the rows go in pieces to
 * whoever is free.
 * @param {readonly import("../engines.mjs").RemoteEngine[]} workers
 * @param {number} seed
 */
export async function histogramOf(workers, seed) {
  const counts = new Array(HISTOGRAM.bins).fill(0);
  const pieces = Array.from({ length: EXPERIMENT.samples / PIECE }, (_, i) => i * PIECE).values();
  /** @type {number[]} */
  let numbers = [];
  const work = workers.map(async (engine, index) => {
    if (index === 0) numbers = numbersOf(await engine.sampleScores({ seed, ...EXPERIMENT }));
    for (const from of pieces) {
      const rows = { seed, ...EXPERIMENT, ...HISTOGRAM, from, count: PIECE };
      const part = await engine.scoreHistogram(rows);
      for (const [bin, count] of part.counts.entries()) counts[bin] += count;
    }
  });
  await Promise.all(work);
  return { numbers, counts };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [, , what, workers = "0"] = process.argv;
  const result =
    workers !== "0"
      ? await histogramOf(engines(Number(workers)), 0)
      : (what === "numbers" ? numbers : histogram)(await newEngine(), 0);
  console.log(JSON.stringify(result));
  await closeAll();
}
