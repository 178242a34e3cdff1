/**
 * What is typed and fits nowhere stays in its field, a sentence says what is allowed, and nothing
 * else changes.
 */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { TEXTS } from "../../web/src/text/index.js";
import { say } from "../../web/src/text/rich.js";
import { ALL, ready, rested, setUp } from "./browser.js";
import { MANY_WORDS } from "./expected.js";
import { done, FEW, fragmentOf, text, unfolded } from "./reasons.js";

const { start } = await setUp();

const { problems } = TEXTS.en;
const { logits, variance, exponent, widths, tensor, training } = text;
const { paste } = widths;
const number = (name: string) => (page: Page) =>
  page.getByRole("spinbutton", { name, exact: true });
const words = (name: string) => (page: Page) => page.getByRole("textbox", { name, exact: true });

const TOO_MANY = [...MANY_WORDS, "more"].join(" ");
const SENTENCES = [
  ["", "Type at least one word; up to 64 are allowed."],
  ["😀 !?", "There is no word in this"],
  [TOO_MANY, "That is 65 words; up to 64 are allowed."],
  ["a".repeat(10_000), "10000 characters; up to 100 are allowed"],
] as const;
const each = (said: string, ...typed: readonly string[]) =>
  typed.map((one) => [one, said] as const);
const HEADS = "Heads (1–16)";
// The link leaves out the grid, whose recorded numbers come at no certain time.
const RACE = "view=training&dim=16&batch=8&open=training-settings";

interface Field {
  readonly link: string;
  readonly in: (page: Page) => Locator;
  /** Wrong texts, and a part of what is said of each. */
  readonly wrong: readonly (readonly [typed: string, said: string])[];
  readonly right: string;
  /** The key in which the link keeps also a wrong text; other fields leave the link as it is. */
  readonly kept?: string;
  /** The figures go on without it. */
  readonly apart?: true;
}

const FIELDS: Readonly<Record<string, Field>> = {
  "the sentence": {
    link: "",
    in: words("Sentence"),
    wrong: SENTENCES,
    right: "good again",
    kept: "sentence",
  },
  "the dimension": {
    link: "",
    in: (page) => page.locator("#dim-number"),
    wrong: each("whole number from 1 to 1024", "0", "-5", "1e9", "abc", "", "1.5", "1025"),
    right: "32",
  },
  "the seed": {
    link: "",
    in: (page) => page.locator("#seed-number"),
    wrong: each("from 0 to 4294967295", "4294967296"),
    right: "4294967295",
  },
  "a vector of the example": {
    link: "vectors=example",
    in: words("am, 2"),
    wrong: each("number from −1000 to 1000", "two", "1001"),
    right: "-2.5",
  },
  "the seed of the samples": {
    link: `view=variance&${unfolded("variance")}`,
    in: number(variance.controls.sampleseed),
    wrong: each(say(problems.whole, { least: 0, most: 4294967295 }), "-1"),
    right: "1",
  },
  "the samples": {
    link: `view=variance&${unfolded("variance")}`,
    in: number(`${variance.controls.samples} (2–20000)`),
    wrong: each(say(problems.whole, { least: 2, most: 20_000 }), "1"),
    right: "299",
  },
  "a factor of logits": {
    link: "view=saturation",
    in: number(`${logits.factor} (0–64)`),
    wrong: each(say(problems.decimal, { least: 0, most: 64 }), "65"),
    right: "2",
  },
  "logits of the reader's": {
    link: "view=saturation&source=typed",
    in: words(logits.typed),
    wrong: each(
      say(text.listAllowed, { least: 2, most: 16, limit: 1000 }),
      "1",
      "1, two",
      "",
      "1 1001",
      Array(17).fill(1).join(),
    ),
    right: "4 5",
  },
  "the number of keys": {
    link: `view=gradient&${unfolded("gradient")}`,
    in: number(`${text.controls.keys} (2–512)`),
    wrong: each(say(problems.whole, { least: 2, most: 512 }), "1.5"),
    right: "4",
  },
  "the size of queries and keys": {
    link: `view=exponent&${unfolded("exponent")}`,
    in: number(`${exponent.places.controls.size} (0.001–1000)`),
    wrong: each(say(problems.decimal, { least: 0.001, most: 1000 }), "many"),
    right: "2",
  },
  "the second sentence": {
    link: "view=cross",
    in: words(text.second),
    wrong: SENTENCES,
    right: "很 好",
    kept: "second",
  },
  "the second sentence of the diagram": {
    link: "view=flow&layers=1",
    in: words(text.second),
    wrong: SENTENCES,
    right: "很 好",
    kept: "second",
  },
  "the second sentence of a tensor": {
    link: "view=tensor&open=tensor-weights",
    in: words(tensor.controls.second),
    wrong: SENTENCES.slice(0, 1),
    right: "cat",
    kept: "second",
  },
  "the heads": {
    link: "view=many",
    in: number(HEADS),
    wrong: each("from 1 to 16", "17"),
    right: "4",
  },
  "the layers": {
    link: "view=flow&layers=1",
    in: number("Layers (1–12)"),
    wrong: each("from 1 to 12", "13"),
    right: "2",
  },
  "a matrix that is pasted": {
    link: "view=widths&projection=pasted&vectors=example&open=widths-shapes",
    in: words(paste.wq),
    wrong: [
      ["1,0\n0,zero\n1,1", say(paste.entry, { line: 2, column: 2, entry: "zero" })],
      ["1,0\n0\n1,1", say(paste.ragged, { line: 2, count: 1, first: 2 })],
      ["1,0", say(paste.shape, { rows: 1, cols: 2, model: 3 })],
      ["", paste.empty],
    ],
    right: "1,0\n0,1\n0,0",
    apart: true,
  },
  "the rate of a race": {
    link: RACE,
    in: number(training.rate),
    wrong: each("from 0.000001 to 10000", "1e9"),
    right: "0.002",
  },
  "the batch of a race": {
    link: RACE,
    in: number(training.batch),
    wrong: each("from 1 to 512", "0"),
    right: "4",
  },
  "the dimension of a race": {
    link: RACE,
    in: number("d, as a number"),
    wrong: each("from 1 to 1024", "4096"),
    right: "32",
  },
  "the date of a race": {
    link: RACE,
    in: words("Date"),
    wrong: each("November 20, 2026", "tomorrow"),
    right: "2026年11月20日",
    kept: "date",
  },
};

/**
 * The numbers of every table, and the keys of the link in one order, but that which keeps the text.
 */
const shownOn = async (page: Page, kept = "") => {
  const link = fragmentOf(page);
  link.delete(kept);
  link.sort();
  const numbers = await page
    .locator("td[data-value]")
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.value));
  return [link.toString(), ...numbers];
};

// Tests some of the fields that are checked alike, unless all are tested.
test.each(Object.entries(FIELDS).filter((_, i) => ALL || [0, 1, 7, 10, 15, 16, 19].includes(i)))(
  "%s",
  async (_, { link, in: fieldIn, wrong, right, kept, apart }) => {
    const { page, messages } = await start(`${link}&${FEW}`);
    await (link.includes("view=") && link !== RACE ? done : ready)(page);
    if (link === RACE) await page.locator("td[data-value]").first().waitFor({ state: "attached" });
    const field = fieldIn(page);
    // The page grows by its later tables.
    await rested(page, () => page.locator("td[data-value]").count());
    const before = await shownOn(page, kept);
    const opened = page.url();
    for (const [typed, said] of wrong) {
      await field.fill(typed);
      await page.getByRole("alert").filter({ hasText: said }).first().waitFor();
      expect(await field.inputValue()).toBe(typed);
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      if (kept !== undefined) await expect.poll(() => fragmentOf(page).get(kept)).toBe(typed);
      if (!apart) expect(await shownOn(page, kept)).toEqual(before);
    }
    await field.fill(right);
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await expect.poll(() => page.url()).not.toBe(opened);
    expect(messages).toEqual([]);
  },
);

test.each(ALL ? ["view=many", "view=flow&layers=1"] : ["view=many"])(
  "heads that do not divide d are told with those that do: %s",
  async (view) => {
    const { page } = await start(`${view}&dim=100`);
    await done(page);
    const alert = page.locator(".reason").getByRole("alert");
    expect(await alert.innerText()).toBe(
      say(text.unfit, { dim: 100, heads: 8, all: "1, 2, 4, 5, 10", fitting: 5 }),
    );
    const heads = number(HEADS)(page);
    expect(await heads.inputValue()).toBe("8");
    await heads.fill("10");
    await expect.poll(() => alert.count()).toBe(0);
  },
);
