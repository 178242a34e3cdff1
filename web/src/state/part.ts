/** The chapters, and the description of a part, that the whole page needs: they are in the first script, so they hold no view. */
import type { Key } from "./key.js";

const HUNGRY = "A dog ate the food because it was hungry";

/**
 * The chapters in their order. A chapter is a view, and on the hosted site a document of its own. `start`: the sentences and the
 * d that it starts with, where these are not the keys' own. `answers`: whether its parts have answers of their own, for which the
 * page waits before it is ready. `without`: the settings that do not stand above its parts.
 */
export const CHAPTERS = [
  { view: "page", file: "./", start: {}, answers: false, without: [] },
  { view: "why", file: "why.html", start: {}, answers: false, without: [] },
  { view: "heads", file: "heads.html", start: { sentence: HUNGRY }, answers: true, without: [] },
  {
    view: "transformer",
    file: "transformer.html",
    start: { sentence: HUNGRY, second: "狗 吃 了 食物 因为 它 很 饿" },
    answers: true,
    without: [],
  },
  {
    view: "race",
    file: "race.html",
    start: { dim: 128 },
    answers: true,
    without: ["sentence", "vectors", "projections", "exponent"],
  },
  {
    view: "divisors",
    file: "divisors.html",
    start: {},
    answers: true,
    without: ["exponent"],
  },
  {
    view: "model",
    file: "model.html",
    start: {},
    answers: true,
    without: ["sentence", "dim", "vectors", "projections"],
  },
  {
    view: "lessons",
    file: "lessons.html",
    start: {},
    answers: true,
    without: ["sentence", "dim", "vectors", "projections", "exponent", "seed", "share", "download"],
  },
] as const;

export type Chapter = (typeof CHAPTERS)[number]["view"];

/** A part. Its folder's name is the value of `view` that shows it alone, and its anchor. */
export interface Part {
  /** The view of its chapter. */
  readonly chapter: Chapter;
  /** Parts stand in the order of this number, those of a chapter one after the other. */
  readonly place: number;
  /** The keys that its figures depend on beside those of the sentence. Parts may share a key. */
  readonly keys: Readonly<Record<string, Key<unknown>>>;
  /** Its folds, in the order of the page: the names that `open` may contain, each beginning with the part's. */
  readonly folds: readonly string[];
}
