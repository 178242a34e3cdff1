import { describe, expect, it } from "vitest";
import { matrixLine, readMatrix } from "../../web/src/parts/widths/pasted.js";
import { en } from "../../web/src/text/en/widths.js";
import { say } from "../../web/src/text/rich.js";

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
    expect(read(matrixLine(text))).toEqual(expected);
    expect(matrixLine(text)).not.toMatch(/\s/);
  });

  it.each([
    ["", en.paste.empty],
    [" \n ", en.paste.empty],
    ["1,2\n3,x", say(en.paste.entry, { line: 2, column: 2, entry: "x" })],
    ["1,,2", say(en.paste.entry, { line: 1, column: 2, entry: "" })],
    ["<b>", say(en.paste.entry, { line: 1, column: 1, entry: "<b>" })],
    ["1,2e9", say(en.paste.entry, { line: 1, column: 2, entry: "2e9" })],
    ["NaN", say(en.paste.entry, { line: 1, column: 1, entry: "NaN" })],
    ["1,2\n3", say(en.paste.ragged, { line: 2, count: 1, first: 2 })],
    [Array(1025).fill("1").join(), say(en.paste.large, { rows: 1, cols: 1025 })],
  ])("is refused with its place: %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
