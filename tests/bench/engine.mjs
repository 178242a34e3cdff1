// @ts-check
/** Ours: the built engine, as a reader of the package gets it. */

/**
 * @param {string} [file] the address of another build's engine.js
 * @returns {Promise<import("../../web/src/engine/index.js").PackageEngine>}
 */
export async function newEngine(file = new URL("../../dist/engine.js", import.meta.url).href) {
  const { loadEngine } = await import(file);
  return loadEngine();
}
