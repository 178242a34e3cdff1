// @ts-check
/**
 * The direction of imports: a folder of web/src imports from itself and from those before it in
 * this list, which is that of the map in README.md. What lies in web/src itself serves all of them.
 */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { filesIn } from "./fingerprint.mjs";
import { Failure, inProject } from "./run.mjs";

export const FOLDERS = [
  "engine",
  "keys",
  "state",
  "attention",
  "text",
  "draw",
  "ui",
  "language",
  "experiments",
  "own",
  "page",
  "questions",
  "part-kit",
  "lessons",
  "parts",
  "export",
  "first-chapter",
  "single-figure",
  "path",
  "element",
  "entries",
];

const SOURCES = "web/src";

/**
 * `from "…"`, `import "…"` and `import("…")`, also of a type. What `import.meta.glob` collects is
 * found by its place, not imported by name: a part adds itself to lists below it.
 */
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.\.?\/[^"\n]+)"/g;

/** The folder of web/src that a file is in; undefined for a file of web/src itself. */
const folderOf = (/** @type {string} */ file) => {
  const [folder, ...rest] = relative(SOURCES, file).split("/");
  return rest.length > 0 && folder !== ".." ? folder : undefined;
};

/**
 * What is wrong with the imports of a file.
 * @param {string} file relative to the project
 * @param {string} code
 * @returns {string[]}
 */
export function wrongImports(file, code) {
  const folder = folderOf(file);
  if (folder === undefined) return [];
  if (!FOLDERS.includes(folder)) {
    return [`${file}: the folder ${folder} has no place in FOLDERS of web/tools/import-order.mjs.`];
  }
  const wrong = [];
  for (const [, path = ""] of code.matchAll(IMPORT)) {
    const imported = folderOf(join(dirname(file), path));
    if (imported !== undefined && FOLDERS.indexOf(imported) > FOLDERS.indexOf(folder)) {
      wrong.push(
        `${file} imports ${path}, but ${folder} stands before ${imported} in the map of README.md: ` +
          `a folder imports only from those before it.`,
      );
    }
  }
  return wrong;
}

/** @throws Failure that names each import against the order */
export function checkImports() {
  const files = filesIn(SOURCES).filter((file) => file.endsWith(".ts"));
  const wrong = files.flatMap((file) => wrongImports(file, readFileSync(inProject(file), "utf8")));
  if (wrong.length > 0) throw new Failure(wrong.join("\n"));
}
