// @ts-check
/**
 * `npm test`: builds what has changed and runs every suite; `npm test -- wasm web` runs those two.
 * The last line is the sum.
 */
import { buildPreset } from "./cmake.mjs";
import { installNpmPackages } from "./npm-packages.mjs";
import { commandNames } from "./options.mjs";
import { buildPage } from "./page.mjs";
import { freshReport, googleTestsIn, sentence, vitestsIn } from "./reports.mjs";
import { attempt, inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";
import { runVitest } from "./vitest.mjs";

/**
 * @typedef {import("./reports.mjs").Test} Test
 * @typedef {object} Run one run of one test runner
 * @property {readonly string[]} rows the titles of its suites in the table of results
 * @property {() => Promise<{ tests: Test[][], code: number }>} run returns the tests of each row
 *
 * @typedef {object} VitestSuite
 * @property {string} row the title in the table of results
 * @property {string} path of the test file, or the start of the paths of the test files
 * @property {boolean} [alone] runs while no other test runs
 */

/** The C++ builds that are tested, by the name of the suite. */
const googleTests = /** @type {const} */ ({
  sanitize: "C++ native, under sanitizers",
  wasm: "C++ as WebAssembly",
});

/**
 * The tests of Vitest by the name of the suite. A file belongs to the first suite that names its
 * path.
 * @type {Readonly<Record<string, VitestSuite>>}
 */
const vitestSuites = {
  engine: { row: "engine in Node (Vitest)", path: "tests/engine/" },
  web: { row: "page without a browser (Vitest)", path: "tests/web/" },
  monkey: { row: "random actions on the page", path: "tests/browser/monkey.test.ts" },
  // Each picture must be painted within a second, which other tests would delay.
  look: { row: "page as a reader sees it", path: "tests/browser/look.test.ts", alone: true },
  browser: { row: "page in Chromium (Vitest)", path: "tests/browser/" },
  blogs: { row: "blogs (Hugo, Jekyll, Hexo)", path: "tests/blogs/" },
  package: { row: "package in an empty project", path: "tests/package/" },
  bench: { row: "benchmark's own workings", path: "tests/bench/" },
};

/**
 * The tests of one C++ build, in one process: ctest starts a process for each test, which takes a
 * minute in place of a second where the process is Node.
 * @param {keyof typeof googleTests} preset
 * @returns {Run}
 */
function googleTest(preset) {
  return {
    rows: [googleTests[preset]],
    run: async () => {
      await buildPreset(preset);
      const tests = inProject("build", preset, "tests/cpp/attention_scale_tests");
      const program = preset === "wasm" ? [process.execPath, `${tests}.cjs`] : [tests];
      const report = freshReport(`${preset}.json`);
      const [command = "", ...args] = [...program, `--gtest_output=json:${report}`];
      const { code } = await attempt(command, args);
      return { tests: [googleTestsIn(report)], code };
    },
  };
}

/** @type {Promise<void> | undefined} */
let product;

/** Builds dist/ once for all suites that use it. */
function buildProduct() {
  product ??= buildPage();
  return product;
}

/** @param {string} name @param {boolean} passed @returns {Test} */
const testOf = (name, passed = false) => ({
  path: "",
  name,
  outcome: passed ? "passed" : "failed",
});

/** Loads the built engine without Vitest, which hides whatever plain Node lacks. @type {Run} */
const smoke = {
  rows: ["built engine in plain Node"],
  run: async () => {
    await buildProduct();
    const { code } = await attempt(process.execPath, ["tests/engine/smoke.mjs"]);
    return { tests: [[testOf("tests/engine/smoke.mjs", code === 0)]], code };
  },
};

/**
 * One run of Vitest for several suites.
 * @param {readonly VitestSuite[]} suites
 * @param {string} report the name of its report
 * @returns {Run}
 */
function vitest(suites, report) {
  const others = Object.values(vitestSuites).filter((suite) => !suites.includes(suite));
  const files = others.map(({ path }) => path).filter((path) => path.endsWith(".ts"));
  const excluded = files.flatMap((path) => ["--exclude", path]);
  const paths = suites.map(({ path }) => path);
  return {
    rows: suites.map(({ row }) => row),
    run: async () => {
      await buildProduct();
      const { file, code } = await runVitest(report, [...paths, ...excluded]);
      const tests = vitestsIn(file);
      const first = (/** @type {Test} */ { path }) => paths.find((start) => path.startsWith(start));
      return { tests: paths.map((path) => tests.filter((test) => first(test) === path)), code };
    },
  };
}

/** Which runs the chosen suites need. @param {readonly string[]} names @returns {Run[]} */
function runsOf(names) {
  const chosen = Object.entries(vitestSuites).filter(([name]) => names.includes(name));
  const suites = chosen.map(([, suite]) => suite);
  const together = suites.filter(({ alone }) => !alone);
  return [
    .../** @type {(keyof typeof googleTests)[]} */ (Object.keys(googleTests))
      .filter((preset) => names.includes(preset))
      .map(googleTest),
    ...(names.includes("engine") ? [smoke] : []),
    ...(together.length > 0 ? [vitest(together, "vitest.json")] : []),
    ...suites.filter(({ alone }) => alone).map((suite) => vitest([suite], "look.json")),
  ];
}

/**
 * Runs suites to their end whatever happens. A suite that ran no test has failed, and so has a
 * runner that fails without naming a test.
 * @param {Run} suites
 * @returns {Promise<{ row: string, tests: Test[] }[]>}
 */
async function tallyOf({ rows, run }) {
  console.log(`\n=== ${rows.join(", ")}`);
  /** @type {{ tests: Test[][], code: number }} */
  let { tests, code } = { tests: [], code: 1 };
  try {
    ({ tests, code } = await run());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const tally = rows.map((row, index) => ({ row, tests: tests[index] ?? [] }));
  for (const { row, tests } of tally) {
    if (tests.every(({ outcome }) => outcome === "skipped")) {
      tests.push(testOf(`${row}: no test ran, or the run broke off`));
    }
  }
  const named = tally.some(({ tests }) => tests.some(({ outcome }) => outcome === "failed"));
  if (code !== 0 && !named) tally[0]?.tests.push(testOf(`${rows[0]}: exit code ${code}`));
  return tally;
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
  const known = [...Object.keys(googleTests), ...Object.keys(vitestSuites)];
  const typed = commandNames(known);
  const names = typed.length > 0 ? typed : known;
  await setup({ for: "test" });
  if (process.env.TESTS === "all") await setup({ for: "all" });
  if (names.includes("blogs") && process.env.TESTS === "all") {
    await installNpmPackages("tests/blogs/hexo");
  }
  const tally = [];
  for (const run of runsOf(names)) tally.push(...(await tallyOf(run)));

  const all = tally.flatMap(({ tests }) => tests);
  const failed = all.filter(({ outcome }) => outcome === "failed");
  const width = Math.max(...tally.map(({ row }) => row.length));
  console.log();
  for (const { row, tests } of tally) console.log(`${row.padEnd(width)}  ${sentence(tests)}`);
  for (const { name } of failed) console.log(`failed: ${name}`);
  tellOfSkipped(all.filter(({ outcome }) => outcome === "skipped"));
  console.log(`\n${sentence(all)}`);
  if (failed.length > 0) process.exitCode = 1;
});
