import { describe, expect, it } from "vitest";
import { onOneLine, readMatrix } from "../../web/src/parts/widths/pasted.js";

const read = (text: string) => {
  const found = readMatrix(text);
  return "data" in found ? [found.rows, found.cols, ...found.data] : found;
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
    ["", { kind: "empty" }],
    [" \n ", { kind: "empty" }],
    ["1,2\n3,x", { kind: "entry", line: 2, column: 2, entry: "x" }],
    ["1,,2", { kind: "entry", line: 1, column: 2, entry: "" }],
    ["<b>", { kind: "entry", line: 1, column: 1, entry: "<b>" }],
    ["1,2e9", { kind: "entry", line: 1, column: 2, entry: "2e9" }],
    ["NaN", { kind: "entry", line: 1, column: 1, entry: "NaN" }],
    ["1,2\n3", { kind: "ragged", line: 2, count: 1, first: 2 }],
    [Array(1025).fill("1").join(), { kind: "large", rows: 1, cols: 1025 }],
  ])("is refused with its place: %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
