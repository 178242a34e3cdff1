import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PARTS } from "../../web/src/parts/index.js";
import { partsOf } from "../../web/src/state/chapters.js";
import { DEFINITIONS, KEYS } from "../../web/src/state/state.js";
import { wordsOf } from "../../web/src/text/words.js";

const LABELS = wordsOf<Readonly<Record<string, string>>>("labels");

const folder = fileURLToPath(new URL("../../web/src/parts/", import.meta.url));
const names = PARTS.map(({ name }) => name);

describe("the list of the parts", () => {
  it("has one line for every folder that holds a part, named as that part is", () => {
    const folders = readdirSync(folder).filter((name) => existsSync(`${folder}${name}/keys.ts`));
    expect([...names].sort()).toEqual(folders.sort());
    const list = readFileSync(`${folder}index.ts`, "utf8");
    const lines = [...list.matchAll(/^ {2}readonly (\w+): typeof import\("\.\/(\w+)\/keys/gm)];
    expect(lines.map(([, name]) => name).sort()).toEqual(folders.sort());
    expect(lines.map(([, , path]) => path).sort()).toEqual(folders.sort());
  });

  it("makes each part a view and an anchor", () => {
    expect(DEFINITIONS.view.words).toEqual([
      "page",
      "why",
      "heads",
      "transformer",
      "race",
      "divisors",
      "model",
      "lessons",
      ...names,
    ]);
    expect(DEFINITIONS.at.words).toEqual(expect.arrayContaining(names));
  });

  it.each(PARTS)("has only keys of the state in $name", ({ keys }) => {
    for (const [name, key] of Object.entries(keys)) {
      expect(KEYS).toContain(name);
      // Two parts with a key of the same name share the key.
      expect(DEFINITIONS[name as keyof typeof DEFINITIONS]).toBe(key);
    }
  });

  it.each(partsOf("why"))(
    "has a label in both languages for %s, to which the first screen links",
    (name) => {
      for (const language of DEFINITIONS.lang.words) {
        expect(LABELS[language][name]).toBeTruthy();
        expect(LABELS[language][name]).not.toBe(name);
      }
    },
  );
});
