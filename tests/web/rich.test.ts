import type { TemplateResult } from "lit";
import { describe, expect, it } from "vitest";
import { math, plainText, rich, scaled, strong, word } from "../../web/src/text/rich.js";
import { richText, typeset } from "../../web/src/ui/rich.js";

/** The texts of a template; what stands in one line is in braces, a formula is √. */
function written(part: unknown): string {
  if (Array.isArray(part)) return part.map(written).join("");
  if (typeof part === "string") return part;
  const { strings, values } = part as TemplateResult;
  if (!strings || strings[0]?.startsWith("<math")) return "√";
  const inside = values
    .map((value, i) => (strings[i]?.endsWith("=") ? "" : written(value)))
    .join("");
  return strings[0] === '<bdi class="kept">' ? `{${inside}}` : inside;
}

describe("a formula in a text", () => {
  it.each([
    ["从 −σ，到 σ。", "从 {−√，}到 {√。}"],
    ["of d (and n), n ≥ 2", "of {√} (and {√),} {√} ≥ 2"],
    ["10⁻³，和 1", "103，和 1"],
  ])("keeps the signs beside it in its line: %s", (text, expected) => {
    expect(written(typeset(text)).replaceAll("−3", "3")).toBe(expected);
  });

  it("keeps them across the marks of a sentence", () => {
    const sentence = rich`（${math("d")}），${scaled("除以 √d，")}不`;
    expect(written(richText(sentence))).toBe("{（√），}除以 {√，}不");
  });
});

describe("a marked sentence", () => {
  it("is its words and its marked words in order, without empty pieces", () => {
    expect(rich`${word("I")} gives ${scaled(57)}${strong("!")}`).toEqual([
      { kind: "word", text: "I" },
      " gives ",
      { kind: "scaled", text: "57" },
      { kind: "strong", text: "!" },
    ]);
    expect(rich``).toEqual([]);
  });

  it("leaves what readers typed as it is", () => {
    const typed = "<b>&amp;</b>";
    expect(plainText(rich`${word(typed)} is a word`)).toBe(`${typed} is a word`);
  });
});
