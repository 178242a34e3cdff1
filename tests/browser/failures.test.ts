/** Failures, once or permanent, while the page loads: workers, scripts, the engine's binaries. */
import type { ServerResponse } from "node:http";
import type { Locator, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Calculator } from "../../web/src/experiments/calculator.js";
import {
  ALL,
  dist,
  frames,
  go,
  open,
  openApart,
  painted,
  pictures,
  ready,
  serve,
  setUp,
  singleFile,
  stop,
  testOfAll,
} from "./browser.js";
import { format, openMenu } from "./download-menu.js";
import { expectMatrices, expectTables, HEAVY, START } from "./expected.js";
import { SCRIPT } from "./host-pages.js";
import { progressOf } from "./reasons.js";

const { browser, served, start, openHost } = await setUp();

const heavyLink = `#sentence=${HEAVY.words.join("+")}&dim=${HEAVY.dim}`;

/** An experiment that the machine has little time for. */
const PATIENCE = { timeout: 40_000 };

type Fault = (response: ServerResponse) => void;
const missing: Fault = (response) => response.writeHead(404).end();
const dropped: Fault = (response) => response.destroy();
const silent: Fault = () => undefined;

/**
 * Opens the hosted page on a server that answers for a file in another way, until that is mended.
 */
async function openWith(file: RegExp, fault: Fault, fragment = "") {
  let mended = false;
  let asked = 0;
  const own = await serve({}, undefined, dist, (path, response) => {
    if (!file.test(path) || mended) return false;
    asked += 1;
    fault(response);
    return true;
  });
  onTestFinished(() => stop(own));
  const watched = await open(browser, "about:blank");
  const { page } = watched;
  await page.goto(own.address + fragment);
  /** Mends it, and has the reader try again. */
  const tryAgain = async (scope: Page | Locator = page, name = "Try again") => {
    const button = scope.getByRole("button", { name });
    await button.waitFor();
    mended = true;
    await button.click();
  };
  return { ...watched, asked: () => asked, tryAgain };
}

/** The calculator of the element. */
interface Inside {
  readonly attention: { readonly calculator: Pick<Calculator, "ask"> | undefined };
}

const again = { name: "Try again" } as const;

describe("a worker of the hosted page", () => {
  const faults: [string, Fault][] = [
    ["is missing", missing],
    ["is dropped", dropped],
    ["never comes", silent],
  ];
  // What it does without an answer is tested with a clock (tests/web/calculator.test.ts).
  test.each(ALL ? faults : faults.slice(0, 1))(
    "whose script %s leaves the page to compute by itself",
    async (_, fault) => {
      const { page, asked } = await openWith(/worker-.*\.js$/, fault, heavyLink);
      await page.locator('[data-ready="true"]').waitFor({ state: "attached", timeout: 40_000 });
      await expectTables(page, HEAVY);
      expect(asked()).toBeGreaterThan(0);
    },
  );

  testOfAll("that a policy forbids leaves the page to compute by itself", async () => {
    const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'";
    const own = await serve({ "Content-Security-Policy": policy });
    onTestFinished(() => stop(own));
    const { page } = await open(browser, own.address + heavyLink);
    await expectTables(page, HEAVY);
    await go(page, "#view=variance&open=variance-numbers&samples=400");
    await expect.poll(() => progressOf(page, "scores"), PATIENCE).toBe("done");
  });
});

describe("a button tries again", () => {
  test("the engine's binary, which did not come", async () => {
    const { page, tryAgain } = await openWith(/first.*\.wasm$/, missing);
    await tryAgain();
    await expectTables(page, START);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  const editions: [string, () => string][] = [
    ["the hosted page", () => served.address],
    ["the single file", () => singleFile],
  ];
  test.each(ALL ? editions : editions.slice(0, 1))(
    "an engine that could not be instantiated (%s)",
    async (_, address) => {
      const { page } = await openApart(browser, "about:blank");
      await page.addInitScript(() => {
        const instantiate = WebAssembly.instantiate;
        const set = (value: unknown) => Object.assign(WebAssembly, { instantiate: value });
        set(() => Promise.reject(new RangeError("out of memory")));
        Object.assign(globalThis, { mend: () => set(instantiate) });
      });
      await page.goto(address());
      await page.getByText("out of memory").waitFor();
      await page.evaluate(() => (globalThis as unknown as { mend(): void }).mend());
      await page.getByRole("button", again).click();
      await expectTables(page, START);
    },
  );

  test("the words of the page, beside the still picture, in the language of the reader", async () => {
    const { page, tryAgain } = await openWith(/words-zh-[\w-]{8}\.js$/, missing, "#lang=zh");
    await page.getByText("本页的文字没有加载成功。").waitFor();
    expect(await page.locator("[data-still][lang=zh]").isVisible()).toBe(true);
    await tryAgain(page, "重试");
    await ready(page);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("the words of another language, beside those that are there", async () => {
    const { page, tryAgain } = await openWith(/words-zh-.*\.js$/, missing, "#lang=en");
    await ready(page);
    // As long as the page grows, each of its steps asks for the words again.
    await page.locator(".closing").waitFor({ state: "attached" });
    await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("textbox", { name: "Sentence" }).count()).toBe(1);
    await tryAgain();
    await page.getByRole("textbox", { name: "句子" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("the script of the parts, which the page does without", async () => {
    const { page, tryAgain } = await openWith(/sections-.*\.js$/, missing, "#at=saturation");
    await ready(page);
    const place = page.locator(".reasons-to-come");
    await expect.poll(() => place.getByRole("alert").count()).toBe(1);
    await page.getByRole("textbox", { name: "Sentence" }).fill("still here");
    await expect.poll(() => page.locator(".chips li").allTextContents()).toEqual(["still", "here"]);
    await tryAgain();
    await page.locator("#at-saturation").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  const alone = [
    {
      what: "the whole engine of a part without an experiment",
      file: /attention_scale-.*\.wasm$/,
      fragment: "#view=jacobian",
    },
    {
      what: "the script of a part alone",
      file: /sections-.*\.js$/,
      fragment: "#view=gradient&draws=20",
    },
  ];
  test.each(ALL ? alone : alone.slice(0, 1))("$what", async ({ file, fragment }) => {
    const { page, tryAgain } = await openWith(file, missing, fragment);
    await tryAgain();
    await page.getByRole("figure").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  testOfAll("an experiment whose engine did not come", async () => {
    const { page, tryAgain } = await openWith(
      /attention_scale-.*\.wasm$/,
      missing,
      "#view=variance&open=variance-numbers&samples=400",
    );
    await tryAgain(page.locator('[data-study="scores"]'));
    for (const study of ["scores", "spread"]) {
      await expect.poll(() => progressOf(page, study), PATIENCE).toBe("done");
    }
  });

  test("the script of the menu to take figures away, and stands in sight", async () => {
    const { page, tryAgain } = await openWith(/export-.*\.js$/, missing);
    await ready(page);
    await page.getByRole("button", { name: "Download", exact: true }).click();
    const button = page.getByRole("button", again);
    await button.waitFor();
    expect(
      await button.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    ).toBe(true);
    await tryAgain();
    await page.getByRole("dialog", { name: "Export" }).waitFor();
  });
});

test("a figure over the whole screen whose script did not come can be closed", async () => {
  const { page } = await openWith(/present-.*\.js$/, missing);
  await ready(page);
  await page.locator('.enlarge[data-figure="unscaled"]').click();
  await page.getByRole("button", { name: "Close" }).click();
  await expectTables(page, START);
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
  expect(await page.getByRole("alert").count()).toBe(0);
});

describe("printing does not wait", () => {
  /** Has the page print, and waits until it would. */
  async function prints(page: Page): Promise<void> {
    await page.evaluate(() => {
      Object.assign(globalThis, { print: () => Object.assign(globalThis, { printed: true }) });
    });
    await openMenu(page);
    await format(page, "Print").check();
    await page.getByRole("button", { name: "Print …", exact: true }).click();
    await page.waitForFunction(() => "printed" in globalThis);
  }

  test("for the script of the parts, which does not come", async () => {
    const { page, asked } = await openWith(/sections-.*\.js$/, missing);
    await ready(page);
    await prints(page);
    expect(asked()).toBeLessThan(5);
  });

  testOfAll("for an answer that failed", async () => {
    const { page } = await open(browser, `${served.address}#view=matrices`);
    await ready(page);
    await page.evaluate(() => {
      const element = document.querySelector("attention-scale") as unknown as Inside;
      Object.assign(element.attention.calculator ?? {}, {
        ask: (_request: unknown, _answer: unknown, fail: (error: Error) => void) =>
          fail(new RangeError("out of memory")),
      });
    });
    await page.getByRole("textbox", { name: "Sentence" }).fill("to be or not");
    await page.getByRole("alert").waitFor();
    await prints(page);
  });
});

describe("an element in a host", () => {
  testOfAll("that is moved shows the newest answer, not one that comes late", async () => {
    const { page, messages } = await openHost(
      // The other keeps the worker, which would end with its last element.
      `${SCRIPT}<attention-scale view="matrices" id="other"></attention-scale>
       <attention-scale id="one" view="matrices"></attention-scale><div id="place"></div>`,
    );
    // Both are in sight: an element starts when it is.
    await page.setViewportSize({ width: 1280, height: 5000 });
    const place = page.locator("#place");
    for (const id of ["one", "other"]) {
      await page.locator(`#${id} [data-ready="true"]`).waitFor({ state: "attached" });
    }
    await page.evaluate(async (words) => {
      const one = document.querySelector("#one") as HTMLElement;
      one.setAttribute("sentence", words);
      one.setAttribute("dim", "1000");
      await new Promise(requestAnimationFrame);
      const { attention } = one as unknown as Inside;
      const before = attention.calculator;
      document.querySelector("#place")?.append(one);
      // It has another calculator once it is in sight again.
      while (attention.calculator === undefined || attention.calculator === before) {
        await new Promise(requestAnimationFrame);
      }
      // Quick enough for the page itself, while the worker still computes.
      one.setAttribute("dim", "8");
      one.setAttribute("sentence", "to be");
    }, HEAVY.words.join(" "));
    await expectMatrices(place, { words: ["to", "be"], dim: 8 });
    await frames(page, 180);
    await expectMatrices(place, { words: ["to", "be"], dim: 8 });
    expect(messages).toEqual([]);
  });

  test("that is taken out while its worker computes, and put back, has its answer", async () => {
    const { page, messages } = await openHost(
      `${SCRIPT}<attention-scale id="one" view="matrices"></attention-scale>`,
    );
    await ready(page);
    for (const wait of ALL ? [0, 5, 60] : [60]) {
      const early = await page.evaluate(
        async ([words, pause]) => {
          const one = document.querySelector("#one") as HTMLElement & { requestUpdate(): void };
          one.setAttribute("sentence", words);
          one.setAttribute("dim", String(1000 - pause));
          await new Promise((resolve) => setTimeout(resolve, pause));
          one.remove();
          for (let frame = 0; frame < 18; frame += 1) {
            await new Promise(requestAnimationFrame);
          }
          document.body.append(one);
          // Has the element rendered before it has a calculator again, whatever else has it
          // rendered.
          one.requestUpdate();
          await Promise.resolve();
          return one.shadowRoot?.querySelector("[data-ready]") !== null;
        },
        [HEAVY.words.join(" "), wait] as const,
      );
      if (wait === 60) expect(early, "the old answer passes for that of the new state").toBe(false);
      await expectMatrices(page, { ...HEAVY, dim: HEAVY.dim - wait });
    }
    expect(messages).toEqual([]);
  });

  test("fires the event for what its reader changes, and not for what its host sets", async () => {
    const { page } = await openHost(`${SCRIPT}<attention-scale view="matrices"></attention-scale>`);
    await ready(page);
    await page.evaluate(() => {
      const dims: number[] = [];
      Object.assign(globalThis, { dims });
      document
        .querySelector("attention-scale")
        ?.addEventListener("attention-scale-change", (event) => dims.push(event.detail.state.dim));
      document.querySelector("attention-scale")?.setAttribute("dim", "32");
    });
    await expectMatrices(page, { ...START, dim: 32 });
    await frames(page, 30);
    const heard = () => page.evaluate(() => (globalThis as unknown as { dims: number[] }).dims);
    expect(await heard()).toEqual([]);
    await page.getByRole("spinbutton", { name: /^d, as a number/ }).fill("16");
    await expect.poll(heard).toEqual([16]);
  });
});

testOfAll("a chart keeps no axes of another source of logits", async () => {
  const typed = "view=jacobian&source=typed&logits=1,1,2,4&open=jacobian-norms";
  const shown = async (fragment: string) => {
    const { page } = await start(fragment);
    // Out of sight it is not painted.
    await page.setViewportSize({ width: 1280, height: 2000 });
    const chart = page.getByRole("img", { name: /^Norms of J/ }).first();
    await expect.poll(() => painted(chart)).toBe(true);
    return { page, picture: async () => (await pictures(chart))[0] };
  };
  const { picture: first } = await shown(typed);
  const fresh = await first();
  const { page, picture } = await shown("view=jacobian&a=1&open=jacobian-norms");
  expect(await picture()).not.toBe(fresh);
  // The same logits, 1, 1, 2, 4: but the axis is their factor, on a logarithmic scale.
  await go(page, typed);
  await ready(page);
  await expect.poll(picture).toBe(fresh);
});
