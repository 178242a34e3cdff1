/** The numbers that the page must show, computed by the engine in this process. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { engine } from "../loaded-engine.js";
import { type Scope, table } from "./browser.js";

export interface Expected {
  readonly words: readonly string[];
  readonly dim: number;
  readonly seed?: number;
  readonly exponent?: number;
}

/** What the page starts with. */
export const START = { words: ["I", "am", "good"], dim: 64 } as const satisfies Expected;

/**
 * A request with a d for which a frame is too short to draw the projections: it goes to the worker.
 */
export const HEAVY = { words: ["to", "be", "or", "not"], dim: 1000 } as const satisfies Expected;

/** A list of as many words as the page takes. */
export const MANY_WORDS = Array.from({ length: 64 }, (_, index) => `w${index}`);

/** The matrices of a sentence. */
function expected({ words, dim, seed = 13, exponent = 0.5 }: Expected) {
  const x = engine.wordVectors(words, { seed, dim });
  const [q, k, v] = (["queries", "keys", "values"] as const).map((projection) =>
    engine.project(x, { seed, projection }),
  ) as [typeof x, typeof x, typeof x];
  const rows = ({ rows, cols, data }: typeof x) =>
    Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, i * cols + cols)]);
  const unscaled = engine.attention(q, k, v, { scale: 1 });
  const scaled = engine.attention(q, k, v, { scale: 1 / engine.scoreDivisor(dim, exponent) });
  const first = (matrix: number[][]) => matrix.map((row) => row.slice(0, 16));
  return {
    "Word vectors X": first(rows(x)),
    "Scores QKᵀ": rows(unscaled.scores),
    "Unscaled attention weights": rows(unscaled.weights),
    "Scaled attention weights": rows(scaled.weights),
    "Unscaled output Z": first(rows(unscaled.output)),
    "Scaled output Z": first(rows(scaled.output)),
  };
}

/**
 * The same engine on both sides: the digits are the same, but for sums that a shorter product
 * orders otherwise.
 */
export async function expectNumbers(
  shownIn: (table: string) => Promise<number[][]>,
  want: Expected,
  /** A part alone has not all of the tables. */
  without: readonly string[] = [],
): Promise<void> {
  for (const [name, numbers] of Object.entries(expected(want))) {
    if (without.includes(name)) continue;
    const shown = await shownIn(name);
    expect(
      shown.map((row) => row.length),
      name,
    ).toEqual(numbers.map((row) => row.length));
    const wrong = numbers.flatMap((row, i) =>
      row.flatMap((value, j) => {
        const off = Math.abs((shown[i]?.[j] ?? Number.NaN) - value);
        return off <= 1e-12 * Math.max(1, Math.abs(value)) ? [] : [`${i},${j}: off by ${off}`];
      }),
    );
    expect(wrong, name).toEqual([]);
  }
}

export const expectTables = (scope: Scope, want: Expected, without?: readonly string[]) =>
  expectNumbers((name) => table(scope, name), want, without);

/** The matrices alone show the words' vectors nowhere. */
export const expectMatrices = (scope: Scope, want: Expected) =>
  expectTables(scope, want, ["Word vectors X"]);

/** Gives an embedded element what takes longer than a frame, and waits for its matrices. */
export async function heavyWork(page: Page, shown = expectTables): Promise<void> {
  await page.locator("attention-scale").evaluate((element, { words, dim }) => {
    element.setAttribute("sentence", words.join(" "));
    element.setAttribute("dim", String(dim));
  }, HEAVY);
  await shown(page, HEAVY);
}

export const sentence = (page: Page) => page.getByRole("textbox", { name: "Sentence" });
export const dimension = (page: Page) => page.getByRole("slider", { name: "Dimension d" });
export const seed = (page: Page) => page.getByRole("spinbutton", { name: "Seed" });
