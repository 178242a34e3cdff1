// @ts-check
/**
 * web/docs/parts.md: from a chapter to the folders of its parts, and from a part to its figures,
 * calls of the engine and keys. All of it is read from the sources; `npm run integrity` writes it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { inProject } from "./run.mjs";
import { sourceModule } from "./source-module.mjs";

export const PARTS_FILE = "web/docs/parts.md";

const INTRODUCTION = `# The parts

Which folder draws what: a table for each chapter, its parts in the order of the page. A part's folder is \`web/src/parts/<part>\`, its words are
\`web/src/text/<language>/<part>.ts\`, its keys \`web/src/keys/<part>.ts\`. What each figure shows stands in [embedding.md](embedding.md), what a key
means in [keys.md](keys.md). Every part may also use the attention of the sentence, which the page has asked for (\`web/src/attention\`), and the keys
of the sentence. Calls of the engine are those that stand in the part's folder; those of the trained model are in \`web/src/language/session.ts\`.
\`npm run integrity\` writes this page.
`;

const read = (/** @type {string} */ file) => readFileSync(inProject(file), "utf8");

/** What an array named `calls` does. */
const OF_ARRAYS = ["push", "flatMap"];

/** The calls of the engine in a part's folder. @param {string} part */
export function callsOf(part) {
  const folder = `web/src/parts/${part}`;
  const files = readdirSync(inProject(folder)).filter((file) => file.endsWith(".ts"));
  const text = files.map((file) => read(`${folder}/${file}`)).join("\n");
  const calls = Array.from(
    text.matchAll(/\b(?:engine|calls)\.([a-z]\w+)/g),
    ([, call = ""]) => call,
  );
  return [...new Set(calls)].filter((call) => !OF_ARRAYS.includes(call)).sort();
}

const code = (/** @type {readonly (string | undefined)[]} */ names) =>
  names.map((name) => `\`${name}\``).join(", ");

/** What a part is called on the page. @param {string} part */
const headingOf = (part) =>
  /^ {2}heading: "(.*)",$/m.exec(read(`web/src/text/en/${part}.ts`))?.[1] ?? "the first screen";

/** @returns {Promise<string>} what web/docs/parts.md holds */
export async function partTables() {
  const { CHAPTERS } = /** @type {typeof import("../src/keys/part.ts")} */ (
    await sourceModule("web/src/keys/part.ts")
  );
  const { PARTS } = /** @type {typeof import("../src/keys/index.ts")} */ (
    await sourceModule("web/src/keys/index.ts")
  );
  const { figuresOf } = /** @type {typeof import("../src/parts/figure-names.ts")} */ (
    await sourceModule("web/src/parts/figure-names.ts")
  );
  const { en } = /** @type {typeof import("../src/text/en/page.ts")} */ (
    await sourceModule("web/src/text/en/page.ts")
  );
  const tables = CHAPTERS.flatMap(({ view }) => {
    const parts = PARTS.filter(({ chapter }) => chapter === view);
    if (parts.length === 0) return [];
    const lines = parts.map(({ name, keys }) => {
      const cells = [
        `\`${name}\``,
        headingOf(name),
        code(figuresOf(name)),
        code(callsOf(name)),
        code(Object.keys(keys)),
      ];
      return `| ${cells.join(" | ")} |`;
    });
    return [
      `## ${en.chapters[view].name} (\`view=${view}\`)\n`,
      "| part | heading | figures | calls | keys |",
      "|---|---|---|---|---|",
      ...lines,
      "",
    ];
  });
  return `${INTRODUCTION}\n${tables.join("\n").trimEnd()}\n`;
}
