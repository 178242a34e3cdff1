/** The picture for articles without scripts, tapped in real browsers, and its way through the clipboard. */
import type { Page } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { frames, setUp } from "./browser.js";
import { format, menu, openMenu, saved } from "./download-menu.js";
import { placeOf, seen } from "./tapped.js";

const { browser, served, start } = await setUp();

const NAME = "Copy for WeChat";

/** A page that has nothing but the picture, as wide as on a phone. */
async function article(svg: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.setContent(`<meta name="viewport" content="width=device-width"><body>${svg}</body>`);
  return page;
}

/** Taps it, as a finger does. */
async function tap(page: Page, text: string): Promise<void> {
  const place = await page.evaluate(placeOf, text);
  expect([text, place]).not.toEqual([text, null]);
  await page.touchscreen.tap(place?.x ?? 0, place?.y ?? 0);
  // Motions begin with the next picture of the browser.
  await frames(page, 4);
}

async function taken(): Promise<{ page: Page; svg: string }> {
  const { page, messages } = await start();
  await openMenu(page);
  await format(page, NAME).check();
  await menu(page).locator(".tapped svg").waitFor();
  const { name, text } = await saved(page);
  expect(name).toBe("attention-scale-taps.svg");
  expect(messages).toEqual([]);
  return { page, svg: Buffer.from(text, "latin1").toString("utf8") };
}

describe("the picture that can be tapped", () => {
  test("switches between both sides, goes through d, and says when the taps are used up", async () => {
    const { svg } = await taken();
    const page = await article(svg);
    expect(await page.evaluate(seen)).toBe("without 64");
    await tap(page, "good");
    expect(await page.evaluate(seen)).toBe("with 64");
    // The same again leads back.
    await tap(page, "good");
    expect(await page.evaluate(seen)).toBe("without 64");
    // What says nothing of taps does nothing.
    await tap(page, "sentence = ");
    await tap(page, "Attention without");
    expect(await page.evaluate(seen)).toBe("without 64");
    const states: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      await tap(page, "Tap a number");
      states.push(await page.evaluate(seen));
    }
    expect(states).toEqual(["without 512", "without 1", "without 8", "without 64"]);
    for (const dim of ["512", "8", "1", "64"]) {
      await tap(page, dim);
      expect(await page.evaluate(seen)).toBe(`without ${dim}`);
    }
    const used = "All taps are used up";
    for (let taps = 0; (await page.evaluate(placeOf, used)) === null; taps += 1) {
      expect(taps).toBeLessThan(40);
      await tap(page, "good");
    }
    expect(await page.evaluate(seen)).toBe("without 64");
    await tap(page, "good");
    await tap(page, "512");
    expect([await page.evaluate(seen), await page.evaluate(placeOf, used)]).toEqual([
      "without 64",
      expect.anything(),
    ]);
  });

  test("is copied as rich text, which an editor takes with its taps", async () => {
    const { page } = await taken();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await menu(page).getByRole("button", { name: "Copy", exact: true }).click();
    await expect.poll(() => menu(page).getByRole("status").innerText()).toMatch(/^Copied: paste/);
    const types = await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types);
    expect(types).toEqual(expect.arrayContaining(["text/html", "text/plain"]));
    const editor = await page.context().newPage();
    await editor.setContent('<body contenteditable style="width: 677px"></body>');
    await editor.locator("body").click();
    await editor.keyboard.press("Control+v");
    await editor.locator("svg").waitFor();
    await editor.evaluate(() => document.body.removeAttribute("contenteditable"));
    expect(await editor.locator("body").innerText()).toContain("gives 96");
    expect(await editor.evaluate(seen)).toBe("without 64");
    await editor.locator("svg").click({ position: { x: 300, y: 300 } });
    await expect.poll(() => editor.evaluate(seen)).toBe("with 64");
  });

  test("is copied where the page has no clipboard, or the reader is told what to do", async () => {
    const { page } = await taken();
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    });
    const copied = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const read = (event: ClipboardEvent) =>
            resolve(event.clipboardData?.getData("text/html") ?? "");
          document.addEventListener("copy", read, { once: true });
        }),
    );
    const copy = menu(page).getByRole("button", { name: "Copy", exact: true });
    await copy.click();
    expect(await copied).toContain("<animateTransform");
    await expect.poll(() => menu(page).getByRole("status").innerText()).toMatch(/^Copied: paste/);
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await copy.click();
    await expect
      .poll(() => menu(page).getByRole("status").innerText())
      .toMatch(/^This page may not use the clipboard\. Save the file/);
    const text = menu(page).getByRole("textbox", { name: "Preview" });
    expect(await text.inputValue()).toMatch(/^<svg /);
  });
});

test("a PNG has a QR code of its link where the reader wants one", async () => {
  const { page } = await start(`#dim=32`);
  await openMenu(page);
  await format(page, "PNG").check();
  const withCode = menu(page).getByRole("checkbox", { name: "With a QR code of the link" });
  await expect.poll(() => withCode.isChecked()).toBe(false);
  const canvas = menu(page).locator("canvas.taken");
  const heightOf = () => canvas.evaluate((picture) => (picture as HTMLCanvasElement).height);
  await canvas.waitFor();
  const height = await heightOf();
  await withCode.check();
  await expect.poll(heightOf).toBeGreaterThan(height);
  // The code stands in the lower right corner. A letter for each pixel crosses quickly.
  const side = 320;
  const corner = await canvas.evaluate((picture, size) => {
    const { width, height } = picture as HTMLCanvasElement;
    const context = (picture as HTMLCanvasElement).getContext("2d");
    const { data } = context?.getImageData(width - size, height - size, size, size) ?? { data: [] };
    let letters = "";
    for (let i = 0; i < data.length; i += 4) letters += (data[i] ?? 0) < 128 ? "#" : " ";
    return letters;
  }, side);
  const gray = [...corner].flatMap((letter) =>
    letter === "#" ? [0, 0, 0, 255] : [255, 255, 255, 255],
  );
  const picture = { width: side, height: side, data: Uint8ClampedArray.from(gray) };
  expect(decodeQR(picture)).toBe(`${served.address}#dim=32`);
});
