// @ts-check
/**
 * Runs contestants written in JavaScript, in Node and in a page: both load this file, so that both run the same
 * code.
 */
import { problemOf } from "./problem.mjs";

/**
 * @typedef {import("./problem.mjs").Floats} Floats
 * @typedef {import("./problem.mjs").Problem} Problem
 * @typedef {"forward" | "full" | "backward" | "encoder" | "encoderWhole" | "encoderBackward"} Task
 * @typedef {() => Floats[] | Promise<Floats[]>} Call
 * @typedef {Partial<Record<Task, (problem: Problem) => Call | Promise<Call>>>} Peer
 */

/** @type {Map<string, Promise<Peer>>} */
const loaded = new Map();
/** @type {Map<string, Call>} */
const calls = new Map();

/**
 * Makes everything ready that one call needs.
 * @param {string} key by which the call is known from now on
 * @param {string} peer a file in peers/
 * @param {Task} task
 * @param {import("./problem.mjs").Shape} shape
 */
export async function prepare(key, peer, task, shape) {
  const load = () =>
    import(new URL(`peers/${peer}.mjs`, import.meta.url).href).then((module) => module.load());
  if (!loaded.has(peer)) loaded.set(peer, load());
  const make = (await loaded.get(peer))?.[task];
  if (make === undefined) throw new Error(`it has no ${task} pass.`);
  calls.set(key, await make(problemOf(shape)));
}

/** @param {string} key */
function callOf(key) {
  const call = calls.get(key);
  if (call === undefined) throw new Error(`Nothing is prepared as ${key}.`);
  return call;
}

/** @param {string} key @returns {Promise<number[]>} all results, one after the other */
export async function results(key) {
  const arrays = await callOf(key)();
  return arrays.flatMap((array) => Array.from(array));
}

/** @param {string} key @param {number} count @returns {Promise<number>} milliseconds for all */
export async function sample(key, count) {
  const call = callOf(key);
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    const result = call();
    // Waiting for what is there already would cost a turn of the event loop's queue.
    if (result instanceof Promise) await result;
  }
  return performance.now() - start;
}

/** Lets all prepared calls go. */
export function clear() {
  calls.clear();
}
