import { describe, expect, it } from "vitest";
import { itemsOf, LESSONS, LINKS, PATH_LINK } from "../../web/src/lessons/lessons.js";
import { markdown, TRANSLATED } from "../../web/src/lessons/markdown.js";
import { chapterOf } from "../../web/src/state/chapters.js";
import { readFragment, writeFragment } from "../../web/src/state/state.js";
import { unmarked } from "../../web/src/text/typeset.js";

describe("the lessons", () => {
  it("have six links each, in both languages", () => {
    for (const language of TRANSLATED) {
      const names = LESSONS[language].lessons.map(({ items }) => Object.keys(items));
      expect(names.map(({ length }) => length)).toEqual([6, 6, 6]);
      expect(names.flat()).toEqual(Object.keys(LINKS));
    }
  });

  it.each(Object.values(LINKS))("lead to a part in a state that the page can read: %s", (link) => {
    const { state, junk } = readFragment(link);
    expect(junk).toEqual([]);
    expect(chapterOf(state.view)).toBeUndefined();
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
      for (const link of [PATH_LINK, ...Object.values(LINKS)]) {
        for (const file of [pupils, teachers]) expect(file).toContain(`#${link}&lang=`);
      }
      for (const { answer } of LESSONS[language].lessons.flatMap(itemsOf)) {
        expect(pupils).not.toContain(unmarked(answer));
        expect(teachers).toContain(unmarked(answer));
      }
    },
  );
});
