import { describe, expect, it } from "vitest";
import { EPS, EPS32, misses } from "./close.js";

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;

describe("closeness, where two eps are allowed,", () => {
  it.each([
    ["equal numbers", 1.5, 1.5, 0],
    ["two eps off a small number", 2 ** -1000 * (1 + 2 * EPS), 2 ** -1000, 0],
    ["zeros of either sign", -0, 0, 0],
    ["the last digit of a denormal", 3 * 5e-324, 2 * 5e-324, 0],
    ["the same infinity", -infinity, -infinity, 0],
    ["three eps off", 1 + 3 * EPS, 1, 1],
    ["a small number in place of zero", 1e-300, 0, 1],
    ["a denormal off by two digits", 4 * 5e-324, 2 * 5e-324, 1],
    ["NaN", nan, 1, 1],
    ["NaN where NaN is expected", nan, nan, 1],
    ["a number where NaN is expected", 1, nan, 1],
    ["infinity where a number is expected", infinity, 1e308, 1],
    ["a number where infinity is expected", 1.7e308, infinity, 1],
    ["the other infinity", -infinity, infinity, 1],
  ])("%s", (_what, actual, expected, count) => {
    expect(misses([actual], [expected], { k: 2 })).toHaveLength(count);
  });

  it("takes its tolerance from the share it is told, and compares no lists of two lengths", () => {
    expect(misses([1e-15, 1e-15], [0, 0], { k: 8, of: [1, 0.1] })).toHaveLength(1);
    expect(misses([1 + EPS32], [1], { k: 1, eps: EPS32 })).toEqual([]);
    expect(misses([nan, 1], [1, infinity], { k: 2, of: infinity })).toHaveLength(2);
    expect(misses([1, 2], [1], { k: 2 })).toHaveLength(1);
  });
});
