/** The engine's binary inside the script: for the npm package, the single file and the embed. */
import base64 from "wasm-binary-base64";
import { bytesOf } from "./base64.js";

export function binary(): BufferSource {
  return bytesOf(base64);
}
