/** The description of a part that the whole page needs: it is in the first script, so it holds no view. */
import type { Key } from "./key.js";

export interface Part {
  /** Its folder's name: the value of `view` that shows it alone, and its anchor. */
  readonly name: string;
  /** The view of its chapter. */
  readonly chapter: "page" | "why";
  /** Parts stand in their chapter in the order of this number. */
  readonly place: number;
  /** The keys that its figures depend on beside those of the sentence. Parts may share a key. */
  readonly keys: Readonly<Record<string, Key<unknown>>>;
  /** Its folds, in the order of the page: the names that `open` may contain, each beginning with the part's. */
  readonly folds: readonly string[];
}
