// @ts-check
/** clang-tidy over the engine's sources, skipping those that have not changed since they passed. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import { dirname } from "node:path";
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
 * Shares out sources so that to look through each share takes about as long, with as many shares as
 * the machine has cores: clang-tidy looks through Eigen's headers once for each file it is given,
 * which takes ten times as long as a source of ours. The sources can stand in one file in any order:
 * names of one may not hide those of another.
 * @param {readonly string[]} sources
 * @returns {string[][]}
 */
function sharesOf(sources) {
  const sizeOf = (/** @type {string} */ source) => readFileSync(inProject(source)).length;
  const longestFirst = [...sources].sort((a, b) => sizeOf(b) - sizeOf(a));
  const shares = os.cpus().map(() => ({ size: 0, sources: /** @type {string[]} */ ([]) }));
  for (const source of longestFirst) {
    const [smallest] = shares.sort((a, b) => a.size - b.size);
    if (smallest === undefined) throw new Error("A machine without a core.");
    smallest.size += sizeOf(source);
    smallest.sources.push(source);
  }
  return shares.map(({ sources: share }) => share.sort()).filter((share) => share.length > 0);
}

/**
 * Looks through a share of the sources in one file that includes them all.
 * @param {readonly string[]} share
 * @param {number} index of the share
 * @param {readonly string[]} words the compiler's arguments
 * @returns {Promise<string>} what clang-tidy finds, "" for nothing
 */
async function findings(share, index, words) {
  const file = inProject("build/tidy", `share-${index}.cpp`);
  mkdirSync(dirname(file), { recursive: true });
  const lines = share.map((source) => `#include "${inProject(source)}"  // NOLINT\n`);
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
  const conditionOf = (/** @type {string} */ source) => `${shared} ${fingerprint([source])}`;
  const sources = ["cpp/src", "cpp/kernels"]
    .flatMap(filesIn)
    .filter((file) => file.endsWith(".cpp"));
  const before = readStamp(stampFile);
  /** @type {Record<string, string>} */
  const passed = {};
  const changed = [];
  for (const source of sources) {
    if (before[source] === conditionOf(source)) {
      passed[source] = conditionOf(source);
    } else {
      changed.push(source);
    }
  }

  let found = "";
  const lookThrough = async (
    /** @type {readonly string[]} */ share,
    /** @type {number} */ index,
  ) => {
    const output = await findings(share, index, words);
    found += output;
    if (output !== "") return;
    for (const source of share) passed[source] = conditionOf(source);
  };
  await Promise.all(sharesOf(changed).map(lookThrough));

  writeStamp(stampFile, passed);
  if (found) throw new Failure(found.trimEnd());
}
