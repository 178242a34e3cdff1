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

describe("the attribute cuts", () => {
  const sentence = "研究生命起源";
  const change = (attributes: Readonly<Record<string, string>>, name: string, before = START) =>
    readAttribute(elementWith(attributes), name, { state: before, junk: [] });

  it("says how the sentence is cut, whichever of the two is set first", () => {
    for (const name of ["sentence", "cuts"]) {
      const before = name === "cuts" ? change({ sentence }, "sentence").state : START;
      const { state, junk } = change({ sentence, cuts: "3.1.2" }, name, before);
      expect([state.sentence, state.cuts, junk]).toEqual([sentence, "3.1.2", []]);
    }
  });

  it("is named where it does not fit, and where it is no list", () => {
    for (const cuts of ["3.1", "3,1,2"]) {
      const { state, junk } = change({ sentence, cuts }, "sentence");
      expect(junk).toEqual([{ key: "cuts", value: cuts, known: true }]);
      expect(state).toEqual(change({ sentence }, "sentence").state);
    }
  });

  it("is not that of a sentence before, which would fit by chance", () => {
    const before = change({ sentence, cuts: "3.1.2" }, "sentence").state;
    const other = "今天天气很好";
    expect(change({ sentence: other }, "sentence", before).state.cuts).toBe(
      change({ sentence: other }, "sentence").state.cuts,
    );
  });

  it("of an element in another view comes with the sentence", () => {
    const attributes = { sentence, cuts: "3.1.2", view: "heads" };
    const before = change({ sentence: "I am good" }, "sentence").state;
    expect(change(attributes, "view", before).state).toMatchObject({ sentence, cuts: "3.1.2" });
  });
});
