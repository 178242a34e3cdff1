// @ts-check
/** Runs Vitest, and keeps its report. */
import { freshReport } from "./reports.mjs";
import { attempt } from "./run.mjs";

/**
 * @param {string} name of the report
 * @param {readonly string[]} args which tests
 * @param {Record<string, string>} [env] what the tests are told
 * @returns {Promise<{ file: string, code: number }>} the report, for vitestsIn
 */
export async function runVitest(name, args, env = {}) {
  const file = freshReport(name);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const run = ["node_modules/vitest/vitest.mjs", "run", "--config", "web/vitest.config.ts"];
  const { code } = await attempt(process.execPath, [...run, ...reporters, ...args], { env });
  return { file, code };
}
