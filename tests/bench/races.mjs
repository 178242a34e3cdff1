// @ts-check
/** A section that is a list of cases, in each of which contestants race, and one table of them. */
import { race, ratioOf } from "./rounds.mjs";
import { printTable, timeAndSpread } from "./table.mjs";

/**
 * @typedef {import("./rounds.mjs").Timing} Timing
 * @typedef {object} Case
 * @property {string} name
 * @property {readonly import("./rounds.mjs").Contestant[]} contestants ours first
 * @property {readonly Goal[]} goals
 * @typedef {object} Goal
 * @property {string} goal "…: 4 times as fast as …"
 * @property {number} least
 * @property {string} rival
 * @property {string} [who] of ours, where it is not the first contestant
 */

/**
 * @param {Parameters<import("./run.mjs").Section>[0]} context
 * @param {string} title
 * @param {readonly string[]} head of the columns behind name and time
 * @param {(timing: Timing, name: string) => string[]} cells of those columns; the name is that of
 *   the case
 * @param {AsyncIterable<Case> | Iterable<Case>} cases made ready one after the other
 */
export async function raceCases({ pace, report }, title, head, cells, cases) {
  const rows = [];
  const found = [];
  for await (const { name, contestants, goals } of cases) {
    const timings = await race(contestants, pace);
    for (const timing of timings) {
      rows.push([`${name}: ${timing.name}`, timeAndSpread(timing), ...cells(timing, name)]);
    }
    for (const { goal, least, rival, who = timings[0]?.name ?? "" } of goals) {
      report.atLeast(goal, ratioOf(timings, rival, who), least);
    }
    found.push({ name, timings });
  }
  printTable(title, ["", "time", ...head], rows);
  return found;
}
