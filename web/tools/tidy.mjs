// @ts-check
/**
 * clang-tidy over the engine's sources, skipping the folders in which nothing has changed since
 * they passed.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import { basename, dirname } from "node:path";
import { filesIn, fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { attempt, Failure, inProject, run } from "./run.mjs";

const stampFile = "build/tidy.stamp";

/** The compiler's arguments for the sources of the library, without those that name files. */
function compilerArguments() {
  const database = inProject("build/sanitize/compile_commands.json");
  /** @type {{ file: string, command: string }[]} */
  const commands = JSON.parse(readFileSync(database, "utf8"));
  const { command = "" } = commands.find(({ file }) => /\/attention_scale\.dir\//.test(file)) ?? {};
  const [, ...words] = command.split(" ");
  return words.filter(
    (word, i) => !["-c", "-o"].includes(word) && !["-c", "-o"].includes(words[i - 1] ?? ""),
  );
}

/**
 * Looks through the sources of a folder in one file that includes them all: clang-tidy looks
 * through Eigen's headers for each file it is given, which takes ten times as long as a source of
 * ours.
 * @param {string} folder
 * @param {readonly string[]} sources
 * @param {readonly string[]} words the compiler's arguments
 * @returns {Promise<string>} what clang-tidy finds, "" for nothing
 */
async function findings(folder, sources, words) {
  const file = inProject("build/tidy", `${basename(folder)}.cpp`);
  mkdirSync(dirname(file), { recursive: true });
  const lines = sources.map((source) => `#include "${inProject(source)}"  // NOLINT\n`);
  writeFileSync(file, lines.join(""));
  const { code, output } = await attempt(
    "clang-tidy",
    [
      `--config-file=${inProject(".clang-tidy")}`,
      "--quiet",
      file,
      "--",
      // GCC wrote the compile commands; clang does not know all of its warnings.
      ...words,
      "-Wno-unknown-warning-option",
    ],
    { quiet: true },
  );
  return code === 0 ? "" : output;
}

/** Needs build/sanitize to be configured. */
export async function tidy() {
  const version = await run("clang-tidy", ["--version"], { quiet: true });
  const headers = filesIn("cpp").filter((file) => file.endsWith(".hpp"));
  const words = compilerArguments();
  const shared = JSON.stringify([version, fingerprint([...headers, ".clang-tidy"]), words]);
  /** @type {Map<string, string[]>} */
  const folders = new Map();
  for (const file of ["cpp/src", "cpp/kernels"].flatMap(filesIn)) {
    if (!file.endsWith(".cpp")) continue;
    folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  }
  const before = readStamp(stampFile);
  /** @type {Record<string, string>} */
  const passed = {};
  let found = "";

  // The longest first, so that none of them is left at the end.
  const sizeOf = (/** @type {readonly string[]} */ sources) =>
    sources.reduce((sum, source) => sum + readFileSync(inProject(source)).length, 0);
  const waiting = [...folders].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [folder, sources] = next;
      const condition = `${shared} ${fingerprint(sources)}`;
      if (before[folder] !== condition) {
        const output = await findings(folder, sources, words);
        found += output;
        if (output !== "") continue;
      }
      passed[folder] = condition;
    }
  };
  await Promise.all(os.cpus().map(worker));

  writeStamp(stampFile, passed);
  if (found) throw new Failure(found.trimEnd());
}
