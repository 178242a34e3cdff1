/**
 * The same link has the same words in Chromium, Firefox and WebKit as in Node:
 * tests/web/sentences.ts has them.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BY_DICTIONARY, BY_RULE, type CutExample, type Example } from "../web/sentences.js";
import { setUp } from "./browser.js";
import { firefox, type OtherBrowser, webkit } from "./other-browsers.js";

const { browser: chromiumBrowser, served } = await setUp();

async function chromium(): Promise<OtherBrowser> {
  const page = await chromiumBrowser.newPage();
  return {
    open: async (url) => {
      await page.goto(url);
    },
    run: (inPage, ...given) =>
      page.evaluate(`(${inPage})(...${JSON.stringify(given)})`) as Promise<
        ReturnType<typeof inPage>
      >,
    close: () => page.close(),
  };
}

/** Functions that run in the page; they can use nothing of this file. */
const inPage = {
  go: (fragment: string) => {
    location.hash = fragment;
  },
  /** The words on screen once they answer the sentence; null until then. */
  words: (sentence: string) => {
    const element = document.querySelector("attention-scale");
    const shown = element?.shadowRoot?.querySelectorAll(".chips li") ?? [];
    const answered = element?.getAttribute("data-ready") === "true";
    const asked = element?.state.sentence === sentence;
    return asked && answered ? [...shown].map(({ textContent }) => textContent) : null;
  },
  type: (sentence: string) => {
    const field = document
      .querySelector("attention-scale")
      ?.shadowRoot?.querySelector<HTMLInputElement>("#sentence");
    if (field) {
      field.value = sentence;
      field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    }
  },
  fragment: () => location.hash,
  notes: () =>
    [
      ...(document
        .querySelector("attention-scale")
        ?.shadowRoot?.querySelectorAll<HTMLElement>(".notices li") ?? []),
    ].map(({ textContent }) => textContent),
};

/** The first answer waits for the engine. */
const PATIENCE = { interval: 20, timeout: 60_000 };

const linkTo = (sentence: string, cuts = "") =>
  `view=matrices&dim=4&lang=en&${new URLSearchParams({ sentence, ...(cuts && { cuts }) })}`;

/**
 * So many sentences in one as have 45 words, less than are allowed also where a dictionary divides
 * some once more.
 */
function together(list: readonly (Example & Partial<CutExample>)[]) {
  const all: { sentence: string; words: string[]; cuts: string }[] = [];
  for (const { sentence, words, cuts } of list) {
    const last = all.at(-1);
    const more = words.split("|");
    if (last === undefined || last.words.length + more.length > 45) {
      all.push({ sentence, words: more, cuts: cuts ?? "" });
    } else {
      last.sentence += ` — ${sentence}`;
      last.words.push(...more);
      last.cuts += cuts === undefined ? "" : `.${cuts}`;
    }
  }
  return all;
}

describe.each([
  ["Chromium", chromium],
  ["Firefox", firefox],
  ["WebKit", webkit],
] as const)("in %s", (_, launch) => {
  let browser: OtherBrowser;
  beforeAll(async () => {
    browser = await launch();
    await browser.open(`${served.address}#${linkTo("I am good")}`);
  });
  afterAll(() => browser?.close());

  async function wordsAt(fragment: string, sentence: string) {
    await browser.run(inPage.go, fragment);
    await expect.poll(() => browser.run(inPage.words, sentence), PATIENCE).not.toBeNull();
    return browser.run(inPage.words, sentence);
  }

  test("sentences that need no dictionary have their words by rule", async () => {
    for (const { sentence, words } of together(BY_RULE)) {
      expect(await wordsAt(linkTo(sentence), sentence)).toEqual(words);
    }
  });

  test("sentences that need one have the words of their link", async () => {
    for (const { sentence, words, cuts } of together(BY_DICTIONARY)) {
      expect(await wordsAt(linkTo(sentence, cuts), sentence)).toEqual(words);
      expect(await browser.run(inPage.notes)).toEqual([]);
    }
  });

  test("without cuts they lose no letter, and the link to them has those of this browser", async () => {
    for (const { sentence, words } of together(BY_DICTIONARY)) {
      // Shows another sentence first: this one has been there with its cuts.
      await wordsAt(linkTo("I am good"), "I am good");
      await browser.run(inPage.type, sentence);
      await expect.poll(() => browser.run(inPage.words, sentence), PATIENCE).not.toBeNull();
      const shown = await browser.run(inPage.words, sentence);
      expect(shown?.join("")).toBe(words.join(""));
      // A sentence that is one word throughout would have a quarter.
      expect(shown?.length).toBeGreaterThan(words.length / 2);
      const cuts = async () =>
        new URLSearchParams((await browser.run(inPage.fragment)).slice(1)).get("cuts") ?? "";
      await expect.poll(cuts).toMatch(/^\d+(\.\d+)*$/);
      const link = linkTo(sentence, await cuts());
      await wordsAt(linkTo("I am good"), "I am good");
      expect(await wordsAt(link, sentence)).toEqual(shown);
    }
  });

  test("cuts that do not fit are named", async () => {
    const shown = await wordsAt(linkTo("我很好。", "9.9"), "我很好。");
    expect(shown?.join("")).toBe("我很好");
    expect(await browser.run(inPage.notes)).toEqual([expect.stringContaining("cuts=9.9")]);
  });
});
