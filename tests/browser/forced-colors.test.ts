/**
 * Forced colours, as of Windows' contrast themes: the browser replaces all colours of CSS, and
 * leaves those of pictures.
 */
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { PALETTES } from "../../web/src/draw/palette.js";
import { openApart, ready, setUp } from "./browser.js";

const { browser, served } = await setUp();

async function show(fragment: string, colorScheme: "light" | "dark"): Promise<Page> {
  const { page } = await openApart(browser, `${served.address}#lang=en&${fragment}`, {
    forcedColors: "active",
    colorScheme,
  });
  await ready(page);
  return page;
}

/** The colours on screen within an element, as hexadecimals, the most frequent first. */
async function colorsOf(element: Locator): Promise<string[]> {
  const png = (await element.screenshot()).toString("base64");
  return element.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {};
    const counts = new Map<string, number>();
    for (let i = 0; i < data.length; i += 4) {
      const channels = [...data.slice(i, i + 3)];
      const color = `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
  }, png);
}

describe.each(["light", "dark"] as const)("on a %s ground", (scheme) => {
  const { unscaled, scaled } = PALETTES[scheme];

  test.each([
    ["curves", "view=gradient&asked=off"],
    ["bars of a histogram", "view=variance&open=variance-numbers&asked=off"],
    ["lanes of a race", "view=race"],
  ])(
    "the legend of %s has the colours of its picture, which no browser changes",
    async (_, fragment) => {
      const page = await show(fragment, scheme);
      const legend = page.locator(".legend.hues:has(.unscaled)").first();
      await legend.waitFor();
      expect(await colorsOf(legend)).toEqual(expect.arrayContaining([unscaled, scaled]));
    },
  );

  test("the scale of a map has the colours of its cells, and a picture keeps its ground", async () => {
    const page = await show("view=matrices&theme=light", scheme);
    for (const scale of await page.locator(".legend .ramp").all()) {
      expect((await colorsOf(scale)).length).toBeGreaterThan(20);
    }
    // Labels are of the ink that belongs to the ground, whatever the page around has.
    const [ground] = await colorsOf(page.locator("canvas").first());
    expect(ground).toBe(PALETTES.light.paper);
  });

  test("what is chosen looks otherwise than what is not", async () => {
    const page = await show("view=matrices&projections=identity", scheme);
    const options = page.locator("fieldset.choice:visible label");
    const grounds = await Promise.all(
      (await options.all()).map(async (option) => (await colorsOf(option))[0]),
    );
    expect(new Set(grounds).size).toBe(2);
  });
});
