// @ts-check
/**
 * Runs contestants written in JavaScript, in Node and in a page: both load this file, so that both
 * run the same code.
 */
import { problemOf } from "./problem.mjs";
import { timed } from "./rounds.mjs";

/**
 * @typedef {import("./problem.mjs").Floats} Floats
 * @typedef {import("./problem.mjs").Problem} Problem
 * @typedef {"forward" | "full" | "backward" | "encoder" | "encoderWhole" | "encoderBackward"} Task
 * @typedef {() => Floats[] | Promise<Floats[]>} Call
 * @typedef {Partial<Record<Task, (problem: Problem) => Call | Promise<Call>>>} Peer
 */

/** @type {Map<string, Promise<Peer>>} */
const loaded = new Map();
/** @type {Call[]} */
let calls = [];

/**
 * Makes everything ready that one call needs.
 * @param {string} peer a file in peers/
 * @param {Task} task
 * @param {import("./problem.mjs").Shape} shape
 * @returns {Promise<number>} by which the call is known from now on
 */
export async function prepare(peer, task, shape) {
  const load = () =>
    import(new URL(`peers/${peer}.mjs`, import.meta.url).href).then((module) => module.load());
  if (!loaded.has(peer)) loaded.set(peer, load());
  const make = (await loaded.get(peer))?.[task];
  if (make === undefined) throw new Error(`it has no ${task} pass.`);
  return calls.push(await make(problemOf(shape))) - 1;
}

/** @param {number} key */
function callOf(key) {
  const call = calls[key];
  if (call === undefined) throw new Error(`No call ${key} is prepared.`);
  return call;
}

/** @param {number} key @returns {Promise<number[]>} all results, one after the other */
export async function results(key) {
  const arrays = await callOf(key)();
  return arrays.flatMap((array) => Array.from(array));
}

/** @param {number} key @param {number} count @returns {Promise<number>} milliseconds for all */
export const sample = (key, count) => timed(callOf(key))(count);

/** Lets all prepared calls go. */
export function clear() {
  calls = [];
}
