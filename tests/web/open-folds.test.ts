/** Which folds a link opens, with their names and without. */
import { describe, expect, it } from "vitest";
import { PARTS } from "../../web/src/keys/index.js";
import {
  foldsWithin,
  openFoldsOf,
  ownSettings,
  type SectionFolds,
} from "../../web/src/part-kit/open-folds.js";
import { type Fold, type PartName, readFragment, type State } from "../../web/src/state/state.js";

const files = import.meta.glob<SectionFolds>("../../web/src/parts/*/section.ts", {
  import: "section",
  eager: true,
});
const sections = PARTS.flatMap(({ name }): [PartName, SectionFolds][] => {
  const section = files[`../../web/src/parts/${name}/section.ts`];
  return section === undefined ? [] : [[name, section]];
});

const stateOf = (fragment: string): State => readFragment(fragment).state;
/** The open folds after a link, and after what the reader has changed since. */
const openAfter = (fragment: string, change: Partial<State> = {}): readonly Fold[] => {
  const landed = stateOf(fragment);
  return [...openFoldsOf({ state: { ...landed, at: null, ...change }, landed }, sections)];
};
const openBy = (fragment: string): readonly Fold[] => openAfter(fragment, stateOf(fragment));

describe("a fold", () => {
  it.each<[string, readonly Fold[]]>([
    ["view=divisors&bug=masked", ["bugs-pieces"]],
    ["view=divisors&quizseed=7", ["quiz-questions"]],
    ["view=divisors&followed=cached", ["libraries-table"]],
    ["view=divisors&library=jax", ["libraries-table"]],
    ["view=divisors&modelsort=name", ["atlas-table"]],
    ["view=divisors&against=keys", ["choices-draws"]],
    ["view=model&measured=own", ["perplexity-measure"]],
    ["view=model&undivided=head&modelhead=3", ["perplexity-measure"]],
    ["view=why&precision=float", ["exponent-precision"]],
    ["view=why&upstream=1,2,3,4", ["jacobian-upstream"]],
    ["view=why&loss=target&target=2", ["gradient-sentence"]],
    ["view=divisors&bug=masked&against=keys", ["choices-draws", "bugs-pieces"]],
  ])("is opened by a link that sets what it holds: %s", (fragment, folds) => {
    expect(openBy(fragment)).toEqual(folds);
  });

  it.each([
    "view=divisors",
    // The part alone is not folded.
    "view=bugs&bug=masked",
    // The start of the setting.
    "view=divisors&bug=width",
    // Another part of the chapter, which stands in no fold, has the same setting.
    "view=model&modellayer=2&prompt=2%2B2",
    // A picture in sight follows these.
    "view=divisors&find=gemma&cosine=.7&rule=log-n",
    // The link says which folds are open.
    "view=divisors&bug=masked&open=",
  ])("stays closed otherwise: %s", (fragment) => {
    expect(openBy(fragment)).toEqual([]);
  });

  it("is not opened by a setting where the link names others", () => {
    expect(openBy("view=divisors&bug=masked&open=choices-draws")).toEqual(["choices-draws"]);
  });

  it("that holds a part, or a fold that is open, is opened by a link to that", () => {
    expect(openBy("view=divisors&at=bugs")).toEqual(["bugs-pieces"]);
    expect(openBy("view=divisors&open=libraries-rows")).toEqual([
      "libraries-rows",
      "libraries-table",
    ]);
  });

  it("stays as it is while the reader changes settings, until one is opened or closed", () => {
    expect(openAfter("view=divisors&bug=masked", { bug: "width" })).toEqual(["bugs-pieces"]);
    expect(openAfter("view=divisors&at=bugs", { wsize: 3 })).toEqual(["bugs-pieces"]);
    // A setting that the reader changes opens nothing.
    expect(openAfter("view=divisors", { bug: "masked" })).toEqual([]);
    expect(openAfter("view=divisors&bug=masked&at=quiz", { open: new Set() })).toEqual([]);
    expect(openAfter("view=divisors&bug=masked", { open: new Set(), at: "quiz" })).toEqual([
      "quiz-questions",
    ]);
  });

  it("is opened by settings of its part alone, and is one of its folds", () => {
    for (const [part, { chapterFold, foldSettings = {} }] of sections) {
      const folds = PARTS.find(({ name }) => name === part)?.folds ?? [];
      expect(folds).toEqual(expect.arrayContaining(Object.keys(foldSettings)));
      expect(ownSettings(part)).toEqual(expect.arrayContaining(Object.values(foldSettings).flat()));
      // The fold of the whole part is opened by all of its settings.
      if (chapterFold === undefined) continue;
      expect(folds).toContain(chapterFold);
      expect(foldsWithin(part, chapterFold)).not.toContain(chapterFold);
      expect(foldSettings).toEqual({});
    }
  });
});
