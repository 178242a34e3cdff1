// @ts-check
/**
 * One call of a fresh engine: how long it takes when warm, and by how much it made the engine's
 * memory grow, which never shrinks again. node footprint.mjs attention <n> <d> <output|full> node
 * footprint.mjs histogram <samples> <d>
 */
import { newEngine } from "../engine.mjs";
import { problemOf } from "../problem.mjs";
import { median } from "../rounds.mjs";

/** @type {WebAssembly.Memory[]} */
const memories = [];
const instantiate = WebAssembly.instantiate;
/** @param {any} given @param {WebAssembly.Imports} [imports] @returns {Promise<any>} */
WebAssembly.instantiate = async (given, imports) => {
  const result = /** @type {any} */ (await instantiate(given, imports));
  const { exports } = result.instance ?? result;
  for (const each of Object.values(exports)) {
    if (each instanceof WebAssembly.Memory) memories.push(each);
  }
  return result;
};
const held = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

const [, , kind, size = "", dim = "", what] = process.argv;
const engine = await newEngine();
const before = held();
if (before === 0) throw new Error("The engine's memory was not found.");

function newCall() {
  if (kind === "histogram") {
    const options = { samples: Number(size), dim: Number(dim), bins: 240 };
    const range = /** @type {[number, number]} */ ([-6, 6]);
    // Another seed each time, since the engine keeps the draws of the last one.
    let seed = 0;
    return () => engine.sampleScores({ seed: seed++, ...options, range });
  }
  const problem = problemOf({ precision: "float32", n: Number(size), d: Number(dim) });
  const [q, k, v] = [problem.queries, problem.keys, problem.values].map((data) => ({
    rows: problem.n,
    cols: problem.d,
    data: /** @type {Float32Array} */ (data),
  }));
  if (q === undefined || k === undefined || v === undefined) throw new Error("No problem.");
  return what === "output"
    ? () => engine.attention(q, k, v, { outputs: ["output"] })
    : () => engine.attention(q, k, v);
}

const call = newCall();
call();
const grown = held() - before;
const times = [];
const end = performance.now() + 400;
while (times.length < 5 || (performance.now() < end && times.length < 1000)) {
  const start = performance.now();
  call();
  times.push(performance.now() - start);
}
console.log(JSON.stringify({ ms: median(times), grown, held: held() }));
