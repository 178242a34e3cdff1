// @ts-check
/** A table of problems by contestants: each result checked, then all timed in turns. */
import { expectAgreement } from "./agreement.mjs";
import { skip } from "./report.mjs";
import { median, race } from "./rounds.mjs";
import { geometricMean, printTable, timeAndSpread, times } from "./table.mjs";

/**
 * @typedef {import("./problem.mjs").Shape} Shape
 * @typedef {import("./contestants.mjs").Place} Place
 * @typedef {import("./rounds.mjs").Timing} Timing
 *
 * @typedef {object} Column
 * @property {string} name what the table calls it
 * @property {Place} place
 * @property {string} who a file in peers/; of no matter to a program of its own
 * @property {import("./workshop.mjs").Task} task
 *
 * @typedef {object} Row
 * @property {Shape} shape
 * @property {Map<string, Timing>} timings by column
 */

/** Ours in double precision, on the same entries. @param {Shape} shape @param {Exclude<import("./workshop.mjs").Task, "full">} task */
async function expected(shape, task) {
  const { problemOf } = await import("./problem.mjs");
  const { load } = await import("./peers/attention-scale.mjs");
  const problem = problemOf(shape);
  const widened = {
    ...problem,
    ...Object.fromEntries(
      /** @type {const} */ (["queries", "keys", "values", "upstream"]).map((name) => [
        name,
        Float64Array.from(problem[name]),
      ]),
    ),
  };
  const engine = await load();
  return engine[task](widened)().flatMap((array) => Array.from(array));
}

/**
 * @param {Shape} shape
 * @param {readonly Column[]} columns
 * @param {import("./report.mjs").Report} report
 * @returns {Promise<import("./rounds.mjs").Contestant[]>} those whose result is right
 */
async function admit(shape, columns, report) {
  const contestants = [];
  /** @type {Map<string, number[]>} */
  const wanted = new Map();
  for (const { name, place, who, task } of columns) {
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
      skip(report, `${name}, ${precision}`, error);
    }
  }
  return contestants;
}

/** @param {ArrayLike<number>} all @param {number} count */
const lastOf = (all, count) => Array.from(all).slice(-count);

/**
 * @param {object} match
 * @param {readonly Shape[]} match.shapes
 * @param {readonly Column[]} match.columns ours first
 * @param {import("./rounds.mjs").Pace} match.pace
 * @param {import("./report.mjs").Report} match.report
 * @returns {Promise<Row[]>}
 */
export async function matchUp({ shapes, columns, pace, report }) {
  const rows = [];
  for (const shape of shapes.filter(({ n, d }) => n * n * d <= pace.largest)) {
    const contestants = await admit(shape, columns, report);
    const timings = await race(contestants, pace);
    rows.push({ shape, timings: new Map(timings.map((timing) => [timing.name, timing])) });
    for (const { place } of columns) await place.clear();
    process.stderr.write(`${shape.precision} ${shape.n}×${shape.d} `);
  }
  process.stderr.write("\n");
  return rows;
}

/**
 * The ratio of two columns, round by round.
 * @param {Row} row
 * @param {string} name
 * @param {string} reference
 */
export function ratioIn({ timings }, name, reference) {
  const pairs = timings
    .get(name)
    ?.times.map((time, round) => [time, timings.get(reference)?.times[round] ?? Number.NaN]);
  const ratios = (pairs ?? []).map(([time = Number.NaN, base = Number.NaN]) => time / base);
  return ratios.length === 0 ? Number.NaN : median(ratios);
}

/**
 * @param {string} title
 * @param {readonly Row[]} rows
 * @param {readonly string[]} names columns, the one to compare with first
 */
export function printMatch(title, rows, names) {
  const [reference = "", ...others] = names;
  const head = ["n × d", reference, ...others.flatMap((name) => [name, ""])];
  const body = rows.map((row) => {
    const cell = (/** @type {string} */ name) => {
      const timing = row.timings.get(name);
      return timing === undefined ? "–" : timeAndSpread(timing);
    };
    const { n, d } = row.shape;
    return [
      `${n} × ${d}`,
      cell(reference),
      ...others.flatMap((name) => [cell(name), times(ratioIn(row, name, reference))]),
    ];
  });
  const means = others.flatMap((name) => {
    const ratios = rows.map((row) => ratioIn(row, name, reference)).filter(Number.isFinite);
    return ["", ratios.length === 0 ? "–" : times(geometricMean(ratios))];
  });
  printTable(title, head, [...body, ["geometric mean", "", ...means]]);
}
