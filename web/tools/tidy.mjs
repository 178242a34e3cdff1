// @ts-check
/** clang-tidy over the engine's sources, skipping those nothing has changed for since they passed. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import os from "node:os";
import { filesIn, fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { attempt, Failure, inProject, run } from "./run.mjs";

const stampFile = "build/tidy.stamp";

/**
 * GCC wrote the compile commands; clang does not know all of its warnings.
 */
const options = ["-p", "build/native", "--quiet", "--extra-arg=-Wno-unknown-warning-option"];

/**
 * @param {readonly string[]} sources
 * @returns {Promise<Record<string, string>>} for each what its findings depend on, as a hash
 */
async function conditions(sources) {
  const version = await run("clang-tidy", ["--version"], { quiet: true });
  const headers = filesIn("cpp").filter((file) => file.endsWith(".hpp"));
  const shared = version + fingerprint([...headers, ".clang-tidy"]);
  const database = inProject("build/native/compile_commands.json");
  /** @type {{ file: string, command: string }[]} */
  const commands = JSON.parse(readFileSync(database, "utf8"));
  return Object.fromEntries(
    sources.map((source) => {
      const command = commands.find(({ file }) => file === inProject(source))?.command;
      const all = [shared, command, fingerprint([source])];
      return [source, createHash("sha256").update(JSON.stringify(all)).digest("hex")];
    }),
  );
}

/** Needs build/native to be configured. */
export async function tidy() {
  const sources = ["cpp/src", "cpp/kernels"]
    .flatMap(filesIn)
    .filter((file) => file.endsWith(".cpp"));
  const now = await conditions(sources);
  const before = readStamp(stampFile);
  /** @type {Record<string, string>} */
  const passed = {};
  let findings = "";

  const waiting = [...sources];
  const worker = async () => {
    for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
      const condition = now[source] ?? "";
      if (before[source] !== condition) {
        const { code, output } = await attempt("clang-tidy", [...options, source], { quiet: true });
        if (code !== 0) {
          findings += output;
          continue;
        }
      }
      passed[source] = condition;
    }
  };
  await Promise.all(os.cpus().map(worker));

  writeStamp(stampFile, passed);
  if (findings) throw new Failure(findings.trimEnd());
}
