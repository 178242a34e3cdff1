/** README.md's tag: the hash lets this loader.js run and no other, and who is told when it is stale. */
import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { integrityNote } from "../../web/tools/integrity.mjs";
import { readmeAgainst, readmeFor } from "../../web/tools/readme.mjs";
import { dist, open, ready, serve, sharedBrowser } from "../browser/browser.js";
import { expectTables } from "../browser/expected.js";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const note = integrityNote();
const current = readmeFor(readme, note);
const otherHash = `sha384-${"A".repeat(64)}`;

describe("README.md's hash", () => {
  test("is right where it is that of dist/loader.js", () => {
    expect(readmeAgainst(current, note)).toBeUndefined();
  });

  test("is stale where the same tools made other bytes, and the command that mends it is named", () => {
    const found = readmeAgainst(current, { ...note, "loader.js": otherHash });
    expect(found).toMatchObject({ stale: true });
    expect(found?.told).toContain("npm run integrity");
  });

  test("is no fault of who has other tools", () => {
    const other = { ...note, builtWith: "Emscripten 4.0.1", "loader.js": otherHash };
    const found = readmeAgainst(current, other);
    expect(found).toMatchObject({ stale: false });
    expect(found?.told).toContain(note.builtWith);
    expect(found?.told).toContain("Emscripten 4.0.1");
  });

  test("is stale for another version, whoever built it", () => {
    const other = { ...note, version: "9.8.7", builtWith: "Emscripten 4.0.1" };
    expect(readmeAgainst(current, other)).toMatchObject({ stale: true });
    expect(readmeAgainst(readmeFor(current, other), other)).toBeUndefined();
  });

  test("is missed where the tag has none", () => {
    expect(readmeAgainst(current.replaceAll("integrity=", "x="), note)).toMatchObject({
      stale: true,
    });
  });
});

/** A post with the README's tag and what stands around it. */
const post = (text: string) => {
  const [, block] = /```html\n(<script [\s\S]*?)```/.exec(text) ?? [];
  if (block === undefined) throw new Error("README.md shows no tag.");
  return `<!doctype html><title>A post</title><link rel="icon" href="data:,">${block}`;
};

describe("README.md's tag", async () => {
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

  test("runs the script of its hash", async () => {
    const { page, messages } = await openPost(current);
    await ready(page);
    // The figure holds the weights alone.
    const elsewhere = ["Word vectors X", "Scores QKᵀ", "Unscaled output Z", "Scaled output Z"];
    await expectTables(page, { words: ["I", "am", "good"], dim: 64 }, elsewhere);
    expect(messages).toEqual([]);
  });

  test("refuses any other, and leaves the still picture", async () => {
    const { page, messages } = await openPost(
      readmeFor(current, { ...note, "loader.js": otherHash }),
    );
    await expect.poll(() => messages.join()).toContain("integrity");
    const picture = page.locator("attention-scale img");
    await expect(picture.isVisible()).resolves.toBe(true);
    const loaded = picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
    await expect(loaded).resolves.toBe(true);
    expect(await page.locator('[data-ready="true"]').count()).toBe(0);
  });
});
