// @ts-check
/**
 * dist/engine.d.ts and dist/embed.d.ts: the types of what the package offers, each in one file that
 * stands alone. Beside them those for frameworks, which TypeScript refuses where the framework is
 * missing: so they are files of their own.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inProject, run } from "./run.mjs";

const tsc = "node_modules/.bin/tsc";
/** The folder into which tsc writes one declaration a file, as web/tsconfig.types.json says. */
const written = inProject("build/types");

/** `import … from "./file.js";` or `export … from "./file.js";` in a declaration file. */
const reference = /^(import|export)\s+(?:type\s+)?(\*|[^;"']*?)\s+from\s+"(\.[^"]+)\.js";\n/gm;

/** @param {string} file */
function read(file) {
  const text = readFileSync(file, "utf8");
  const references = [...text.matchAll(reference)].map(([, verb, names, path]) => ({
    file: `${join(dirname(file), path ?? "")}.d.ts`,
    all: verb === "export" && names === "*",
    named: verb === "export" && names !== "*" ? `export ${names};\n` : "",
  }));
  return { own: text.replace(reference, ""), references };
}

/**
 * The files whose exports are public: this one and what it names in `export *`. Known before
 * anything is written, for the first to mention a file may be one that only imports from it.
 * @param {string} file
 * @returns {string[]}
 */
function publicFiles(file) {
  const { references } = read(file);
  const all = references.filter((other) => other.all);
  return [file, ...all.flatMap((other) => publicFiles(other.file))];
}

/**
 * The file with what it refers to put in front, each file once. Of files that are not public only
 * what is asked for by name is exported.
 * @param {string} file
 * @param {ReadonlySet<string>} exported
 * @param {Set<string>} done
 * @returns {string}
 */
function flatten(file, exported = new Set(publicFiles(file)), done = new Set()) {
  if (done.has(file)) return "";
  done.add(file);
  const { own, references } = read(file);
  const before = references.map((other) => flatten(other.file, exported, done)).join("");
  if (!exported.has(file)) return before + own.replace(/^export (?!\{)/gm, "");
  return before + own + references.map(({ named }) => named).join("");
}

/**
 * A declaration at the top level, up to where the next one begins; the comments before it are its
 * own.
 */
const declaration =
  /^(?:\/\*\*[\s\S]*?\*\/\n)*(export )?(?:declare )?(?:interface|type|const|function|class|global|\{) ?(\w*)[\s\S]*?(?=^(?:\/\*\*|export|declare|interface|type)|(?![\s\S]))/gm;

/**
 * Leaves out what nothing public mentions: a file that is referred to brings along all that it
 * holds.
 * @param {string} text
 */
function mentioned(text) {
  const all = [...text.matchAll(declaration)].map(([own, exported, name]) => ({
    own,
    exported,
    name,
  }));
  if (all.map(({ own }) => own).join("") !== text) throw new Error("Declarations were lost.");
  const kept = new Set(
    all.filter(({ own, exported }) => exported || own.includes("declare global")),
  );
  for (const { own } of kept) {
    // Neither words of a comment or a string nor names of properties.
    const types = own.replace(/\/\*\*[\s\S]*?\*\/|"[^"]*"/g, "");
    const names = new Set(types.match(/\w+\b(?!\??:)/g));
    for (const other of all) if (other.name && names.has(other.name)) kept.add(other);
  }
  return all
    .filter((each) => kept.has(each))
    .map(({ own }) => own)
    .join("");
}

/**
 * The public modules, and the libraries their types may use. The engine also runs in plain Node, so
 * its types use no DOM.
 * @type {readonly { from: string, to: string, lib: string }[]}
 */
const faces = [
  { from: "engine/index.d.ts", to: "dist/engine.d.ts", lib: "es2022" },
  { from: "element/public.d.ts", to: "dist/embed.d.ts", lib: "es2022,dom" },
];

export async function writeDeclarations() {
  rmSync(written, { recursive: true, force: true });
  await run(tsc, ["-p", "web/tsconfig.types.json"], { quiet: true });
  for (const { from, to, lib } of faces) {
    const merged = inProject(to);
    writeFileSync(merged, mentioned(flatten(join(written, from))));
    // A name that went missing or clashes shows here, and not in somebody's project.
    const strict = ["--strict", "--target", "es2022", "--lib", lib, "--types", ""];
    await run(tsc, ["--ignoreConfig", "--noEmit", ...strict, merged], { quiet: true });
  }
  cpSync(inProject("web/types"), inProject("dist"), { recursive: true });
}
