/** A page whose texts a translator of the browser has taken over. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { ready, setUp } from "./browser.js";
import { embed } from "./host-pages.js";

const { openHost } = await setUp();

/**
 * Does what Google's translator does: each text comes into two elements `font` of its own, where
 * the text node was.
 */
const translate = (element: Locator) =>
  element.evaluate((it) => {
    const root = it.shadowRoot as ShadowRoot;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (text.data.trim() === "" || text.parentElement?.closest("math, style, option")) continue;
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      outer.append(inner);
      inner.textContent = `[${text.data}]`;
      text.replaceWith(outer);
    }
  });

test("texts follow lang and the numbers after a translator has wrapped them", async () => {
  const { page, messages } = await openHost(
    `${embed('view="matrices" lang="en" id="one"')}<attention-scale view="matrices" lang="en" id="two"></attention-scale>`,
  );
  const one = page.locator("#one");
  const two = page.locator("#two");
  const texts = (element: Locator) =>
    element.evaluate((it) => it.shadowRoot?.querySelector<HTMLElement>(".page")?.innerText ?? "");
  for (const element of [one, two]) await ready(element);
  await expect.poll(async () => (await texts(one)) === (await texts(two))).toBe(true);
  await translate(one);
  expect(await texts(one)).toContain("[Sentence]");
  for (const change of [{ dim: "9" }, { lang: "zh", dim: "512" }, { sentence: "to be" }]) {
    const before = await texts(two);
    for (const element of [one, two]) {
      await element.evaluate((it, given) => {
        for (const [name, value] of Object.entries(given)) it.setAttribute(name, value);
      }, change);
    }
    await expect.poll(() => texts(two)).not.toBe(before);
    for (const element of [one, two]) await ready(element);
    // What has not changed stays translated.
    const bare = async () => (await texts(one)).replace(/[[\]]/g, "");
    const different = async () => {
      const translated = await bare();
      const own = await texts(two);
      return translated === own ? "" : `${translated}\n\n${own}`;
    };
    await expect.poll(different).toBe("");
  }
  expect(await texts(one)).not.toContain("[Sentence]");
  expect(messages).toEqual([]);
});
