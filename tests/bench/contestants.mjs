// @ts-check
/** The contestants, and where each runs: in this Node, in a page of Chromium, or as a program of its own. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { buildPreset } from "../../web/tools/cmake.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { launch, serve } from "./chromium.mjs";
import { encoderProblem } from "./encoder-problem.mjs";
import { converse } from "./lines.mjs";
import { problemOf } from "./problem.mjs";
import { torch } from "./torch.mjs";
import * as workshop from "./workshop.mjs";

/**
 * @typedef {import("./workshop.mjs").Task} Task
 * @typedef {import("./problem.mjs").Shape} Shape
 *
 * @typedef {object} Entrant one contestant at one problem
 * @property {() => Promise<ArrayLike<number>>} results
 * @property {(calls: number) => Promise<number>} sample
 *
 * @typedef {object} Place
 * @property {(who: string, task: Task, shape: Shape) => Promise<Entrant>} enter rejects where `who` cannot do that
 * @property {() => Promise<void>} clear forgets what was prepared
 * @property {() => Promise<void>} close
 */

/** @param {string} who @param {Task} task @param {Shape} shape */
const keyOf = (who, task, { precision, n, d }) => `${who} ${task} ${precision} ${n} ${d}`;

/** @returns {Place} */
export function inNode() {
  return {
    enter: async (who, task, shape) => {
      const key = keyOf(who, task, shape);
      await workshop.prepare(key, who, task, shape);
      return {
        results: () => workshop.results(key),
        sample: (calls) => workshop.sample(key, calls),
      };
    },
    clear: async () => workshop.clear(),
    close: async () => undefined,
  };
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title><script type="module">
  globalThis.workshop = await import("/tests/bench/workshop.mjs");
</script>`;

/** @returns {Promise<Place>} */
export async function inChromium() {
  const served = await serve(".", { "/bench": { type: "text/html", body: PAGE } });
  const { browser, close } = await launch();
  const page = await browser.newPage();
  await page.goto(`${served.url}bench`);
  await page.waitForFunction(() => "workshop" in globalThis);
  /**
   * @param {"prepare" | "results" | "sample" | "clear"} name
   * @param {unknown[]} args
   * @returns {Promise<any>}
   */
  const ask = (name, ...args) =>
    page.evaluate(
      ([name, args]) => /** @type {any} */ (globalThis).workshop[name](...args),
      /** @type {const} */ ([name, args]),
    );
  return {
    enter: async (who, task, shape) => {
      const key = keyOf(who, task, shape);
      await ask("prepare", key, who, task, shape);
      return {
        results: () => ask("results", key),
        sample: (calls) => ask("sample", key, calls),
      };
    },
    clear: () => ask("clear"),
    close: async () => {
      await close();
      await served.close();
    },
  };
}

/** Folder of the problems and results that programs exchange. */
const exchange = inProject("build/bench");

/** @typedef {(shape: Shape) => import("./problem.mjs").Floats[]} Parts the arrays of a problem, one after the other */

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
 * @param {ReturnType<typeof converse>} program
 * @param {Parts} parts
 * @returns {Place}
 */
function inProgram({ ask, close }, parts = attentionParts) {
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
    close,
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
