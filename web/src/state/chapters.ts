/** The chapter of a view, the one that holds a section, and what a chapter starts with. */
import { keys as secondKeys } from "../keys/cross.js";
import { PARTS } from "../keys/index.js";
import { CHAPTERS, type Chapter, type PartDefinition } from "../keys/part.js";
import { cutAnew } from "./cuts.js";
import { type PartName, sentenceKeys, type Values } from "./definitions.js";
import { type Language, LISTED } from "./language.js";

type View = Values["view"];
type Anchor = NonNullable<Values["at"]>;

/** The chapter that a view is; undefined for a part alone. */
export const chapterOf = (view: View) => CHAPTERS.find((chapter) => chapter.view === view);

/** The chapter whose titles the document has: for a part alone those of the first. */
export const titledBy = (view: View): Chapter => chapterOf(view)?.view ?? "page";

/** The chapter that holds a section or a part. */
export const chapterNameOf = (place: Anchor | View): Chapter =>
  chapterOf(place as View)?.view ?? PARTS.find(({ name }) => name === place)?.chapter ?? "page";

/** The parts of a chapter, in their order. */
export const partsOf = (chapter: View): readonly PartName[] =>
  PARTS.filter((part) => part.chapter === chapter).map(({ name }) => name);

/**
 * The part of a figure by its id: `part-figure`, and the figure alone for those of the matrices.
 */
export const partOf = (figure: string): PartName =>
  PARTS.find(({ name }) => figure.startsWith(`${name}-`))?.name ?? "matrices";

type PagePlace = Pick<Values, "view" | "at" | "figure">;

/**
 * The same state in the chapter that holds the section to scroll to. A part alone stays alone; the
 * view of a figure alone is its part.
 */
export function inItsChapter<S extends PagePlace>(state: S): S {
  if (state.figure !== "") return { ...state, view: partOf(state.figure) };
  if (state.at === null || chapterOf(state.view) === undefined) return state;
  return { ...state, view: chapterNameOf(state.at) };
}

/** The keys that a chapter may start with values of its own for. */
export const STARTED = ["sentence", "second", "dim"] as const;
type Started = Pick<Values, (typeof STARTED)[number]>;

const { sentence, dim } = sentenceKeys;

/** Whether the page of a language starts with a sentence where its address says nothing. */
export const isFirstSentence = (sentence: string): boolean =>
  Object.values(LISTED).some((language) => language.sentence === sentence);
/** A link has the start of `sentence`, in every language. */
export const firstSentence = (language: Language): string =>
  LISTED[language].sentence ?? sentence.start;

/** The start values of the shared keys in the chapter of a state, as a link leaves them out. */
export const chapterStart = (state: PagePlace): Started => ({
  sentence: sentence.start,
  second: secondKeys.second.start,
  dim: dim.start,
  ...chapterOf(chapterNameOf(inItsChapter(state).view))?.start,
});

/**
 * A state after a change, in its chapter. What the reader has not given is that of the chapter's
 * start, where that differs, and a new text is cut anew.
 * @param first the reader's first sentence, in place of that of a link
 */
export function changed<S extends PagePlace & Started>(
  state: S,
  values: Partial<S>,
  first = sentence.start,
): S {
  const change = cutAnew(values);
  const next = inItsChapter({ ...state, ...change });
  const before = chapterStart(state);
  const after = chapterStart(next);
  const isGiven = (key: keyof Started) => state[key] !== before[key] && state[key] !== first;
  const keep = STARTED.filter((key) => key in change || before[key] === after[key] || isGiven(key));
  const keptValues = Object.fromEntries(keep.map((key) => [key, next[key]]));
  const start = after.sentence === sentence.start ? { ...after, sentence: first } : after;
  return { ...next, ...start, ...keptValues };
}

/** Whether a view does without a setting: its chapter does, or the part that it shows alone. */
export function viewOmits({ view }: Pick<Values, "view">, setting: string): boolean {
  const alone: PartDefinition | undefined = PARTS.find(({ name }) => name === view);
  const chapter = chapterOf(chapterNameOf(view));
  return [chapter, alone].some((each) => each?.without?.includes(setting));
}
