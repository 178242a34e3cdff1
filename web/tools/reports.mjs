// @ts-check
/** The tests that passed, failed and were skipped, from the reports of the test runners. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative, sep } from "node:path";
import { inProject, root } from "./run.mjs";

/** @typedef {{ path: string, name: string, outcome: "passed" | "failed" | "skipped" }} Test */

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

/** @param {string} result @returns {Test["outcome"]} */
const outcomeOf = (result) => (result === "passed" || result === "failed" ? result : "skipped");

/** @param {readonly Test[]} tests */
export function sentence(tests) {
  const count = (/** @type {Test["outcome"]} */ outcome) =>
    tests.filter((test) => test.outcome === outcome).length;
  const skipped = count("skipped");
  return `${count("passed")} passed, ${count("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * The tests in a report of GoogleTest. A crashed run leaves none.
 * @param {string} file
 * @returns {Test[]}
 */
export function googleTestsIn(file) {
  /**
   * @type {{ testsuites: { testsuite:
   *   { classname: string, name: string, result: string, failures?: unknown[] }[] }[] } | null}
   */
  const report = read(file);
  const tests = report?.testsuites.flatMap(({ testsuite }) => testsuite) ?? [];
  return tests.map(({ classname, name, result, failures }) => {
    const ended = result === "COMPLETED" ? "passed" : result;
    return {
      path: "",
      name: `${classname}.${name}`,
      outcome: outcomeOf(failures ? "failed" : ended),
    };
  });
}

/**
 * The tests in a report of Vitest, with the path of their file. A file that fails without a failed
 * test (it did not load, or a hook failed) counts as one.
 * @param {string} file
 * @returns {Test[]}
 */
export function vitestsIn(file) {
  /**
   * @type {{ testResults: { name: string, status: string, assertionResults:
   *   { status: string, fullName: string }[] }[] } | null}
   */
  const report = read(file);
  return (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const path = relative(root, name).split(sep).join("/");
    const broken = assertionResults.every((test) => test.status !== "failed");
    const whole = status === "failed" && broken ? [{ status, fullName: "the file" }] : [];
    return [...assertionResults, ...whole].map((test) => ({
      path,
      name: `${path}: ${test.fullName}`,
      outcome: outcomeOf(test.status),
    }));
  });
}
