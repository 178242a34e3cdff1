/** The engine of the hosted page: a small binary for the first screen, compiled while it arrives; the whole one when it is asked for. */

import url from "first-binary-url";
import createModule from "first-glue";
import { fetchChecked } from "../fetch-checked.js";
import { once } from "../once.js";
import type { Engine, FirstEngine } from "./api.js";
import { createFirstEngine } from "./first-calls.js";
import { compile, instantiate } from "./load.js";

/** Requested at once: the binary compiles while the script runs, and nothing is shown without it. */
const first = once(() => compile(() => fetchChecked(url)));
// startFirst reports the error.
first().catch(() => undefined);

export const startFirst = async (): Promise<FirstEngine> =>
  instantiate(await first(), createModule, createFirstEngine);

/** A failed request is repeated by the next call: the network may be back. */
export const wholeModule = (): Promise<WebAssembly.Module> =>
  import("./whole-beside.js").then(({ compiled }) => compiled());

export const startWhole = (): Promise<Engine> =>
  import("./whole-beside.js").then(async ({ compiled, start }) => start(await compiled()));
