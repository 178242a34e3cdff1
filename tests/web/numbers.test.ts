import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixed, percent, significant, superscript, weight } from "../../web/src/text/numbers.js";

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The value that a number on the page stands for. */
function readBack(text: string): number {
  const [mantissa = "", power = "0"] = text.split("×10");
  const exponent = [...power]
    .map((sign) => (SUPERSCRIPTS.includes(sign) ? SUPERSCRIPTS.indexOf(sign) : sign))
    .join("");
  return Number(`${mantissa}e${exponent}`.replaceAll(/[−⁻]/g, "-"));
}

const doubles = fc.oneof(fc.double(), fc.double({ min: -1e6, max: 1e6 }));
const shares = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  // Near both ends, where rounding would say 0 and 100.
  fc.double({ min: 0, max: 0.001, noNaN: true }),
  fc.double({ min: 0.999, max: 1, noNaN: true }),
);
const digits = fc.integer({ min: 0, max: 8 });

/** No hyphen for a minus, no zero with a sign, no word of the machine's. */
function expectWritten(text: string): void {
  expect(text).not.toMatch(/NaN|Infinity|undefined|-|^−0(\.0*)?$/);
}

describe("a number on the page", () => {
  it("has a real minus, no sign before zero, and no name of the machine's", () => {
    const property = (value: number, places: number) => {
      expectWritten(fixed(value, places));
      expectWritten(significant(value, places + 1));
    };
    fc.assert(fc.property(doubles, digits, property), { numRuns: 1000 });
    for (const value of [0, -0, -1e-300, Number.MIN_VALUE, Number.MAX_VALUE]) property(value, 2);
  });

  it("says what is infinite and what is nothing", () => {
    for (const write of [fixed, significant]) {
      expect(write(Number.POSITIVE_INFINITY, 2)).toBe("∞");
      expect(write(Number.NEGATIVE_INFINITY, 2)).toBe("−∞");
      expect(write(Number.NaN, 2)).toBe("–");
    }
  });
});

describe("a number with fixed places", () => {
  it.each([
    [-5.951, 2, "−5.95"],
    [0.5, 0, "1"],
    [-0.004, 2, "0.00"],
    [12345.678, 1, "12345.7"],
  ])("%d at %i is %s", (value, places, text) => {
    expect(fixed(value, places)).toBe(text);
  });
});

describe("a number with significant digits", () => {
  it("has four of them, and two with a power of ten", () => {
    const small = [0, 0.03434, -0.5, 1, -36.456, 12345.6, 999999.6, 0.0001];
    expect(small.map((value) => significant(value))).toEqual([
      "0",
      "0.03434",
      "−0.5000",
      "1.000",
      "−36.46",
      "12346",
      "1000000",
      "0.0001000",
    ]);
    const powers = [1e6, -2345678, 1.23e-9, 5e-324].map((value) => significant(value));
    expect(powers).toEqual(["1.0×10⁶", "−2.3×10⁶", "1.2×10⁻⁹", "4.9×10⁻³²⁴"]);
  });

  it("says the number to within its digits", () => {
    const finite = fc.oneof(
      fc.double({ min: -1e300, max: 1e300, noNaN: true }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    );
    const property = (value: number, count: number) => {
      const size = Math.abs(value);
      const few = size < 1e-4 || size >= 1e6;
      const share = few ? 0.05 : 0.5 * 10 ** (1 - count);
      const off = Math.abs(readBack(significant(value, count)) - value);
      expect(off).toBeLessThanOrEqual(Math.max(size * share * (1 + 1e-9), Number.MIN_VALUE));
    };
    fc.assert(fc.property(finite, fc.integer({ min: 1, max: 8 }), property), { numRuns: 2000 });
  });
});

it("a weight in a cell has two digits after the point", () => {
  const weights = [1, 0.9951, 0.99, 0.5, 0.001, 0, -0].map(weight);
  expect(weights).toEqual(["1.00", "1.00", ".99", ".50", ".00", ".00", ".00"]);
});

describe("a share in percent", () => {
  it("has more digits near both ends", () => {
    const low = [0, 0.00009, 0.00012, 0.0056, 0.015, 0.568].map(percent);
    expect(low).toEqual(["0", "< 0.01", "0.01", "0.6", "2", "57"]);
    const high = [0.9955, 0.99955, 0.99996, 1 - 2 ** -53, 1].map(percent);
    expect(high).toEqual(["99.6", "99.95", "> 99.99", "> 99.99", "100"]);
  });

  it("is 100 only for all and 0 only for nothing, and never off by more than half a percent", () => {
    const property = (share: number) => {
      const text = percent(share);
      expect(text).toMatch(/^(0|100|[<>] \d+\.\d\d|\d\d?(\.\d\d?)?)$/);
      expectWritten(text);
      expect([text === "0", text === "100"]).toEqual([share === 0, share === 1]);
      if (share > 0 && share < 1) expect(Number(text.replace(/[<>] /, ""))).toBeGreaterThan(0);
      if (share > 0 && share < 1) expect(Number(text.replace(/[<>] /, ""))).toBeLessThan(100);
      const off = Math.abs(Number(text.replace(/[<>] /, "")) - 100 * share);
      expect(off).toBeLessThanOrEqual(0.5 + 1e-9);
    };
    fc.assert(fc.property(shares, property), { numRuns: 2000 });
  });
});

it("a power has three digits, so that no formula is wider than a phone", () => {
  expect([-5, 0.25, 0.0075283526978].map(superscript)).toEqual(["⁻⁵", "⁰·²⁵", "⁰·⁰⁰⁷⁵³"]);
});
