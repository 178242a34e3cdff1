import { describe, expect, it } from "vitest";
import {
  itemsOf,
  LESSONS,
  linkOf,
  PATH_LINK,
  slideFragment,
} from "../../web/src/lessons/lessons.js";
import { markdown, TRANSLATED } from "../../web/src/lessons/markdown.js";
import { SLIDES, type SlideName } from "../../web/src/part-kit/slides.js";
import { figuresOf } from "../../web/src/parts/figure-names.js";
import { chapterOf, partOf } from "../../web/src/state/chapters.js";
import { readFragment, writeFragment } from "../../web/src/state/state.js";
import { unmarked } from "../../web/src/text/typeset.js";

const ITEMS = Object.keys(SLIDES) as SlideName[];

describe("the lessons", () => {
  it("have six links each, in both languages", () => {
    for (const language of TRANSLATED) {
      const names = LESSONS[language].lessons.map(({ items }) => Object.keys(items));
      expect(names.map(({ length }) => length)).toEqual([6, 6, 6, 6]);
      expect(names.flat()).toEqual(ITEMS);
    }
  });

  it.each(ITEMS)("lead to figures of a part in a state that the page can read: %s", (item) => {
    const link = slideFragment(item);
    const { state, junk } = readFragment(link);
    expect(junk).toEqual([]);
    expect(chapterOf(state.view)).toBeUndefined();
    expect(state.view).toBe(partOf(state.figure));
    for (const figure of SLIDES[item].figures) {
      expect(figuresOf(partOf(state.figure))).toContain(figure);
    }
    // Nothing in the link is said in vain.
    expect(new Set(new URLSearchParams(writeFragment(state)))).toEqual(
      new Set(new URLSearchParams(link)),
    );
  });

  it.each(TRANSLATED)(
    "are files with all links, and without answers but in the file of these: %s",
    (language) => {
      const pupils = markdown(language, false);
      const teachers = markdown(language, true);
      for (const link of [PATH_LINK, ...ITEMS.map(linkOf)]) {
        for (const file of [pupils, teachers]) expect(file).toContain(`#${link}&lang=`);
      }
      for (const { answer } of LESSONS[language].lessons.flatMap(itemsOf)) {
        expect(pupils).not.toContain(unmarked(answer));
        expect(teachers).toContain(unmarked(answer));
      }
    },
  );
});
