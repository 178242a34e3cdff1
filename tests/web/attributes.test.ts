import { describe, expect, it } from "vitest";
import { readAttribute } from "../../web/src/element/attributes.js";
import { START } from "../../web/src/state/state.js";

/** An element with these attributes. */
const elementWith = (attributes: Readonly<Record<string, string>>) =>
  ({
    getAttribute: (name: string) => attributes[name] ?? null,
    hasAttribute: (name: string) => name in attributes,
  }) as Element;

const read = (lang: string) =>
  readAttribute(elementWith({ lang }), "lang", { state: START, junk: [] });

describe("the attribute lang", () => {
  it.each([
    ["zh-CN", "zh"],
    ["zh-Hans", "zh"],
    ["en-GB", "en"],
    ["ZH", "zh"],
    ["es-MX", "es"],
  ])("%s is %s", (tag, lang) => {
    const { state, junk } = read(tag);
    expect([state.lang, junk]).toEqual([lang, []]);
  });

  it("of another language is reported", () => {
    expect(read("fr").junk).toEqual([{ key: "lang", value: "fr", known: true }]);
    expect(read("english").junk).toHaveLength(1);
  });
});
