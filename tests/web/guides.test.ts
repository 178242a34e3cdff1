/** What the guides name is there. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../web/src/state/language.js";
import { LATER_PARTS } from "../../web/src/state/state.js";
import { PARTS_FILE, partTables } from "../../web/tools/part-tables.mjs";
import { inProject } from "../../web/tools/run.mjs";

const SUBJECTS = ["softmax", "attention", "experiments"];

/** What may stand in the place of a name in pointed brackets, where at least one file is there. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "<part>": LATER_PARTS,
  "<language>": LANGUAGES,
  "<subject>": SUBJECTS,
};

/** The paths that one with places may mean. */
function pathsOf(path: string): readonly string[] {
  const place = Object.keys(NAMES).find((name) => path.includes(name));
  if (place === undefined) return [path];
  return (NAMES[place] ?? []).flatMap((name) => pathsOf(path.replace(place, name)));
}

const pathsIn = (guide: string): string[] => [
  ...new Set(
    [...guide.matchAll(/`((?:web|tests|cpp)\/[\w./<>-]+)`/g)].map(([, path = ""]) => path),
  ),
];

describe.each(["where-to-touch", "adding-a-part", "translating"])("the guide %s", (name) => {
  const guide = readFileSync(inProject(`web/docs/${name}.md`), "utf8");

  it("names files that exist", () => {
    const named = pathsIn(guide);
    expect(named.length).toBeGreaterThan(3);
    // The toy part is added to a copy, and a language of an example is none of the page.
    const real = named.filter((path) => !/\/(pt|toy)\b/.test(path));
    const missing = real.filter(
      (path) => !pathsOf(path).some((file) => existsSync(inProject(file))),
    );
    expect(missing).toEqual([]);
  });
});

it("web/docs/parts.md is what the sources say", async () => {
  expect(readFileSync(inProject(PARTS_FILE), "utf8"), "npm run integrity writes it").toBe(
    await partTables(),
  );
});
