// @ts-check
/**
 * The sampling experiment with our engine: the same as python/sampling.py.
 *   node sampling.mjs numbers
 *   node sampling.mjs histogram <workers>   0: in this very thread
 */
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { toClose } from "../endings.mjs";

export const EXPERIMENT = { samples: 10_000, dim: 100 };
const HISTOGRAM = { bins: 240, range: /** @type {[number, number]} */ ([-6, 6]) };
/** Rows a worker takes at a time. */
const PIECE = 500;

/** @returns {Promise<import("../../../web/src/engine/api.js").Engine>} */
export async function newEngine() {
  const { loadEngine } = await import(new URL("../../../dist/engine.js", import.meta.url).href);
  return loadEngine();
}

/** @param {import("../../../web/src/engine/api.js").ScoreSample} sample */
const numbersOf = ({ query, key, scores }) =>
  [query, key, scores].flatMap(({ mean, std }) => [mean, std]);

/** @param {import("../../../web/src/engine/api.js").Engine} engine @param {number} seed */
export const numbers = (engine, seed) => ({
  numbers: numbersOf(engine.sampleScores({ seed, ...EXPERIMENT })),
});

/** @param {import("../../../web/src/engine/api.js").Engine} engine @param {number} seed */
export function histogram(engine, seed) {
  const sample = engine.sampleScores({ seed, ...EXPERIMENT, ...HISTOGRAM });
  return { numbers: numbersOf(sample), counts: [...sample.histogram.counts] };
}

/** A worker's request: the six numbers, or the histogram of some rows. @typedef {{ seed: number, from?: number }} Piece */

/**
 * One piece of work after the other, by one worker, until none is left.
 * @param {Worker} worker
 * @param {() => Piece | undefined} next
 * @param {(answer: any) => void} take
 * @returns {Promise<void>}
 */
function workOff(worker, next, take) {
  return new Promise((resolve, reject) => {
    const ask = () => {
      const piece = next();
      if (piece !== undefined) {
        worker.postMessage(piece);
        return;
      }
      worker.off("message", answered).off("error", reject);
      resolve();
    };
    const answered = (/** @type {unknown} */ answer) => {
      take(answer);
      ask();
    };
    worker.on("message", answered).on("error", reject);
    ask();
  });
}

/**
 * The histogram by several workers, each with an engine of its own: the rows in pieces, to whoever is free.
 * @param {number} count
 */
export function histogramWorkers(count) {
  const workers = Array.from({ length: count }, () => new Worker(new URL(import.meta.url)));
  return {
    /** @param {number} seed */
    histogram: async (seed) => {
      const counts = new Float64Array(HISTOGRAM.bins);
      const result = {
        numbers: /** @type {number[]} */ ([]),
        counts: /** @type {number[]} */ ([]),
      };
      const firsts = Array.from(
        { length: EXPERIMENT.samples / PIECE },
        (_, piece) => piece * PIECE,
      );
      /** @type {Piece[]} */
      const waiting = [{ seed }, ...firsts.map((from) => ({ seed, from }))];
      const take = (/** @type {Float64Array | { numbers: number[] }} */ answer) => {
        if ("numbers" in answer) result.numbers = answer.numbers;
        else for (const [bin, part] of answer.entries()) counts[bin] = (counts[bin] ?? 0) + part;
      };
      await Promise.all(workers.map((worker) => workOff(worker, () => waiting.shift(), take)));
      result.counts = [...counts];
      return result;
    },
    close: toClose(() => Promise.all(workers.map((worker) => worker.terminate()))),
  };
}

if (!isMainThread) {
  const engine = await newEngine();
  parentPort?.on("message", (/** @type {Piece} */ { seed, from }) => {
    const rows = { ...EXPERIMENT, ...HISTOGRAM, count: PIECE };
    parentPort?.postMessage(
      from === undefined
        ? numbers(engine, seed)
        : engine.scoreHistogram({ seed, ...rows, from }).counts,
    );
  });
} else if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [, , what, workers = "0"] = process.argv;
  if (what === "numbers") console.log(JSON.stringify(numbers(await newEngine(), 0)));
  else if (workers === "0") console.log(JSON.stringify(histogram(await newEngine(), 0)));
  else {
    const pool = histogramWorkers(Number(workers));
    console.log(JSON.stringify(await pool.histogram(0)));
    await pool.close();
  }
}
