/** The layers of the hosted page: their binary is a file of its own, fetched when they are asked for. */
import url from "layers-binary-url";
import { fetchChecked } from "../fetch-checked.js";
import { once } from "../once.js";
import { start } from "./layers.js";
import type { LayerCalls } from "./layers-api.js";
import { compile } from "./load.js";

/** Compiled once. A failed request is repeated by the next call: the network may be back. */
export const layersModule = once(() => compile(() => fetchChecked(url)));

export const startLayers: () => Promise<LayerCalls> = once(async () => start(await layersModule()));
