// @ts-check
/**
 * `npm test`: builds what has changed and runs every suite; `npm test -- wasm web` runs those two.
 * The last line is the sum.
 */
import { buildPreset } from "./cmake.mjs";
import { installNpmPackages } from "./npm-packages.mjs";
import { commandNames } from "./options.mjs";
import { buildPage } from "./page.mjs";
import {
  countGoogleTest,
  countVitest,
  failures,
  freshReport,
  none,
  sentence,
  sum,
} from "./reports.mjs";
import { attempt, inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";
import { runVitest } from "./vitest.mjs";

/**
 * @typedef {import("./reports.mjs").Counts} Counts
 * @typedef {object} Run one run of one test runner
 * @property {readonly string[]} rows the titles of its suites in the table of results
 * @property {() => Promise<{ counts: Counts[], code: number }>} run returns the counts of each row
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
 * The tests of Vitest by the name of the suite. A file belongs to the first suite that names its path.
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
      return { counts: [countGoogleTest(report)], code };
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

/** Loads the built engine without Vitest, which hides whatever plain Node lacks. @type {Run} */
const smoke = {
  rows: ["built engine in plain Node"],
  run: async () => {
    await buildProduct();
    const { code } = await attempt(process.execPath, ["tests/engine/smoke.mjs"]);
    return { counts: [{ ...none(), ...(code === 0 ? { passed: 1 } : { failed: 1 }) }], code };
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
      return { counts: countVitest(file, paths), code };
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
 * @returns {Promise<{ row: string, counts: Counts }[]>}
 */
async function tallyOf({ rows, run }) {
  console.log(`\n=== ${rows.join(", ")}`);
  /** @type {{ counts: Counts[], code: number }} */
  let result = { counts: rows.map(none), code: 1 };
  try {
    result = await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const tally = rows.map((row, index) => ({ row, counts: result.counts[index] ?? none() }));
  for (const { row, counts } of tally) {
    if (counts.passed + counts.failed > 0) continue;
    console.error(`No test ran, or the run broke off: ${row}.`);
    counts.failed = 1;
  }
  const [first] = tally;
  if (first && result.code !== 0 && tally.every(({ counts }) => counts.failed === 0)) {
    console.error(`The runner ended with exit code ${result.code}, though no test failed.`);
    first.counts.failed = 1;
  }
  return tally;
}

await main(async () => {
  const known = [...Object.keys(googleTests), ...Object.keys(vitestSuites)];
  const typed = commandNames(known);
  const names = typed.length > 0 ? typed : known;
  await setup({ for: "test" });
  if (names.includes("blogs") && process.env.TESTS === "all")
    await installNpmPackages("tests/blogs/hexo");
  const tally = [];
  for (const run of runsOf(names)) tally.push(...(await tallyOf(run)));

  const total = sum(tally.map(({ counts }) => counts));
  const width = Math.max(...tally.map(({ row }) => row.length));
  console.log();
  for (const { row, counts } of tally) console.log(`${row.padEnd(width)}  ${sentence(counts)}`);
  for (const name of failures) console.log(`failed: ${name}`);
  if (total.skipped > 0) console.log("npm run test:all runs those that are skipped, too.");
  console.log(`\n${sentence(total)}`);
  if (total.failed > 0) process.exitCode = 1;
});
