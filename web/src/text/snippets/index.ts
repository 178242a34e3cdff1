/** Short programs that print the digits of a figure. */
import type { State } from "../../state/state.js";
import { cppOfView } from "./cpp.js";
import { cppOfFigure } from "./cpp-figures.js";
import { numpyOfView } from "./numpy.js";
import { numpyOfFigure } from "./numpy-figures.js";
import type { SnippetView } from "./subject.js";

export type { SnippetView } from "./subject.js";

/** The state with as many draws as a figure holds of them. */
const held = (state: State, done: number | undefined): State =>
  done === undefined ? state : { ...state, draws: done };

/**
 * Python that prints the numbers of a view, or only those of one figure in it. `words` are the sentence's, none where the
 * figure shows nothing of it. `done`: how many of its draws, queries or repeats the figure holds, where not all.
 */
export function numpySnippet(
  view: SnippetView,
  state: State,
  words: readonly string[],
  figure?: string,
  done?: number,
): string {
  const own = held(state, done);
  return `${numpyOfFigure(figure, own, words, done) ?? numpyOfView(view, own, words)}\n`;
}

/** The same as a C++20 program. */
export function cppSnippet(
  view: SnippetView,
  state: State,
  words: readonly string[],
  figure?: string,
  done?: number,
): string {
  const own = held(state, done);
  return cppOfFigure(figure, own, words, done) ?? cppOfView(view, own, words);
}
