/** The tokens of an answer. */
import type { AnswerStep } from "../../language/api.js";

/** What each token adds to the answer: nothing where it ends it, or where its letter is not complete. */
export const added = (steps: readonly AnswerStep[]): string[] =>
  steps.map(({ answer }, i) => answer.slice((steps[i - 1]?.answer ?? "").length));

/** The first place at which two answers differ; undefined where they are the same to the last token. */
export function differenceOf(
  one: readonly AnswerStep[],
  other: readonly AnswerStep[],
): number | undefined {
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, i) => i).find(
    (i) => one[i]?.token !== other[i]?.token,
  );
  return at;
}
