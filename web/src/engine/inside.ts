/**
 * The engines of the single file, the embed and the npm package: their binaries are inside the
 * script, compiled when they are asked for.
 */
import languageBinary from "language-binary-base64";
import layersBinary from "layers-binary-base64";
import wholeBinary from "wasm-binary-base64";
import { once } from "../work.js";
import type { Engine } from "./api.js";
import { bytesOf } from "./base64.js";
import { start as startOfLayers } from "./layers.js";
import type { LayerCalls } from "./layers-api.js";
import { compile } from "./load.js";
import { start } from "./whole.js";

const compiled = (base64: string) => once(() => compile(() => bytesOf(base64)));

export const wholeModule = compiled(wholeBinary);
export const layersModule = compiled(layersBinary);
/** The npm package does not use this binary, so its build leaves it out. */
export const languageModule = /* @__PURE__ */ compiled(languageBinary);

export const startWhole: () => Promise<Engine> = once(async () => start(await wholeModule()));
export const startFirst = startWhole;
export const startLayers: () => Promise<LayerCalls> = once(async () =>
  startOfLayers(await layersModule()),
);
