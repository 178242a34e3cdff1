/**
 * The element where a router changes the document without loading one: copies, moves, snapshots.
 */
import { basename } from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { frames, ready, setUp, testOfAll } from "./browser.js";
import { expectMatrices, START } from "./expected.js";
import { assign, attributes, SCRIPT } from "./host-pages.js";

const { openHost } = await setUp();

/** What the element knows of the cell in the light. */
interface Pointed {
  readonly pointer: { readonly highlight: { readonly row: number; readonly col: number } };
}

describe("navigation without loading", () => {
  const STILL = "<p>the author's still</p>";
  const ELEMENT = `<attention-scale view="matrices" dim="9" lang="en">${STILL}</attention-scale>`;
  const NINE = { ...START, dim: 9 };

  /** What routers do to a body, by their names. */
  const WAYS: Readonly<Record<string, () => void | Promise<void>>> = {
    "a clone of the element (Turbo's cache)": () => {
      document.documentElement.replaceChild(document.body.cloneNode(true), document.body);
    },
    "its HTML set anew (pjax, swup)": () => {
      const { innerHTML } = document.body;
      document.body.innerHTML = "";
      document.body.innerHTML = innerHTML;
    },
    "one parsed in another document": () => {
      const parsed = new DOMParser().parseFromString(document.body.outerHTML, "text/html");
      document.body.replaceWith(document.adoptNode(parsed.body));
    },
    "the element taken out for a while": async () => {
      const element = document.querySelector("attention-scale") as Element;
      element.remove();
      for (let frame = 0; frame < 18; frame += 1) {
        await new Promise(requestAnimationFrame);
      }
      document.body.append(element);
    },
  };

  test("shows the figure again after whatever a router does to it", async () => {
    const { page, messages } = await openHost(`${SCRIPT}</head><body>${ELEMENT}</body>`);
    const element = page.locator("attention-scale");
    await expectMatrices(page, NINE);
    for (const [name, navigate] of Object.entries(WAYS)) {
      await page.evaluate(navigate);
      await expectMatrices(page, NINE);
      expect(await page.locator("attention-scale > p").count(), name).toBe(1);
      expect(await attributes(element)).toEqual({ view: "matrices", dim: "9", lang: "en" });
      await assign(element, { dim: 4 });
      await expectMatrices(page, { ...START, dim: 4 });
      await assign(element, { dim: 9 });
    }
    expect(messages).toEqual([]);
  });

  test("moves the element into the document of a frame and back, with its styles", async () => {
    const { page, messages } = await openHost(
      `${SCRIPT}</head><body>${ELEMENT}<iframe width="900" height="900" srcdoc="<!doctype html><body></body>"></iframe></body>`,
    );
    const looks = (scope: Page | FrameLocator) =>
      scope
        .locator("attention-scale button")
        .first()
        .evaluate((button) => {
          const { fontSize, borderRadius, padding } = getComputedStyle(button);
          return { fontSize, borderRadius, padding };
        });
    await expectMatrices(page, NINE);
    const before = await looks(page);
    await page.evaluate(() => {
      const element = document.querySelector("attention-scale") as Element;
      document.querySelector("iframe")?.contentDocument?.body.append(element);
    });
    const frame = page.frameLocator("iframe");
    await expectMatrices(frame, NINE);
    await expect.poll(() => looks(frame)).toEqual(before);
    await frame
      .locator("attention-scale")
      .evaluate((element) => window.parent.document.body.prepend(element));
    await expectMatrices(page, NINE);
    await expect.poll(() => looks(page)).toEqual(before);
    expect(messages).toEqual([]);
  });

  test("moves an element that trains, which goes on", async () => {
    const { page, messages } = await openHost(
      `${SCRIPT}</head><body><attention-scale view="race" task="recall" dim="8" batch="4" tokens="4" lang="en"></attention-scale><main></main></body>`,
    );
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const step = async () =>
      Number(
        /step ([\d,]+)/.exec(await page.locator(".race-status").innerText())?.[1]?.replace(",", ""),
      );
    const move = () =>
      page.evaluate(() => {
        const element = document.querySelector("attention-scale") as Element;
        document.querySelector("main")?.append(element);
      });
    await button("Train").click();
    await expect.poll(step).toBeGreaterThan(3);
    const before = await step();
    await move();
    await expect.poll(step).toBeGreaterThan(before);
    expect(await button("Train").getAttribute("data-idle")).toBe("");
    await button("Pause").click();
    const paused = await step();
    expect(paused).toBeGreaterThan(before);
    await move();
    await frames(page, 18);
    expect(await step()).toBe(paused);
    expect(messages).toEqual([]);
  });

  test("moves an element whose pictures then hear a key once", async () => {
    const { page } = await openHost(
      `${SCRIPT}</head><body><attention-scale view="matrices" sentence="to be or not to be" lang="en"></attention-scale><main></main></body>`,
    );
    await ready(page);
    const canvas = page.locator("figure canvas[tabindex]").first();
    const cell = () =>
      page.evaluate(() => {
        const { highlight } = (document.querySelector("attention-scale") as never as Pointed)
          .pointer;
        return highlight;
      });
    for (let time = 0; time < 2; time += 1) {
      await page.evaluate(() =>
        document
          .querySelector("main")
          ?.append(document.querySelector("attention-scale") as Element),
      );
    }
    await ready(page);
    await canvas.focus();
    await page.keyboard.press("ArrowRight");
    const { row, col } = await cell();
    await page.keyboard.press(col < 3 ? "ArrowRight" : "ArrowLeft");
    expect(await cell()).toMatchObject({ row, col: col < 3 ? col + 1 : col - 1 });
  });

  test("finds elements that come long after the script, by the loader too", async () => {
    const { page, messages, requests } = await openHost(
      '<meta charset="utf-8"><title>a host</title><script src="loader.js"></script></head><body><p>a page</p></body>',
    );
    await page.waitForLoadState("networkidle");
    expect(requests.filter((url) => url.endsWith(".js")).map((url) => basename(url))).toEqual([
      "loader.js",
    ]);
    for (const dim of [4, 5]) {
      await page.evaluate((value) => {
        const body = document.createElement("body");
        body.innerHTML = `<attention-scale view="matrices" dim="${value}"></attention-scale>`;
        document.body.replaceWith(body);
      }, dim);
      await expectMatrices(page, { ...START, dim });
    }
    expect(messages).toEqual([]);
  });

  test("waits for a definition that comes last, beside the still", async () => {
    const { page, messages } = await openHost(`<title>a host</title>${ELEMENT}`);
    expect(await page.getByText("the author's still").isVisible()).toBe(true);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.src = "embed.js";
      document.head.append(script);
    });
    await expectMatrices(page, NINE);
    expect(messages).toEqual([]);
  });

  testOfAll("many times leaves nothing behind", async () => {
    const { page, messages } = await openHost(`${SCRIPT}</head><body>${ELEMENT}</body>`);
    await expectMatrices(page, NINE);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const measured = async () => {
      await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      const named = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
      return { listeners: named.JSEventListeners ?? 0, nodes: named.Nodes ?? 0 };
    };
    const move = (times: number) =>
      page.evaluate(async (count) => {
        for (let time = 0; time < count; time++) {
          const element = document.querySelector("attention-scale") as Element;
          const clone = element.cloneNode(true);
          element.remove();
          document.body.append(element);
          await new Promise(requestAnimationFrame);
          element.replaceWith(clone);
          await new Promise(requestAnimationFrame);
        }
      }, times);
    await move(10);
    await ready(page);
    const before = await measured();
    const times = 100;
    await move(times);
    await expectMatrices(page, NINE);
    const after = await measured();
    await session.detach();
    expect(after.listeners).toBeLessThan(before.listeners + times / 2);
    expect(after.nodes).toBeLessThan(before.nodes * 2);
    expect(messages).toEqual([]);
  });
});
