/** The layers of the single file, the embed and the npm package: their binary is inside the script, compiled when they are asked for. */
import base64 from "layers-binary-base64";
import { once } from "../once.js";
import { bytesOf } from "./base64.js";
import { start } from "./layers.js";
import type { LayerCalls } from "./layers-api.js";
import { compile } from "./load.js";

export const layersModule = once(() => compile(() => bytesOf(base64)));

export const startLayers: () => Promise<LayerCalls> = once(async () => start(await layersModule()));
