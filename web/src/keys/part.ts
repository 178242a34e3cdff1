/**
 * The chapters, and the description of a part, that the whole page needs: they are in the first
 * script, so they hold no view.
 */
import type { Key } from "./key.js";

const HUNGRY = "A dog ate the food because it was hungry";

interface Special {
  /** The sentences and the d that it starts with, where these are not the keys' own. */
  readonly start?: { readonly sentence?: string; readonly second?: string; readonly dim?: number };
  /** Whether its parts have answers of their own, for which the page waits before it is ready. */
  readonly answers?: boolean;
  /** The settings that do not stand above its parts. */
  readonly without?: readonly string[];
}

const chapter = <V extends string>(view: V, more: Special = {}) => ({
  view,
  file: view === "page" ? "./" : `${view}.html`,
  answers: true,
  ...more,
});

/**
 * The chapters in their order. A chapter is a view, and on the hosted site a document of its own.
 * It needs its line here, its name and the line below that in page.ts of each language, and a copy
 * of web/why.html; its parts name it in their keys.
 */
export const CHAPTERS = [
  chapter("page", { answers: false }),
  chapter("why", { answers: false }),
  chapter("heads", { start: { sentence: HUNGRY } }),
  chapter("transformer", { start: { sentence: HUNGRY, second: "狗 吃 了 食物 因为 它 很 饿" } }),
  chapter("race", {
    start: { dim: 128 },
    without: ["sentence", "vectors", "projections", "exponent"],
  }),
  chapter("divisors", { without: ["exponent"] }),
  chapter("own", { without: ["sentence", "dim", "vectors", "projections", "seed"] }),
  chapter("model", { without: ["sentence", "dim", "vectors", "projections"] }),
  chapter("lessons", {
    without: ["sentence", "dim", "vectors", "projections", "exponent", "seed", "share", "download"],
  }),
] as const;

export type Chapter = (typeof CHAPTERS)[number]["view"];

/** A part. Its folder's name is the value of `view` that shows it alone, and its anchor. */
export interface PartDefinition {
  /** The view of its chapter. */
  readonly chapter: Chapter;
  /** The keys that its figures depend on beside those of the sentence. Parts may share a key. */
  readonly keys: Readonly<Record<string, Key<unknown>>>;
  /**
   * Its folds, in the order of the page: the names that `open` may contain, each beginning with the
   * part's.
   */
  readonly folds: readonly string[];
  /** The settings that do not stand above it where it is alone, since they move nothing in it. */
  readonly without?: readonly string[];
}
