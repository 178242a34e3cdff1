/** The inspection finds what it is there to find: each fault is put into a page that has none. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { setUp } from "./browser.js";
import { installInspection } from "./look-inspect.js";

const { browser } = await setUp();
const context = await browser.newContext({ viewport: { width: 360, height: 600 } });
const page = await context.newPage();
beforeAll(() => installInspection(page));
afterAll(() => context.close());

const PAINT = `const canvas = document.querySelector("canvas"), context = canvas.getContext("2d");
  context.clearRect(0, 0, 300, 150); context.font = "16px sans-serif"; context.fillRect(0, 0, 50, 50);`;
const canvas = (script: string) =>
  `<div style="width: 300px"><canvas width="300" height="150" style="display: block"></canvas></div><script>${PAINT}${script}</script>`;

async function faultsOf(body: string): Promise<string> {
  await page.goto("about:blank");
  await page.setContent(`<!doctype html><title>faults</title>${body}`);
  const all = await page.evaluate(async () => {
    await inspection.settled();
    return [...(await inspection.pictures()), ...inspection.texts()];
  });
  return all.join("\n");
}

test("a page without faults has none", async () => {
  const text = `<h2>Title</h2><p>Some <b>words</b> of text</p><div style="overflow: auto; height: 20px">more<br>than fits</div>`;
  expect(await faultsOf(text + canvas(`context.fillText("seen", 60, 40)`))).toBe("");
});

test.each([
  ["a canvas without paint", canvas(`context.clearRect(0, 0, 300, 150)`), /<canvas> is blank/],
  ["a canvas of one colour", canvas(`context.fillRect(0, 0, 300, 150)`), /<canvas> is blank/],
  [
    "a canvas of another density than the screen's",
    canvas(`canvas.style.width = "300px"; canvas.style.height = "100px"`),
    /holds 300 × 150 pixels where it takes 300 × 100/,
  ],
  [
    "a canvas that was laid out for another width",
    canvas(`canvas.parentElement.style.width = "200px"`),
    /is 300 pixels wide where there is room for 200/,
  ],
  ["a canvas without a size", canvas(`canvas.style.height = 0`), /<canvas> has no size/],
  [
    "text that leaves its canvas",
    canvas(`context.fillText("outside", 280, 40)`),
    /“outside” leaves <canvas>/,
  ],
  [
    "texts of a canvas on each other, one of them turned",
    canvas(`context.fillText("level", 100, 80); context.translate(110, 85); context.rotate(-1);
            context.fillText("turned", 0, 0)`),
    /“level” and “turned” overlap/,
  ],
  [
    "what is no number, on a canvas",
    canvas(`context.fillText("NaN", 60, 40)`),
    /“NaN” is written on <canvas>/,
  ],
  [
    "text on text",
    `<p>one text</p><p style="margin-top: -28px">and another</p>`,
    /“one text” and “and another” overlap/,
  ],
  [
    "text on a field",
    `<input type="text" style="display: block; margin: 0"><p style="margin: -15px 0 0 4px">words</p>`,
    /overlap/,
  ],
  [
    "text that is cut off at the side",
    `<p style="width: 40px; overflow: hidden; white-space: nowrap">longer than that</p>`,
    /“longer than that” is cut off by .* at the side/,
  ],
  [
    "text that is cut off below",
    `<p style="height: 25px; overflow: clip">two<br>lines</p>`,
    /“lines” is cut off by .* above or below/,
  ],
  [
    "text that ends in an ellipsis",
    `<p style="width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">longer than that</p>`,
    /“longer than that” is shortened/,
  ],
  [
    "a number that does not fit into its field",
    `<input role="spinbutton" aria-label="number" style="width: 20px" value="123456">`,
    /“123456” does not fit into its field/,
  ],
  [
    "a choice that does not fit into its field",
    `<select aria-label="choice" style="width: 50px"><option>as long as this</select>`,
    /“as long as this” does not fit into its field/,
  ],
  ["something wider than the page", `<p style="width: 400px">wide</p>`, /of 360 pixels scrolls/],
  ["an undefined word", `<p>is undefined</p>`, /“undefined” stands in “is undefined”/],
  ["an infinite number", `<p aria-label="Infinity">∞</p>`, /has aria-label="Infinity"/],
  ["an object as text", `<p hidden>[object Object]</p>`, /“\[object” stands in/],
  ["a raw caret", `<p>d^0</p>`, /“\^” stands in “d\^0”/],
  ["an empty heading", `<h2> <a class="anchor" href="#x">#</a></h2>`, /<h2> is empty/],
  ["an empty caption", `<table><caption></caption><tr><td>1</table>`, /<caption> is empty/],
])("%s is found", async (_, body, fault) => {
  expect(await faultsOf(body)).toMatch(fault);
});

test("what is still computing is waited for", async () => {
  await page.goto("about:blank");
  await page.setContent(`<!doctype html><div class="empty" style="height: 9px">later</div>`);
  await page.evaluate(() => {
    setTimeout(() => document.querySelector(".empty")?.remove(), 150);
  });
  await page.evaluate(() => inspection.settled());
  expect(await page.locator(".empty").count()).toBe(0);
});
