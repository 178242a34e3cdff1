/**
 * Which folds are open: those that the state names, and those that hold what a link leads to without
 * their names. One that the reader opens or closes makes the state name all that are open then.
 */
import { oneFor } from "../belonging.js";
import { PARTS } from "../keys/index.js";
import { entryOf } from "../memo.js";
import type { Page } from "../page/page.js";
import { type Fold, type PartName, START, type State, writeFragment } from "../state/state.js";

/** What the section of a part says of its folds. */
export interface SectionFolds {
  /**
   * The fold that holds the content in the chapter, with `fold` of the part's words as its label.
   * In a view of its own the part shows it unfolded.
   */
  readonly chapterFold?: Fold;
  /** The settings that move nothing but what stands in a fold, by the fold. */
  readonly foldSettings?: Readonly<Partial<Record<Fold, readonly (keyof State)[]>>>;
}

/** The name of the fold of a part's further words, which stands among `folds` of its keys. */
export const furtherFold = (part: PartName) => `${part}-further` as Fold;

/** The folds within the one that holds the content of a part: all but that of the further words. */
export const foldsWithin = (part: PartName, fold: Fold): readonly Fold[] =>
  PARTS.filter(({ name }) => name === part)
    .flatMap(({ folds }) => folds as readonly Fold[])
    .filter((name) => name !== fold && name !== furtherFold(part));

function settingsOfPartAlone(part: PartName): readonly (keyof State)[] {
  const chapter = PARTS.find(({ name }) => name === part)?.chapter;
  const others = PARTS.filter((other) => other.chapter === chapter && other.name !== part);
  const shared = new Set(others.flatMap(({ keys }) => Object.keys(keys)));
  const keys = PARTS.filter(({ name }) => name === part).flatMap(({ keys }) => Object.keys(keys));
  return (keys as (keyof State)[]).filter((key) => !shared.has(key));
}

const known = new Map<PartName, readonly (keyof State)[]>();
/** The settings of a part that no other part of its chapter has. */
export const ownSettings = (part: PartName): readonly (keyof State)[] =>
  entryOf(known, part, () => settingsOfPartAlone(part));

/** The keys that a link to a state has. */
const keysOfLink = oneFor((state: State) => new URLSearchParams(writeFragment(state)));

const gives = (link: State, keys: readonly (keyof State)[]): boolean =>
  keys.some((key) => keysOfLink(link).has(key));

/** The folds that are open. @param sections those of the parts that are loaded */
export function openFoldsOf(
  { state, landed }: Pick<Page, "state" | "landed">,
  sections: Iterable<readonly [PartName, SectionFolds]>,
): ReadonlySet<Fold> {
  const open = new Set<Fold>(state.open);
  // As long as the reader has opened and closed none since.
  const isAsLanded = state.open === landed.open;
  // Where the link names folds, it means these.
  const isUnsaid = isAsLanded && landed.open === START.open;
  for (const [part, { chapterFold, foldSettings = {} }] of sections) {
    for (const fold of Object.keys(foldSettings) as Fold[]) {
      if (isUnsaid && gives(landed, foldSettings[fold] ?? [])) open.add(fold);
    }
    // In a view of its own a part does not stand in a fold.
    if (chapterFold === undefined || state.view === part) continue;
    const isSet = isUnsaid && gives(landed, ownSettings(part));
    const isReached = state.at === part || (isAsLanded && landed.at === part);
    const holdsOpen = foldsWithin(part, chapterFold).some((fold) => open.has(fold));
    if (isSet || isReached || holdsOpen) open.add(chapterFold);
  }
  return open;
}
