/** The chapter of a view, the one that holds a section, and the sentences that a chapter starts with. */
import { keys as secondKeys } from "../parts/cross/keys.js";
import { PARTS } from "../parts/index.js";
import { type PartName, sentenceKeys, type Values } from "./keys.js";
import { CHAPTERS, type Chapter } from "./part.js";

type View = Values["view"];
type Anchor = NonNullable<Values["at"]>;

/** The chapter that a view is; undefined for a part alone. */
export const chapterOf = (view: View) => CHAPTERS.find((chapter) => chapter.view === view);

/** The chapter whose titles the document has: for a part alone those of the first. */
export const titledBy = (view: View): Chapter => chapterOf(view)?.view ?? "page";

/** The chapter that holds a section or a part. */
export const holding = (at: Anchor | View): Chapter =>
  chapterOf(at as View)?.view ?? PARTS.find(({ name }) => name === at)?.chapter ?? "page";

/** The parts of a chapter, in their order. */
export const partsOf = (chapter: View): readonly PartName[] =>
  PARTS.filter((part) => part.chapter === chapter).map(({ name }) => name);

/** The part of a figure by its id: `part-figure`, and the figure alone for those of the matrices. */
export const partOf = (figure: string): PartName =>
  PARTS.find(({ name }) => figure.startsWith(`${name}-`))?.name ?? "matrices";

type Place = Pick<Values, "view" | "at" | "figure">;

/**
 * The same state in the chapter that holds the section to scroll to. A part alone stays alone; the view of a figure alone is its
 * part.
 */
export function inItsChapter<S extends Place>(state: S): S {
  if (state.figure !== "") return { ...state, view: partOf(state.figure) };
  if (state.at === null || chapterOf(state.view) === undefined) return state;
  return { ...state, view: holding(state.at) };
}

const SENTENCES = ["sentence", "second"] as const;
type Sentences = Pick<Values, (typeof SENTENCES)[number]>;

/** The sentences where none are given: those of the start of the chapter that the state is in. */
export const startSentences = (state: Place): Sentences => ({
  ...{ sentence: sentenceKeys.sentence.start, second: secondKeys.second.start },
  ...chapterOf(holding(inItsChapter(state).view))?.start,
});

/** A state after a change, in its chapter. Sentences that the reader has not given are those of the chapter's start. */
export function changed<S extends Place & Sentences>(state: S, change: Partial<S>): S {
  const next = inItsChapter({ ...state, ...change });
  const [before, after] = [startSentences(state), startSentences(next)];
  for (const key of SENTENCES)
    if (!(key in change) && state[key] === before[key]) next[key] = after[key];
  return next;
}
