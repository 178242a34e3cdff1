// @ts-check
/** `npm test`: builds what has changed and runs every suite. The last line is the sum of them all. */
import { buildPreset } from "./cmake.mjs";
import { buildEngine } from "./engine.mjs";
import { installNpmPackages } from "./npm-packages.mjs";
import { buildPage } from "./page.mjs";
import { countGoogleTest, countVitest, freshReport, none, sentence, sum } from "./reports.mjs";
import { attempt, inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";
import { runVitest } from "./vitest.mjs";

/**
 * @typedef {import("./reports.mjs").Counts} Counts
 * @typedef {object} Suite one runner's run
 * @property {readonly string[]} rows what the tally calls its parts
 * @property {() => Promise<{ counts: Counts[], code: number }>} run counts for each row
 */

/**
 * The tests of one C++ build. ctest would start a process for each, which under Node takes a minute
 * in place of a second.
 * @param {string} row
 * @param {import("./cmake.mjs").Preset} preset
 * @returns {Suite}
 */
function googleTest(row, preset) {
  return {
    rows: [row],
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

/** dist/ is built once for all the suites that use it. */
function buildProduct() {
  product ??= buildEngine().then(buildPage);
  return product;
}

/** Vitest hides what plain Node lacks, so the built engine is also loaded without it. @type {Suite} */
const smoke = {
  rows: ["built engine in plain Node"],
  run: async () => {
    await buildProduct();
    const { code } = await attempt(process.execPath, ["tests/engine/smoke.mjs"]);
    return { counts: [{ ...none(), ...(code === 0 ? { passed: 1 } : { failed: 1 }) }], code };
  },
};

const vitestFolders = {
  "tests/engine": "engine in Node (Vitest)",
  "tests/web": "page without a browser (Vitest)",
  "tests/browser": "page in Chromium (Vitest)",
  "tests/blogs": "blogs (Hugo, Jekyll, Hexo)",
  "tests/package": "package in an empty project",
  "tests/bench": "benchmark's own workings",
};

/**
 * One run of Vitest.
 * @param {Record<string, string>} folders what the tally calls each folder's tests
 * @param {string} name of the report
 * @param {readonly string[]} args which tests
 * @returns {Suite}
 */
function vitest(folders, name, args) {
  return {
    rows: Object.values(folders),
    run: async () => {
      await buildProduct();
      const { report, code } = await runVitest(name, args);
      return { counts: countVitest(report, Object.keys(folders)), code };
    },
  };
}

/** What is painted within a second is looked at with no other test beside it. */
const LOOK = "tests/browser/look.test.ts";
const suitesOfVitest = [
  vitest(vitestFolders, "vitest.json", ["--exclude", LOOK]),
  vitest({ "tests/browser": "page as a reader sees it (Vitest)" }, "look.json", [LOOK]),
];

/**
 * Runs a suite to its end whatever happens. A part that executed no test has failed, and so has a
 * runner that is unhappy without naming a test.
 * @param {Suite} suite
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
  await setup({ for: "test" });
  await installNpmPackages("tests/blogs/hexo");
  const suites = [
    googleTest("C++ native", "native"),
    googleTest("C++ under sanitizers", "sanitize"),
    googleTest("C++ as WebAssembly", "wasm"),
    smoke,
    ...suitesOfVitest,
  ];
  const tally = [];
  for (const suite of suites) tally.push(...(await tallyOf(suite)));

  const total = sum(tally.map(({ counts }) => counts));
  const width = Math.max(...tally.map(({ row }) => row.length));
  console.log();
  for (const { row, counts } of tally) console.log(`${row.padEnd(width)}  ${sentence(counts)}`);
  console.log(`\n${sentence(total)}`);
  if (total.failed > 0) process.exitCode = 1;
});
