/** The whole engine and its binary, as files of their own. */
import url from "wasm-binary-url";
import { fetchChecked } from "../fetch-checked.js";
import { once } from "../once.js";
import { compile } from "./load.js";

export { start } from "./whole.js";

/** Compiled once. */
export const compiled = once(() => compile(() => fetchChecked(url)));
