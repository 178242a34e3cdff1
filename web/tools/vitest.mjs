// @ts-check
/** Runs Vitest, and says which tests passed. */
import { freshReport, vitestsIn } from "./reports.mjs";
import { attempt } from "./run.mjs";

/** @typedef {import("./reports.mjs").Test} Test */

/**
 * @param {readonly string[]} projects of web/vitest.config.ts; `*` stands for any characters
 * @param {Record<string, string>} [env] what the tests are told
 * @returns {Promise<{ tests: Test[], code: number }>}
 */
export async function runVitest(projects, env = {}) {
  const report = freshReport("vitest.json");
  const run = ["node_modules/vitest/vitest.mjs", "run", "--config", "web/vitest.config.ts"];
  const reporters = ["--reporter=default", "--reporter=./web/tools/suite-reporter.mjs"];
  const chosen = projects.map((name) => `--project=${name}`);
  const environment = { ...env, TESTS_REPORT: report };
  const { code } = await attempt(process.execPath, [...run, ...reporters, ...chosen], {
    env: environment,
  });
  return { tests: vitestsIn(report), code };
}
