/**
 * The engines of the hosted page: a small binary for the first screen, compiled while it arrives;
 * the others when they are asked for.
 */

import url from "first-binary-url";
import createModule from "first-glue";
import { fetchChecked } from "../fetch-checked.js";
import { once } from "../work.js";
import type { FirstEngine } from "./api.js";
import { firstCalls } from "./first-calls.js";
import { READERS } from "./inputs.js";
import { compile, instantiate } from "./load.js";

/**
 * Requested at once: the binary compiles while the script runs, and nothing is shown without it.
 */
const first = once(() => compile(() => fetchChecked(url)));
// startFirst reports the error.
first().catch(() => undefined);

const later = () => import("./later-beside.js");

export const ENGINES = {
  startFirst: async () =>
    instantiate<FirstEngine>(await first(), createModule, READERS, firstCalls),
  startWhole: async () => (await later()).startWhole(),
  wholeModule: async () => (await later()).wholeModule(),
  startLayers: async () => (await later()).startLayers(),
  layersModule: async () => (await later()).layersModule(),
};
