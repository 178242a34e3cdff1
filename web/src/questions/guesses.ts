/**
 * The reader's answers to the questions of the parts, as the key `guess` holds them:
 * "saturation-2.variance-05af".
 */
import type { PartName, State } from "../state/state.js";

/**
 * The answer to the question of a part: the number of a choice, or a drawing; undefined where there
 * is none.
 */
export const guessOf = ({ guess }: Pick<State, "guess">, part: PartName): string | undefined =>
  guess
    .split(".")
    .find((each) => each.startsWith(`${part}-`))
    ?.slice(part.length + 1);

/** All answers with that to the question of a part. */
export function withGuess({ guess }: Pick<State, "guess">, part: PartName, answer: string): string {
  const otherGuesses = guess
    .split(".")
    .filter((each) => each !== "" && !each.startsWith(`${part}-`));
  return [...otherGuesses, `${part}-${answer}`].join(".");
}

/** The levels of a drawn curve, one a digit to the base 36. */
const HEIGHT_LEVELS = 36;

/** Heights from 0 to 1, beyond which they are cut off, as an answer. */
export const drawingOf = (heights: readonly number[]): string =>
  heights
    .map((height) =>
      Math.round(Math.min(1, Math.max(0, height)) * (HEIGHT_LEVELS - 1)).toString(HEIGHT_LEVELS),
    )
    .join("");

/** The heights of an answer; undefined where it is not one of so many. */
export const heightsOf = (answer: string | undefined, count: number): number[] | undefined =>
  answer?.length === count
    ? Array.from(answer, (digit) => Number.parseInt(digit, HEIGHT_LEVELS) / (HEIGHT_LEVELS - 1))
    : undefined;
