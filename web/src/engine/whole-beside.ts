/** The whole engine and its binary, as files of their own. */
import url from "wasm-binary-url";
import { compile } from "./load.js";

export { start } from "./whole.js";

let whole: Promise<WebAssembly.Module> | undefined;

/** Compiled once. */
export function compiled(): Promise<WebAssembly.Module> {
  if (whole === undefined) {
    whole = compile(() => fetch(url));
    whole.catch(() => {
      whole = undefined;
    });
  }
  return whole;
}
