/** An embed looks like the post around it where its author says so, and in nothing else. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../web/src/state/language.js";
import { contrast } from "../web/colors.js";
import { ALL, ready, setUp } from "./browser.js";

const { openHost } = await setUp();

const page = (css: string, attributes = 'view="matrices" lang="en"') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>a host</title>
   <style>html { background: #fff } body { margin: 0 } ${css}</style>
   <script src="embed.js"></script><div id="post"><attention-scale ${attributes}></attention-scale></div>`;

/** Every inherited property that a site may give its text. */
const HOSTILE = `body {
  border-collapse: collapse; border-spacing: 9px; caption-side: bottom; cursor: wait; direction: rtl; empty-cells: hide;
  font: italic small-caps 900 40px/3 monospace; font-feature-settings: "smcp"; font-kerning: none; font-stretch: 50%;
  font-variant-numeric: oldstyle-nums; font-variant-caps: all-small-caps; hyphens: auto; letter-spacing: .3em;
  line-break: anywhere; list-style: square inside; overflow-wrap: anywhere; quotes: none; tab-size: 20;
  text-align: justify; text-align-last: justify; text-indent: 3em; text-shadow: 1px 1px red; text-transform: uppercase;
  text-underline-offset: 9px; text-wrap: nowrap; user-select: none; white-space: pre; word-break: break-all;
  word-spacing: 1em; -webkit-text-fill-color: red; -webkit-text-stroke: 1px red; text-emphasis: dot;
  text-decoration-skip-ink: none; text-rendering: geometricPrecision; caret-color: red; accent-color: red;
  font-optical-sizing: none; font-synthesis: none; font-size-adjust: 0.9; text-combine-upright: all; ruby-position: under;
  orphans: 9; widows: 9; image-rendering: pixelated; fill: red; stroke: red; color: #333;
}`;

/** The computed styles of an element of each kind in the figure. */
const stylesIn = (host: Page) =>
  host.locator("attention-scale").evaluate((element) => {
    const found: Record<string, Record<string, string>> = {};
    for (const each of element.shadowRoot?.querySelectorAll(".page, .page *") ?? []) {
      const name = `${each.localName}.${each.getAttribute("class") ?? ""}`;
      if (name in found || each.closest("math, .visually-hidden")) continue;
      found[name] = Object.fromEntries(
        [...getComputedStyle(each)].map((key) => [
          key,
          getComputedStyle(each).getPropertyValue(key),
        ]),
      );
    }
    return found;
  });

test("nothing that a site gives its text reaches the figure", async () => {
  const { page: host, messages } = await openHost(page("body { color: #333 }"));
  await ready(host);
  const want = await stylesIn(host);
  await host.addStyleTag({ content: HOSTILE });
  await host.locator("attention-scale").evaluate((element) => {
    element.replaceWith(element.cloneNode());
  });
  await ready(host);
  const found = await stylesIn(host);
  const differences = Object.entries(want).flatMap(([name, style]) =>
    Object.entries(style)
      .filter(([key, value]) => found[name]?.[key] !== value)
      .map(([key, value]) => `${name} ${key}: ${found[name]?.[key]} for ${value}`),
  );
  expect(differences.slice(0, 20)).toEqual([]);
  expect(Object.keys(want).length).toBeGreaterThan(40);
  expect(messages).toEqual([]);
});

const titleColors = (host: Page) =>
  host
    .locator("figure:is(.unscaled, .scaled) h3")
    .evaluateAll((all) => all.slice(0, 2).map((each) => getComputedStyle(each).color));

/** Whether a picture of the figure holds a pixel of a colour. */
const paints = (host: Page, color: readonly number[]) =>
  host.locator("figure canvas").evaluateAll(
    (all, [r, g, b]) =>
      all.some((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const context = (canvas as HTMLCanvasElement).getContext("2d");
        const data = context?.getImageData(0, 0, width, height).data ?? [];
        for (let i = 0; i < data.length; i += 4) {
          if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) {
            return true;
          }
        }
        return false;
      }),
    color,
  );

describe("the custom properties", () => {
  test("give colours, ground, font and gap to text and pictures, also while the page is open", async () => {
    const { page: host } = await openHost(
      page(`attention-scale { --attention-scale-unscaled: #8b0000; --attention-scale-scaled: hsl(240 100% 27.3%);
        --attention-scale-text: #004400; --attention-scale-ground: #f0f0ff; --attention-scale-font: Courier, monospace;
        --attention-scale-gap: 7px 9px }`),
    );
    await ready(host);
    expect(await titleColors(host)).toEqual(["rgb(139, 0, 0)", "rgb(0, 0, 139)"]);
    const looks = await host.locator(".page").evaluate((it) => {
      const { color, backgroundColor, fontFamily, padding } = getComputedStyle(it);
      return { color, backgroundColor, font: fontFamily.includes("Courier, monospace"), padding };
    });
    expect(looks).toEqual({
      color: "rgb(0, 68, 0)",
      backgroundColor: "rgb(240, 240, 255)",
      font: true,
      padding: "7px 9px",
    });
    await expect.poll(() => paints(host, [139, 0, 0])).toBe(true);
    const element = host.locator("attention-scale");
    for (const lang of LANGUAGES) {
      await element.evaluate((it, to) => it.setAttribute("lang", to), lang);
      await expect.poll(() => host.locator(".page").getAttribute("lang")).toBe(lang);
      const family = await host.locator(".page").evaluate((it) => getComputedStyle(it).fontFamily);
      expect(family, lang).toContain("Courier, monospace");
    }
    await host.evaluate(() => {
      const element = document.querySelector("attention-scale") as HTMLElement;
      element.style.setProperty("--attention-scale-unscaled", "#7a007a");
    });
    await expect.poll(() => paints(host, [122, 0, 122])).toBe(true);
    expect(await paints(host, [139, 0, 0])).toBe(false);
  });

  test("are ignored where CSS does not allow them, and moved where they could not be read", async () => {
    const { page: host, messages } = await openHost(
      page(`attention-scale { --attention-scale-unscaled: banana; --attention-scale-scaled: #fffff0;
        --attention-scale-ground: 3px; --attention-scale-font: ;; --attention-scale-gap: wide }`),
    );
    await ready(host);
    const [unscaled = "", scaled = ""] = await titleColors(host);
    expect(unscaled).toBe("rgb(184, 67, 15)");
    expect(contrast(scaled, "#ffffff")).toBeGreaterThan(4.4);
    const { padding, backgroundColor } = await host
      .locator(".page")
      .evaluate((it) => ({ ...getComputedStyle(it) }));
    expect([padding, backgroundColor]).toEqual(["0px", "rgba(0, 0, 0, 0)"]);
    expect(messages).toEqual([]);
  });

  test("leave every word readable on any ground of a site", async () => {
    const { page: host } = await openHost(page("html { transition: none }"));
    await ready(host);
    for (const ground of [
      "#ffffff",
      "#808080",
      "#3b4252",
      "#fdf6e3",
      "#002b36",
      "#000000",
      "#c0392b",
    ]) {
      await host.evaluate((color) => {
        document.documentElement.style.background = color;
      }, ground);
      const worst = () =>
        host
          .locator(".page :is(h3, .note, .caption, .caption strong, .legend)")
          .evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
      await expect
        .poll(async () => Math.min(...(await worst()).map((color) => contrast(color, ground))))
        .toBeGreaterThan(4.4);
    }
  });

  test("paper stays white, whatever they say", async () => {
    const { page: host } = await openHost(
      page("html { background: #111 } attention-scale { --attention-scale-ground: #222 }"),
    );
    await ready(host);
    await host.emulateMedia({ media: "print" });
    await expect.poll(() => titleColors(host)).toEqual(["rgb(184, 67, 15)", "rgb(18, 100, 120)"]);
    const ground = await host
      .locator(".page")
      .evaluate((it) => getComputedStyle(it).backgroundColor);
    expect(ground).toBe("rgba(0, 0, 0, 0)");
  });
});

test("the parts can be styled from outside", async () => {
  const parts = ["figure", "title", "finding", "controls", "table"];
  const rules = parts.map(
    (part, i) => `attention-scale::part(${part}) { outline: ${i + 1}px solid }`,
  );
  const { page: host } = await openHost(page(rules.join("\n")));
  await ready(host);
  const widths = await host.locator("attention-scale").evaluate(
    (it, names) =>
      names.map((name) => {
        const part = it.shadowRoot?.querySelector(`[part="${name}"]`);
        return part && getComputedStyle(part).outlineWidth;
      }),
    parts,
  );
  expect(widths).toEqual(["1px", "2px", "3px", "4px", "5px"]);
});

/** What does not fit into a column: what leaves the element, and words broken inside. */
const misfits = (host: Page, width: number) =>
  host.locator("attention-scale").evaluate(async (element, column) => {
    const post = element.parentElement as HTMLElement;
    post.style.width = `${column}px`;
    // Two frames: the observer of sizes lays pictures out in the next one.
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    const root = element.shadowRoot as ShadowRoot;
    const right = element.getBoundingClientRect().right + 0.6;
    const clipped = (each: Element | null): boolean =>
      each !== null &&
      (getComputedStyle(each).overflowX !== "visible" || clipped(each.parentElement));
    const found: string[] = [];
    for (const each of root.querySelectorAll(".page *")) {
      if (each.closest(".visually-hidden, math, .chips")) continue;
      if (each.getBoundingClientRect().right > right && !clipped(each.parentElement)) {
        found.push(`${each.localName}.${each.className} leaves the column`);
      }
    }
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const around = text.parentElement;
      if (!around?.checkVisibility() || around.closest(".visually-hidden, math, bdi, .chips")) {
        continue;
      }
      for (const { 0: word, index } of text.data.matchAll(/[\p{Script=Latin}\d.,]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 6) found.push(`${word} is broken`);
      }
    }
    const tops = ["unscaled", "scaled"].map(
      (side) => root.querySelector(`.figures > figure.${side}`)?.getBoundingClientRect().top,
    );
    const lists = root.querySelector(".row-lists");
    return {
      found,
      beside: tops[0] === tops[1],
      lists: lists !== null && getComputedStyle(lists).display !== "none",
    };
  }, width);

const COLUMNS = ["", 'lang="zh"', 'theme="light"', 'vectors="example"'];

describe.each(ALL ? COLUMNS : COLUMNS.slice(0, 1))("a column, %s", (attributes) => {
  test("of any width from 240 to 760 holds all, with both matrices beside each other", async () => {
    const { page: host } = await openHost(page("", `view="matrices" ${attributes}`));
    await ready(host);
    const problems: string[] = [];
    // The width grows in steps that are no divisor of anything else.
    for (let width = 240; width <= 760; width += ALL ? 8 : 47) {
      const { found, beside } = await misfits(host, width);
      problems.push(...found.map((one) => `${width}: ${one}`));
      if (!beside) problems.push(`${width}: beside ${beside}`);
    }
    expect(problems).toEqual([]);
  });
});

test("the numbers of the rows stand beside the cells or below them, never both", async () => {
  const { page: host } = await openHost(page(""));
  await ready(host);
  for (const width of [560, 592, 600, 608, 619.5, 620, 640]) {
    const { lists } = await misfits(host, width);
    const compact = await host.locator("attention-scale").evaluate((element) => {
      // The text of the picture is not in the document: the first column of cells begins where
      // labels end, the last ends at the right where nothing stands beside it.
      const canvas = element.shadowRoot?.querySelector(
        "figure.unscaled canvas",
      ) as HTMLCanvasElement;
      return canvas.clientHeight / canvas.clientWidth > 0.75;
    });
    expect([width, compact]).toEqual([width, lists]);
  }
});

test("a frame has the column to itself, whatever margins the site gives its figures", async () => {
  const { page: host } = await openHost(
    `<!doctype html><meta charset="utf-8"><title>a host</title><script src="frame.js"></script>
     <style>body { margin: 0 } .markdown figure { margin: 1em 40px }</style>
     <div class="markdown"><figure><iframe class="attention-scale" src="index.html#view=matrices" width="100%" height="900"></iframe></figure></div>`,
  );
  await host.setViewportSize({ width: 360, height: 800 });
  expect(await host.locator("iframe").evaluate((it) => it.clientWidth)).toBe(360);
});
