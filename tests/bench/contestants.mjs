// @ts-check
/**
 * The contestants, and where each runs: in this Node, in a page of Chromium, or as a program of its
 * own.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { buildPreset } from "../../web/tools/cmake.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { launch, serve } from "./chromium.mjs";
import { encoderProblem } from "./encoder-problem.mjs";
import { converse } from "./lines.mjs";
import { problemOf } from "./problem.mjs";
import { torch } from "./torch.mjs";
import { clear, prepare, results, sample } from "./workshop.mjs";

/**
 * @typedef {import("./workshop.mjs").Task} Task
 * @typedef {import("./problem.mjs").Shape} Shape
 *
 * @typedef {object} Entrant one contestant at one problem
 * @property {() => Promise<ArrayLike<number>>} results
 * @property {(calls: number) => Promise<number>} sample
 *
 * @typedef {object} Place
 * @property {(who: string, task: Task, shape: Shape) => Promise<Entrant>} enter rejects where `who`
 *   cannot do that
 * @property {() => Promise<void>} clear forgets what was prepared
 */

/**
 * @param {(name: "prepare" | "results" | "sample" | "clear", ...args: unknown[]) => Promise<any>}
 *   ask calls a function of the workshop
 * @returns {Place}
 */
const inJavaScript = (ask) => ({
  enter: async (who, task, shape) => {
    const key = await ask("prepare", who, task, shape);
    return { results: () => ask("results", key), sample: (calls) => ask("sample", key, calls) };
  },
  clear: () => ask("clear"),
});

export function inNode() {
  /** @type {Record<string, (...args: any[]) => any>} */
  const workshop = { prepare, results, sample, clear };
  return inJavaScript(async (name, ...args) => workshop[name]?.(...args));
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title><script type="module">
  globalThis.workshop = await import("/tests/bench/workshop.mjs");
</script>`;

export async function inChromium() {
  const url = await serve(".", { "/bench": { type: "text/html", body: PAGE } });
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`${url}bench`);
  await page.waitForFunction(() => "workshop" in globalThis);
  return inJavaScript((name, ...args) =>
    page.evaluate(
      ([name, args]) => /** @type {any} */ (globalThis).workshop[name](...args),
      /** @type {const} */ ([name, args]),
    ),
  );
}

/** Folder of the problems and results that programs exchange. */
const exchange = inProject("build/bench");

/**
 * @typedef {(shape: Shape) => import("./problem.mjs").Floats[]} Parts the arrays of a problem, one
 *   after the other
 */

/** @type {Parts} */
function attentionParts(shape) {
  const { queries, keys, values, upstream } = problemOf(shape);
  return [queries, keys, values, upstream];
}

/** The words, the upstream gradient, and the parameters of each layer. @type {Parts} */
function encoderParts(shape) {
  const { x, upstream, layers } = encoderProblem(problemOf(shape));
  return [x, upstream, ...layers.flat().map(({ data }) => data)];
}

/** @param {Shape} shape @param {Parts} parts @returns {string} a file of them */
function problemFile(shape, parts) {
  mkdirSync(exchange, { recursive: true });
  const file = `${exchange}/problem`;
  const arrays = parts(shape).map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  writeFileSync(file, Buffer.concat(arrays));
  return file;
}

/**
 * One program, one problem at a time.
 * @param {ReturnType<typeof converse>} ask
 * @param {Parts} parts
 * @returns {Place}
 */
function inProgram(ask, parts = attentionParts) {
  return {
    enter: async (_who, task, shape) => {
      const { precision, n, d } = shape;
      await ask(`problem ${precision} ${n} ${d} ${problemFile(shape, parts)}`);
      return {
        results: async () => {
          const file = `${exchange}/results`;
          await ask(`results ${task} ${file}`);
          const { buffer, byteOffset, byteLength } = readFileSync(file);
          return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
        },
        sample: (calls) => ask(`sample ${task} ${calls}`),
      };
    },
    clear: async () => undefined,
  };
}

/** @param {"bench-sse4.2" | "bench-native"} preset @returns {Promise<Place>} */
export async function natively(preset) {
  await buildPreset(preset, { target: "attention_scale_bench", quiet: true });
  return inProgram(
    converse(inProject("build", preset, "tests/bench/native/attention_scale_bench"), []),
  );
}

/** @param {string} variant one of the folders of TORCH @returns {Place} */
export const inTorch = (variant) => inProgram(torch("torch_attention", variant));

/** The encoder in PyTorch. @param {string} variant @returns {Place} */
export const encoderInTorch = (variant) => inProgram(torch("torch_encoder", variant), encoderParts);
