/**
 * The element among what frameworks and routers do to it: properties, attributes of its own, keys,
 * two versions.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { ALL, dist, open, ready, serve, setUp } from "./browser.js";
import { expectMatrices, START } from "./expected.js";
import { assign, attributes, embed, SCRIPT } from "./host-pages.js";

/** The element as its types have it. */
type Face = HTMLElementTagNameMap["attention-scale"];

const { browser, openHost } = await setUp();

const notices = (page: Page) => page.locator("attention-scale .notice");

describe("a property", () => {
  test("of every attribute takes a text or a number, and is none by null, undefined and false", async () => {
    const { page, messages } = await openHost(embed('view="matrices" lang="en"'));
    const element = page.locator("attention-scale");
    const texts = { sentence: "to be", cell: "0,1", seed: "3", home: "/page.html" };
    await assign(element, { ...texts, dim: 8 });
    await expectMatrices(page, { words: ["to", "be"], dim: 8, seed: 3 });
    const given = { view: "matrices", lang: "en", ...texts, dim: "8" };
    expect(await attributes(element)).toEqual(given);
    expect(
      await element.evaluate((it: Face) => [it.dim, it.cell, it.state.dim, it.state.cell]),
    ).toEqual(["8", "0,1", 8, { row: 0, col: 1 }]);
    await element.evaluate(
      (it, names) => {
        for (const [i, name] of names.entries()) {
          Reflect.set(it, name, [null, undefined, false][i % 3]);
        }
      },
      ["sentence", "dim", "cell", "seed", "home", "lang"],
    );
    expect(await attributes(element)).toEqual({ view: "matrices" });
    await expectMatrices(page, START);
    // None has a name that the element itself needs.
    const wrong = await element.evaluate((it) => {
      const { observedAttributes: names } = it.constructor as unknown as {
        observedAttributes: string[];
      };
      return names.filter((name) => {
        it.setAttribute(name, "1");
        return name !== "state" && Reflect.get(it, name) !== "1";
      });
    });
    expect(wrong).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("that only looks like one changes nothing; one that is an object is none, with a sentence; nothing is thrown", async () => {
    const { page, messages } = await openHost(embed('view="matrices" dim="4"'));
    const element = page.locator("attention-scale");
    await assign(element, { language: "zh", text: "a", palette: "b" });
    await expectMatrices(page, { ...START, dim: 4 });
    await element.evaluate((it) => {
      for (const name of ["cell", "sentence", "state", "dim", "home"]) {
        for (const value of [{}, [1], () => 1, Symbol("a"), Object.create(null)]) {
          Reflect.set(it, name, value);
        }
      }
    });
    await expectMatrices(page, START);
    expect(await attributes(element)).toEqual({ view: "matrices" });
    await expect(notices(page).innerText()).resolves.toContain("cell=object");
    await assign(element, { cell: "0,1" });
    await expect.poll(() => notices(page).innerText()).not.toContain("cell=");
    // Preact says in this way that there is no cell.
    await assign(element, { cell: "" });
    expect(await element.evaluate((it: Face) => it.state.cell)).toBeNull();
    expect(await notices(page).innerText()).not.toContain("cell=");
    // The state takes a text, and goes on to give all of the state.
    await assign(element, { dim: null, sentence: null, state: "sentence=to+be&dim=9" });
    await expectMatrices(page, { words: ["to", "be"], dim: 9 });
    expect(await element.evaluate((it: Face) => [it.state.sentence, it.state.seed])).toEqual([
      "to be",
      13,
    ]);
    expect(messages).toEqual([]);
  });

  test("that was set before the element was defined counts", async () => {
    const { page, messages } = await openHost(
      `<title>a host</title><attention-scale id="one"></attention-scale><script>
         Object.assign(document.querySelector("#one"), { state: "dim=9&seed=4", view: "matrices", cell: "0,1", sentence: "to be" });
       </script><script src="embed.js"></script>`,
    );
    await expectMatrices(page, { words: ["to", "be"], dim: 9, seed: 4 });
    expect(await attributes(page.locator("#one"))).toEqual({
      id: "one",
      state: "dim=9&seed=4",
      view: "matrices",
      cell: "0,1",
      sentence: "to be",
    });
    await assign(page.locator("#one"), { sentence: "be" });
    await expectMatrices(page, { words: ["be"], dim: 9, seed: 4 });
    expect(messages).toEqual([]);
  });

  test("of an element that is not in the document yet counts", async () => {
    const { page, messages } = await openHost(SCRIPT);
    await page.evaluate(() => {
      const element = document.createElement("attention-scale");
      Object.assign(element, { view: "matrices", cell: "0,1", dim: 5, state: "seed=2" });
      document.body.append(element);
    });
    await expectMatrices(page, { ...START, dim: 5, seed: 2 });
    expect(messages).toEqual([]);
  });
});

test("an element that was in a template's content, which is another document, has its styles in the page", async () => {
  const { page, messages } = await openHost(SCRIPT);
  await page.evaluate(() => {
    const template = document.createElement("template");
    const element = document.createElement("attention-scale");
    element.setAttribute("view", "matrices");
    template.content.append(element);
    document.body.append(element);
  });
  await expectMatrices(page, START);
  const sheets = await page
    .locator("attention-scale")
    .evaluate((it) => it.shadowRoot?.adoptedStyleSheets.length ?? 0);
  expect(sheets).toBeGreaterThan(3);
  expect(messages).toEqual([]);
});

test("the element writes no attribute of its own; what it has to tell are custom states", async () => {
  const { page, messages } = await openHost(
    `${SCRIPT}<attention-scale view="matrices" theme="dark"></attention-scale>`,
  );
  await ready(page);
  const element = page.locator("attention-scale");
  const states = () =>
    element.evaluate((it) => [":state(ready)", ":state(dark)"].map((each) => it.matches(each)));
  expect(await states()).toEqual([true, true]);
  expect(await attributes(element)).toEqual({ view: "matrices", theme: "dark" });
  await element.evaluate((it) => it.setAttribute("theme", "light"));
  await expect.poll(states).toEqual([true, false]);
  // Between the question and the answer it is not ready.
  const after = await element.evaluate(async (it) => {
    it.setAttribute("dim", "9");
    await (it as unknown as { updateComplete: Promise<unknown> }).updateComplete;
    return it.matches(":state(ready)");
  });
  expect(after).toBe(false);
  await expect.poll(states).toEqual([true, false]);
  expect(messages).toEqual([]);
});

describe("keys", () => {
  async function listening() {
    const opened = await openHost(embed('view="matrices" lang="en"'));
    await ready(opened.page);
    await opened.page.evaluate(() => {
      const heard: string[] = [];
      for (const type of ["keydown", "keypress", "keyup"]) {
        addEventListener(type, (event) => heard.push((event as KeyboardEvent).key));
      }
      Object.assign(globalThis, { heard });
    });
    const heard = () =>
      opened.page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.splice(0));
    return { ...opened, heard };
  }

  test("in fields and controls are the element's own", async () => {
    const { page, messages, heard } = await listening();
    const sentence = page.getByRole("textbox", { name: "Sentence" });
    await sentence.fill("");
    await sentence.pressSequentially("a / b ?");
    for (const key of ["ArrowLeft", "Home", "Enter", "f", " "]) await sentence.press(key);
    await page.getByRole("slider").first().press("ArrowRight");
    await page.getByRole("application").first().press("ArrowDown");
    await page.getByRole("button", { name: "Reset" }).press(" ");
    expect(await heard()).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("that the host's user means for the host reach it", async () => {
    const { page, heard } = await listening();
    const sentence = page.getByRole("textbox", { name: "Sentence" });
    await sentence.press("Escape");
    expect(await heard()).toEqual(["Escape", "Escape"]);
    await sentence.press("Control+k");
    expect(await heard()).toContain("k");
    await sentence.press("Tab");
    expect(await heard()).toContain("Tab");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("/");
    expect(await heard()).toContain("/");
  });

  test("Escape that the element uses does not also close what the host has opened", async () => {
    const { page, heard } = await listening();
    await page.getByRole("button", { name: "Download", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await heard();
    await page.keyboard.down("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await heard()).toEqual([]);
    await page.keyboard.up("Escape");
    await page.getByRole("application").first().press("Enter");
    await heard();
    await page.keyboard.down("Escape");
    expect(await heard()).toEqual([]);
  });
});

describe("a gesture", () => {
  /**
   * Opens the element in a slide of a carousel, which is moved by a gesture that begins on a slide.
   */
  async function inCarousel(attributes: string) {
    const opened = await openHost(
      `${SCRIPT}<div id="slide"><attention-scale lang="en" ${attributes}></attention-scale></div>`,
    );
    const { page } = opened;
    await ready(page);
    await page.evaluate(() => {
      const begun: string[] = [];
      for (const type of ["pointerdown", "mousedown", "touchstart"]) {
        document
          .querySelector("#slide")
          ?.addEventListener(type, () => begun.push(type), { passive: true });
      }
      Object.assign(globalThis, { begun });
    });
    const begun = () =>
      page.evaluate(() => (globalThis as unknown as { begun: string[] }).begun.splice(0));
    const drag = async (what: Locator) => {
      await what.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await what.boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      };
      await page.mouse.move(x + 0.3 * width, y + 0.5 * height);
      await page.mouse.down();
      await page.mouse.move(x + 0.7 * width, y + 0.5 * height, { steps: 4 });
      await page.mouse.up();
      return begun();
    };
    return { ...opened, drag };
  }
  const BEGUN = ["pointerdown", "mousedown"];

  test("on a slider, a text or a pad moves no carousel around the element; on a picture it does", async () => {
    const { page, messages, drag } = await inCarousel('view="variance" asked="on"');
    const dim = page.getByRole("slider", { name: "Dimension d" }).first();
    const before = await dim.inputValue();
    expect(await drag(dim)).toEqual([]);
    expect(await dim.inputValue()).not.toBe(before);
    expect(await drag(page.getByRole("textbox", { name: "Sentence" }))).toEqual([]);
    expect(await drag(page.locator(".pad canvas"))).toEqual([]);
    expect(await drag(page.locator("figure canvas").first())).toEqual(BEGUN);
    expect(await drag(page.locator("figure h3").first())).toEqual(BEGUN);
    expect(messages).toEqual([]);
  });

  test("on a large map that is moved in its box moves no carousel", async () => {
    const words = Array.from({ length: 60 }, (_, i) => `w${i}`).join(" ");
    const { page, drag } = await inCarousel(
      `figure="scaled" sentence="${words}" style="width: 320px"`,
    );
    expect(await drag(page.locator("[data-moves] canvas").first())).toEqual([]);
  });
});

describe("what cannot be shown leaves the still", () => {
  const STILL = "<p>the author's still</p>";
  interface Wrong {
    readonly attributes: Record<string, string>;
    readonly said: RegExp;
  }
  const WRONG: readonly Wrong[] = [
    { attributes: { view: "matrizes" }, said: /no view “matrizes”.*variance/ },
    { attributes: { state: "dim=9&view=x" }, said: /no view “x”/ },
    { attributes: { state: "%%%garbage" }, said: /state="%%%garbage" cannot be read/ },
    { attributes: { figure: "wieghts" }, said: /no figure “wieghts”/ },
    { attributes: { view: "matrizes", lang: "zh" }, said: /没有名为“matrizes”的视图/ },
    { attributes: { state: "garbage", lang: "zh" }, said: /无法读取属性 state="garbage"/ },
  ];

  test("whether wrong from the start or put wrong later; put right, it shows what is asked for", async () => {
    const { page, messages } = await openHost(embed('view="matrizes"', STILL));
    const become = (given: Record<string, string>) =>
      page.locator("attention-scale").evaluate((it, all) => {
        for (const name of it.getAttributeNames()) it.removeAttribute(name);
        for (const [name, value] of Object.entries(all)) it.setAttribute(name, value);
      }, given);
    for (const { attributes, said } of WRONG.filter((_, i) => ALL || i % 2 === 0)) {
      await become(attributes);
      await expect.poll(() => notices(page).allInnerTexts()).toEqual([expect.stringMatching(said)]);
      expect(await page.getByText("the author's still").isVisible()).toBe(true);
      expect(await page.locator("attention-scale table").count()).toBe(0);
      await become({ state: "dim=5&lang=en", view: "matrices" });
      await expectMatrices(page, { ...START, dim: 5 });
      expect(await notices(page).count()).toBe(0);
    }
    // A value that is none changes nothing else.
    await become({ view: "matrices", state: "dim=9&seed=no" });
    await expectMatrices(page, { ...START, dim: 9 });
    await expect(notices(page).innerText()).resolves.toContain("seed=no");
    expect(messages).toEqual([]);
  });
});

describe("two versions of the script", () => {
  const OTHER = "9.8.7";
  /** other/ holds the files of another version, and same/ those of this one. */
  async function serveTwo(html: string) {
    const own = await serve({}, undefined, dist, (path, response) => {
      if (path === "host.html") {
        response.writeHead(200, { "Content-Type": "text/html" });
        response.end(
          `<!doctype html><meta charset="utf-8"><title>a host</title><link rel="icon" href="icon.svg">${html}`,
        );
        return true;
      }
      const [folder, name = ""] = path.split("/");
      if (folder !== "other" && folder !== "same") return false;
      const text = readFileSync(join(dist, name), "utf8");
      response.writeHead(200, { "Content-Type": "text/javascript" });
      response.end(folder === "same" ? text : text.replaceAll(version, OTHER));
      return true;
    });
    const watched = await open(browser, `${own.address}host.html`);
    watched.page.once("close", () => own.server.close());
    return watched;
  }
  const ELEMENT = '<attention-scale view="matrices" lang="en"></attention-scale>';

  const pairs = [
    ["loader.js", "embed.js", OTHER, version],
    ["embed.js", "embed.js", version, OTHER],
    ["embed.js", "loader.js", version, OTHER],
    ["loader.js", "loader.js", version, OTHER],
  ] as const;
  test.each(ALL ? pairs : pairs.slice(0, 1))(
    "is said in each element, which works: %s, then %s",
    async (one, other, first, second) => {
      const tags = `<script src="${one}"></script><script src="other/${other}"></script>`;
      const { page, messages } = await serveTwo(`<head>${tags}</head><body>${ELEMENT}</body>`);
      await expectMatrices(page, START);
      const sentences = () => notices(page).allInnerTexts();
      const both = expect.stringContaining(`${first} and ${second}`);
      await expect.poll(sentences).toEqual([both]);
      await page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), ELEMENT);
      await expect.poll(sentences).toEqual([both, both]);
      expect(messages).toEqual([]);
    },
  );

  test("the same version twice is no news", async () => {
    const { page, messages } = await serveTwo(
      `<script src="embed.js"></script><script src="same/embed.js"></script><script src="same/loader.js"></script>${ELEMENT}`,
    );
    await expectMatrices(page, START);
    await page.waitForLoadState("networkidle");
    expect(await notices(page).count()).toBe(0);
    expect(messages).toEqual([]);
  });
});
