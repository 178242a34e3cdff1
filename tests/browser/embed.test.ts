import { expect, test } from "vitest";
import { setUp } from "./browser.js";

const { browser, served } = await setUp();

test("one script tag defines <attention-scale>: two elements, one engine, attributes live", async () => {
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  await page.setContent(`<!doctype html><style>table { border: 9px solid red } h1 { display: none }</style>
    <attention-scale id="one" view="matrices" sentence="to be" dim="4"></attention-scale>
    <attention-scale id="two" view="matrices" vectors="example"></attention-scale>`);
  await page.addScriptTag({ url: `${served.address}embed.js` });
  await page.locator('#one[data-ready="true"]').waitFor({ state: "attached" });
  await page.locator('#two[data-ready="true"]').waitFor({ state: "attached" });
  await expect(page.locator("#one .chips li").allTextContents()).resolves.toEqual(["to", "be"]);
  await expect(page.locator("#two .chips li").allTextContents()).resolves.toEqual([
    "I",
    "am",
    "good",
  ]);
  await page
    .locator("#one")
    .evaluate((element) => element.setAttribute("sentence", "or not to be"));
  await expect.poll(() => page.locator("#one .chips li").count()).toBe(4);
  expect(messages).toEqual([]);
  await page.close();
});
