import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadEngine } from "attention-scale";
import type { Frame, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pieceOf } from "../../web/src/model/pieces.js";
import { START, type State } from "../../web/src/model/state.js";
import { open, setUp } from "../browser/browser.js";
import { buildBlog, ENGINES } from "./blogs.js";

const { browser } = await setUp();
const engine = await loadEngine();

/** The unscaled weights of a sentence, as the engine gives them here. */
function expected(words: readonly string[], dim: number, seed = START.seed): number[] {
  const x = engine.wordVectors(words, { seed, dim });
  const queries = engine.project(x, { seed, projection: "queries" });
  const keys = engine.project(x, { seed, projection: "keys" });
  return [...engine.attention(queries, keys, x, { scale: 1, outputs: ["weights"] }).weights.data];
}

/** Those on screen, once a figure is ready. */
async function shown(figure: Locator): Promise<number[]> {
  await figure.scrollIntoViewIfNeeded();
  await expect.poll(() => figure.getAttribute("data-ready")).toBe("true");
  return figure.evaluate((element) => {
    const tables = [...(element.shadowRoot?.querySelectorAll("table") ?? [])];
    const named = tables.find(
      (table) => table.caption?.textContent === "Unscaled attention weights",
    );
    return [...(named?.querySelectorAll("td") ?? [])].map((cell) => Number(cell.dataset.value));
  });
}

const elements = (page: Page | Frame) => page.locator("attention-scale");

/** A sentence with all that could mean something to one of the engines. */
const AWKWARD = "“{{ a }} {% b %} <b> & \"c\" 'd' `e` 🙂 שלום";

describe.each(ENGINES)("a blog made by %s", async (engineName) => {
  const state = (change: Partial<State>): State => ({ ...START, view: "matrices", ...change });
  const options = { version: "0.1.0", caption: "A “caption” & {{ more }}", alt: "alt <text>" };
  const pasted = [state({ sentence: AWKWARD, dim: 5 }), state({ sentence: "to be", dim: 7 })];
  const kinds = [engineName, "markdown"] as const;
  const blog = await buildBlog(engineName, {
    pasted: pasted
      .flatMap((s) => kinds.map((kind) => pieceOf(kind, s, options)))
      .join("\n\ntext\n\n"),
  });
  const source = (path: string) => readFileSync(join(blog.output, path, "index.html"), "utf8");

  test("shows the engine's numbers in two figures of one post, and is silent", async () => {
    const { page, messages } = await open(browser, blog.address("element/"));
    expect(await elements(page).count()).toBe(2);
    expect(await shown(elements(page).nth(0))).toEqual(expected(["to", "be", "or", "not"], 100));
    expect(await shown(elements(page).nth(1))).toEqual(expected(["q", "a", "b"], 64, 7));
    expect(messages).toEqual([]);
  });

  test("shows frames as high as what they hold, with the engine's numbers", async () => {
    const { page, messages } = await open(browser, blog.address("frame/"));
    const frames = page.locator("iframe.attention-scale");
    expect(await frames.count()).toBe(2);
    await frames.first().scrollIntoViewIfNeeded();
    const handle = await frames.first().elementHandle();
    const frame = await handle?.contentFrame();
    if (!frame) throw new Error("there is no frame");
    expect(await shown(elements(frame))).toEqual(expected(["to", "be", "or", "not"], 100));
    const inside = () => frame.evaluate(() => document.documentElement.scrollHeight);
    const outside = () => frames.first().evaluate((element) => element.clientHeight);
    await expect.poll(async () => (await outside()) - (await inside())).toBeGreaterThanOrEqual(0);
    expect(Math.abs((await outside()) - (await inside()))).toBeLessThan(40);
    expect(messages).toEqual([]);
  });

  test("holds still picture and caption in its source, for whoever runs no script", () => {
    for (const path of ["element", "frame"]) {
      expect(source(path)).toMatch(/<img src="[^"]*still-en\.svg"/);
      expect(source(path)).toContain("The words of a prince.");
    }
  });

  test("recreates what the Share dialog gives to paste, whatever the sentence holds", async () => {
    const { page } = await open(browser, blog.address("pasted/"));
    for (const [index, { sentence, dim }] of pasted.flatMap((s) => [s, s]).entries()) {
      const figure = elements(page).nth(index);
      await shown(figure);
      const now = await figure.evaluate(
        (element) => (element as unknown as { state: State }).state,
      );
      expect({ sentence: now.sentence, dim: now.dim, view: now.view }).toEqual({
        sentence,
        dim,
        view: "matrices",
      });
    }
    expect(source("pasted")).toContain("caption");
  });
});

test("Hugo's feed holds the still picture and its caption", async () => {
  const blog = await buildBlog("hugo", {});
  const feed = readFileSync(join(blog.output, "index.xml"), "utf8");
  expect(feed).toContain("still-en.svg");
  expect(feed).toContain("The words of a prince.");
});
