/**
 * The tag of web/docs/embedding.md: the hash lets this loader.js run and no other, and who is told
 * when it is stale.
 */
import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { tagAgainst, tagFor } from "../../web/tools/docs.mjs";
import { integrityNote } from "../../web/tools/integrity.mjs";
import { dist, open, ready, serve, sharedBrowser } from "../browser/browser.js";
import { expectTables } from "../browser/expected.js";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const note = integrityNote();
const current = tagFor(read("web/docs/embedding.md"), note);
const otherHash = `sha384-${"A".repeat(64)}`;

describe("the hash of the tag", () => {
  test("is right where it is that of dist/loader.js", () => {
    expect(tagAgainst(current, note)).toBeUndefined();
  });

  test("is no fault of who has other tools or changed the sources, and both builds are named", () => {
    const other = { ...note, builtWith: "Emscripten 4.0.1", "loader.js": otherHash };
    const found = tagAgainst(current, other);
    expect(found).toMatchObject({ stale: false });
    expect(found?.told).toContain(note.builtWith);
    expect(found?.told).toContain("Emscripten 4.0.1");
  });

  test("is stale for another version, whoever built it, and the command that mends it is named", () => {
    const other = { ...note, version: "9.8.7", builtWith: "Emscripten 4.0.1" };
    const found = tagAgainst(current, other);
    expect(found).toMatchObject({ stale: true });
    expect(found?.told).toContain("npm run integrity");
    expect(tagAgainst(tagFor(current, other), other)).toBeUndefined();
  });

  test("is missed where the tag has none", () => {
    expect(tagAgainst(current.replaceAll("integrity=", "x="), note)).toMatchObject({ stale: true });
  });
});

/** A post with the tag of a document, and what stands around it. */
const post = (text: string) => {
  const [, block] = /```html\n(<script [\s\S]*?)```/.exec(text) ?? [];
  if (block === undefined) throw new Error("The document shows no tag.");
  return `<!doctype html><title>A post</title><link rel="icon" href="data:,">${block}`;
};

describe("a post with the tag", async () => {
  const browser = await sharedBrowser();
  async function openPost(text: string) {
    const html = post(text).replaceAll('"/attention-scale/', '"');
    const { server, address } = await serve({}, undefined, dist, (path, response) => {
      if (path !== "post.html") return false;
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html);
      return true;
    });
    onTestFinished(() => void server.close());
    return open(browser, `${address}post.html`);
  }

  test.each([
    ["with a hash, and runs its script", current],
    ["of the README", read("README.md")],
  ])("shows the figure by the one %s", async (_, text) => {
    const { page, messages } = await openPost(text);
    await ready(page);
    // The figure holds the weights alone.
    const elsewhere = ["Word vectors X", "Scores QKᵀ", "Unscaled output Z", "Scaled output Z"];
    await expectTables(page, { words: ["I", "am", "good"], dim: 64 }, elsewhere);
    expect(messages).toEqual([]);
  });

  test("refuses any other, and leaves the still picture", async () => {
    const { page, messages } = await openPost(tagFor(current, { ...note, "loader.js": otherHash }));
    await expect.poll(() => messages.join()).toContain("integrity");
    const picture = page.locator("attention-scale img");
    await expect(picture.isVisible()).resolves.toBe(true);
    const loaded = picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
    await expect(loaded).resolves.toBe(true);
    expect(await page.locator('[data-ready="true"]').count()).toBe(0);
  });
});
