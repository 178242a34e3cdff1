import { describe, expect, it } from "vitest";
import { math, plainText, rich, scaled, strong, word } from "../../web/src/text/rich.js";

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

  it("takes sentences into itself", () => {
    const inner = rich`and ${math("d")}`;
    expect(rich`one ${inner} more`).toEqual(["one ", "and ", { kind: "math", name: "d" }, " more"]);
  });

  it("leaves what readers typed as it is", () => {
    const typed = "<b>&amp;</b>";
    expect(plainText(rich`${word(typed)} is a word`)).toBe(`${typed} is a word`);
  });

  it("names its formulas where only words can stand", () => {
    expect(plainText(rich`Each row of ${math("X")} has ${strong("d")} numbers.`)).toBe(
      "Each row of X has d numbers.",
    );
  });
});
