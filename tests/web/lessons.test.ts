import { describe, expect, it } from "vitest";
import { LESSONS, LINKS } from "../../web/src/lessons/lessons.js";
import { markdown, TRANSLATED } from "../../web/src/lessons/markdown.js";
import { chapterOf } from "../../web/src/state/chapters.js";
import { readFragment, writeFragment } from "../../web/src/state/state.js";

describe("the lessons", () => {
  it("have six links each, in both languages", () => {
    expect(LINKS.map((links) => links.length)).toEqual([6, 6, 6]);
    for (const language of TRANSLATED) {
      expect(LESSONS[language].lessons.map(({ items }) => items.length)).toEqual([6, 6, 6]);
    }
  });

  it.each(LINKS.flat())("lead to a part in a state that the page can read: %s", (link) => {
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
      for (const link of LINKS.flat()) {
        for (const file of [pupils, teachers]) expect(file).toContain(`#${link}&lang=`);
      }
      for (const { items } of LESSONS[language].lessons) {
        for (const { answer } of items) {
          expect(pupils).not.toContain(answer);
          expect(teachers).toContain(answer);
        }
      }
    },
  );
});
