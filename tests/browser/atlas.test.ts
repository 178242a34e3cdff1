/** The published models: the picture, the table with its sources, a model and its card. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { cardOf } from "../../web/src/parts/atlas/experiments.js";
import { dividesByRoot, type Model } from "../../web/src/parts/atlas/models.js";
import data from "../../web/src/parts/atlas/models.json" with { type: "json" };
import { ruledModel, ruleOfModel } from "../../web/src/parts/atlas/rules.js";
import { START } from "../../web/src/state/state.js";
import { en as words } from "../../web/src/text/en/atlas.js";
import { engine } from "../loaded-engine.js";
import { numbersOf, setUp, tableNamed } from "./browser.js";
import { fragmentOf } from "./reasons.js";

const { start } = await setUp();
const models = data as unknown as readonly Model[];
const modelNamed = (id: string) => models.find((model) => model.id === id) as Model;

const rowsOf = (page: Page) => tableNamed(page, "Models").locator("tbody tr");
const idsOf = (page: Page): Promise<(string | null)[]> =>
  rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute("data-model")));
const row = (page: Page, id: string) => page.locator(`tr[data-model="${id}"]`);

const openedTable = async (link = "") => {
  const { page } = await start(`view=atlas&asked=off${link}`);
  await tableNamed(page, "Models").waitFor({ state: "attached" });
  return page;
};

describe("the table of the models", () => {
  test("has every model with its numbers, its sources and what is a default", async () => {
    const page = await openedTable();
    expect(await idsOf(page)).toEqual(models.map(({ id }) => id));
    const gemma = row(page, "gemma-2-27b");
    expect(await gemma.getByRole("rowheader").innerText()).toBe("Gemma 2 27B");
    const cell = (name: string) => gemma.locator(`td[data-name="${name}"]`);
    expect(Number(await cell("factor").getAttribute("data-value"))).toBe(1 / 12);
    expect(await cell("year").innerText()).toBe("2024");
    expect(await cell("head").innerText()).toBe("128");
    expect(await cell("source").getByRole("link").first().getAttribute("href")).toMatch(
      /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/blob\/[0-9a-f]{10}\/.+#L\d+$/,
    );
    const read = row(page, "t5-small").locator('td[data-name="read"]');
    expect(await read.innerText()).toBe("config default in code");
  });

  test("is narrowed by Find a model and by the lists, with the finding", async () => {
    const page = await openedTable();
    await page.getByRole("searchbox", { name: "Find a model" }).fill("gemma");
    const family = models.filter(({ name }) => name.startsWith("Gemma")).map(({ id }) => id);
    await expect.poll(() => idsOf(page)).toEqual(family);
    await expect.poll(() => fragmentOf(page).get("find")).toBe("gemma");
    await page.getByText(`Models that fit: ${family.length}.`).waitFor();
    await page.getByRole("combobox", { name: words.kind }).selectOption("audio");
    await expect.poll(() => idsOf(page)).toEqual(["gemma-3n-audio", "gemma-4-audio"]);
    await page.getByRole("searchbox", { name: "Find a model" }).fill("gemini");
    await page.getByText(words.nothingFound).waitFor();
    expect(await idsOf(page)).toEqual([]);
  });

  test("is sorted by its headings", async () => {
    const page = await openedTable();
    const heading = tableNamed(page, "Models").getByRole("button", { name: "dₖ", exact: true });
    await heading.click();
    const heads = () =>
      rowsOf(page)
        .locator('td[data-name="head"]')
        .evaluateAll((cells) =>
          cells.map((cell) => Number(cell.getAttribute("data-value") ?? 1e9)),
        );
    const rising = models.map(({ head }) => head ?? 1e9).sort((a, b) => a - b);
    await expect.poll(heads).toEqual(rising);
    await heading.click();
    await expect.poll(heads).toEqual(rising.reverse());
    expect(fragmentOf(page).get("modelsort")).toBe("head");
    expect(fragmentOf(page).get("modelorder")).toBe("down");
  });
});

describe("a model", () => {
  test("is chosen in the table or the picture, and put into the rules", async () => {
    const page = await openedTable();
    await row(page, "gemma-2-27b").getByRole("button").click();
    await expect.poll(() => fragmentOf(page).get("model")).toBe("gemma-2-27b");
    await page.getByText("The card above is now that of Gemma 2 27B.").waitFor();
    const link = fragmentOf(page);
    // 8 of its 32 heads of 128 coordinates.
    expect([link.get("dim"), link.get("ruleheads"), link.get("rule")]).toEqual([
      "1024",
      "8",
      "soft-cap",
    ]);
    await page.getByText("What Gemma 2 27B does with its scores").first().waitFor();
    const picture = page.getByRole("application", { name: words.factors.alt });
    await picture.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => fragmentOf(page).get("model")).not.toBe("gemma-2-27b");
  });

  test("is opened by its link, with the engine's numbers under its rule", async () => {
    const { page } = await start("view=atlas&model=gpt-oss-120b&asked=off");
    const table = tableNamed(page, "Weights of gpt-oss 120B");
    await table.waitFor({ state: "attached" });
    const ruled = ruledModel(modelNamed("gpt-oss-120b"));
    const attention = requestOf({ ...START, dim: 64 }, ["I", "am", "good"]);
    const rule = ruleOfModel(ruled as NonNullable<typeof ruled>);
    const { model } = cardOf(engine, { attention, rule });
    expect((await numbersOf(table)).flat()).toEqual([...model.weights.data]);
  });

  test("is a figure of its own", async () => {
    const { page } = await start("figure=atlas-card&model=gemma-2-27b");
    await page.getByText("What Gemma 2 27B does with its scores").first().waitFor();
    await page
      .getByRole("link", { name: /gemma_pytorch/ })
      .first()
      .waitFor();
    expect(await page.getByRole("searchbox").count()).toBe(0);
  });

  test("that there is not is told, with another one in its place", async () => {
    const { page } = await start("view=atlas&model=gpt-5&asked=off");
    const alert = page.getByRole("alert").filter({ hasText: "gpt-5" });
    await alert.waitFor();
    expect(await alert.innerText()).toContain("Gemma 2 27B");
    await page.getByText("What Gemma 2 27B does with its scores").first().waitFor();
  });

  test("whose sums run over tokens has its facts", async () => {
    const { page } = await start("view=atlas&model=florence-2&asked=off");
    await page.getByText("its sums run over tokens", { exact: false }).first().waitFor();
  });
});

test("the question hides what it asks about, and is settled by the data", async () => {
  const { page } = await start("view=atlas");
  const { ask, answers } = words.question;
  const late = models.filter(({ year }) => year === 2026);
  expect(ask).toContain(`${late.length} models`);
  const group = page.getByRole("group", { name: /^Question/ });
  const right = String(late.filter(dividesByRoot).length);
  expect(answers).toContain(right);
  await group.getByRole("radio", { name: right, exact: true }).check({ force: true });
  await expect.poll(() => group.getAttribute("data-answered")).toBe("true");
});
