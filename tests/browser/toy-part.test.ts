/**
 * A part is its files and its name in the list (web/docs/adding-a-part.md): the files of toy-part
 * are added to a copy of web/, which is then built and shown.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { inProject, run } from "../../web/tools/run.mjs";
import {
  go,
  numbersOf,
  open,
  painted,
  ready,
  serve,
  sharedBrowser,
  tableNamed,
} from "./browser.js";
import { menu, openMenu, take } from "./download-menu.js";
import { fragmentOf } from "./reasons.js";

const LIST = "web/src/keys/index.ts";
const LABELS = "web/src/text/en/labels.ts";

const copy = mkdtempSync(join(tmpdir(), "toy-part-"));
afterAll(() => rmSync(copy, { recursive: true }));
const inCopy = (...parts: string[]) => join(copy, ...parts);

function copyWithToyPart(): void {
  cpSync(inProject("web"), inCopy("web"), { recursive: true });
  for (const file of ["package.json", "tsconfig.json", "LICENSE", "tests/all.ts"]) {
    cpSync(inProject(file), inCopy(file));
  }
  symlinkSync(inProject("node_modules"), inCopy("node_modules"));
  // Only the compiled engine is shared: the build writes beside it.
  mkdirSync(inCopy("build"));
  symlinkSync(inProject("build/wasm"), inCopy("build/wasm"));
  cpSync(inProject("build/still"), inCopy("build/still"), { recursive: true });
  cpSync(inProject("tests/browser/toy-part"), inCopy("web/src"), { recursive: true });
  const labels = readFileSync(inCopy(LABELS), "utf8");
  writeFileSync(inCopy(LABELS), labels.replace(/^};$/m, '  toy: "Odd sums",\n};'));
  const list = readFileSync(inCopy(LIST), "utf8");
  writeFileSync(
    inCopy(LIST),
    list
      .replace(
        /^import .* from "\.\/tensor\.js";\n/m,
        '$&import { part as toy } from "./toy.js";\n',
      )
      .replace(/^ {2}exponent,\n/m, "$&  toy,\n"),
  );
}

beforeAll(async () => {
  copyWithToyPart();
  // Vitest's own value would have Vite build for development.
  vi.stubEnv("NODE_ENV", "production");
  for (const mode of ["hosted", "worker", "embed"]) {
    await build({ configFile: inCopy("web/vite.config.ts"), mode, logLevel: "error" });
  }
  vi.unstubAllEnvs();
}, 300_000);

test("a part's folder and its line in the list pass the type check", async () => {
  await run(inProject("node_modules/.bin/tsc"), ["--noEmit", "-p", inCopy("tsconfig.json")], {
    quiet: true,
  });
});

describe("a part that was added", async () => {
  const [browser, served] = await Promise.all([
    sharedBrowser(),
    serve({}, undefined, inCopy("dist")),
  ]);
  afterAll(() => void served.server.close());

  const computed = (scope: Page | Locator) =>
    scope.locator('[data-study="squares"][data-progress="done"]').waitFor();
  const sums = async (scope: Page | Locator) =>
    (await numbersOf(tableNamed(scope, "Sums of the first odd numbers"))).flat();

  test("is a view with its figure and table, computed in the worker", async () => {
    const { page, messages, requests } = await open(browser, `${served.address}#view=toy`);
    await ready(page);
    await page.getByRole("heading", { name: "Odd numbers add up to squares" }).waitFor();
    await computed(page);
    await expect(sums(page)).resolves.toEqual([1, 4, 9, 16, 25, 36]);
    const picture = page.getByRole("img", { name: "Sums of the first odd numbers" });
    await expect.poll(() => painted(picture)).toBe(true);
    await page.locator(".reason .display math").first().waitFor();
    expect(requests.some((url) => /\/worker-[\w-]+\.js$/.test(url))).toBe(true);
    expect(messages).toEqual([]);
  });

  test("has its key in the link, which is refused with a note if it is junk, and speaks both languages", async () => {
    const { page } = await open(browser, `${served.address}#view=toy&terms=3`);
    await computed(page);
    await expect(sums(page)).resolves.toEqual([1, 4, 9]);
    await page.getByRole("spinbutton", { name: "Terms" }).fill("4");
    await expect.poll(() => fragmentOf(page).get("terms")).toBe("4");
    await expect.poll(() => sums(page)).toEqual([1, 4, 9, 16]);
    await go(page, "view=toy&terms=21");
    await page.getByText("terms=21").waitFor();
    await expect.poll(() => sums(page)).toHaveLength(6);
    await go(page, "view=toy&lang=zh");
    await page.getByRole("heading", { name: "奇数之和是平方数" }).waitFor();
    await page.getByRole("spinbutton", { name: "项数" }).waitFor();
  });

  test("is linked to from the first screen, by its label and its silhouette", async () => {
    const { page } = await open(browser, served.address);
    const link = page.getByRole("link", { name: "Odd sums" });
    await link.locator("svg path.scaled").waitFor();
    await link.click();
    await expect.poll(() => fragmentOf(page).get("at")).toBe("toy");
    await page.locator("#at-toy").waitFor();
  });

  test("is an element in a host's page, with its key as an attribute", async () => {
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><title>a host</title>
      <attention-scale view="toy" terms="2"></attention-scale>`);
    await page.addScriptTag({ url: `${served.address}embed.js` });
    const element = page.locator("attention-scale");
    await computed(element);
    await expect(sums(element)).resolves.toEqual([1, 4]);
    await element.evaluate((it) => it.setAttribute("terms", "5"));
    await expect.poll(() => sums(element)).toEqual([1, 4, 9, 16, 25]);
    await page.close();
  });

  test("offers its program with the reader's parameters", async () => {
    const { page } = await open(browser, `${served.address}#view=toy&terms=3`);
    await computed(page);
    await openMenu(page);
    expect((await take(page, "NumPy")).text).toContain("\nterms = 3\n");
    // web/docs/cpp.md has no line of the part, and the menu no sentence about its C++.
    expect(await menu(page).getByText("C++").count()).toBe(0);
  });
});
