import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PARTS } from "../../web/src/keys/index.js";
import { CHAPTERS } from "../../web/src/keys/part.js";
import { partsOf } from "../../web/src/state/chapters.js";
import { DEFINITIONS, KEYS, pageKeys } from "../../web/src/state/state.js";
import { textsOf } from "../../web/src/text/words.js";

const LABELS = textsOf<Readonly<Record<string, string>>>("labels");

const sources = fileURLToPath(new URL("../../web/src/", import.meta.url));
const names = PARTS.map(({ name }) => name);

describe("the list of the parts", () => {
  it("has every folder that holds a part, and every file of keys", () => {
    const folders = readdirSync(`${sources}parts`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const files = readdirSync(`${sources}keys`)
      .map((file) => file.replace(/\.ts$/, ""))
      .filter((file) => !["index", "key", "part"].includes(file));
    expect([...names].sort()).toEqual(folders.sort());
    expect([...names].sort()).toEqual(files.sort());
  });

  it("has the parts of a chapter one after the other", () => {
    const chapters = PARTS.map(({ chapter }) => chapter);
    const begun = chapters.filter((chapter, i) => chapter !== chapters[i - 1]);
    expect(begun).toEqual([...new Set(chapters)]);
  });

  it("makes each part a view and an anchor", () => {
    const chapters = CHAPTERS.map(({ view }) => view);
    expect(DEFINITIONS.view.words).toEqual([...chapters, ...names]);
    expect(DEFINITIONS.at.words).toEqual(expect.arrayContaining(names));
  });

  it.each(PARTS)("has keys in $name that no other thing is called by", ({ name, keys }) => {
    for (const [key, definition] of Object.entries(keys)) {
      expect(KEYS).toContain(key);
      expect(
        pageKeys,
        `the page has a key ${key}: give that of ${name} another name`,
      ).not.toHaveProperty(key);
      const used = PARTS.filter((part) => key in part.keys).map((part) => part.name);
      const told = `${used.join(" and ")} have a key ${key}: let them share the object, or name one anew`;
      expect(DEFINITIONS[key as keyof typeof DEFINITIONS], told).toBe(definition);
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
