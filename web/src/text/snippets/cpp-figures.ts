/** C++ that prints the numbers of one figure. */
import type { State } from "../../model/state.js";

/** No figure has a program of its own yet: each prints the numbers of its whole view. */
export function cppOfFigure(
  _figure: string | undefined,
  _state: State,
  _words: readonly string[],
): string | null {
  return null;
}
