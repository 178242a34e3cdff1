// @ts-check
/** What the sections found: figures for the file, goals, and who was not measured. */
import { times } from "./table.mjs";

export class Report {
  /** The figures by section, for build/reports/bench.json. @type {Record<string, unknown>} */
  figures = {};
  /** @type {{ goal: string, found: string, met: boolean }[]} */
  reaches = [];
  /** Who was not measured, and why. @type {string[]} */
  skipped = [];

  /** @param {string} goal @param {string} found @param {boolean} met */
  reach(goal, found, met) {
    this.reaches.push({ goal, found, met });
  }

  /** @param {string} goal @param {number} ratio @param {number} least */
  atLeast(goal, ratio, least) {
    this.reach(goal, times(ratio), ratio >= least);
  }

  /** @param {string} who @param {unknown} reason */
  skip(who, reason) {
    // A program's own words come first and its ending last; what follows "at" is where in a page it
    // happened.
    const words = (reason instanceof Error ? reason.message : String(reason)).split("\n");
    const why = words.filter((line) => line.trim() !== "" && !line.startsWith("    at ")).at(-1);
    const line = `${who}: ${why?.replace(/^page\.evaluate: (Error: )?/, "")}`;
    if (this.skipped.includes(line)) return;
    this.skipped.push(line);
    console.log(`Skipped ${line}`);
  }
}
