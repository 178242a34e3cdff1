/**
 * Moving pictures: recorded in the page, from where it returns to its state, and saved as a GIF of
 * the size and frames that it says.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ALL, open, ready, setUp, singleFile, testOfAll } from "./browser.js";
import { format, menu, openMenu, saved } from "./download-menu.js";

const { browser, served, start } = await setUp();

/** The size of a GIF, and the size and delay of each of its frames, by its blocks. */
function readGif(bytes: Buffer) {
  expect(bytes.toString("latin1", 0, 6)).toBe("GIF89a");
  const size = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  const frames: { size: number[]; delay: number }[] = [];
  const tableAt = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableAt(bytes[10] ?? 0);
  let delay = 0;
  const skipBlocks = () => {
    while (bytes[at] !== 0) at += (bytes[at] ?? 0) + 1;
    at += 1;
  };
  while (bytes[at] !== 0x3b) {
    expect([0x21, 0x2c]).toContain(bytes[at]);
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) delay = 10 * bytes.readUInt16LE(at + 4);
      at += 2;
    } else {
      frames.push({ size: [bytes.readUInt16LE(at + 5), bytes.readUInt16LE(at + 7)], delay });
      at += 10 + tableAt(bytes[at + 9] ?? 0) + 1;
    }
    skipBlocks();
  }
  expect(at).toBe(bytes.length - 1);
  return { size, frames };
}

/** Records the chosen figure, and reads the file. */
async function recorded(page: Page, id: string) {
  await menu(page).getByRole("combobox", { name: "Figure" }).selectOption(id);
  await format(page, "Animation").check();
  const button = menu(page).getByRole("button", { name: /^Record \d+ pictures$/ });
  const pictures = Number(/\d+/.exec(await button.innerText())?.[0]);
  await button.click();
  await menu(page).getByRole("link", { name: "Save" }).waitFor({ timeout: 120_000 });
  const said = await menu(page)
    .getByText(/pictures, \d+ kB/)
    .innerText();
  const { name, path } = await saved(page);
  const bytes = readFileSync(path);
  return { pictures, said, name, bytes, ...readGif(bytes) };
}

describe("a moving picture", () => {
  const editions = [
    {
      what: "the matrices while d grows",
      address: served.address,
      fragment: "#seed=5&theme=dark",
      id: "weights",
      most: 2e6,
    },
    {
      what: "the bell of the chapter, its default, in half the bytes, from the single file",
      address: singleFile,
      fragment: "#view=why",
      id: "bell-curve",
      most: 1e6,
    },
    {
      what: "bars of a softmax",
      address: served.address,
      fragment: "#view=saturation",
      id: "saturation-weights",
      most: 2e6,
    },
  ];
  test.each(ALL ? editions : editions.slice(0, 2))(
    "holds $what",
    async ({ address, fragment, id, most }) => {
      const { page, messages } = await open(browser, `${address}${fragment}`);
      await ready(page);
      await openMenu(page);
      const [before, steps] = await page.evaluate(() => [location.href, history.length]);
      const { pictures, said, name, bytes, size, frames } = await recorded(page, id);
      expect(name).toBe(`attention-scale-${id}.gif`);
      expect(pictures).toBeGreaterThan(20);
      expect(frames).toHaveLength(pictures);
      expect(said).toContain(`${pictures} pictures, ${Math.ceil(bytes.length / 1000)} kB`);
      expect(bytes.length).toBeLessThanOrEqual(most);
      expect(size[0]).toBe(720);
      for (const frame of frames) expect(frame.size).toEqual(size);
      expect(frames.at(-1)?.delay).toBeGreaterThan(frames[0]?.delay ?? Number.NaN);
      // The file stays while the page prints, in whose tone it would be another.
      await page.emulateMedia({ media: "print" });
      await expect.poll(() => page.locator(".page").getAttribute("data-tone")).toBe("light");
      await page.emulateMedia({ media: "screen" });
      await menu(page).getByRole("link", { name: "Save" }).waitFor();
      // The page has returned, and neither its address nor the history knows of it.
      expect(await page.evaluate(() => [location.href, history.length])).toEqual([before, steps]);
      expect(messages).toEqual([]);
    },
  );

  test("can be stopped, and the page is as before", async () => {
    const { page } = await start("#dim=32");
    await openMenu(page);
    await format(page, "Animation").check();
    await menu(page)
      .getByRole("button", { name: /^Record/ })
      .click();
    await menu(page).getByRole("progressbar").waitFor();
    await menu(page).getByRole("button", { name: "Stop" }).click();
    await menu(page)
      .getByRole("button", { name: /^Record/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await ready(page);
    await expect
      .poll(() => page.getByRole("slider", { name: "Dimension d" }).getAttribute("aria-valuetext"))
      .toContain("32");
  });

  test("is not offered of what does not move", async () => {
    const { page } = await start("#vectors=example");
    await openMenu(page);
    expect(await format(page, "PNG").count()).toBe(1);
    expect(await format(page, "Animation").count()).toBe(0);
  });

  testOfAll("holds a run of training, step by step", async () => {
    const { page } = await open(browser, `${served.address}race.html#task=recall&dim=16&batch=8`);
    await ready(page);
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await expect
      .poll(() =>
        page
          .getByText(/^step \d+/)
          .first()
          .innerText(),
      )
      .toMatch(/step [1-9]\d/);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await openMenu(page);
    const { pictures, frames, bytes } = await recorded(page, "training-keys-scaled");
    expect(pictures).toBeGreaterThan(2);
    expect(frames).toHaveLength(pictures);
    expect(bytes.length).toBeLessThanOrEqual(2e6);
  });
});
