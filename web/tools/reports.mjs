// @ts-check
/** Counts the tests that passed, failed and were skipped, from the reports of the test runners. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative, sep } from "node:path";
import { inProject, root } from "./run.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** The name of every test that failed in a counted report. @type {string[]} */
export const failures = [];

const reports = inProject("build", "reports");

/** Names a report, and removes an older one: a run that is killed must leave none. @param {string} name */
export function freshReport(name) {
  const file = `${reports}/${name}`;
  mkdirSync(reports, { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** @returns {Counts} */
export const none = () => ({ passed: 0, failed: 0, skipped: 0 });

/** @param {readonly Counts[]} all */
export function sum(all) {
  const total = none();
  for (const key of /** @type {const} */ (["passed", "failed", "skipped"])) {
    for (const counts of all) total[key] += counts[key];
  }
  return total;
}

/** @param {Counts} counts */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * A report of GoogleTest. A crashed run leaves none.
 * @param {string} file
 */
export function countGoogleTest(file) {
  const counts = none();
  if (!existsSync(file)) return counts;
  /** @type {{ testsuites: { testsuite: { classname: string, name: string, result: string, failures?: unknown[] }[] }[] }} */
  const report = JSON.parse(readFileSync(file, "utf8"));
  for (const test of report.testsuites.flatMap(({ testsuite }) => testsuite)) {
    const { result } = test;
    if (test.failures) {
      counts.failed++;
      failures.push(`${test.classname}.${test.name}`);
    } else if (result === "COMPLETED") counts.passed++;
    else counts.skipped++;
  }
  return counts;
}

/**
 * Counts a report of Vitest by the paths of the test files. A file that fails without a failed test
 * (it did not load, or a hook failed) counts as one failure.
 * @param {string} file
 * @param {readonly string[]} starts of paths, such as tests/web/; a file counts for the first that fits
 * @returns {Counts[]} one for each start
 */
export function countVitest(file, starts) {
  const counts = starts.map(none);
  if (!existsSync(file)) return counts;
  /** @type {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} */
  const report = JSON.parse(readFileSync(file, "utf8"));
  for (const { name, status, assertionResults } of report.testResults) {
    const path = relative(root, name).split(sep).join("/");
    const own = counts[starts.findIndex((start) => path.startsWith(start))];
    if (!own) continue;
    const failing = assertionResults.filter((test) => test.status === "failed");
    const failed = failing.length;
    failures.push(...failing.map(({ fullName }) => `${path}: ${fullName}`));
    if (status === "failed" && failed === 0) failures.push(path);
    const passed = assertionResults.filter((test) => test.status === "passed").length;
    own.passed += passed;
    own.failed += status === "failed" ? Math.max(failed, 1) : failed;
    own.skipped += assertionResults.length - passed - failed;
  }
  return counts;
}
