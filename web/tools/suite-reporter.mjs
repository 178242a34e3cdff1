// @ts-check
/**
 * A reporter of Vitest: the tests of each project, for the table of results. It writes them into
 * the file that TESTS_REPORT names.
 */
import { writeFileSync } from "node:fs";

/**
 * @typedef {import("./reports.mjs").Test} Test
 * @typedef {import("vitest/node").TestModule} TestModule
 */

/**
 * @param {TestModule} module
 * @returns {Test[]}
 */
export function testsOf(module) {
  const suite = module.project.name;
  const path = module.relativeModuleId;
  /** @type {Test[]} */
  const tests = [];
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    const outcome = state === "passed" || state === "failed" ? state : "skipped";
    tests.push({ suite, path, name: `${path}: ${test.fullName}`, outcome });
  }
  // It did not load, or a hook failed.
  const failsAsAWhole = !module.ok() && tests.every(({ outcome }) => outcome !== "failed");
  if (failsAsAWhole) tests.push({ suite, path, name: `${path}: the file`, outcome: "failed" });
  return tests;
}

export default class SuiteReporter {
  /** @param {readonly TestModule[]} modules */
  onTestRunEnd(modules) {
    const file = process.env.TESTS_REPORT;
    if (file === undefined) throw new Error("TESTS_REPORT names no file.");
    writeFileSync(file, JSON.stringify(modules.flatMap(testsOf)));
  }
}
