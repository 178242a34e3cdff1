/** The tag of Share in a host whose build takes an attribute away. */
import { expect, test } from "vitest";
import { version } from "../../package.json";
import { pieceOf } from "../../web/src/export/pieces.js";
import { START } from "../../web/src/state/state.js";
import { withFilesIn } from "../web/pasted.js";
import { ALL, painted, ready, setUp } from "./browser.js";

const { openHost } = await setUp();

const STATE = {
  ...START,
  figure: "weights",
  sentence: "to be or not",
  dim: 32,
  seed: 7,
  lang: "en",
  theme: "light",
} as const;
const options = { version, caption: "The caption.", alt: "The picture." };
const PIECE = withFilesIn(".", pieceOf("html", STATE, options));
const [script = "", ...rest] = PIECE.split("\n");
const tag = rest.join("\n");

/** The tag without one of its attributes, for each of them, by what was taken away. */
const without = [...tag.matchAll(/ ([\w-]+)="[^"]*"/g)]
  .map((found) => {
    const [text, name = ""] = found;
    return [name, tag.slice(0, found.index) + tag.slice(found.index + text.length)] as const;
  })
  // Those of the still picture are gone when the figure runs.
  .filter(([name]) => ALL || ["figure", "sentence", "lang"].includes(name));

test("without any one of its attributes the tag is a figure, or its part, and says nothing", async () => {
  expect(without.length).toBe(ALL ? 16 : 3);
  const { page, messages } = await openHost(
    `<meta charset="utf-8"><title>a host</title>${script}${without.map(([, html]) => html).join("\n")}`,
  );
  for (const [index, [name]] of without.entries()) {
    const box = page.locator("div:has(> attention-scale)").nth(index);
    await box.scrollIntoViewIfNeeded();
    await ready(box);
    await expect.poll(() => painted(box.locator("canvas:visible"))).toBe(true);
    expect([name, await box.getByRole("alert").count()]).toEqual([name, 0]);
    expect([name, await box.evaluate((it) => it.scrollWidth - it.clientWidth)]).toEqual([name, 0]);
  }
  expect(messages).toEqual([]);
});

test("without the attributes of its script, too", async () => {
  const attributes = [...script.matchAll(/ (?!src)[\w-]+(="[^"]*")?(?=[ >])/g)];
  expect(attributes.length).toBeGreaterThan(0);
  for (const [text] of attributes) {
    const { page, messages } = await openHost(
      `<meta charset="utf-8"><title>a host</title>${script.replace(text, "")}${tag}`,
    );
    await ready(page);
    expect(messages).toEqual([]);
  }
});
