// @ts-check
/**
 * This build beside an earlier one, both in this Node, in turns: how many times as fast it became,
 * and whether every digit stayed. `npm run bench -- before=PATH` runs it alone.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inProject } from "../../../web/tools/run.mjs";
import { newEngine } from "../engine.mjs";
import { load } from "../peers/attention-scale.mjs";
import { problemOf, SIZES } from "../problem.mjs";
import { raceCases } from "../races.mjs";
import { timed } from "../rounds.mjs";
import { times } from "../table.mjs";
import { LATE_TOKENS, opener, PROMPT, session, TOKENS } from "../trained-model.mjs";

/**
 * @typedef {() => readonly ArrayLike<number>[]} Results
 * @typedef {object} Compared of this build and of the one before
 * @property {string} name
 * @property {readonly (() => unknown)[]} calls
 * @property {readonly Results[]} results what the calls make, to compare
 */

/** @type {readonly { task: "forward" | "backward" | "causalBackward" | "softmax" | "encoder", sizes: readonly (readonly [n: number, d: number])[] }[]} */
const TASKS = [
  { task: "forward", sizes: SIZES },
  { task: "backward", sizes: [[1024, 64]] },
  { task: "causalBackward", sizes: [[1024, 64]] },
  { task: "softmax", sizes: [[1024, 1024]] },
  { task: "encoder", sizes: [[64, 512]] },
];

const NAMES = {
  forward: "attention, the output alone",
  backward: "its gradient",
  causalBackward: "its gradient under a causal mask",
  softmax: "softmax of each row",
  encoder: "an encoder of 6 layers, its parameters held",
};

/** @param {readonly string[]} folders @returns {AsyncGenerator<Compared>} */
async function* packageCalls(folders) {
  const files = folders.map((folder) => pathToFileURL(join(folder, "engine.js")).href);
  const peers = await Promise.all(files.map((file) => load(file)));
  for (const { task, sizes } of TASKS) {
    for (const [n, d] of sizes) {
      const problem = problemOf({ precision: "float32", n, d });
      const calls = peers.map((peer) => peer[task](problem));
      yield { name: `${NAMES[task]}, ${n} × ${d}`, calls, results: calls };
    }
  }
  const engines = await Promise.all(files.map((file) => newEngine(file)));
  for (const dim of [64, 128]) {
    const task = { seed: 13, batch: 64, rate: 1e-3, optimiser: /** @type {const} */ ("adam"), dim };
    const calls = engines.map((engine) => {
      const state = engine.startDates({ dim, seed: task.seed });
      const options = { ...task, state, steps: 2, scale: dim ** -0.5 };
      return () => {
        const { state: after, records } = engine.trainDates(options);
        return [after.parameters, records.loss];
      };
    });
    yield { name: `2 steps of dates, d = ${dim}`, calls, results: calls };
  }
}

/** The trained model's binary: no build exports it by its name. @param {string} folder */
function modelBinary(folder) {
  const name = readdirSync(join(folder, "assets")).find((file) =>
    /^attention_scale_language-.*\.wasm$/.test(file),
  );
  if (name === undefined) throw new Error(`There is no binary of the trained model in ${folder}.`);
  return WebAssembly.compile(readFileSync(join(folder, "assets", name)));
}

/** @param {readonly string[]} folders @returns {AsyncGenerator<Compared>} */
async function* modelCalls(folders) {
  const open = await opener();
  for (const lanes of [1, 2]) {
    const engines = await Promise.all(folders.map((folder) => open(modelBinary(folder))));
    const sessions = engines.map((engine) => ({ engine, ...session(engine, lanes) }));
    /**
     * @param {string} name
     * @param {"prompt" | "answer" | "late"} what
     * @returns {Compared}
     */
    const compared = (name, what) => ({
      name: `${name}${lanes === 2 ? ", two at once" : ""}`,
      calls: sessions.map((each) => each[what]),
      results: sessions.map((each) => () => {
        each[what]();
        return [each.engine.logits(0), ...Object.values(each.engine.statistics(0))];
      }),
    });
    yield compared(`an answer of ${TOKENS} tokens`, "answer");
    if (lanes === 1) yield compared(`a prompt of ${PROMPT.length} tokens`, "prompt");
    for (const { fill } of sessions) fill();
    yield compared(`${LATE_TOKENS} tokens at the end of a long text`, "late");
  }
}

/** Whether two results have the same numbers, of which 0 and −0 are two. @param {readonly Results[]} results */
function sameDigits(results) {
  const [own = [], other = []] = results.map((each) => each().map((array) => Array.from(array)));
  return (
    own.length === other.length &&
    own.every((array, index) => {
      const beside = other[index] ?? [];
      return (
        array.length === beside.length && array.every((entry, i) => Object.is(entry, beside[i]))
      );
    })
  );
}

/** @type {import("../run.mjs").Section} */
export async function section({ pace, report, before }) {
  const folders = [inProject("dist"), before ?? ""];
  /** @type {Map<string, boolean>} */
  const same = new Map();
  async function* cases() {
    for (const calls of [packageCalls(folders), modelCalls(folders)]) {
      for await (const { name, calls: both, results } of calls) {
        same.set(name, sameDigits(results));
        yield {
          name,
          contestants: both.map((call, place) => ({
            name: place === 0 ? "after" : "before",
            sample: timed(call),
          })),
          goals: [],
        };
      }
    }
  }
  report.figures.before = await raceCases(
    { pace, report },
    `This build beside that of ${before}, Node, one thread, single precision`,
    ["before/after", "every digit the same"],
    ({ name, ratio }, what) =>
      name === "after" ? ["", ""] : [times(ratio), same.get(what) ? "yes" : "no"],
    cases(),
  );
}
