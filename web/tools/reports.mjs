// @ts-check
/** The tests that passed, failed and were skipped, from the reports of the test runners. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { inProject } from "./run.mjs";

/**
 * @typedef {object} Test
 * @property {string} suite as `npm test` knows it
 * @property {string} path of its file; empty for C++
 * @property {string} name
 * @property {"passed" | "failed" | "skipped"} outcome
 */

/**
 * Names a report, and removes an older one: a run that is killed must leave none.
 * @param {string} name
 */
export function freshReport(name) {
  const folder = inProject("build", "reports");
  mkdirSync(folder, { recursive: true });
  rmSync(`${folder}/${name}`, { force: true });
  return `${folder}/${name}`;
}

/** A report in JSON; null where there is none. @param {string} file */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

/** @param {readonly Test[]} tests */
export function sentence(tests) {
  const count = (/** @type {Test["outcome"]} */ outcome) =>
    tests.filter((test) => test.outcome === outcome).length;
  const skipped = count("skipped");
  return `${count("passed")} passed, ${count("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * The tests in a report of GoogleTest. A crashed run leaves none.
 * @param {string} suite
 * @param {string} file
 * @returns {Test[]}
 */
export function googleTestsIn(suite, file) {
  /**
   * @type {{ testsuites: { testsuite:
   *   { classname: string, name: string, result: string, failures?: unknown[] }[] }[] } | null}
   */
  const report = read(file);
  const tests = report?.testsuites.flatMap(({ testsuite }) => testsuite) ?? [];
  return tests.map(({ classname, name, result, failures }) => {
    const ended = result === "COMPLETED" ? "passed" : "skipped";
    const outcome = failures === undefined ? ended : "failed";
    return { suite, path: "", name: `${classname}.${name}`, outcome };
  });
}

/**
 * The tests in a report of web/tools/suite-reporter.mjs. A crashed run leaves none.
 * @param {string} file
 * @returns {Test[]}
 */
export const vitestsIn = (file) => read(file) ?? [];
