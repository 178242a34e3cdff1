/** The engine's binary beside the script: for the hosted page, which compiles it while it arrives. */
import url from "wasm-binary-url";

export function binary(): Promise<Response> {
  return fetch(url);
}
