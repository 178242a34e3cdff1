/** The pieces in small blogs, built by the real engines and read by a real browser. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { pieceOf } from "../../web/src/export/pieces.js";
import { forPage } from "../../web/src/state/embedded.js";
import { START, type State } from "../../web/src/state/state.js";
import { ALL, open, type Scope, sharedBrowser } from "../browser/browser.js";
import { expectMatrices, expectTables } from "../browser/expected.js";
import { ONE_LINERS, SNIPPETS } from "../package/snippets.js";
import { nasty, pastedStates, readBack, shownText, withFilesIn } from "../web/pasted.js";
import { type Blog, buildBlog, ENGINES } from "./blogs.js";

const browser = await sharedBrowser();
const version = "0.1.0";
/** Address of the files on the host: a blog's own piece finds them inside the blog. */
const base = "/some/sub/path/attention-scale";

/** Quotes of both kinds, what every engine reads into, emoji and Hebrew, in one sentence. */
const HARD = `"a" 'b' {{ c }} {% d %} {{< e >}} \`f\` <g> & \\ 🙂 שלום`;
const HARD_WORDS = ["a", "b", "c", "d", "e", "f", "g", "שלום"];
const hard: State = { ...START, sentence: HARD, dim: 32, view: "matrices", lang: "en" };
const caption = `He said: "{{ it's }}" & \`so\` <on>.`;
const alt = 'A "picture" {% of %} it';
/** Not the one that an English post has without it. */
const still = { name: "still-zh.svg", heights: { wide: 300, narrow: 400 } } as const;

/** Many states, the same in every run, with captions and alternative texts as hard to write. */
const random = fc.sample(fc.record({ state: pastedStates, caption: nasty, alt: nasty }), {
  seed: 1706,
  numRuns: 40,
});

/** The tags that the documents show, without their hash, which is that of one build. */
const TAGS = SNIPPETS.filter(({ text }) => /^<script .*\n[\s\S]*<attention-scale/.test(text)).map(
  ({ text }) => withFilesIn(base, text).replace(/ integrity="[^"]*" crossorigin="\w+"/, ""),
);
const SHOWN = { words: ["I", "am", "good"], dim: 64 };
/** The tables that the figure of the weights has not. */
const WITHOUT = ["Word vectors X", "Scores QKᵀ", "Unscaled output Z", "Scaled output Z"];

const THREE = 3;
const posts = (engine: (typeof ENGINES)[number]) => {
  const kinds = [engine, "markdown", "frame"] as const;
  const pasted = kinds.map((kind) => {
    const piece = pieceOf(kind, hard, { version, caption, alt, still });
    return kind === engine ? piece : withFilesIn(base, piece);
  });
  const all = random.flatMap(({ state, ...words }) =>
    kinds.map((kind) => pieceOf(kind, state, { version, ...words })),
  );
  const shown = [ONE_LINERS[engine] ?? "", ...TAGS];
  return {
    pasted: pasted.join("\n\nText between.\n\n"),
    random: all.join("\n\nText between.\n\n"),
    shown: shown.join("\n\nText between.\n\n"),
  };
};

/**
 * The n-th figure of a page, whose tables are then found alone. It starts when it comes into sight.
 */
async function figure(page: Page, index: number): Promise<Scope> {
  const element = page.locator("div:has(> attention-scale)").nth(index);
  await element.scrollIntoViewIfNeeded();
  return element;
}

/** A frame is fetched when it comes near the screen. */
async function frame(page: Page, index: number): Promise<Scope> {
  const element = page.locator("iframe").nth(index);
  await element.scrollIntoViewIfNeeded();
  return element.contentFrame();
}

/** How much higher a frame's box is than what it shows. */
const spareHeight = (page: Page, index: number) =>
  page
    .locator("iframe")
    .nth(index)
    .evaluate((element) => {
      const inside = (element as HTMLIFrameElement).contentDocument;
      const shown = inside?.querySelector("attention-scale")?.getBoundingClientRect().height ?? 0;
      return element.getBoundingClientRect().height - Math.ceil(shown);
    });

// The pieces of the others differ in their delimiters alone (tests/web/pieces.test.ts).
describe.each(ENGINES.filter((engine) => ALL || engine === "hugo"))(
  "in a blog made by %s",
  (engine) => {
    let blog: Blog;
    beforeAll(async () => {
      blog = await buildBlog(engine, posts(engine));
    });
    const source = (path: string) => readFileSync(join(blog.output, path), "utf8");

    test("two elements in one post show the engine's numbers, by one script and in silence", async () => {
      const { page, messages } = await open(browser, blog.address("element/"));
      await expectMatrices(await figure(page, 0), { words: ["to", "be", "or", "not"], dim: 100 });
      await expectMatrices(await figure(page, 1), { words: ["q", "a", "b"], dim: 64, seed: 7 });
      expect(await page.locator("attention-scale header").count()).toBe(0);
      expect(await page.locator('script[src$="/attention-scale/loader.js"]').count()).toBe(1);
      expect(messages).toEqual([]);
    });

    // A frame and a picture are pasted HTML, which the three blogs hand on alike, as the test below
    // says of all.
    const pasted = ALL || engine === "hugo";
    if (pasted) {
      test("two frames in one post show the engine's numbers and are as high as what they show", async () => {
        const { page, messages } = await open(browser, blog.address("frame/"));
        await expectMatrices(await frame(page, 0), { words: ["to", "be", "or", "not"], dim: 100 });
        const example = await frame(page, 1);
        await example.locator('[data-ready="true"]').waitFor({ state: "attached" });
        await expect(example.locator(".chips li").allTextContents()).resolves.toEqual([
          "I",
          "am",
          "good",
        ]);
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 900 });
          for (const index of [0, 1]) await expect.poll(() => spareHeight(page, index)).toBe(0);
        }
        expect(await page.locator('script[src$="/attention-scale/frame.js"]').count()).toBe(1);
        // The host has no style of its own, so it is light. A frame's theme is its scheme; the
        // still picture makes room.
        const schemes = page
          .locator("iframe")
          .evaluateAll((all) => all.map((one) => getComputedStyle(one).colorScheme));
        await expect(schemes).resolves.toEqual(["dark", "light"]);
        await expect(page.locator("img").first().isVisible()).resolves.toBe(false);
        await page.emulateMedia({ media: "print" });
        await expect(page.locator("img").first().isVisible()).resolves.toBe(true);
        await expect(page.locator("iframe").first().isVisible()).resolves.toBe(false);
        expect(messages).toEqual([]);
      });
    }

    test("what Share copied for this blog, for Markdown and as a frame shows a sentence full of delimiters", async () => {
      const { page, messages } = await open(browser, blog.address("pasted/"));
      const want = { words: HARD_WORDS, dim: 32 };
      await expectMatrices(await figure(page, 0), want);
      await expectMatrices(await figure(page, 1), want);
      const pictures = await page
        .locator("picture > *")
        .evaluateAll((all) =>
          all.map((one) => `${/still-zh[^"]*/.exec(one.outerHTML)} ${one.getAttribute("height")}`),
        );
      expect(pictures).toEqual(
        Array(THREE).fill(["still-zh-narrow.svg 400", "still-zh.svg 300"]).flat(),
      );
      const framed = await frame(page, 0);
      await expectMatrices(framed, want);
      await expect(framed.getByRole("textbox", { name: "Sentence" }).inputValue()).resolves.toBe(
        HARD,
      );
      expect(messages).toEqual([]);
    });

    test("what the documents show for this blog and for every other is the figure", async () => {
      const { page, messages } = await open(browser, blog.address("shown/"));
      expect(TAGS).toHaveLength(2);
      for (const element of await page.locator("attention-scale").all()) {
        await element.scrollIntoViewIfNeeded();
        await expectTables(element.locator(".."), SHOWN, WITHOUT);
      }
      expect(await page.locator("attention-scale").count()).toBe(THREE);
      expect(messages).toEqual([]);
    });

    test("hands on any state and any caption as they were", async () => {
      const { page } = await open(browser, "about:blank");
      const read = await page.evaluate((html) => {
        const parsed = new DOMParser().parseFromString(html, "text/html");
        return [...parsed.querySelectorAll("attention-scale, iframe")].map((element) => {
          const around = element.localName === "iframe" ? element.parentElement : element;
          const [, fragment] = element.getAttribute("src")?.split("#") ?? [];
          return {
            keys: element
              .getAttributeNames()
              .map((name) => [name, element.getAttribute(name) ?? ""]),
            fragment: element.localName === "iframe" ? (fragment ?? "") : null,
            link: around?.querySelector("a")?.getAttribute("href")?.split("#")[1] ?? "",
            caption: around?.querySelector("figcaption, [role=figure] > div")?.textContent ?? "",
            alt: around?.querySelector("a img")?.getAttribute("alt") ?? "",
          };
        });
      }, source("random/index.html"));
      expect(read.length).toBe(THREE * random.length);
      for (const [index, { keys, fragment, link, ...words }] of read.entries()) {
        const want = random[Math.floor(index / THREE)];
        if (want === undefined) throw new Error("More pieces than were pasted.");
        const state =
          fragment === null ? readBack(Object.fromEntries(keys)) : readBack({ state: fragment });
        expect(forPage(state)).toEqual(forPage(want.state));
        expect(forPage(readBack({ state: link }))).toEqual(forPage(want.state));
        for (const word of ["caption", "alt"] as const) {
          // An empty text asks a blog's own piece for its usual one.
          if (shownText(want[word]) === "" && index % THREE === 0) expect(words[word]).not.toBe("");
          else expect(words[word]).toBe(shownText(want[word]));
        }
      }
    });

    if (pasted) {
      test("leaves a linked still picture and a caption where no script runs", async () => {
        for (const path of ["element/", "frame/"]) {
          const { page } = await open(browser, blog.address(path), { javaScriptEnabled: false });
          const pictures = page.locator("a > picture > img");
          expect(await pictures.count()).toBe(2);
          const caption = page.locator("figcaption, [role=figure] > div").first();
          await expect(caption.innerText()).resolves.toBe("The words of a prince.");
          for (const picture of await pictures.all()) {
            // A frame shows its own.
            const framed = path === "frame/";
            if (!framed) await picture.scrollIntoViewIfNeeded();
            await expect(picture.isVisible()).resolves.toBe(!framed);
            const { address, link } = {
              address: (await picture.getAttribute("src")) ?? "",
              link: (await picture.locator("../..").getAttribute("href")) ?? "",
            };
            // Complete addresses, for feed readers.
            expect(address).toBe(blog.address("attention-scale/still-en.svg"));
            expect(link.startsWith(blog.address("attention-scale/attention-scale.html#"))).toBe(
              true,
            );
            const answer = await fetch(address);
            expect([answer.status, answer.headers.get("content-type")]).toEqual([
              200,
              "image/svg+xml",
            ]);
          }
        }
      });
    }

    test("brings nothing inline, so that a strict Content-Security-Policy may stand", async () => {
      for (const path of ["element/index.html", "frame/index.html"]) {
        expect(source(path)).not.toMatch(/<style| style=| on\w+="|<script(?![^>]* src=)/);
      }
    });

    test("hands the page for frames on byte for byte", () => {
      for (const name of ["attention-scale.html", "embed.js", "loader.js"]) {
        const original = readFileSync(new URL(`../../dist/${name}`, import.meta.url));
        expect(readFileSync(join(blog.output, "attention-scale", name)).equals(original)).toBe(
          true,
        );
      }
    });

    // Hexo makes a feed by a plugin only.
    if (engine === "hexo") return;
    test("has the still picture and the caption in its feed", async () => {
      const { page } = await open(browser, "about:blank");
      const items = await page.evaluate((xml) => {
        const feed = new DOMParser().parseFromString(xml, "application/xml");
        return [...feed.querySelectorAll("item")].map((item) => {
          const text = item.querySelector("description")?.textContent ?? "";
          const html = new DOMParser().parseFromString(text, "text/html");
          return {
            title: item.querySelector("title")?.textContent ?? "",
            pictures: [...html.querySelectorAll("a img")].map((picture) =>
              picture.getAttribute("src"),
            ),
            captions: [...html.querySelectorAll("figcaption, [role=figure] > div")].map(
              ({ textContent }) => textContent,
            ),
            frames: [...html.querySelectorAll("iframe")].map((frame) => frame.getAttribute("src")),
          };
        });
      }, source("index.xml"));
      for (const title of ["Two figures", "Two frames"]) {
        const item = items.find((one) => one.title === title);
        expect(item?.pictures).toContain(blog.address("attention-scale/still-en.svg"));
        expect(item?.captions).toContain("The words of a prince.");
        expect(item?.frames.length).toBe(title === "Two frames" ? 1 : 0);
        // A reader of feeds completes an address by that of the post.
        for (const frame of item?.frames ?? []) {
          const { href } = new URL(frame ?? "", blog.address("frame/"));
          expect(href).toContain(`${blog.address("attention-scale/attention-scale.html")}#`);
        }
      }
    });
  },
);
