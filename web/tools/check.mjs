// @ts-check
/**
 * `npm run check`: formatters, linters, types, and how much a reader waits for. With `--fix` it
 * formats instead.
 */
import os from "node:os";
import { checkCards } from "./cards.mjs";
import { buildPreset } from "./cmake.mjs";
import { checkDocs } from "./docs.mjs";
import { filesIn } from "./fingerprint.mjs";
import { checkFirstView } from "./first-view.mjs";
import { checkImports } from "./import-order.mjs";
import { checkLanguages } from "./languages.mjs";
import { commandOptions } from "./options.mjs";
import { buildPage } from "./page.mjs";
import { attempt, Failure, main, run } from "./run.mjs";
import { setup } from "./setup.mjs";
import { tidy } from "./tidy.mjs";

/**
 * Jobs of each of the two builds that run side by side: Ninja's own choice would double the memory
 * that compilers take.
 */
const CORES = os.availableParallelism();

/** @typedef {{ name: string, run: () => Promise<unknown> }} Step */

const cppFiles = () =>
  ["cpp", "tests/cpp", "tests/bench/native"]
    .flatMap(filesIn)
    .filter((file) => /\.[ch]pp$/.test(file));

/** Compiles Python files without writing anything; a warning is an error. */
const COMPILE = `import pathlib, sys
for file in sys.argv[1:]: compile(pathlib.Path(file).read_text("utf-8"), file, "exec")`;
const pythonFiles = () => filesIn("web/src").filter((file) => file.endsWith(".py"));

/**
 * @param {string} name
 * @param {string} program
 * @param {() => string[]} args
 * @returns {Step}
 */
function step(name, program, args) {
  return { name, run: () => run(program, args(), { quiet: true }) };
}

const biome = "node_modules/.bin/biome";
// The npm package, not that of Debian: each release of Debian has another version, and each version
// breaks lines differently.
const clangFormat = "node_modules/.bin/clang-format";
const stylelint = "node_modules/.bin/stylelint";
const styles = "web/**/*.css";

/** clang-format reports every place where a line would break elsewhere; the files say enough. */
async function cppLayout() {
  const args = ["--dry-run", "-Werror", ...cppFiles()];
  const { code, output } = await attempt(clangFormat, args, { quiet: true });
  if (code === 0) return;
  const files = new Set([...output.matchAll(/^(\S+?):\d+:\d+: error/gm)].map((match) => match[1]));
  throw new Failure(
    files.size > 0
      ? `Laid out otherwise than .clang-format says: ${[...files].join(", ")}. npm run format mends it.`
      : output,
  );
}

async function firstView() {
  await buildPage();
  checkFirstView();
}

/** @type {readonly Step[]} */
const formatting = [
  step("clang-format", clangFormat, () => ["-i", ...cppFiles()]),
  step("biome (layout, import order, safe fixes)", biome, () => ["check", "--write"]),
  step("stylelint (safe fixes)", stylelint, () => ["--fix", styles]),
];

/** The native build and what reads its compile commands. @type {readonly Step[]} */
const nativeChecks = [
  // The presets make warnings errors.
  { name: "g++ (C++ warnings)", run: () => buildPreset("sanitize", { quiet: true, jobs: CORES }) },
  { name: "clang-tidy (C++ mistakes)", run: tidy },
];

/** The engine, and the page that is built with it. @type {readonly Step[]} */
const pageChecks = [
  { name: "em++ (C++ warnings)", run: () => buildPreset("wasm", { quiet: true, jobs: CORES }) },
  { name: "web/src (direction of imports)", run: async () => checkImports() },
  { name: "web/src/text (what languages lack)", run: async () => checkLanguages() },
  { name: "first view (bytes a reader waits for)", run: firstView },
  { name: "web/docs (tables of keys, lessons, version of the tag)", run: checkDocs },
  { name: "web/public (pictures of links)", run: checkCards },
];

/** Programs that read the sources and need no build. @type {readonly Step[]} */
const sourceChecks = [
  { name: "clang-format (C++ layout)", run: cppLayout },
  step("biome (TypeScript and JSON: layout, mistakes)", biome, () => [
    "check",
    "--error-on-warnings",
  ]),
  step("python3 (syntax of the programs)", "python3", () => [
    "-W",
    "error",
    "-c",
    COMPILE,
    ...pythonFiles(),
  ]),
  step("stylelint (CSS mistakes)", stylelint, () => ["--max-warnings=0", styles]),
  step("tsc (types)", "node_modules/.bin/tsc", () => ["--noEmit", "-p", "tsconfig.json"]),
  // This step has a process of its own: Vite's runner leaves NODE_ENV as in development, and a
  // build would follow it.
  step("workflow-parser (.github/workflows)", process.execPath, () => ["web/tools/workflows.mjs"]),
];

/** One step after the other; each runs whatever became of those before. @param {readonly Step[]} steps */
async function runSteps(steps) {
  for (const { name, run: runStep } of steps) {
    try {
      await runStep();
      console.log(`ok      ${name}`);
    } catch (error) {
      console.log(`failed  ${name}`);
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
}

await main(async () => {
  const { fix } = commandOptions({ fix: { type: "boolean" } });
  await setup({ for: "check" });
  // Side by side: a compiler fills the cores while a bundler or a linter leaves one of them idle.
  const together = fix ? [formatting] : [nativeChecks, pageChecks, sourceChecks];
  await Promise.all(together.map(runSteps));
});
