/** The chapters of the page, in their order. */
import { PARTS } from "../parts/index.js";
import type { Anchor, State, View } from "./state.js";

/** A chapter is a view, and on the hosted site a document of its own. */
export const CHAPTERS = [
  { view: "page", file: "./" },
  { view: "why", file: "why.html" },
] as const satisfies readonly { view: View; file: string }[];

export type Chapter = (typeof CHAPTERS)[number]["view"];

/** The chapter that a view is; undefined for a part alone. */
export const chapterOf = (view: View) => CHAPTERS.find((chapter) => chapter.view === view);

/** The chapter that holds a section. */
const holding = (at: Anchor): Chapter =>
  at === "why" ? "why" : (PARTS.find(({ name }) => name === at)?.chapter ?? "page");

/** The same state in the chapter that holds the section to scroll to. A part alone stays alone. */
export function inItsChapter(state: State): State {
  if (state.at === null || chapterOf(state.view) === undefined) return state;
  return { ...state, view: holding(state.at) };
}
