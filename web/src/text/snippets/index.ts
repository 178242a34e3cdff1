/** Short programs that print the digits of a figure. */
import type { State } from "../../model/state.js";
import { cppOfView } from "./cpp.js";
import { cppOfFigure } from "./cpp-figures.js";
import { numpyOfView } from "./numpy.js";
import { numpyOfFigure } from "./numpy-figures.js";
import type { SnippetView } from "./subject.js";

export type { SnippetView } from "./subject.js";

/** Python that prints the numbers of a view, or only those of one figure in it; `words` are those on screen. */
export function numpySnippet(
  view: SnippetView,
  state: State,
  words: readonly string[],
  figure?: string,
): string {
  return `${numpyOfFigure(figure, state, words) ?? numpyOfView(view, state, words)}\n`;
}

/** The same as a C++20 program. */
export function cppSnippet(
  view: SnippetView,
  state: State,
  words: readonly string[],
  figure?: string,
): string {
  return cppOfFigure(figure, state, words) ?? cppOfView(view, state, words);
}
