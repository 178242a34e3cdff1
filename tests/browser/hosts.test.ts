/** Hosts as they are: with strict policies, wrong headers, sandboxes, and no charset. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { open, ready, serve, setUp } from "./browser.js";
import { expectMatrices, expectTables, heavyWork } from "./expected.js";
import { embed, hostPages } from "./host-pages.js";
import { progressOf } from "./reasons.js";

const { browser, served } = await setUp();
const openHost = hostPages(browser);

const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
/** An experiment that the machine has little time for. */
const PATIENCE = { timeout: 40_000 };

const START = { words: ["I", "am", "good"], dim: 64 };

/** All of the page, scrolled through: an experiment runs while it is in sight. */
async function walk(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = "#samples=500&draws=100&at=variance";
  });
  const sections = page.locator("section.reason");
  await sections.first().waitFor();
  for (const section of await sections.all()) {
    await section.scrollIntoViewIfNeeded();
    for (const study of await section.locator("[data-study]").all()) {
      // A line that says nothing any more is not in sight itself.
      await study.evaluate((line) => line.parentElement?.scrollIntoView());
      await expect.poll(() => study.getAttribute("data-progress"), PATIENCE).toBe("done");
    }
  }
}

describe("a host with a strict Content-Security-Policy", () => {
  const headers = { "Content-Security-Policy": STRICT };

  test("shows the element without a word in the console, worker included", async () => {
    const { page, messages } = await openHost(embed('view="page"'), headers);
    await expectTables(page, START);
    await heavyWork(page);
    expect(page.workers()).toHaveLength(1);
    expect(messages).toEqual([]);
  });

  test("runs the experiments of the element in a worker as well", async () => {
    const { page, messages } = await openHost(embed('view="variance" samples="500"'), headers);
    await expect.poll(() => progressOf(page, "scores"), PATIENCE).toBe("done");
    expect(page.workers()).toHaveLength(1);
    expect(messages).toEqual([]);
  });

  test("lets its reader share, and take figures away", async () => {
    const { page, messages } = await openHost(embed('view="matrices"'), headers);
    await ready(page);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("combobox", { name: "In a blog post" }).waitFor();
    await page.getByRole("button", { name: "Download", exact: true }).first().click();
    await page.getByRole("dialog").getByRole("img").waitFor();
    expect(messages).toEqual([]);
  });

  test("draws formulas in the page's own font", async () => {
    const { page } = await openHost(embed('view="page"'), headers);
    await ready(page);
    await expect
      .poll(() => page.evaluate(() => document.fonts.check("16px 'Attention Scale Math'")))
      .toBe(true);
    const loaded = await page.evaluate(() => [...document.fonts].map((font) => font.family));
    expect(loaded.join()).toContain("Attention Scale Math");
  });

  test("serves the hosted page under it as well", async () => {
    const own = await serve(headers);
    const { page, messages } = await open(browser, own.address);
    await expectTables(page, START);
    await walk(page);
    expect(messages).toEqual([]);
    own.server.close();
  });
});

describe("a host that forbids WebAssembly", () => {
  const headers = { "Content-Security-Policy": "default-src 'self'; script-src 'self'" };

  test.each(["page", "variance"])(
    "shows the picture its author gave, and the reason (view %s)",
    async (view) => {
      const { page } = await openHost(
        embed(`view="${view}"`, "<p>a picture of the author's</p>"),
        headers,
      );
      await expect(page.getByRole("alert").innerText()).resolves.toMatch(
        /could not be started[\s\S]*wasm-unsafe-eval/,
      );
      await page.getByText("a picture of the author's").waitFor();
      await expect(page.getByRole("img", { name: /still picture/ }).count()).resolves.toBe(0);
    },
  );

  test.each(["page", "variance"])(
    "shows our own picture where its author gave none (view %s)",
    async (view) => {
      const { page, messages } = await openHost(embed(`view="${view}"`), headers);
      await page.getByRole("alert").waitFor();
      await page.getByRole("img", { name: /still picture/ }).waitFor();
      expect(messages).toEqual([]);
    },
  );
});

test("a host that names no charset shows the same words", async () => {
  const { page, messages } = await openHost(
    `<script src="embed.js"></script><attention-scale lang="zh" vectors="example" hide=""></attention-scale>`,
  );
  await ready(page);
  expect(await page.evaluate(() => document.characterSet)).toBe("windows-1252");
  await expect(page.getByRole("heading", { level: 1 }).innerText()).resolves.toContain("为什么");
  expect(messages).toEqual([]);
});

test.each(["embed.js", "loader.js"])(
  "a host that has given every object a property shows the race (%s)",
  async (file) => {
    const { page, messages } = await openHost(
      `<meta charset="utf-8"><script>Object.prototype.everywhere = "a host's";</script>
       <script src="${file}" defer></script><attention-scale view="training" task="recall" dim="8"></attention-scale>`,
    );
    await page.getByRole("button", { name: "Train" }).waitFor();
    await ready(page);
    expect(messages).toEqual([]);
  },
);

test("an embed from another host finds its worker too", async () => {
  const { page, messages } = await openHost(
    `<meta charset="utf-8"><script src="${served.address}embed.js"></script><attention-scale></attention-scale>`,
  );
  await expectTables(page, START);
  await heavyWork(page);
  expect(page.workers()).toHaveLength(1);
  expect(messages).toEqual([]);
});

describe("a frame that allows scripts and nothing else", () => {
  const frame = (fragment: string) =>
    `<title>a host</title><script>
       addEventListener("message", (event) => {
         document.querySelector("iframe").height = JSON.parse(event.data).height;
       });
     </script>
     <iframe sandbox="allow-scripts" width="800" src="attention-scale.html#${fragment}"></iframe>`;

  test("shows the engine's numbers and tells its height, on a server without CORS headers", async () => {
    const { page, messages } = await openHost(frame("view=matrices&dim=1000&sentence=a+b+c+d"));
    const inside = page.frames()[1];
    if (inside === undefined) throw new Error("no frame");
    expect(await inside.evaluate(() => globalThis.origin)).toBe("null");
    const shown = page.frameLocator("iframe");
    await expectMatrices(shown, { words: ["a", "b", "c", "d"], dim: 1000 });
    expect(page.workers()).toHaveLength(1);
    await expect
      .poll(() => inside.evaluate(() => document.documentElement.scrollHeight - innerHeight))
      .toBe(0);
    // Its reader changes something, which also writes the address.
    await inside.getByRole("textbox", { name: "Sentence" }).fill("to be");
    await expectMatrices(shown, { words: ["to", "be"], dim: 1000 });
    expect(messages).toEqual([]);
  });

  test("hands its results out all the same: numbers to copy, and a picture as text where copying is refused", async () => {
    const words = Array.from({ length: 64 }, (_, index) => `w${index}`);
    const { page } = await openHost(frame(`view=matrices&sentence=${words.join("+")}`));
    const shown = page.frameLocator("iframe");
    await ready(shown);
    await shown.getByRole("button", { name: "Download", exact: true }).first().click();
    const dialog = shown.getByRole("dialog");
    expect(await dialog.getByRole("link", { name: /Save/ }).count()).toBe(0);
    await dialog.locator('input[value="csv"]').check();
    const numbers = () => dialog.getByRole("textbox").first().inputValue();
    // All of it, down to the last word's row.
    await expect.poll(async () => (await numbers()).split("\n").length).toBeGreaterThan(2 * 64);
    await expect.poll(numbers).toMatch(/w63/);
    await dialog.locator('input[value="svg"]').check();
    await dialog.getByRole("img").waitFor();
    await dialog.getByRole("button", { name: /Copy/ }).click();
    await expect.poll(numbers).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
  });

  test("runs an experiment to its end", async () => {
    const { page, messages } = await openHost(frame("view=variance&samples=500"));
    const inside = page.frames()[1] as unknown as Page;
    await expect.poll(() => progressOf(inside, "scores"), PATIENCE).toBe("done");
    expect(messages).toEqual([]);
  });
});

describe("a server that calls the engine's binary", () => {
  const types = (wasm: string) => ({
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/json",
    ".wasm": wasm,
  });

  test.each(["text/plain", "application/octet-stream", "application/wasm; charset=utf-8"])(
    "%s, and forbids to guess, only costs speed",
    async (wasm) => {
      const own = await serve({ "X-Content-Type-Options": "nosniff" }, types(wasm));
      const { page, messages } = await open(browser, own.address);
      await expectTables(page, START);
      expect(messages).toEqual([]);
      own.server.close();
    },
  );
});
