import { describe, expect, it } from "vitest";
import { onOneLine, readMatrix } from "../../web/src/parts/widths/pasted.js";
import { en } from "../../web/src/text/en/widths.js";

const read = (text: string) => {
  const found = readMatrix(text, en.paste);
  return typeof found === "string" ? found : [found.rows, found.cols, ...found.data];
};

describe("a pasted matrix", () => {
  it.each([
    ["1,2\n3,4", [2, 2, 1, 2, 3, 4]],
    ["1\t2\r\n3\t4\r\n", [2, 2, 1, 2, 3, 4]],
    ["1, -2; 3e2, .5", [2, 2, 1, -2, 300, 0.5]],
    ["1 −2 3", [1, 3, 1, -2, 3]],
    ["7", [1, 1, 7]],
  ])("is read: %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
    expect(read(onOneLine(text))).toEqual(expected);
    expect(onOneLine(text)).not.toMatch(/\s/);
  });

  it.each([
    ["", en.paste.empty],
    [" \n ", en.paste.empty],
    ["1,2\n3,x", en.paste.entry(2, 2, "x")],
    ["1,,2", en.paste.entry(1, 2, "")],
    ["<b>", en.paste.entry(1, 1, "<b>")],
    ["1,2e9", en.paste.entry(1, 2, "2e9")],
    ["NaN", en.paste.entry(1, 1, "NaN")],
    ["1,2\n3", en.paste.ragged(2, 1, 2)],
    [Array(1025).fill("1").join(), en.paste.large(1, 1025)],
  ])("is refused with its place: %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
