/** The engine's binary inside the script: for the npm package, the single file and the embed. */
import base64 from "wasm-binary-base64";

export function binary(): BufferSource {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
