/** What a program prints: blocks of numbers, each below a heading, compared with expected ones. */
import { EPS, misses } from "../engine/close.js";

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
