// @ts-check
/** The results of a section: figures for the file, and goals. */
import { times } from "./table.mjs";

/**
 * @typedef {object} Reach
 * @property {string} goal
 * @property {string} found
 * @property {boolean} met
 *
 * @typedef {object} Report
 * @property {Record<string, unknown>} figures by section, for build/reports/bench.json
 * @property {Reach[]} reaches
 * @property {string[]} skipped who was not measured, and why
 */

/** @returns {Report} */
export const emptyReport = () => ({ figures: {}, reaches: [], skipped: [] });

/**
 * @param {Report} report
 * @param {string} goal
 * @param {number} ratio
 * @param {number} least
 */
export function atLeast(report, goal, ratio, least) {
  report.reaches.push({ goal, found: times(ratio), met: ratio >= least });
}

/**
 * @param {Report} report
 * @param {string} who
 * @param {unknown} reason
 */
export function skip(report, who, reason) {
  // A program's own words come first and its ending last; what follows "at" is where in a page it happened.
  const words = (reason instanceof Error ? reason.message : String(reason)).split("\n");
  const why = words.filter((line) => line.trim() !== "" && !line.startsWith("    at ")).at(-1);
  const line = `${who}: ${why?.replace(/^page\.evaluate: (Error: )?/, "")}`;
  if (report.skipped.includes(line)) return;
  report.skipped.push(line);
  console.log(`Skipped ${line}`);
}
