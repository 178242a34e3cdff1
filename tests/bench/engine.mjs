// @ts-check
/** Ours: the built engine, as a reader of the package gets it. */

/** @returns {Promise<import("../../web/src/engine/index.js").PackageEngine>} */
export async function newEngine() {
  const { loadEngine } = await import(new URL("../../dist/engine.js", import.meta.url).href);
  return loadEngine();
}
