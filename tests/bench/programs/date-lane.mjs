// @ts-check
/** A worker that trains one lane of dates and answers how long it took, in milliseconds. */
import { parentPort, workerData } from "node:worker_threads";

const { loadEngine } = await import(new URL("../../../dist/engine.js", import.meta.url).href);
/** @type {import("../../../web/src/engine/index.js").PackageEngine} */
const engine = await loadEngine();
const { dim, scale, seed, batch, steps } = workerData;
let state = engine.startDates({ dim, seed });
const start = performance.now();
while (state.step < steps) {
  const lane = { dim, scale, seed, batch, steps: 10, rate: 1e-3 };
  ({ state } = engine.trainDates({ ...lane, optimiser: "adam", state }));
}
parentPort?.postMessage(performance.now() - start);
