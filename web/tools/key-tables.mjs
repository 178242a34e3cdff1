// @ts-check
/**
 * The tables of the state's keys in web/docs/keys.md. Key, parts, values and start come from
 * web/src/state and web/src/keys; the last column, what a key means, is written in the file and
 * kept.
 */
import { sourceModule } from "./source-module.mjs";

/** @typedef {import("../src/keys/key.ts").Key<unknown>} Key */
/** @typedef {{ name: string, key: Key, parts: readonly string[] }} Row */

/** A table between its two markers. */
const table =
  /(<!-- (keys of the page|keys of the parts) -->\n)([\s\S]*?)(<!-- end of the keys -->)/g;

/** @param {readonly string[]} words */
const quoted = (words) => words.map((word) => `\`${word}\``).join(", ");

/** @param {{ least: number, most: number }} limits */
const range = ({ least, most }) => `${least} to ${most}`.replaceAll("-", "−");

/** The values that a key allows, in words. @param {Key} key */
export function valuesOf({ start, limits, whole, count, words, lines, lengths }) {
  if (lengths) return "numbers of characters, with points between";
  if (words !== undefined) return (start instanceof Set ? "list of " : "") + quoted(words);
  if (lines) return "text of any number of lines";
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
    `\`${name}\``,
    ...(ofParts ? [parts.join(", ")] : []),
    valuesOf(key),
    start === "" ? "none" : `\`${start}\``,
    meaning,
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** @returns {Promise<Row[]>} in the order of links */
async function readKeys() {
  const { DEFINITIONS } = /** @type {typeof import("../src/state/definitions.ts")} */ (
    await sourceModule("web/src/state/definitions.ts")
  );
  const { PARTS } = /** @type {typeof import("../src/keys/index.ts")} */ (
    await sourceModule("web/src/keys/index.ts")
  );
  return Object.entries(DEFINITIONS).map(([name, key]) => {
    const parts = PARTS.filter(({ keys }) => name in keys).map((part) => part.name);
    return { name, key: /** @type {Key} */ (key), parts };
  });
}

/**
 * The text with its tables as the keys are now.
 * @param {string} text of web/docs/keys.md
 * @returns {Promise<string>}
 */
export async function withKeyTables(text) {
  const rows = await readKeys();
  return text.replace(table, (_, begin, caption, old, end) => {
    const ofParts = caption !== "keys of the page";
    /** @param {string} name */
    const meaning = (name) => new RegExp(`^\\| \`${name}\` .*\\| (.*?) \\|$`, "m").exec(old)?.[1];
    const tableRows = rows.filter(({ parts }) => parts.length > 0 === ofParts);
    const head = ["key", ...(ofParts ? ["of"] : []), "values", "start", "meaning"];
    const lines = tableRows.map((row) => lineOf(row, ofParts, meaning(row.name) ?? ""));
    return `${begin}| ${head.join(" | ")} |\n${"|---".repeat(head.length)}|\n${lines.join("")}${end}`;
  });
}

/**
 * @param {string} text what web/docs/keys.md holds
 * @returns {Promise<string | undefined>} what is wrong with its tables, if anything is
 */
export async function keyTablesProblem(text) {
  if ([...text.matchAll(table)].length !== 2) return "web/docs/keys.md lacks a table of keys.";
  if ((await withKeyTables(text)) !== text) {
    return "web/docs/keys.md's tables differ from the keys: npm run integrity writes them.";
  }
  const bare = /^\| (`\w+`) .*\| {2}\|$/m.exec(text)?.[1];
  return bare && `web/docs/keys.md does not say what the key ${bare} means.`;
}
