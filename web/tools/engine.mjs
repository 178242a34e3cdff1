// @ts-check
/** The engine as WebAssembly: attention_scale.mjs and attention_scale.wasm in `engineFolder`. */
import { buildPreset } from "./cmake.mjs";

export const engineFolder = "build/wasm/engine";

export async function buildEngine() {
  await buildPreset("wasm", { target: "attention_scale_engine" });
}
