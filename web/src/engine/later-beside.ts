/**
 * The engines of the hosted page that its first screen does not need. Their binaries are files of
 * their own, fetched when they are asked for.
 */
import languageUrl from "language-binary-url";
import layersUrl from "layers-binary-url";
import wholeUrl from "wasm-binary-url";
import { fetchChecked } from "../fetch-checked.js";
import { once } from "../work.js";
import { start as startOfLayers } from "./layers.js";
import { compile } from "./load.js";
import { start } from "./whole.js";

/** Compiled once. A failed request is repeated by the next call: the network may be back. */
const compiled = (url: string) => once(() => compile(() => fetchChecked(url)));

export const wholeModule = compiled(wholeUrl);
export const layersModule = compiled(layersUrl);
export const languageModule = compiled(languageUrl);

export const startWhole = async () => start(await wholeModule());
export const startLayers = once(async () => startOfLayers(await layersModule()));
