/** The chapter of many heads: its document, one attention by hand, and attention between two sentences. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { DOCUMENTS } from "../../web/src/text/documents.js";
import { dist, onePage, open, ready, setUp, singleFile, tableNamed } from "./browser.js";
import { embed, hostPages } from "./host-pages.js";
import { done, fragmentOf, text } from "./reasons.js";

const { browser, served } = await setUp();
const openHost = hostPages(browser);
const start = onePage(browser, served.address);

const HUNGRY = ["A", "dog", "ate", "the", "food", "because", "it", "was", "hungry"];
const UNSCALED = "Unscaled cross-attention weights";
const SCALED = "Scaled cross-attention weights";

/** The numbers of a table, and its headers. */
const numbersOf = (page: Page, name: string) =>
  tableNamed(page, name).evaluate((table) => ({
    rows: [...table.querySelectorAll("tbody th")].map((it) => it.textContent?.trim()),
    cols: [...table.querySelectorAll("thead th[scope=col]")].map((it) => it.textContent?.trim()),
    numbers: [...table.querySelectorAll("tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.value)),
    ),
  }));
const rounded = (numbers: readonly number[][]) =>
  numbers.map((row) => row.map((value) => value.toFixed(2).replace(/^0/, "")));
const second = (page: Page) => page.getByRole("textbox", { name: "Second sentence", exact: true });
const sentence = (page: Page) => page.getByRole("textbox", { name: "Sentence", exact: true });

describe("the chapter", () => {
  test("is a document of its own, whose parts no other chapter fetches", async () => {
    const html = readFileSync(join(dist, "heads.html"), "utf8").replace(/\s+/g, " ");
    const { title, description } = DOCUMENTS.en.heads;
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`name="description" content="${description}"`);
    const image = /og:image" content="\.\/([\w-]+\.png)"/.exec(html)?.[1] ?? "";
    expect(readFileSync(join(dist, image)).length).toBeGreaterThan(1000);
    const { page, messages, requests } = await open(browser, `${served.address}heads.html`);
    await done(page);
    await expect.poll(() => page.title()).toBe(title);
    expect(await page.locator("h1").innerText()).toBe("Many heads");
    const scripts = () => requests.map((url) => /\/(heads|why)-parts-[^/]*\.js$/.exec(url)?.[1]);
    expect([scripts().includes("heads"), scripts().includes("why")]).toEqual([true, false]);
    const { page: why, requests: others } = await open(browser, `${served.address}why.html`);
    await ready(why);
    expect(others.filter((url) => /\/heads-parts-/.test(url))).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("starts with a sentence of its own, and gives back that of the first chapter", async () => {
    const { page } = await open(browser, singleFile);
    await ready(page);
    const typed = () => sentence(page).inputValue();
    expect(await typed()).toBe("I am good");
    await page.locator(".contents a").nth(2).click();
    await expect.poll(typed).toBe(HUNGRY.join(" "));
    await expect.poll(() => [...fragmentOf(page).keys()]).toEqual(["view"]);
    await page.locator(".contents a").first().click();
    await expect.poll(typed).toBe("I am good");
    await sentence(page).fill("to be");
    await page.locator(".contents a").nth(2).click();
    await expect.poll(typed).toBe("to be");
  });

  test("is a view of the embed, with its sentence where the author gives none", async () => {
    const { page } = await openHost(embed(`view="heads"`));
    const chips = () => page.locator(".chips li").allTextContents();
    await expect.poll(chips).toEqual(HUNGRY);
    await tableNamed(page, SCALED).waitFor({ state: "attached" });
    const element = page.locator("attention-scale");
    await element.evaluate((it) => it.setAttribute("sentence", "not bad"));
    await expect.poll(chips).toEqual(["not", "bad"]);
    await element.evaluate((it) => it.removeAttribute("sentence"));
    await element.evaluate((it) => it.setAttribute("view", "page"));
    await expect.poll(chips).toEqual(["I", "am", "good"]);
  });
});

describe("one attention by hand", () => {
  test("writes the example's numbers out, and follows word, division and vectors", async () => {
    const { page, messages } = await start("#view=steps&open=steps-vectors");
    await done(page);
    const worked = () => page.locator(".worked").innerText();
    expect(await worked()).toContain("1·1 + 3·1 + 2·3 = 10");
    expect(await worked()).toContain("0.976·1 + 0.0179·1 + 0.00657·1 = 1");
    const { numbers } = await numbersOf(page, text.steps.table);
    expect(numbers.map((row) => row.slice(0, 3))).toEqual([
      ...[
        [14, 10, 9],
        [10, 11, 6],
        [9, 6, 6],
      ],
    ]);
    // R's softmax(X %*% t(X)) %*% X
    for (const [row, expected] of [
      [1, 2.957691, 2.011295],
      [1, 1.540148, 2.722573],
      [1, 2.864164, 2],
    ].entries())
      for (const [col, value] of expected.entries())
        expect(numbers[row]?.[6 + col]).toBeCloseTo(value, 5);
    await page.getByRole("combobox", { name: text.steps.controls.row }).selectOption("2");
    await page.getByRole("radio", { name: text.steps.divisions.with }).check();
    await expect.poll(worked).toContain("10 ÷");
    const weights = (await numbersOf(page, text.steps.table)).numbers[1]?.slice(3, 6) ?? [];
    expect(rounded([weights])[0]).toEqual([".35", ".62", ".03"]);
    await page.getByRole("textbox", { name: "am, 1" }).fill("2");
    await expect.poll(worked).toContain("2·2 + 1·1 + 3·3 = 14");
    expect(messages).toEqual([]);
  });
});

describe("two sentences", () => {
  test.each(["view=heads", "view=heads&vectors=example", "view=cross&sentence=I+am+good"])(
    "start with the example's pair: #%s",
    async (fragment) => {
      const { page, messages } = await open(browser, `${served.address}#${fragment}`);
      await ready(page);
      const table = await numbersOf(page, UNSCALED);
      expect([table.rows, table.cols]).toEqual([
        ["I", "am", "good"],
        ["我", "很", "好"],
      ]);
      expect(rounded(table.numbers)).toEqual([
        ...[
          [".10", ".66", ".24"],
          [".49", ".49", ".02"],
          [".16", ".42", ".42"],
        ],
      ]);
      const scaled = await numbersOf(page, SCALED);
      for (const row of scaled.numbers)
        expect(row.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12);
      expect(messages).toEqual([]);
    },
  );

  test("take any words: rows those of the first sentence, columns those of the second", async () => {
    const { page } = await start("#view=heads");
    await done(page);
    await second(page).fill("le chien a mangé");
    await expect
      .poll(async () => (await numbersOf(page, SCALED)).cols)
      .toEqual([...["le", "chien", "a", "mangé"]]);
    expect((await numbersOf(page, SCALED)).rows).toEqual(HUNGRY);
    await sentence(page).fill("the dog ate");
    await expect
      .poll(async () => (await numbersOf(page, UNSCALED)).rows)
      .toEqual([...["the", "dog", "ate"]]);
    await expect.poll(() => fragmentOf(page).get("second")).toBe("le chien a mangé");
    const before = (await numbersOf(page, SCALED)).numbers;
    await page.goBack();
    await page.goForward();
    await expect.poll(async () => (await numbersOf(page, SCALED)).numbers).toEqual(before);
  });

  test("say what fits where the second sentence does not, and keep what was typed", async () => {
    const { page, messages } = await start("#view=cross");
    await done(page);
    const shown = await numbersOf(page, SCALED);
    const alert = page.locator(".reason").getByRole("alert");
    for (const [typed, said] of [
      ["", "Type at least one word; up to 64 are allowed."],
      ["?!", "There is no word in this"],
      [Array(65).fill("word").join(" "), "That is 65 words; up to 64 are allowed."],
      ["x".repeat(101), "up to 100 are allowed"],
    ] as const) {
      await second(page).fill(typed);
      await expect.poll(() => alert.innerText()).toContain(said);
      expect(await second(page).inputValue()).toBe(typed);
      expect(await numbersOf(page, SCALED)).toEqual(shown);
    }
    await second(page).fill("很 好");
    await expect.poll(() => alert.count()).toBe(0);
    expect(messages).toEqual([]);
  });

  test("take 64 words each, and the largest d", async () => {
    const words = Array.from({ length: 64 }, (_, i) => `w${i}`).join("+");
    const { page, messages } = await open(
      browser,
      `${served.address}#view=cross&sentence=${words}&second=${words}&dim=1024`,
    );
    await ready(page);
    const { numbers } = await numbersOf(page, SCALED);
    expect([numbers.length, numbers[63]?.length]).toEqual([64, 64]);
    expect(messages).toEqual([]);
  });

  test("show a cell's arithmetic, which a click or Enter holds in the link", async () => {
    const { page } = await start("#view=cross");
    await done(page);
    const arithmetic = page.locator(".reason .arithmetic");
    expect(await arithmetic.locator(".pair").innerText()).toBe("I → 很");
    const matrix = page.getByRole("application", { name: UNSCALED });
    await matrix.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => arithmetic.locator(".pair").innerText()).toBe("am → 很");
    await page.keyboard.press("Enter");
    await expect.poll(() => fragmentOf(page).get("pair")).toBe("1,1");
    await page.keyboard.press("Escape");
    await expect.poll(() => fragmentOf(page).get("pair")).toBeNull();
  });
});

describe("many heads", () => {
  const heads = (page: Page) => page.getByRole("application", { name: /attention matrices/ });
  const told = (page: Page) => page.locator(".reason .caption").innerText();

  test("follow the number of heads, and the pointer, and hold what is chosen in the link", async () => {
    const { page, messages } = await start("#view=many");
    await done(page);
    await page.getByRole("slider", { name: "Heads", exact: true }).focus();
    await page.keyboard.press("End");
    await expect
      .poll(async () => (await numbersOf(page, text.many.thumbs.table)).rows.length)
      .toBe(16);
    expect(await told(page)).toMatch(/^In head 1, it gives \d+\s% of its attention to \w+\./);
    await heads(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => told(page)).toMatch(/^In head 2,/);
    expect(fragmentOf(page).has("head")).toBe(false);
    // The tables are those of the head that is held.
    const table = (head: number) => tableNamed(page, text.many.lines.table.scaled(head)).count();
    expect([await table(1), await table(2)]).toEqual([1, 0]);
    await page.keyboard.press("Enter");
    await expect.poll(() => fragmentOf(page).get("head")).toBe("2");
    await expect.poll(() => table(2)).toBe(1);
    await heads(page).blur();
    expect(await told(page)).toMatch(/^In head 2,/);
    await page
      .getByRole("application", { name: text.many.lines.table.scaled(2) })
      .first()
      .focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => told(page)).toMatch(/^In head 2, because gives/);
    await page.keyboard.press("Enter");
    await expect.poll(() => fragmentOf(page).get("query")).toBe("6");
    for (const side of ["unscaled", "scaled"] as const)
      for (const row of (await numbersOf(page, text.many.lines.table[side](2))).numbers)
        expect(row.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12);
    expect(messages).toEqual([]);
  });

  test("one head is the single attention", async () => {
    const { page } = await start("#view=many&heads=1&sentence=I+am+good");
    await done(page);
    const one = await numbersOf(page, text.many.lines.table.scaled(1));
    await page.goto(`${served.address}#view=page`);
    await ready(page);
    expect(one.numbers).toEqual((await numbersOf(page, "Scaled attention weights")).numbers);
  });

  test("say which numbers of heads fit where d_model cannot be divided, and keep what was typed", async () => {
    const { page } = await start("#view=many&dim=100");
    await done(page);
    const alert = page.locator(".reason").getByRole("alert");
    expect(await alert.innerText()).toBe(text.unfit(100, 8, "1, 2, 4, 5, 10", 5));
    const field = page.getByRole("spinbutton", { name: "Heads (1–16)" });
    expect(await field.inputValue()).toBe("8");
    await field.fill("17");
    await expect.poll(() => alert.first().innerText()).toContain("from 1 to 16");
    expect(await field.inputValue()).toBe("17");
    await field.fill("10");
    await expect.poll(() => alert.count()).toBe(0);
    await page.locator("#dim-number").fill("1025");
    await expect
      .poll(() => page.locator("#dim-number-problem").innerText())
      .toContain("from 1 to 1024");
    expect(await page.locator("#dim-number").inputValue()).toBe("1025");
  });
});

describe("any width", () => {
  const { controls, paste, measured, output } = text.widths;

  test("measures what the wrong root does, and nothing where both are the same", async () => {
    const { page, messages } = await start("#view=widths");
    await done(page);
    const caption = () => page.locator(".reason .caption").innerText();
    expect(await caption()).toMatch(/divided by 8.00 and not by 4.00/);
    const { numbers } = await numbersOf(page, measured.tables.entropy);
    for (const [none = 0, model = 0, keys = 0] of numbers) {
      expect(none).toBeLessThan(keys);
      expect(keys).toBeLessThan(model);
    }
    await page.getByRole("spinbutton", { name: `${controls.dk} (1–1024)` }).fill("64");
    await expect.poll(caption).toContain("makes no difference");
    const same = await numbersOf(page, measured.tables.gradient);
    for (const [, model, keys] of same.numbers) expect(model).toBe(keys);
    expect(messages).toEqual([]);
  });

  test("take pasted matrices, and name line and column of what is no number", async () => {
    const { page, messages } = await start("#view=widths&projection=pasted&vectors=example");
    await done(page);
    const queries = page.getByRole("textbox", { name: paste.wq });
    const alert = page.locator(".reason").getByRole("alert");
    expect(await alert.count()).toBe(0);
    for (const [typed, said] of [
      ["1,0\n0,zero\n1,1", paste.entry(2, 2, "zero")],
      ["1,0\n0\n1,1", paste.ragged(2, 1, 2)],
      ["1,0", paste.shape(1, 2, 3)],
      ["", paste.empty],
    ] as const) {
      await queries.fill(typed);
      await expect.poll(() => alert.first().innerText()).toBe(said);
      expect(await queries.inputValue()).toBe(typed);
    }
    await queries.fill("1,0\n0,1\n0,0");
    await expect.poll(() => alert.count()).toBe(0);
    await expect.poll(() => fragmentOf(page).get("wq")).toBe("1,0;0,1;0,0");

    // X W^V is the first number of each vector, so that the output is the weights' mean of these.
    await page.getByRole("textbox", { name: paste.wv }).fill("1\n0\n0");
    await page.locator(".reason details > summary", { hasText: output.title }).click();
    for (const side of ["unscaled", "scaled"] as const) {
      await expect
        .poll(async () => (await numbersOf(page, output[side])).numbers[0]?.length)
        .toBe(1);
      const { numbers } = await numbersOf(page, output[side]);
      for (const [mixed = 0] of numbers) {
        expect(mixed).toBeGreaterThan(0.81);
        expect(mixed).toBeLessThan(1.71);
      }
    }
    expect(messages).toEqual([]);
  });
});

describe("as frameworks hold it", () => {
  const { controls, weights, variance, equal } = text.tensor;

  test("pads the shorter sentence, and gives padding weights of 0", async () => {
    const { page, messages } = await start("#view=tensor");
    await done(page);
    const table = await numbersOf(page, weights.table);
    expect(table.rows.slice(9, 13)).toEqual([
      ...["sentence 2: 我", "sentence 2: 很", "sentence 2: 好", "sentence 2: padding"],
    ]);
    for (const [i, row] of table.numbers.entries()) {
      const sum = row.reduce((all, one) => all + one);
      expect(sum).toBeCloseTo(i < 12 ? 1 : 0, 12);
      if (i >= 9) expect(row.slice(3)).toEqual(Array(6).fill(0));
    }
    const told = await numbersOf(page, variance.table);
    expect(told.rows.length).toBe(9);
    const other = page.getByRole("textbox", { name: controls.second });
    await other.fill(HUNGRY.toReversed().join(" "));
    await expect.poll(() => page.getByText(equal).count()).toBe(1);
    await other.fill("");
    await expect.poll(() => page.locator(".reason").getByRole("alert").count()).toBe(1);
    expect(await other.inputValue()).toBe("");
    expect(messages).toEqual([]);
  });

  test("tells no variance of rows of one score, and computes a wide model in the worker", async () => {
    const { page, messages } = await start("#view=tensor&sentence=dog&second=cat&dim=512");
    await done(page);
    const { cols } = await numbersOf(page, variance.table);
    expect(cols).toEqual([variance.columns.all, variance.columns.expected]);
    expect(messages).toEqual([]);
  });
});
