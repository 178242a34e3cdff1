/** What the moving picture of a figure goes through: values of a key of the state, or what the figure brings itself. */

import type { Steps } from "../page/inputs.js";
import type { Offered } from "../page/offered.js";
import type { PageElement } from "../page/page.js";
import type { ExportText } from "./texts.js";

/** The pictures of a moving one: their names stand beside the title. */
export interface Course extends Omit<Steps, "reached"> {
  /** Whether the figure, as it is offered, is that picture and complete. */
  reached(offered: Offered, index: number): boolean;
}

/** Powers of 2 from 2^from to 2^to, in so many steps an octave. */
const powers = (from: number, to: number, steps: number, digits: number): readonly number[] => [
  ...new Set(
    Array.from({ length: (to - from) * steps + 1 }, (_, i) =>
      Number((2 ** (from + i / steps)).toFixed(digits)),
    ),
  ),
];

/** With the sampling experiment, whose scores take a while, in larger steps. */
const VALUES = {
  dim: powers(0, 10, 4, 0),
  sampledim: powers(0, 10, 2, 0),
  factor: powers(-4, 4, 4, 2),
} as const;

/** A figure of the sentence follows d, unless an experiment or the worked example gives its numbers. */
function followed({ inputs }: Offered) {
  const { moves, words, state, study, others = [] } = inputs;
  if (moves !== undefined) return moves;
  const follows = words.length > 0 && state.vectors !== "example";
  return follows && study === undefined && others.length === 0 ? "dim" : null;
}

/** null: the figure does not move. */
export function courseOf(offered: Offered, page: PageElement, text: ExportText): Course | null {
  const moves = followed(offered);
  if (moves === null) return null;
  if (typeof moves !== "string") return { ...moves, reached: (_, index) => moves.reached(index) };
  const { state: before, junk } = page;
  // To restore a state tells neither the history nor the page around.
  const values = VALUES[moves];
  return {
    names: values.map((value) => `${text.moving.keys[moves]} = ${value}`),
    show: (index) =>
      page.restore(index === null ? before : { ...before, at: null, [moves]: values[index] }, junk),
    reached: ({ inputs: { state, run } }, index) =>
      state[moves] === values[index] && run === undefined,
  };
}
