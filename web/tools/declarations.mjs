// @ts-check
/** dist/engine.d.ts: the types of the engine's public face, in one file that stands alone. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inProject, run } from "./run.mjs";

const tsc = "node_modules/.bin/tsc";
/** Where web/tsconfig.engine.json has tsc write, file by file. */
const written = inProject("build/types");
const merged = inProject("dist/engine.d.ts");

/** `import … from "./file.js";` or `export … from "./file.js";` in a declaration file. */
const reference = /^(import|export)\s+(?:type\s+)?(\*|[^;"']*?)\s+from\s+"(\.[^"]+)\.js";\n/gm;

/**
 * The file with what it refers to put in front, each file once. A file named in `export *` keeps
 * its exports; of others only what is asked for by name is exported.
 * @param {string} file
 * @param {boolean} exported
 * @param {Set<string>} done
 * @returns {string}
 */
function flatten(file, exported, done) {
  if (done.has(file)) return "";
  done.add(file);
  const text = readFileSync(file, "utf8");
  const references = [...text.matchAll(reference)].map(([, verb, names, path]) => ({
    file: `${join(dirname(file), path ?? "")}.d.ts`,
    all: verb === "export" && names === "*",
    named: verb === "export" && names !== "*" ? `export ${names};\n` : "",
  }));
  // Those whose exports stay come first: an import of the same file must not take them away.
  const ordered = [...references].sort((a, b) => Number(b.all) - Number(a.all));
  const before = ordered.map((other) => flatten(other.file, other.all && exported, done)).join("");
  const own = text.replace(reference, "");
  const named = references.map((other) => (exported ? other.named : "")).join("");
  return before + (exported ? own : own.replace(/^export (?!\{)/gm, "")) + named;
}

export async function writeDeclarations() {
  rmSync(written, { recursive: true, force: true });
  await run(tsc, ["-p", "web/tsconfig.engine.json"], { quiet: true });
  writeFileSync(merged, flatten(join(written, "engine/index.d.ts"), true, new Set()));
  // A name that went missing or clashes shows here, and not in somebody's project. No DOM: it is
  // also for plain Node.
  const strict = ["--strict", "--target", "es2022", "--lib", "es2022", "--types", ""];
  await run(tsc, ["--ignoreConfig", "--noEmit", ...strict, merged], { quiet: true });
}
