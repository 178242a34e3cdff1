/** The output of a program: blocks of numbers, each below a heading, compared with expected ones. */
import { EPS, largest, misses } from "../engine/close.js";

/** Numbers below a heading, and how far each may be off. */
export interface Block {
  readonly heading: string;
  readonly numbers: ArrayLike<number>;
  readonly off: (number: number, index: number) => number;
}

/** Off by k units in the last place of `of`, or of the number itself. */
export const block = (
  heading: string,
  numbers: ArrayLike<number>,
  k: number,
  of?: number,
): Block => ({
  heading,
  numbers,
  off: (number) => k * EPS * (of ?? Math.abs(number)),
});

/** Several blocks below one heading, each with its own tolerance. */
export const joined = (heading: string, blocks: readonly Block[]): Block => {
  const entries = blocks.flatMap(({ numbers, off }) =>
    Array.from(numbers, (number, i) => ({ number, off: off(number, i) })),
  );
  return {
    heading,
    numbers: entries.map(({ number }) => number),
    off: (_, i) => entries[i]?.off ?? 0,
  };
};

/** Off by so many units for every unit of the largest score, which stands in an exponent. */
export const exponentialOf = (scores: ArrayLike<number>, k: number) => k * (1 + largest(scores));

/**
 * Sums of d products: the order of addition differs, and x·W/√d is divided before or after the sum. Such errors are
 * random and grow as √d at most, of which 32 covers more than d = 200, in units of the largest score.
 */
export const SUMS = 32;

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
  Array.from(text.match(NUMBER) ?? [], (number) =>
    number.endsWith("inf") ? Number(`${number}inity`.replace("i", "I")) : Number(number),
  );

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
  expected: readonly Block[],
  printed: readonly { heading: string; numbers: readonly number[] }[],
): string[] {
  const headings = (blocks: readonly { heading: string }[]) =>
    blocks.map(({ heading }) => heading).join("; ");
  if (headings(expected) !== headings(printed))
    return [`the headings are ${headings(printed)}, expected ${headings(expected)}`];
  return expected.flatMap(({ heading, numbers, off }, i) => {
    const of = Array.from(numbers, (number, index) => off(number, index) / EPS);
    return misses(printed[i]?.numbers ?? [], numbers, { k: 1, of }).map(
      (miss) => `${heading}: ${miss}`,
    );
  });
}
