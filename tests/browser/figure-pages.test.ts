/** The page of a single figure in a frame, as programs make one of its link. */
import type { Frame } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { ALL, open, painted, ready, setUp, stop } from "./browser.js";
import { servedFigures } from "./figure-host.js";

const { browser } = await setUp();

/** A page with the frame of a figure. */
async function framed(figure: string, change: (frame: string) => string = (frame) => frame) {
  const served = await servedFigures();
  const { html } = JSON.parse(served.files[`figures/${figure}.json`] ?? "");
  const hostPage = `<!doctype html><meta charset="utf-8"><title>a host</title><link rel="icon" href="data:,">
    <style>body { margin: 0 }</style>
    <script>const heard = []; addEventListener("message", ({ data }) => heard.push(data));</script>${change(html)}`;
  Object.assign(served.files, { "host.html": hostPage });
  onTestFinished(() => stop(served));
  const { page, messages } = await open(browser, `${served.address}host.html`);
  const shown = page.frameLocator("iframe");
  await ready(shown);
  const canvases = shown.locator("figure canvas:visible");
  await expect.poll(() => painted(canvases)).toBe(true);
  const inside = page.frames()[1] as Frame;
  return { page, inside, messages };
}

/** By how much the document of a frame is larger than the frame. */
const beyond = (frame: Frame) =>
  frame.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return { sideways: scrollWidth - clientWidth, down: scrollHeight - clientHeight };
  });

const figures = ["weights", "bell-curve-zh", "gradient-share", "many-heads", "depth-entropy"];
test.each(ALL ? figures : figures.slice(0, 2))(
  "the frame of %s holds its figure without scrolling, and says its height",
  async (figure) => {
    const { page, inside, messages } = await framed(figure);
    await expect.poll(() => beyond(inside)).toEqual({ sideways: 0, down: 0 });
    const said = await page.evaluate("heard.map(String).join()");
    expect(said).toMatch(/\{"context":"iframe\.resize","height":\d+\}/);
    expect(messages).toEqual([]);
  },
);

test.each(ALL ? figures : figures.slice(0, 1))(
  "%s in a frame of 200 px is narrow, and does not scroll sideways",
  async (figure) => {
    const { inside } = await framed(figure, (frame) =>
      frame.replace(/width="\d+"/, 'width="200"').replace(/ style="[^"]*"/, ""),
    );
    expect(await inside.evaluate(() => innerWidth)).toBe(200);
    expect(await beyond(inside)).toMatchObject({ sideways: 0 });
  },
);

/**
 * WordPress 6 takes the frame of a host that it does not know, with these attributes alone, a
 * sandbox and a secret; what says the secret sets the frame's height.
 */
const asWordPress = (frame: string) =>
  frame
    .replace(/ (loading|allow|style)="[^"]*"/g, "")
    .replace(/ src="([^"]*)"/, ' src="$1#?secret=Ab1" data-secret="Ab1"')
    .replace("<iframe", '<iframe sandbox="allow-scripts" security="restricted"');

test("the frame that WordPress makes shows the figure, and tells it the height", async () => {
  const { page } = await framed("weights", asWordPress);
  await expect
    .poll(() => page.evaluate("heard.find(({ message }) => message === 'height')"))
    .toEqual({ message: "height", value: expect.any(Number), secret: "Ab1" });
});
