// @ts-check
/** Tables of problems by contestants: each result checked, then all timed in turns. */
import { expectAgreement } from "./agreement.mjs";
import { load } from "./peers/attention-scale.mjs";
import { problemOf, widened } from "./problem.mjs";
import { race, ratioOf } from "./rounds.mjs";
import { geometricMean, printTable, timeAndSpread, times } from "./table.mjs";

/**
 * @typedef {import("./problem.mjs").Shape} Shape
 * @typedef {import("./contestants.mjs").Place} Place
 * @typedef {import("./workshop.mjs").Task} Task
 * @typedef {Parameters<import("./run.mjs").Section>[0]} Context
 *
 * @typedef {object} Column
 * @property {string} name what the table calls it
 * @property {Place} place
 * @property {string} [who] a file in peers/; none where the place is a program of its own
 * @property {Task} task
 *
 * @typedef {object} Row
 * @property {Shape} shape
 * @property {readonly import("./rounds.mjs").Timing[]} timings
 */

/**
 * Ours in double precision, on the same entries.
 * @param {Shape} shape
 * @param {Exclude<Task, "full">} task
 */
async function expected(shape, task) {
  const engine = await load();
  return engine[task](widened(problemOf(shape)))().flatMap((array) => Array.from(array));
}

/**
 * @param {Shape} shape
 * @param {readonly Column[]} columns
 * @param {Context["report"]} report
 * @returns {Promise<import("./rounds.mjs").Contestant[]>} those whose result is right
 */
async function admit(shape, columns, report) {
  const contestants = [];
  /** @type {Map<string, number[]>} */
  const wanted = new Map();
  for (const { name, place, who = "", task } of columns) {
    const { precision, n, d } = shape;
    try {
      const pass = task === "full" ? "forward" : task;
      const { results, sample } = await place.enter(who, task, shape);
      const want = wanted.get(pass) ?? (await expected(shape, pass));
      wanted.set(pass, want);
      const found = await results();
      // Of the full result, the output alone is what the others have too; it comes last.
      expectAgreement(name, task === "full" ? lastOf(found, n * d) : found, want, precision);
      contestants.push({ name, sample });
    } catch (error) {
      report.skip(`${name}, ${precision}`, error);
    }
  }
  return contestants;
}

/** @param {ArrayLike<number>} all @param {number} count */
const lastOf = (all, count) => Array.from(all).slice(-count);

/**
 * @param {Context} context
 * @param {readonly Shape[]} shapes
 * @param {readonly Column[]} columns ours first
 * @returns {Promise<Row[]>}
 */
export async function matchUp({ pace, report }, shapes, columns) {
  const rows = [];
  for (const shape of shapes.filter(({ n, d }) => n * n * d <= pace.largest)) {
    const contestants = await admit(shape, columns, report);
    rows.push({ shape, timings: await race(contestants, pace) });
    for (const { place } of columns) await place.clear();
    process.stderr.write(`${shape.precision} ${shape.n}×${shape.d} `);
  }
  process.stderr.write("\n");
  return rows;
}

/**
 * How many times as long as another a contestant takes, row by row, where both were measured.
 * @param {readonly Row[]} rows
 * @param {string} name
 * @param {string} reference
 */
export const ratiosIn = (rows, name, reference) =>
  rows.map(({ timings }) => ratioOf(timings, name, reference)).filter(Number.isFinite);

/**
 * @param {string} title
 * @param {readonly Row[]} rows
 * @param {readonly string[]} names columns, the one to compare with first
 */
export function printMatch(title, rows, names) {
  const [reference = "", ...others] = names;
  const head = ["n × d", reference, ...others.flatMap((name) => [name, ""])];
  const body = rows.map(({ shape: { n, d }, timings }) => {
    const cell = (/** @type {string} */ name) => {
      const timing = timings.find((each) => each.name === name);
      return timing === undefined ? "–" : timeAndSpread(timing);
    };
    const beside = others.flatMap((name) => [cell(name), times(ratioOf(timings, name, reference))]);
    return [`${n} × ${d}`, cell(reference), ...beside];
  });
  const means = others.flatMap((name) => [
    "",
    times(geometricMean(ratiosIn(rows, name, reference))),
  ]);
  printTable(title, head, [...body, ["geometric mean", "", ...means]]);
}
