/** The chapter of the trained model: its data, the two answers, and what goes wrong. */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { en as talk } from "../../web/src/text/en/talk.js";
import { answersTo } from "../engine/trained-model.js";
import { dist, openApart, painted, ready, setUp, testOfAll } from "./browser.js";
import { serveHost } from "./host-pages.js";

const { browser, served } = await setUp();
const QUESTION = "中国的首都是哪里？";
const LONGER = "请介绍一下中国的历史和文化。";
const ADDRESS = `${served.address}model.html`;
const MODEL = "**/model/**";

const host = (page: Page) => page.locator("attention-scale");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const prompt = (page: Page) => page.getByRole("textbox", { name: "Prompt", exact: true });
const answer = (page: Page, how: "with" | "without") =>
  page.locator(`output[aria-label="Answer ${how} the division"]`);

const LONG = { timeout: 60_000 };
const loaded = (page: Page) =>
  expect.poll(() => host(page).getAttribute("data-model"), LONG).toBe("ready");
const done = (page: Page) =>
  page.locator('[data-answer="done"]').waitFor({ state: "attached", ...LONG });

/**
 * Has a page answer the question of the prompt until the answer with the division is as wanted. The
 * one without it would go on for 200 tokens.
 */
async function answered(page: Page, wanted: string): Promise<void> {
  await button(page, "Answer").click();
  await button(page, "Stop").waitFor();
  await expect.poll(() => answer(page, "with").innerText(), LONG).toBe(wanted);
  const stop = button(page, "Stop");
  if (await stop.isVisible()) await stop.click();
  await done(page);
}
const PARIS = "The capital of France is Paris.";
const BEIJING = "中国的首都是北京。";

/** A page of its own, in which the model is loaded. */
async function opened(fragment = "lang=en") {
  const watched = await openApart(browser, `${ADDRESS}#${fragment}`);
  await ready(watched.page);
  await button(watched.page, "Load the model").click();
  await loaded(watched.page);
  return watched;
}

/** The files of the model that were asked of the server. */
const ofModel = (requests: readonly string[]) =>
  requests.filter((url) => url.includes("/model/")).map((url) => url.replace(/.*\//, ""));

/** The files that a server sends, and that a reader picks. */
const files = readdirSync(join(dist, "model")).filter((name) => /\.(bin|json)$/.test(name));

/** A folder as on a memory stick, with the page in one file. */
function stick(): string {
  const folder = mkdtempSync(join(tmpdir(), "stick-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(dist, "attention-scale.html"), join(folder, "attention-scale.html"));
  return folder;
}

const onStick = (folder: string) =>
  `${pathToFileURL(join(folder, "attention-scale.html")).href}#view=model&lang=en`;

describe("the trained model", () => {
  test("shows recorded answers before anything is loaded, each with its rivals", async () => {
    const { page, requests, messages } = await openApart(browser, `${ADDRESS}#lang=en`);
    await ready(page);
    expect(await answer(page, "with").innerText()).toBe(PARIS);
    expect(await answer(page, "without").innerText()).not.toContain("Paris");
    expect(await page.getByText(talk.recorded).count()).toBe(1);
    expect(await painted(page.locator("section.part canvas").first())).toBe(true);
    expect(await host(page).getAttribute("data-answer")).toBeNull();
    // What to expect of a question of one's own in English, and some that can be asked.
    const note = page.getByText("it often babbles");
    expect(await note.count()).toBe(0);
    await prompt(page).fill("Why is the sky blue?");
    await note.getByRole("button", { name: "Tell me a joke." }).click();
    expect(await prompt(page).inputValue()).toBe("Tell me a joke.");
    await prompt(page).fill(QUESTION);
    await expect.poll(() => note.count()).toBe(0);
    await page.evaluate((to) => (location.hash = to), "lang=zh");
    await expect.poll(() => page.locator("output").nth(1).innerText()).toBe(BEIJING);
    expect(ofModel(requests)).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("answers with the division and without it, and takes its data from storage after a reload", async () => {
    const { page, requests, messages } = await opened("lang=en&open=inside-lines");
    expect(ofModel(requests).sort()).toEqual([...files].sort());
    await prompt(page).fill(QUESTION);
    await answered(page, BEIJING);
    const without = await answer(page, "without").innerText();
    expect(without).not.toContain("北京");
    expect(without.length).toBeGreaterThan(5);
    await prompt(page).fill(LONGER);
    const [, divided = ""] = await answersTo(LONGER);
    await answered(page, divided);
    // The heads are those of this answer, also where nobody has looked at them before; the first 64
    // tokens of a long one.
    const rows = page.locator('table[aria-label="Scaled weights of layer 5, head 2"] tbody tr');
    expect(await rows.count()).toBeLessThan(64);
    await page.getByRole("heading", { name: "Inside: all 64 heads" }).scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count(), LONG).toBe(64);
    await prompt(page).fill(QUESTION);
    // The proof: the same division in W^Q alone.
    await page.getByRole("button", { name: /^Proof/ }).click();
    await page.getByText("The same answer, token by token").waitFor();
    expect(await answer(page, "without").innerText()).toBe(BEIJING);

    requests.length = 0;
    await page.reload();
    await ready(page);
    expect(await prompt(page).inputValue()).toBe(QUESTION);
    await button(page, "Load the model").click();
    await loaded(page);
    expect(ofModel(requests)).toEqual(["model.json"]);
    await answered(page, BEIJING);
    expect(messages).toEqual([]);
  });

  test("stops, and keeps what was typed where it is no prompt", async () => {
    const { page } = await opened();
    await prompt(page).fill(QUESTION);
    await button(page, "Answer").click();
    await expect.poll(() => answer(page, "without").innerText(), LONG).not.toBe("");
    await button(page, "Stop").click();
    await done(page);
    const before = await answer(page, "without").innerText();

    for (const [typed, sentence] of [
      ["", talk.problems.empty],
      ["很长的问题".repeat(200), "tokens, and 224 are allowed"],
    ] as const) {
      await prompt(page).fill(typed);
      await page.locator("#talk-prompt-problem", { hasText: sentence }).waitFor();
      await button(page, "Answer").click();
      expect(await prompt(page).inputValue()).toBe(typed);
      expect(await answer(page, "without").innerText()).toBe(before);
    }
  });

  test("says what is wrong with its memory and its data, and goes on where it broke off", async () => {
    const { page, requests } = await openApart(browser, `${ADDRESS}#lang=en`);
    await ready(page);
    // A model of 3 GB: more than the binary's memory may grow to.
    await page.route("**/model.json", async (route) => {
      const response = await route.fetch();
      const index = await response.json();
      const more = 3e9;
      const [first, ...others] = index.pieces;
      const pieces = [{ ...first, bytes: first.bytes + more }, ...others];
      await route.fulfill({ json: { ...index, pieces, bytes: index.bytes + more } });
    });
    await button(page, "Load the model").click();
    await page.getByText(talk.problems.memory).waitFor();
    expect(await answer(page, "with").innerText()).toBe(PARIS);
    await page.unroute("**/model.json");

    // A piece is damaged, and again when it is fetched once more.
    await page.route("**/*.bin", (route) => route.fulfill({ body: "no piece" }));
    await button(page, "Try again").click();
    await page.getByText("is cut short or of another version").waitFor();
    expect(await answer(page, "with").innerText()).toBe(PARIS);
    await page.unroute("**/*.bin");

    // The network fails at the third piece.
    const binaries = files.filter((name) => name.endsWith(".bin"));
    let pieces = 0;
    await page.route(MODEL, (route) => {
      if (route.request().url().endsWith(".bin")) pieces += 1;
      return pieces === 3 ? route.abort() : route.continue();
    });
    await button(page, "Try again").click();
    await page.getByText(talk.problems.network).waitFor();
    await page.unroute(MODEL);
    requests.length = 0;
    await button(page, "Try again").click();
    await loaded(page);
    expect(ofModel(requests)).toHaveLength(1 + binaries.length - 2);
  });

  testOfAll(
    "runs from memory where the browser refuses to keep the data, and says so",
    async () => {
      const { page } = await openApart(browser, "about:blank");
      await page.addInitScript(() =>
        Object.defineProperty(globalThis, "caches", {
          get: () => {
            throw new DOMException("", "SecurityError");
          },
        }),
      );
      await page.goto(`${ADDRESS}#lang=en`);
      await ready(page);
      await button(page, "Load the model").click();
      await loaded(page);
      await page.getByText("Your browser did not keep the data").waitFor();
      await answered(page, PARIS);
    },
  );

  test("answers in the page of a host, by the loader", async () => {
    const host = await serveHost(
      '<title>a host</title><script src="loader.js"></script><attention-scale view="talk" lang="en"></attention-scale>',
    );
    onTestFinished(() => void host.server.close());
    const { page } = await openApart(browser, `${host.address}host.html`);
    await button(page, "Load the model").click(LONG);
    await page.locator('[data-model="ready"]').waitFor({ state: "attached", ...LONG });
    await answered(page, PARIS);
  });

  test("comes from the folder beside the page on a memory stick, whose button says so", async () => {
    const folder = stick();
    cpSync(join(dist, "model"), join(folder, "model"), { recursive: true });
    const { page, messages } = await openApart(browser, onStick(folder));
    await ready(page);
    await page.getByText("25.9 MB from the folder “model” beside this file").waitFor();
    await button(page, "Load the model").click();
    await loaded(page);
    await answered(page, PARIS);
    // Scripts of the data stay in no document, and not in the memory of the page.
    expect(await page.locator("head script[src]").count()).toBe(0);
    expect(messages).toEqual([]);
  });

  test("from disk says what is missing or damaged beside it, and takes picked files", async () => {
    const folder = stick();
    const { page } = await openApart(browser, onStick(folder));
    await ready(page);
    await button(page, "Load the model").click();
    await page.getByText("There is no model/model.js beside this file.").waitFor();
    const [piece = ""] = files.filter((name) => name.endsWith(".bin"));
    cpSync(join(dist, "model"), join(folder, "model"), { recursive: true });
    writeFileSync(join(folder, "model", piece.replace(".bin", ".js")), "cut short");
    await button(page, "Try again").click();
    await page.getByText("is cut short or of another version").waitFor();
    rmSync(join(folder, "model", "model.js"));
    await button(page, "Try again").click();
    const picker = page.getByLabel(talk.pick);
    await picker.setInputFiles(files.slice(0, 3).map((name) => join(dist, "model", name)));
    await page.getByText("they are not all there").waitFor();
    await picker.setInputFiles(files.map((name) => join(dist, "model", name)));
    await loaded(page);
    await answered(page, PARIS);
  });
});
