/** The output of a program: numbers below headings, compared with expected ones. */
import { EPS, largest, misses } from "../engine/close.js";

/** Numbers of which each may be off by the same amount. */
interface Rounded {
  readonly numbers: ArrayLike<number>;
  readonly off: number;
}

/**
 * Numbers by their heading, in the order of the headings. A list alone may be off by a share of
 * each of its numbers.
 */
export type Expected = Readonly<Record<string, ArrayLike<number> | Rounded>>;

/**
 * The share by which a program may be off. Scores are sums of up to 1024 products in another order,
 * and stand in an exponent; layers and normalisations follow each other. The last digits of the
 * engine's numbers are for tests/cpp and tests/engine.
 */
const SHARE = 2e-11;

/**
 * Numbers whose terms may cancel: off by a share of the largest number, or of 1, or of the terms.
 */
export const sums = (numbers: ArrayLike<number>, of = largest(numbers)): Rounded => ({
  numbers,
  off: SHARE * of,
});

/** The expected numbers below a heading. */
export const numbersOf = (own: Expected[string]): number[] =>
  Array.from("off" in own ? own.numbers : own);

/** The result of an experiment at its end, or when it had done `until`. */
export function found<R>(
  steps: Iterable<{ done: number; total: number; result(): R | null }>,
  until?: number,
): R {
  for (const { done, total, result } of steps) {
    const last = done === (until ?? total) ? result() : null;
    if (last !== null) return last;
  }
  throw new Error("the experiment had no such step");
}

const NUMBER = /(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?!\w)|-?\b(?:inf|nan)\b/g;

const numbersIn = (text: string) =>
  Array.from(text.match(NUMBER) ?? [], (number) => Number(number.replace("inf", "Infinity")));

/** The printed blocks: a line that begins with a letter is a heading. */
export function printedBlocks(text: string): { heading: string; numbers: number[] }[] {
  const blocks: { heading: string; numbers: number[] }[] = [];
  for (const line of text.split("\n")) {
    if (/^(?!inf|nan)[a-z]/i.test(line)) blocks.push({ heading: line, numbers: [] });
    else blocks.at(-1)?.numbers.push(...numbersIn(line));
  }
  return blocks;
}

/** Every number that is wrong, in words. */
export function wrongIn(
  expected: Expected,
  printed: readonly { heading: string; numbers: readonly number[] }[],
): string[] {
  const wanted = Object.keys(expected);
  const given = printed.map(({ heading }) => heading);
  if (wanted.join("; ") !== given.join("; ")) {
    return [`the headings are ${given.join("; ")}, expected ${wanted.join("; ")}`];
  }
  return Object.entries(expected).flatMap(([heading, own], i) => {
    const tolerance = "off" in own ? { k: own.off / EPS, of: 1 } : { k: SHARE / EPS };
    return misses(printed[i]?.numbers ?? [], numbersOf(own), tolerance).map(
      (miss) => `${heading}: ${miss}`,
    );
  });
}
