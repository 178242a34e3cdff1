/** Tensors that tests hand over, and what the page makes of them. */
import type { FrameLocator, Locator, Page } from "playwright-core";

/** Numbers between −1 and 1 that look random, the same ones each time. */
function numbers(count: number, seed: number): Float64Array {
  return Float64Array.from({ length: count }, (_, place) => {
    const wave = Math.sin((place + 1) * 12.9898 + seed * 78.233) * 43758.5453;
    return 2 * (wave - Math.floor(wave)) - 1;
  });
}

const base64 = (values: Float64Array) => Buffer.from(values.buffer).toString("base64");

const TOKENS = 8;
const WIDTH = 4;

/** Queries, keys and weights of some heads, the scores multiplied by `factor`. */
export function givenHeads(heads: number, factor: number): unknown[] {
  const vectors = heads * TOKENS * WIDTH;
  const q = numbers(vectors, 1);
  const k = numbers(vectors, 2);
  const weights = new Float64Array(heads * TOKENS * TOKENS);
  for (let row = 0; row < heads * TOKENS; row += 1) {
    const head = Math.floor(row / TOKENS);
    const exponentials = Array.from({ length: TOKENS }, (_, key) => {
      let score = 0;
      for (let i = 0; i < WIDTH; i += 1) {
        const query = q[row * WIDTH + i] as number;
        score += query * (k[(head * TOKENS + key) * WIDTH + i] as number);
      }
      return Math.exp(factor * score);
    });
    const sum = exponentials.reduce((all, one) => all + one, 0);
    for (const [key, value] of exponentials.entries()) weights[row * TOKENS + key] = value / sum;
  }
  const told = (name: string, columns: number, data: Float64Array) => ({
    name,
    dtype: "float64",
    shape: [heads, TOKENS, columns],
    data: base64(data),
  });
  return [told("q", WIDTH, q), told("k", WIDTH, k), told("weights", TOKENS, weights)];
}

type Shown = Page | FrameLocator | Locator;

/** The element, or what is in it, once tensors of the reader's own are shown. */
export const own = (page: Shown): Locator => page.locator('[data-own="ready"]').first();

/** The factor of each head, to nine digits. */
export const headsTable = (page: Shown): Promise<number[]> =>
  page
    .locator('td[data-name="factor"]')
    .evaluateAll((cells) =>
      (cells as HTMLElement[]).map((cell) => Number(Number(cell.dataset.value).toPrecision(9))),
    );
