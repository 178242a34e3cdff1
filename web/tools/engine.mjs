// @ts-check
/**
 * The engine as WebAssembly, whole, for the first screen alone, that of the layers, and that of the
 * trained model: attention_scale*.mjs and .wasm in `engineFolder`.
 */
import { buildPreset } from "./cmake.mjs";

export const engineFolder = "build/wasm/engine";

export async function buildEngine() {
  await buildPreset("wasm", { target: "attention_scale_engines" });
}
