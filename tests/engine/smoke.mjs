// @ts-check
/**
 * The built engine in plain Node: Vitest supplies __dirname and other things that plain Node lacks
 * in an ES module, so a bundle may pass every test there and still not start here.
 */
import assert from "node:assert/strict";
import { inspect } from "node:util";

// Not a static import: the compiler would read the built file.
const { loadEngine, EngineError } = await import(
  new URL("../../dist/engine.js", import.meta.url).href
);
const engine = await loadEngine();

const x = [
  [1, 3, 2],
  [1, 1, 3],
  [1, 2, 1],
];
const { output } = engine.attention(x, x, x, { scale: 1, outputs: ["output"] });
assert.deepEqual(
  Array.from(output.data, (/** @type {number} */ entry) => entry.toFixed(6)),
  [
    "1.000000",
    "2.957691",
    "2.011295",
    "1.000000",
    "1.540148",
    "2.722573",
    "1.000000",
    "2.864164",
    "2.000000",
  ],
);
assert.throws(
  () => engine.softmax([1, Number.NaN]),
  (/** @type {{ code?: string }} */ error) =>
    error instanceof EngineError && error.code === "domain",
);
// Node prints the name of an error's class, and V8 begins the stack with that of the error.
try {
  engine.softmax([]);
} catch (error) {
  assert.match(inspect(error), /^EngineError: /);
}
console.log(`smoke: the engine runs in plain Node ${process.version}`);
