/** The table of web/docs/cpp.md: which headers and calls of the core are behind each part. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { headersOf } from "../../web/src/export/core.js";
import { EXPORT_TEXTS } from "../../web/src/export/texts.js";
import { PARTS } from "../../web/src/keys/index.js";
import { LANGUAGES } from "../../web/src/state/language.js";
import { callsOf } from "../../web/tools/part-tables.mjs";
import { inProject } from "../../web/tools/run.mjs";

interface Line {
  readonly part: string;
  readonly header: string;
  readonly names: readonly string[];
}

const guide = readFileSync(inProject("web/docs/cpp.md"), "utf8");
const LINES: readonly Line[] = guide.split("\n").flatMap((line) => {
  const [, part, header, names = ""] = /^\| `(\w+)` \| `([\w/.]+)` \| (.*) \|$/.exec(line) ?? [];
  if (part === undefined || header === undefined) return [];
  return [{ part, header, names: names.split(", ").map((name) => name.replaceAll("`", "")) }];
});

const INCLUDE = inProject("cpp/include");
const HEADERS = readdirSync(INCLUDE, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".hpp"),
);

/** The functions and classes that a header declares at the level of the namespace. */
function declaredIn(header: string): ReadonlySet<string> {
  const text = readFileSync(`${INCLUDE}/${header}`, "utf8");
  // A name follows "class", or the type of what is returned.
  const declarations = text.matchAll(/^(?:[\w:]+(?:<.*>)? )+(\w+)(?=[ ;({])/gm);
  return new Set(Array.from(declarations, ([, name = ""]) => name));
}
const DECLARED = new Map(HEADERS.map((header) => [header, declaredIn(header)]));

/** The name that the core would have for a call of the engine. */
const nameInCore = (call: string) => call.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe("the table of the core's calls", () => {
  it("has every part, in the order of the page, and nothing else", () => {
    expect([...new Set(LINES.map(({ part }) => part))]).toEqual(PARTS.map(({ name }) => name));
    expect(LINES).toHaveLength(guide.match(/^\| `/gm)?.length ?? 0);
  });

  it.each(LINES)("names what $header declares for $part", ({ header, names }) => {
    expect(existsSync(`${INCLUDE}/${header}`)).toBe(true);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(DECLARED.get(header)).toContain(name);
  });

  it.each(PARTS)("has each call of $name that the core has by the same name", ({ name }) => {
    const lines = LINES.filter(({ part }) => part === name);
    const known = [...DECLARED.values()];
    const calls = callsOf(name).map(nameInCore);
    const named = calls.filter((call) => known.some((all) => all.has(call)));
    expect(lines.flatMap(({ names }) => names)).toEqual(expect.arrayContaining(named));
  });

  it.each(PARTS)("gives the menu the headers of $name", ({ name }) => {
    const lines = LINES.filter(({ part }) => part === name);
    expect(headersOf(name)).toEqual(lines.map(({ header }) => header));
    expect(headersOf(name).length).toBeGreaterThan(0);
  });

  it.each(LANGUAGES)(
    "is what the menu leads to, which says that the programs are in Python: %s",
    (language) => {
      const { headers, guide: link } = EXPORT_TEXTS[language].core;
      expect(headers).toMatch(/Python.*C\+\+.*\{headers\}/);
      expect(link).toContain("web/docs/cpp.md");
    },
  );
});
