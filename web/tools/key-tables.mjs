// @ts-check
/**
 * The tables of the state's keys: in README.md those of the page and the names of the parts', in web/docs/keys.md those of the
 * parts. Key, parts, values and start come from web/src/state and web/src/parts; the last column, what a key means, is written
 * in the files and kept.
 */
import { inProject } from "./run.mjs";

/** @typedef {import("../src/state/key.ts").Key<unknown>} Key */
/** @typedef {{ name: string, key: Key, parts: readonly string[] }} Row */
/** @typedef {{ rows: Row[], parts: string[] }} Keys the keys in the order of links, the parts in that of the page */

/** A table between its two markers. */
const table =
  /(<!-- (keys of the page|keys of the parts|their names) -->\n)([\s\S]*?)(<!-- end of the keys -->)/g;

/** @param {readonly string[]} words */
const quoted = (words) => words.map((word) => `\`${word}\``).join(", ");

/** @param {{ least: number, most: number }} limits */
const range = ({ least, most }) => `${least} to ${most}`.replaceAll("-", "−");

/** The values that a key allows, in words. @param {Key} key */
export function valuesOf({ start, limits, whole, count, words }) {
  if (words !== undefined) return (start instanceof Set ? "list of " : "") + quoted(words);
  if (limits === undefined) return "text";
  if (count !== undefined) return `${range(count)} numbers, each ${range(limits)}`;
  if (Array.isArray(start)) {
    return `${start.length} rows of ${start[0].length} numbers, each ${range(limits)}`;
  }
  if (start === null) return `two whole numbers, each ${range(limits)}`;
  return whole ? range(limits) : `${range(limits)}, decimal`;
}

/** @param {Row} row @param {boolean} ofParts @param {string} meaning */
function lineOf({ name, key, parts }, ofParts, meaning) {
  const start = key.write(key.start);
  const cells = [
    ...[`\`${name}\``, ...(ofParts ? [parts.join(", ")] : []), valuesOf(key)],
    ...[start === "" ? "none" : `\`${start}\``, meaning],
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** @returns {Promise<Keys>} */
async function readKeys() {
  const { runnerImport } = await import("vite");
  const options = { configFile: /** @type {const} */ (false), root: inProject("web") };
  /** @param {string} file */
  const load = async (file) => (await runnerImport(inProject(file), options)).module;
  const { DEFINITIONS } = /** @type {typeof import("../src/state/keys.ts")} */ (
    await load("web/src/state/keys.ts")
  );
  const { PARTS } = /** @type {typeof import("../src/parts/index.ts")} */ (
    await load("web/src/parts/index.ts")
  );
  const rows = Object.entries(DEFINITIONS).map(([name, key]) => {
    const parts = PARTS.filter(({ keys }) => name in keys).map((part) => part.name);
    return { name, key: /** @type {Key} */ (key), parts };
  });
  return { rows, parts: PARTS.map(({ name }) => name) };
}

/** A line for each part: its name, and those of its keys. @param {Keys} keys */
const nameLines = ({ rows, parts }) =>
  parts.map((part) => {
    const own = rows.filter((row) => row.parts.includes(part)).map(({ name }) => name);
    return own.length > 0 ? `| ${part} | ${quoted(own)} |\n` : "";
  });

/**
 * The text with its tables as the keys are now.
 * @param {string} text of README.md or web/docs/keys.md
 * @returns {Promise<string>}
 */
export async function withKeyTables(text) {
  const keys = await readKeys();
  return text.replace(table, (_, begin, of, old, end) => {
    const ofParts = of !== "keys of the page";
    /** @param {string} name */
    const meaning = (name) => new RegExp(`^\\| \`${name}\` .*\\| (.*?) \\|$`, "m").exec(old)?.[1];
    const own = keys.rows.filter(({ parts }) => parts.length > 0 === ofParts);
    const names = of === "their names";
    const head = names
      ? ["part", "keys"]
      : ["key", ...(ofParts ? ["of"] : []), "values", "start", "meaning"];
    const lines = names
      ? nameLines(keys)
      : own.map((row) => lineOf(row, ofParts, meaning(row.name) ?? ""));
    return `${begin}| ${head.join(" | ")} |\n${"|---".repeat(head.length)}|\n${lines.join("")}${end}`;
  });
}

/** How many tables a file has. */
const TABLES = { "README.md": 2, "web/docs/keys.md": 1 };

/**
 * @param {keyof typeof TABLES} file
 * @param {string} text what it holds
 * @returns {Promise<string | undefined>} what is wrong with its tables, if anything is
 */
export async function keyTablesProblem(file, text) {
  const remedy = "npm run integrity writes them.";
  if ([...text.matchAll(table)].length !== TABLES[file]) return `${file} lacks a table of keys.`;
  if ((await withKeyTables(text)) !== text) return `${file}'s tables of keys differ: ${remedy}`;
  const bare = /^\| (`\w+`) .*\| {2}\|$/m.exec(text)?.[1];
  return bare && `${file} does not say what the key ${bare} means.`;
}
