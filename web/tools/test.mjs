// @ts-check
/**
 * `npm test`: builds what has changed and runs every suite; `npm test -- wasm web` runs those two.
 * The last line is the sum.
 */
import os from "node:os";
import { buildPreset } from "./cmake.mjs";
import { installNpmPackages } from "./npm-packages.mjs";
import { commandNames } from "./options.mjs";
import { buildPage } from "./page.mjs";
import { freshReport, googleTestsIn, sentence } from "./reports.mjs";
import { attempt, inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";
import { runVitest } from "./vitest.mjs";

/**
 * @typedef {import("./reports.mjs").Test} Test
 * @typedef {{ tests: Test[], code: number }} Outcome
 * @typedef {object} Run one run of one test runner
 * @property {readonly string[]} suites each of which must have tests
 * @property {() => Promise<Outcome>} run
 */

/** The presets of CMakePresets.json whose C++ tests run. */
const presets = /** @type {const} */ (["sanitize", "wasm"]);

/** The projects of web/vitest.config.ts that are suites of `npm test`. */
const projects = ["engine", "web", "browser", "monkey", "look", "blogs", "package", "bench"];

/**
 * The tests of one C++ build, natively in as many processes as there are cores: ctest starts a
 * process for each test, which takes a minute in place of seconds where the process is Node.
 * @param {typeof presets[number]} preset
 * @returns {Run}
 */
function googleTest(preset) {
  const tests = inProject("build", preset, "tests/cpp/attention_scale_tests");
  const program = preset === "wasm" ? [process.execPath, `${tests}.cjs`] : [tests];
  // Compiled by Emscripten they do not see the variables that share out tests.
  const shards = preset === "wasm" ? 1 : os.availableParallelism();
  const runShard = async (/** @type {number} */ shard) => {
    const report = freshReport(`${preset}-${shard}.json`);
    const [command = "", ...args] = [
      ...program,
      "--gtest_brief=1",
      `--gtest_output=json:${report}`,
    ];
    const env = { GTEST_TOTAL_SHARDS: `${shards}`, GTEST_SHARD_INDEX: `${shard}` };
    const { code } = await attempt(command, args, { env });
    return { tests: googleTestsIn(preset, report), code };
  };
  return {
    suites: [preset],
    run: async () => {
      await buildPreset(preset);
      const outcomes = await Promise.all(Array.from({ length: shards }, (_, i) => runShard(i)));
      return {
        tests: outcomes.flatMap((outcome) => outcome.tests),
        code: Math.max(...outcomes.map((outcome) => outcome.code)),
      };
    },
  };
}

/** Loads the built engine without Vitest, which hides whatever plain Node lacks. @type {Run} */
const smoke = {
  suites: ["engine in plain Node"],
  run: async () => {
    await buildPage();
    const { code } = await attempt(process.execPath, ["tests/engine/smoke.mjs"]);
    const outcome = code === 0 ? "passed" : "failed";
    const path = "tests/engine/smoke.mjs";
    return { tests: [{ suite: "engine in plain Node", path, name: path, outcome }], code };
  },
};

/**
 * One run of Vitest for several suites.
 * @param {readonly string[]} suites
 * @returns {Run}
 */
function vitest(suites) {
  return {
    suites,
    run: async () => {
      await buildPage();
      // The star: the tests of the engine that run apart are a project of their own.
      return runVitest(suites.map((name) => `${name}*`));
    },
  };
}

/** Which runs the chosen suites need. @param {readonly string[]} names @returns {Run[]} */
function runsOf(names) {
  const runs = presets.filter((preset) => names.includes(preset)).map(googleTest);
  if (names.includes("engine")) runs.push(smoke);
  const chosen = projects.filter((name) => names.includes(name));
  if (chosen.length > 0) runs.push(vitest(chosen));
  return runs;
}

/**
 * Runs suites to their end whatever happens. A suite that ran no test has failed, and so has a
 * runner that fails without naming a test.
 * @param {Run} suites
 * @returns {Promise<Test[]>}
 */
async function testsOf({ suites, run }) {
  console.log(`\n=== ${suites.join(", ")}`);
  /** @type {Outcome} */
  let outcome = { tests: [], code: 1 };
  try {
    outcome = await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const { tests, code } = outcome;
  const fail = (/** @type {string} */ suite, /** @type {string} */ why) =>
    tests.push({ suite, path: "", name: `${suite}: ${why}`, outcome: "failed" });
  for (const suite of suites) {
    const ran = tests.some((test) => test.suite === suite && test.outcome !== "skipped");
    if (!ran) fail(suite, "no test ran, or the run broke off");
  }
  const named = tests.some((test) => test.outcome === "failed");
  if (code !== 0 && !named) fail(suites.join(", "), `exit code ${code}`);
  return tests;
}

/** A line for each suite. @param {readonly Test[]} tests */
function printTable(tests) {
  const suites = [...new Set(tests.map(({ suite }) => suite))];
  const width = Math.max(...suites.map((suite) => suite.length));
  for (const suite of suites) {
    const suiteTests = tests.filter((test) => test.suite === suite);
    console.log(`${suite.padEnd(width)}  ${sentence(suiteTests)}`);
  }
}

/**
 * What was left out, and why. Tests choose by tests/all.ts alone, never by what a machine has:
 * their needs are installed.
 * @param {readonly Test[]} skipped
 */
function tellOfSkipped(skipped) {
  if (skipped.length === 0) return;
  const counts = new Map();
  for (const { path } of skipped) counts.set(path, (counts.get(path) ?? 0) + 1);
  console.log("\nSkipped, as each takes long or is one of many alike; npm run test:all runs them:");
  for (const [path, count] of [...counts].sort()) console.log(`  ${path}: ${count}`);
}

await main(async () => {
  const known = [...presets, ...projects];
  const typed = commandNames(known);
  const names = typed.length > 0 ? typed : known;
  await setup({ for: "test" });
  if (process.env.TESTS === "all") await setup({ for: "all" });
  if (names.includes("blogs") && process.env.TESTS === "all") {
    await installNpmPackages("tests/blogs/hexo");
  }
  const tests = [];
  for (const run of runsOf(names)) tests.push(...(await testsOf(run)));

  console.log();
  printTable(tests);
  const failed = tests.filter(({ outcome }) => outcome === "failed");
  for (const { name } of failed) console.log(`failed: ${name}`);
  tellOfSkipped(tests.filter(({ outcome }) => outcome === "skipped"));
  console.log(`\n${sentence(tests)}`);
  if (failed.length > 0) process.exitCode = 1;
});
