/** The chapter of the Transformer: its document, the diagram whose boxes open, masks and bad input. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadEngine } from "attention-scale";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { startLayers } from "../../web/src/engine/layers-inside.js";
import { attentionIn, stripIn } from "../../web/src/parts/flow/boxes.js";
import { flowOf } from "../../web/src/parts/flow/flow.js";
import { readFragment } from "../../web/src/state/state.js";
import { DOCUMENTS } from "../../web/src/text/documents.js";
import { TEXTS } from "../../web/src/text/index.js";
import { dist, onePage, open, ready, setUp, tableNamed } from "./browser.js";
import { done, fragmentOf, slider, text } from "./reasons.js";

const { browser, served } = await setUp();
const start = onePage(browser, served.address);
const { flow } = text;
const engine = { ...(await loadEngine()), ...(await startLayers()) };

/** What the engine answers to a fragment. */
function answer(fragment: string) {
  const { state } = readFragment(fragment);
  const { norm, activation, init, heads, layers, second, sentence } = state;
  return flowOf(engine, {
    ...{ norm, activation, init, heads, layers, second: second.split(" ") },
    attention: requestOf(state, sentence.split(" ")),
    causal: state.causal === "on",
  });
}

const numbersOf = (page: Page, name: string) =>
  tableNamed(page, name).evaluate((table) =>
    [...table.querySelectorAll<HTMLElement>("td")].map((cell) => Number(cell.dataset.value)),
  );
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const masked = (layer: number, head: number) => flow.weights.scaled(flow.boxes.masked, layer, head);

describe("the chapter", () => {
  test("is a document of its own, whose scripts and binary no other chapter fetches", async () => {
    const html = readFileSync(join(dist, "transformer.html"), "utf8").replace(/\s+/g, " ");
    const { title, description } = DOCUMENTS.en.transformer;
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`name="description" content="${description}"`);
    const image = /og:image" content="\.\/([\w-]+\.png)"/.exec(html)?.[1] ?? "";
    expect(readFileSync(join(dist, image)).length).toBeGreaterThan(1000);
    const { page, messages, requests } = await open(browser, `${served.address}transformer.html`);
    await ready(page);
    await expect.poll(() => page.title()).toBe(title);
    expect(await page.locator("h1").innerText()).toBe("The Transformer");
    const has = (urls: readonly string[], name: string) => urls.some((url) => url.includes(name));
    for (const own of ["/transformer-parts-", "attention_scale_layers"])
      await expect.poll(() => has(requests, own)).toBe(true);
    expect(has(requests, "/heads-parts-")).toBe(false);
    const { page: why, requests: others } = await open(browser, `${served.address}why.html`);
    await ready(why);
    expect(has(others, "/transformer-parts-")).toBe(false);
    expect(has(others, "attention_scale_layers")).toBe(false);
    expect(messages).toEqual([]);
  });
});

describe("the diagram", () => {
  test("has the contract's slider, a button a box, and the engine's numbers in each", async () => {
    const { page, messages } = await start("#view=flow&layers=2&head=3");
    await done(page);
    const result = answer("view=transformer&layers=2");
    expect(await slider(page, "Layers").getAttribute("aria-valuetext")).toBe("2");
    const same = async (name: string, expected: Float64Array) =>
      expect(await numbersOf(page, name)).toEqual([...expected]);
    const weights = attentionIn(result.unscaled, "attention", 0).heads[2]?.weights.data;
    await same(flow.weights.unscaled(flow.boxes.attention, 1, 3), weights ?? new Float64Array());
    const told = page.locator(".reason .caption");
    expect(await told.innerText()).toContain(flow.boxes.attention);
    for (const [box, name] of [
      ["memory", `Encoder: ${flow.boxes.memory}`],
      ["output", `Decoder: ${flow.boxes.output}`],
    ] as const) {
      await button(page, name).click();
      await expect.poll(() => fragmentOf(page).get("box")).toBe(box);
      // A sentence about an attention does not stand above another box.
      expect(await told.count()).toBe(0);
      for (const side of ["unscaled", "scaled"] as const)
        await same(
          `${flow.boxes[box]}, ${flow.sides.short[side]}`,
          stripIn(result[side], box, 0).data,
        );
    }
    await button(page, `Decoder: ${flow.boxes.feed2}`).press("Enter");
    await expect.poll(() => fragmentOf(page).get("box")).toBe("feed2");
    await same(
      `${flow.matrices.inside("ReLU")}, ${flow.sides.short.scaled}`,
      stripIn(result.scaled, "feed2", 0).data,
    );
    expect(messages).toEqual([]);
  });

  test("opens what a link names, and follows a word through the open matrices", async () => {
    const { page } = await start("#view=flow&layers=3&layer=3&box=cross&head=2&norm=pre");
    await done(page);
    expect(await page.locator("section.own h3").first().innerText()).toBe(
      flow.opened(flow.boxes.cross, 3),
    );
    const told = () => page.locator(".reason .caption").innerText();
    expect(await told()).toContain("食物 gives");
    const matrix = page.getByRole("application", {
      name: `${flow.strip(flow.weights.scaled(flow.boxes.cross, 3, 2), 8, 9)} ${TEXTS.en.moving}`,
      exact: true,
    });
    await matrix.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(told).toContain("因为 gives");
    await page.keyboard.press("Enter");
    await expect.poll(() => fragmentOf(page).get("secondword")).toBe("5");
  });

  test("has a causal mask that can be switched off", async () => {
    const { page } = await start("#view=flow&layers=1&box=masked");
    await done(page);
    const upper = async (name: string) =>
      (await numbersOf(page, name)).filter((_, i) => i % 8 > Math.floor(i / 8));
    expect(await upper(masked(1, 1))).toEqual(Array(28).fill(0));
    expect(await upper(flow.mask.table)).toEqual(Array(28).fill(0));
    await page.getByRole("radio", { name: flow.causals.off }).check();
    const open = flow.weights.scaled(flow.boxes.unmasked, 1, 1);
    await expect
      .poll(async () => Math.min(...(await upper(open).catch(() => [0]))))
      .toBeGreaterThan(0);
    await expect.poll(() => fragmentOf(page).get("causal")).toBe("off");
  });

  test("draws 6 layers of 8 heads and 64 words, and prints its longest task", async () => {
    const words = Array.from({ length: 64 }, (_, i) => `w${i}`).join("+");
    const { page, messages } = await start("#view=flow&layers=1");
    await done(page);
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: "longtask" });
    });
    await page.evaluate(
      (to) => (location.hash = to),
      `view=flow&layers=6&sentence=${words}&second=${words}`,
    );
    await done(page);
    await page.waitForTimeout(500);
    const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
    console.log(`longest task of the diagram at 64 words: ${Math.max(0, ...tasks)} ms`);
    await expect
      .poll(() =>
        page
          .locator(".reason canvas")
          .evaluateAll((all) =>
            (all as HTMLCanvasElement[]).every((canvas) => canvas.width > 0 && canvas.height > 0),
          ),
      )
      .toBe(true);
    expect(messages).toEqual([]);
  });
});

test("the division in depth: W^Q that holds the division gives the same output, to the bit for d_k = 16", async () => {
  const { page, messages } = await start(
    "#view=depth&encoders=10&layers=2&heads=4&open=depth-moved",
  );
  await done(page);
  await page.getByRole("button", { name: text.depth.moved.button }).click();
  const told = page.getByRole("status", { name: text.depth.moved.fold });
  await expect.poll(() => told.getAttribute("data-value")).toBe("0");
  await slider(page, "Heads").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.locator("#depth-heads-number").fill("8");
  await expect.poll(async () => Number(await told.getAttribute("data-value"))).toBeGreaterThan(0);
  expect(Number(await told.getAttribute("data-value"))).toBeLessThan(1e-12);
  expect(messages).toEqual([]);
});

describe("bad input", () => {
  test("is answered by what fits, and nothing typed is lost", async () => {
    const { page, messages } = await start("#view=flow&dim=100");
    await done(page);
    const alert = page.locator(".reason").getByRole("alert");
    expect(await alert.innerText()).toBe(text.unfit(100, 8, "1, 2, 4, 5, 10", 5));
    const heads = page.getByRole("spinbutton", { name: "Heads (1–16)" });
    expect(await heads.inputValue()).toBe("8");
    await heads.fill("10");
    await expect.poll(() => alert.count()).toBe(0);
    const layers = page.getByRole("spinbutton", { name: "Layers (1–12)" });
    await layers.fill("13");
    await expect.poll(() => alert.innerText()).toContain("from 1 to 12");
    expect(await layers.inputValue()).toBe("13");
    await layers.fill("2");
    await expect.poll(() => alert.count()).toBe(0);
    const second = page.getByRole("textbox", { name: "Second sentence", exact: true });
    const shown = await numbersOf(page, flow.diagram.table);
    for (const [typed, said] of [
      ["", "Type at least one word; up to 64 are allowed."],
      [Array(65).fill("word").join(" "), "That is 65 words; up to 64 are allowed."],
    ] as const) {
      await second.fill(typed);
      await expect.poll(() => alert.innerText()).toContain(said);
      expect(await second.inputValue()).toBe(typed);
      expect(await numbersOf(page, flow.diagram.table)).toEqual(shown);
    }
    expect(messages).toEqual([]);
  });

  test("of a link is left out with a note", async () => {
    const { page } = await start("#view=flow&layers=99&box=window&norm=none&causal=maybe");
    await done(page);
    const notice = await page.locator(".notice").first().innerText();
    for (const junk of ["layers=99", "box=window", "norm=none", "causal=maybe"])
      expect(notice).toContain(junk);
    expect(await slider(page, "Layers").getAttribute("aria-valuetext")).toBe("6");
  });
});

test("the largest model that the page holds is computed beside it", {
  timeout: 240_000,
}, async () => {
  const { page, messages } = await start("#view=flow&dim=1024&layers=12&heads=16");
  await expect
    .poll(() => page.locator('[data-study="flow"]').getAttribute("data-progress"), {
      timeout: 200_000,
    })
    .toBe("done");
  expect((await numbersOf(page, flow.diagram.table)).every(Number.isFinite)).toBe(true);
  expect(messages).toEqual([]);
});
