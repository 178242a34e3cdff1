/** The chapter of a view, and the one that holds a section. */
import { PARTS } from "../parts/index.js";
import { CHAPTERS, type Chapter } from "./part.js";
import type { Anchor, PartName, State, View } from "./state.js";

/** The chapter that a view is; undefined for a part alone. */
export const chapterOf = (view: View) => CHAPTERS.find((chapter) => chapter.view === view);

/** The chapter whose titles the document has: for a part alone those of the first. */
export const titledBy = (view: View): Chapter => chapterOf(view)?.view ?? "page";

/** The chapter that holds a section. */
const holding = (at: Anchor): Chapter =>
  at === "why" ? "why" : (PARTS.find(({ name }) => name === at)?.chapter ?? "page");

/** The part of a figure by its id: `part-figure`, and the figure alone for those of the matrices. */
export const partOf = (figure: string): PartName =>
  PARTS.find(({ name }) => figure.startsWith(`${name}-`))?.name ?? "matrices";

/**
 * The same state in the chapter that holds the section to scroll to. A part alone stays alone; the view of a figure alone is its
 * part.
 */
export function inItsChapter(state: State): State {
  if (state.figure !== "") return { ...state, view: partOf(state.figure) };
  if (state.at === null || chapterOf(state.view) === undefined) return state;
  return { ...state, view: holding(state.at) };
}
