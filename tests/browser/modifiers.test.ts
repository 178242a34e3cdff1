/** Keys and clicks with a modifier are the browser's: the page takes none of them. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { open, ready, setUp, singleFile } from "./browser.js";
import { FEW } from "./reasons.js";

const { browser, served } = await setUp();

const MODIFIERS = ["altKey", "ctrlKey", "metaKey", "shiftKey"] as const;
const KEYS = [
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "PageUp",
  "PageDown",
  "Home",
  "End",
  "Enter",
  " ",
];

/**
 * Presses each key, and clicks on each link, with each modifier: tells what was taken, and how many
 * keys are taken without any.
 */
const taken = (page: Page) =>
  page.evaluate(
    ([modifiers, keys]) => {
      const root = document.querySelector("attention-scale")?.shadowRoot as ShadowRoot;
      const told = { bubbles: true, composed: true, cancelable: true };
      const all: string[] = [];
      const pressed = (control: Element, more: KeyboardEventInit) =>
        !control.dispatchEvent(new KeyboardEvent("keydown", { ...told, ...more }));
      const controls = [...root.querySelectorAll("input, canvas[tabindex], .pad, .present")];
      const links = [...root.querySelectorAll("a[href]")];
      // This listener comes after every listener of the page, so that no link is followed.
      const watch = (event: MouseEvent) => {
        if (event.defaultPrevented) {
          all.push(`click on ${(event.composedPath()[0] as Element).outerHTML}`);
        }
        event.preventDefault();
      };
      addEventListener("click", watch);
      for (const modifier of modifiers) {
        for (const link of links) {
          link.dispatchEvent(new MouseEvent("click", { ...told, [modifier]: true }));
        }
        for (const control of controls) {
          for (const key of keys) {
            if (pressed(control, { key, [modifier]: true })) {
              all.push(`${modifier} ${key} on ${control.outerHTML.slice(0, 60)}`);
            }
          }
        }
      }
      removeEventListener("click", watch);
      const plain = controls.flatMap((control) =>
        ["ArrowUp", "PageDown"].filter((key) => pressed(control, { key })),
      );
      return { all, plain: plain.length, links: links.length };
    },
    [MODIFIERS, KEYS] as const,
  );

const PAGES = [
  ["the first chapter", "index.html#asked=on"],
  ["the parts of the chapter why", `why.html#asked=on&${FEW}`],
  ["the lessons", "lessons.html"],
  ["a figure over the whole screen", `index.html#figure=variance-histogram&present=on&${FEW}`],
] as const;

describe("a modifier", () => {
  test.each(PAGES)("leaves keys and clicks to the browser: %s", async (name, address) => {
    const { page } = await open(browser, `${served.address}${address}`);
    await ready(page);
    if (address.startsWith("why")) await page.locator(".pad canvas").waitFor();
    if (name.includes("screen")) await page.locator(".present figure canvas").first().waitFor();
    const { all, plain, links } = await taken(page);
    expect(all).toEqual([]);
    // Without a modifier they are the page's.
    if (name !== "the lessons") expect(plain).toBeGreaterThan(0);
    if (!name.includes("screen")) expect(links).toBeGreaterThan(2);
  });

  test("opens a section in a tab of its own", async () => {
    const { page } = await open(browser, `${singleFile}#lang=en`);
    await ready(page);
    const link = page.locator(".silhouettes a").first();
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      link.click({ modifiers: ["ControlOrMeta"] }),
    ]);
    expect(new URL(tab.url()).hash).not.toBe("");
    expect(new URL(page.url()).hash).toBe("#lang=en");
    await tab.close();
  });
});
