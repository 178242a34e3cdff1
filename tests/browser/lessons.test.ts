/**
 * The lessons: from the single file without a network, on paper, and their answers on a link of
 * their own.
 */
import { describe, expect, test } from "vitest";
import { LESSONS, LINKS } from "../../web/src/lessons/lessons.js";
import { violations } from "./axe.js";
import { ALL, go, open, ready, setUp, singleFile, testOfAll } from "./browser.js";
import { fragmentOf } from "./reasons.js";

const { browser, served } = await setUp();

/** The pages of a PDF of A4 with the margins that browsers give. */
const sheets = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
const MARGIN = "10mm";
const A4 = {
  format: "A4",
  margin: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
} as const;

describe("the lessons", () => {
  test.each(["en", "zh"] as const)(
    "are two sheets of A4, with and without the answers: %s",
    async (lang) => {
      const { page, messages } = await open(browser, `${singleFile}#view=lessons&lang=${lang}`);
      await ready(page);
      expect(await page.locator(".lesson li").count()).toBe(18);
      expect(sheets(await page.pdf(A4))).toBe(2);
      const answer = LESSONS[lang].lessons[0].items.saturation.answer;
      expect(await page.getByText(answer.slice(0, 12)).count()).toBe(0);
      await page.getByRole("link", { name: LESSONS[lang].forTeachers, exact: true }).click();
      await page.getByText(answer.slice(0, 12)).waitFor();
      await expect.poll(() => fragmentOf(page).get("solutions")).toBe("on");
      expect(sheets(await page.pdf(A4))).toBeLessThanOrEqual(2);
      expect(messages).toEqual([]);
    },
  );

  test("have links into the page itself, in the language of the reader, and back", async () => {
    const { page, requests } = await open(browser, `${singleFile}#view=lessons&lang=zh`);
    await ready(page);
    const links = page.locator(".lesson h3 a");
    expect(await links.count()).toBe(Object.keys(LINKS).length);
    await links.nth(7).click();
    await page.locator("section.reason canvas").first().waitFor();
    const fragment = fragmentOf(page);
    expect(["view", "dim", "lang"].map((key) => fragment.get(key))).toEqual(["many", "512", "zh"]);
    await page.goBack();
    await links.first().waitFor();
    expect(requests.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
  });

  testOfAll.each(Object.values(LINKS))("lead to figures: %s", async (link) => {
    const { page, messages } = await open(browser, `${singleFile}#${link}&lang=en`);
    await ready(page);
    await page.locator("figure canvas").first().waitFor();
    expect(await page.locator(".notices > *").count()).toBe(0);
    expect(messages).toEqual([]);
  });

  test.each(ALL ? ["lessons.html", "#view=lessons"] : ["lessons.html"])(
    "are a document of the hosted page, whose links lead to its chapters: %s",
    async (address) => {
      const { page, requests } = await open(browser, `${served.address}${address}`);
      await ready(page);
      await expect.poll(() => page.locator(".lesson").count()).toBe(3);
      const hrefs = await page
        .locator(".lesson h3 a")
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      expect(hrefs.every((href) => href.startsWith(served.address))).toBe(true);
      expect(requests.some((url) => /-parts-/.test(url))).toBe(false);
      await go(page, "view=lessons&solutions=on");
      await page.getByText(LESSONS.en.answer).first().waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );
});
