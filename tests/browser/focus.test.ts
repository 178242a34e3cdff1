/** The focus stays where the reader is when a button goes with what it has done. */
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { en as talk } from "../../web/src/text/en/talk.js";
import { frames, go, open, openApart, ready, setUp, singleFile } from "./browser.js";
import { format, menu, openMenu } from "./download-menu.js";
import { FEW, text } from "./reasons.js";

const { browser, served } = await setUp();

/** What has the focus in the element: its tag and its text; "" where nothing has. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    const element = root?.activeElement;
    return element ? `${element.localName}: ${(element as HTMLElement).innerText.trim()}` : "";
  });

/** Where Tab leads to from there, by its text. */
async function afterTab(page: Page): Promise<string> {
  await page.keyboard.press("Tab");
  return focused(page);
}

/** Presses a button as who has no pointer does. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).first();
  await button.focus();
  await page.keyboard.press("Enter");
}

describe("the focus", () => {
  test("is on the button of the figure again after the full screen, also where the browser ends that", async () => {
    const { page } = await open(browser, `${served.address}#lang=en`);
    await ready(page);
    const name = "Full screen: Scaled attention weights";
    const onButton = () =>
      page.evaluate(
        () =>
          document
            .querySelector("attention-scale")
            ?.shadowRoot?.activeElement?.getAttribute("aria-label") ?? "",
      );
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => press(page, "Close"),
      () => page.evaluate(() => document.exitFullscreen()),
    ]) {
      await press(page, name);
      await page.locator(".present figure canvas").first().waitFor();
      await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
      await leave();
      await page.locator(".present").waitFor({ state: "detached" });
      await expect.poll(onButton).toBe(name);
    }
    // The focus goes to the button of the figure that the reader has gone on to, in another
    // chapter.
    await go(page, `lang=en&figure=unscaled&present=on&${FEW}`);
    await page.locator(".present figure canvas").first().waitFor();
    await go(page, `lang=en&figure=variance-spread&present=on&${FEW}`);
    await page.locator(".present figure canvas").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(onButton).toContain("Full screen: ");
    expect(
      await page.evaluate(() =>
        document
          .querySelector("attention-scale")
          ?.shadowRoot?.activeElement?.getAttribute("data-figure"),
      ),
    ).toBe("variance-spread");
  });

  test("stays in the bar where its last button has no further figure", async () => {
    const { page } = await open(browser, `${singleFile}#present=on&figure=scaled&lang=en`);
    await page.locator(".present figure canvas").first().waitFor();
    for (let at = 0; at < 3; at += 1) {
      if (await page.getByRole("button", { name: "Previous" }).isDisabled()) break;
      await press(page, "Previous");
    }
    await expect.poll(() => page.getByRole("button", { name: "Previous" }).isDisabled()).toBe(true);
    expect(await focused(page)).not.toBe("");
    expect(await afterTab(page)).toBe("button: Next");
  });

  test("is on the button that cancels, and on the one that loads", async () => {
    const { page } = await openApart(browser, `${served.address}model.html#lang=en`);
    await ready(page);
    // The data never comes.
    await page.route("**/model/**", () => undefined);
    await press(page, talk.load);
    await expect.poll(() => focused(page)).toBe(`button: ${talk.cancel}`);
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe(`button: ${talk.load}`);
    await page.unroute("**/model/**");
    await page.route("**/model/**", (route) => route.abort());
    await page.keyboard.press("Enter");
    await page.getByText(talk.problems.network).waitFor();
    await expect.poll(() => focused(page)).toBe(`button: ${talk.load}`);
  });

  test("is at the lanes of the grid when it is filled", async () => {
    const { page } = await open(browser, `${singleFile}#view=grid&gridsteps=1000&lang=en`);
    await ready(page);
    await press(page, text.grid.fill);
    const stop = page.getByRole("button", { name: text.progress.stop, exact: true });
    await expect.poll(() => stop.count()).toBe(2);
    expect(await focused(page)).not.toBe("");
    expect(await afterTab(page)).toBe(`button: ${text.progress.stop}`);
  });

  test.each([
    ["index.html", "matrices"],
    ["why.html", "variance"],
    ["why.html#asked=on&dim=32", "jacobian"],
    ["race.html", "grid"],
  ])("is in the question whose answer is shown (%s, %s)", async (file, part) => {
    const { page } = await open(browser, `${served.address}${file}`);
    await ready(page);
    const group = page.locator(`[data-question="${part}"]`);
    await group.getByRole("button", { name: "Just show me" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => group.getAttribute("data-answered")).toBe("true");
    await ready(page);
    await frames(page, 30);
    const within = await group.evaluate((it) =>
      it.contains((it.getRootNode() as ShadowRoot).activeElement),
    );
    expect(within).toBe(true);
  });

  test("is on the button that records, and on the one that stops, and near the file once that is there", async () => {
    const { page } = await open(browser, `${singleFile}#view=saturation&lang=en`);
    onTestFinished(() => page.keyboard.press("Escape"));
    await ready(page);
    await openMenu(page);
    await menu(page).getByRole("combobox", { name: "Figure" }).selectOption("saturation-weights");
    await format(page, "Animation").check();
    await press(page, /^Record/);
    await expect.poll(() => focused(page)).toBe("button: Stop");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toMatch(/^button: Record/);
    await page.keyboard.press("Enter");
    const save = menu(page).getByRole("link", { name: "Save" });
    await save.waitFor({ timeout: 120_000 });
    expect(await focused(page)).not.toBe("");
    expect(await afterTab(page)).toBe("a: Save");
  });
});
