/** The reader's own tensors: files that are opened, dropped and pasted, and what is told of them. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { en as files } from "../../web/src/text/en/own-files.js";
import { engine } from "../loaded-engine.js";
import { safetensorsBytes } from "../web/own-files.js";
import { openApart, ready, setUp } from "./browser.js";

const { browser, served } = await setUp();
const ADDRESS = `${served.address}own.html`;

const LAYERS = 2;
const HEADS = 3;
const TOKENS = 10;
const WIDTH = 16;

/** q·k over the width of a head, in place of its root, with a causal mask. */
function headOf(layer: number, head: number) {
  const drawn = (role: number) =>
    engine.randomNormal({ seed: [layer, head, role], rows: TOKENS, cols: WIDTH });
  const queries = drawn(1);
  const keys = drawn(2);
  const rule = { scale: 1 / WIDTH, mask: "causal", outputs: ["weights"] } as const;
  return { queries, keys, weights: engine.attention(queries, keys, keys, rule).weights };
}

/** Tensors [layers×heads×…] in single precision, as a file of a model has them. */
function attentionFile(): Uint8Array {
  const heads = Array.from({ length: LAYERS * HEADS }, (_, index) =>
    headOf(Math.floor(index / HEADS), index % HEADS),
  );
  const header: Record<string, object> = {};
  const parts: Float32Array[] = [];
  let end = 0;
  const add = (name: string, cols: number, of: (head: (typeof heads)[number]) => Float64Array) => {
    const data = Float32Array.from(heads.flatMap((head) => [...of(head)]));
    const shape = [LAYERS, 1, HEADS, TOKENS, cols];
    header[name] = { dtype: "F32", shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
    parts.push(data);
  };
  add("q_proj", WIDTH, ({ queries }) => queries.data);
  add("k_proj", WIDTH, ({ keys }) => keys.data);
  add("attentions", TOKENS, ({ weights }) => weights.data);
  const bytes = parts.flatMap((data) => [...new Uint8Array(data.buffer)]);
  return safetensorsBytes(header, Uint8Array.from(bytes));
}
const FILE = { name: "mine.safetensors", bytes: attentionFile() };

const host = (page: Page) => page.locator("attention-scale");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heads = (page: Page) => page.getByRole("table", { name: "Heads", exact: true });
const rows = (page: Page) => heads(page).locator("tbody tr");

async function opened(fragment = "") {
  const { page } = await openApart(browser, `${ADDRESS}#lang=en&${fragment}`);
  await ready(page);
  return page;
}

/** What the table says of a head, by the name of the cell. */
const cellOf = (page: Page, layer: number, head: number, name: string) =>
  heads(page)
    .locator(`tr[data-layer="${layer}"][data-head="${head}"] td[data-name="${name}"]`)
    .getAttribute("data-value");

const pick = (page: Page, { name, bytes }: typeof FILE) =>
  page
    .getByLabel("Attention file", { exact: true })
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });

const says = (page: Page, text: string) => page.getByText(text).first().waitFor();
const shown = (page: Page) =>
  expect.poll(() => host(page).getAttribute("data-own"), { timeout: 20_000 }).toBe("ready");

describe("before a file is opened", () => {
  test("random heads are measured: the factor and its name", async () => {
    const page = await opened();
    await expect.poll(() => rows(page).count()).toBe(12);
    await expect.poll(() => cellOf(page, 1, 12, "name")).toBe("1/√d_head");
    expect(Number(await cellOf(page, 1, 12, "factor"))).toBeCloseTo(0.125, 12);
    expect(await host(page).getAttribute("data-own")).toBeNull();
    await says(page, "Made at random here, seed 13");
  });

  test("the sentence of the first chapter and the trained model's heads come by links", async () => {
    const page = await opened("sentence=we+know+it&dim=32");
    await page.getByRole("link", { name: "the sentence of the first chapter" }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(() => cellOf(page, 1, 1, "name")).toBe("1/√d_head");
    await says(page, "“we know it”, d = 32");
    expect(page.url()).toContain("ownfrom=sentence");
    await page.getByRole("link", { name: /recorded heads of the trained model/ }).click();
    await expect.poll(() => rows(page).count(), { timeout: 20_000 }).toBe(64);
    // Weights alone: there is no factor.
    expect(await cellOf(page, 8, 8, "factor")).toBeNull();
    expect(Number(await cellOf(page, 8, 8, "largest"))).toBeGreaterThan(0);
  });
});

describe("a file", () => {
  test("is opened and measured; a link has the names, and no numbers", async () => {
    const page = await opened();
    const chooser = page.waitForEvent("filechooser");
    await button(page, "Open a file").click();
    await (await chooser).setFiles({
      name: FILE.name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(FILE.bytes),
    });
    await shown(page);
    await expect.poll(() => rows(page).count()).toBe(LAYERS * HEADS);
    await expect.poll(() => cellOf(page, 2, 3, "name")).toBe("1/d_head");
    expect(Number(await cellOf(page, 2, 3, "factor"))).toBeCloseTo(1 / WIDTH, 6);
    expect(await cellOf(page, 2, 3, "mask")).toBe("upper-left");
    expect(Number(await cellOf(page, 2, 3, "deviation"))).toBeGreaterThan(1);
    for (const [role, name] of [
      ["Queries", "q_proj"],
      ["Keys", "k_proj"],
      ["Weights", "attentions"],
      ["Values", "none"],
      ["Tokens", "none"],
    ]) {
      expect(
        await page.getByLabel(role ?? "", { exact: true }).evaluate((select) => {
          return (select as HTMLSelectElement).value.split(" ")[0];
        }),
      ).toBe(name);
    }
    await button(page, "2.3").click();
    const weights = headOf(1, 2).weights.data;
    const table = page.getByRole("table", {
      name: "Scaled attention weights",
      exact: true,
      includeHidden: true,
    });
    await table.evaluate((element) => element.closest("details")?.setAttribute("open", ""));
    const given = weights[TOKENS * TOKENS - 1] ?? 0;
    // As the code has it: the given weights themselves.
    await page.getByLabel("The divided side").selectOption("measured");
    await expect
      .poll(async () => {
        const cells = await table.locator("td").evaluateAll((all) => {
          return all.map((cell) => Number((cell as HTMLElement).dataset.value));
        });
        return cells.at(-1) ?? 0;
      })
      .toBeCloseTo(given, 6);
    const address = new URL(page.url());
    expect(address.hash).toContain("ownfrom=file");
    expect(address.hash.length).toBeLessThan(200);
    // Whoever follows the link has no file, and is told so.
    const other = await opened(address.hash.slice(1).replace("lang=en&", ""));
    await says(other, "No link holds numbers");
  });

  test("is dropped anywhere on the page", async () => {
    const page = await opened();
    const transfer = await page.evaluateHandle(
      ({ name, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], name));
        return data;
      },
      { name: FILE.name, bytes: [...FILE.bytes] },
    );
    const over = page.getByText("Drop the file to open it here");
    await expect
      .poll(async () => {
        await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
        return over.isVisible();
      })
      .toBe(true);
    await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
    await shown(page);
    await expect.poll(() => rows(page).count()).toBe(LAYERS * HEADS);
  });

  test("that cannot be read is refused in a sentence, and what was there stays", async () => {
    const page = await opened();
    await pick(page, FILE);
    await shown(page);
    await expect.poll(() => rows(page).count()).toBe(LAYERS * HEADS);
    const cut = { name: "cut.safetensors", bytes: FILE.bytes.slice(0, FILE.bytes.length - 40) };
    await pick(page, cut);
    await expect.poll(() => page.getByRole("alert").allInnerTexts()).toHaveLength(1);
    expect((await page.getByRole("alert").innerText()).length).toBeGreaterThan(20);
    expect(await rows(page).count()).toBe(LAYERS * HEADS);
    await says(page, "From mine.safetensors");
    // Another choice that does not fit is told beside the lists.
    await pick(page, FILE);
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    const queries = page.getByLabel("Queries", { exact: true });
    const weights = await page.getByLabel("Weights", { exact: true }).inputValue();
    await queries.selectOption(weights);
    await page.getByRole("alert").waitFor();
  });

  test("is told of in Markdown, with the version and without numbers of the file", async () => {
    const page = await opened();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await pick(page, FILE);
    await shown(page);
    await expect.poll(() => rows(page).count()).toBe(LAYERS * HEADS);
    await says(page, "All 6 heads");
    await button(page, "Copy as Markdown").click();
    await button(page, "Copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("All 6 heads: q·k is multiplied by 0.0625");
    expect(copied).toMatch(/attention-scale \d+\.\d+\.\d+/);
    expect(copied).toContain("The mask is causal");
  });
});

describe("numbers that are pasted", () => {
  test("count once they can be read; what is typed stays", async () => {
    const page = await opened();
    await page.getByText("Paste numbers instead of opening a file").click();
    const field = page.getByRole("textbox", { name: "Paste numbers" });
    await field.fill("[[0.9, 0.1], [0.2, 0.8");
    await page.getByRole("alert").waitFor();
    await expect.poll(() => rows(page).count()).toBe(12);
    expect(await field.inputValue()).toBe("[[0.9, 0.1], [0.2, 0.8");
    await field.fill("[[0.9, 0.1], [0.2, 0.8]]");
    await shown(page);
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(Number(await cellOf(page, 1, 1, "largest"))).toBeCloseTo(0.85, 12);
    expect(await page.getByRole("alert").count()).toBe(0);
    await field.fill("[[0.9, 0.1], [0.2, ...]]");
    await expect
      .poll(() => page.getByRole("alert").innerText())
      .toContain(files.problems.abridged.slice(0, 20));
    expect(await rows(page).count()).toBe(1);
  });
});

test("the heads of the trained model are handed over from their chapter", async () => {
  const { page } = await openApart(browser, `${served.address}model.html#lang=en&at=inside`);
  await ready(page);
  await page.getByRole("link", { name: /Open these heads in/ }).click();
  await expect.poll(() => rows(page).count(), { timeout: 20_000 }).toBe(64);
  await says(page, "the trained model");
});
