// @ts-check
/** Engines in workers of their own, until the section ends. */
import { Worker } from "node:worker_threads";
import { wrap } from "comlink";
import { toClose } from "./endings.mjs";

/**
 * @typedef {import("comlink").Remote<import("../../web/src/engine/index.js").PackageEngine>}
 *   RemoteEngine
 * @param {number} count
 * @returns {RemoteEngine[]}
 */
export const engines = (count) =>
  Array.from({ length: count }, () => {
    const { port1, port2 } = new MessageChannel();
    const transfer = /** @type {any} */ ({ workerData: port2, transferList: [port2] });
    const worker = new Worker(new URL("programs/worker.mjs", import.meta.url), transfer);
    toClose(() => worker.terminate());
    return wrap(port1);
  });
