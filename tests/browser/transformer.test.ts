/**
 * The chapter of the Transformer: the diagram whose boxes open, masks, and the division in depth.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { attentionIn, flow as experiment, stripIn } from "../../web/src/parts/flow/flow.js";
import { readFragment } from "../../web/src/state/state.js";
import { TEXTS } from "../../web/src/text/index.js";
import { say } from "../../web/src/text/rich.js";
import { engine } from "../loaded-engine.js";
import { found } from "../web/printed-blocks.js";
import { ALL, openApart, setUp, tableNamed } from "./browser.js";
import { MANY_WORDS } from "./expected.js";
import { done, fragmentOf, progressOf, slider, text } from "./reasons.js";

const { browser, served, start } = await setUp();
const { flow } = text;
const MANY = MANY_WORDS.join("+");

/** What the engine answers to a fragment. */
function answer(fragment: string) {
  const { state } = readFragment(fragment);
  const attention = requestOf(state, state.sentence.split(" "));
  return found(experiment.run(engine, { ...state, attention }));
}

const numbersOf = (page: Page, name: string) =>
  tableNamed(page, name).evaluate((table) =>
    [...table.querySelectorAll<HTMLElement>("td")].map((cell) => Number(cell.dataset.value)),
  );
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** The name of the table of a head's weights. */
const weights = (side: "unscaled" | "scaled", box: string, layer: number, head: number) =>
  say(text.named[side], {
    what: say(flow.weights, { where: say(flow.where, { box, layer, head }) }),
  });
const masked = (layer: number, head: number) => weights("scaled", flow.boxes.masked, layer, head);

describe("the diagram", () => {
  test("is closed on arrival, says how it opens, and tells of the first attention", async () => {
    const { page, messages } = await start("#view=flow&layers=1");
    await done(page);
    expect(await page.locator(".unfolded").count()).toBe(0);
    expect(await page.getByText(flow.diagram.hint, { exact: true }).isVisible()).toBe(true);
    expect(await page.locator(".reason .caption").innerText()).toContain(flow.boxes.attention);
    await button(page, `Encoder: ${flow.boxes.attention}`).click();
    await expect.poll(() => fragmentOf(page).get("box")).toBe("attention");
    expect(await page.getByText(flow.diagram.hint, { exact: true }).count()).toBe(0);
    expect(messages).toEqual([]);
  });

  test("shows a matrix once that both sides share: what the first layer reads", async () => {
    const { page } = await start("#view=flow&layers=2&box=attention");
    await done(page);
    const titles = () =>
      page
        .locator(".unfolded figcaption h3")
        .allInnerTexts()
        .then((all) => all.filter((title) => title === flow.matrices.asks));
    expect(await titles()).toHaveLength(1);
    await page.locator("#flow-layer-number").fill("2");
    await expect.poll(titles).toHaveLength(2);
  });

  test("has the contract's slider, a button a box, and the engine's numbers in each", async () => {
    const { page, messages } = await start("#view=flow&layers=2&head=3&box=attention");
    await done(page);
    const result = answer("view=transformer&layers=2");
    expect(await slider(page, "Layers").getAttribute("aria-valuetext")).toBe("2");
    const same = async (name: string, expected: Float64Array) =>
      expect(await numbersOf(page, name)).toEqual([...expected]);
    const expected = attentionIn(result.unscaled, "attention", 0).heads[2]?.weights.data;
    await same(weights("unscaled", flow.boxes.attention, 1, 3), expected ?? new Float64Array());
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
      for (const side of ["unscaled", "scaled"] as const) {
        await same(`${flow.boxes[box]}, ${text.legend[side]}`, stripIn(result[side], box, 0).data);
      }
    }
    await button(page, `Decoder: ${flow.boxes.feed2}`).press("Enter");
    await expect.poll(() => fragmentOf(page).get("box")).toBe("feed2");
    await same(
      `${say(flow.matrices.inside, { activation: "ReLU" })}, ${text.legend.scaled}`,
      stripIn(result.scaled, "feed2", 0).data,
    );
    expect(messages).toEqual([]);
  });

  test("opens what a link names, and follows a word through the open matrices", async () => {
    const { page } = await start("#view=flow&layers=3&layer=3&box=cross&head=2&norm=pre");
    await done(page);
    expect(await page.locator("section.own h3").first().innerText()).toBe(
      say(flow.opened, { name: flow.boxes.cross, layer: 3 }),
    );
    const told = () => page.locator(".reason .caption").innerText();
    expect(await told()).toContain("食物 gives");
    const matrix = page.getByRole("application", {
      name: `${say(TEXTS.en.matrices.picture, { name: weights("scaled", flow.boxes.cross, 3, 2), rows: 8, cols: 9 })} ${TEXTS.en.moving}`,
      exact: true,
    });
    // Where the test before has left the pointer, it would point at what is scrolled below it.
    await page.mouse.move(0, 0);
    await matrix.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(told).toContain("因为 gives");
    await page.keyboard.press("Enter");
    await expect.poll(() => fragmentOf(page).get("secondword")).toBe("5");
  });

  test("has a causal mask that can be switched off", async () => {
    const { page } = await start("#view=flow&layers=1&box=masked&open=flow-settings");
    await done(page);
    const upper = async (name: string) =>
      (await numbersOf(page, name)).filter((_, i) => i % 8 > Math.floor(i / 8));
    expect(await upper(masked(1, 1))).toEqual(Array(28).fill(0));
    expect(await upper(flow.mask.title)).toEqual(Array(28).fill(0));
    await page.getByRole("radio", { name: flow.causals.off }).check();
    const open = weights("scaled", flow.boxes.unmasked, 1, 1);
    await expect
      .poll(async () => Math.min(...(await upper(open).catch(() => [0]))))
      .toBeGreaterThan(0);
    await expect.poll(() => fragmentOf(page).get("causal")).toBe("off");
  });
});

describe("a box", () => {
  const drawer = (page: Page) => page.locator(".unfolded");
  const place = (page: Page, name: string) =>
    button(page, name).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
  const topOfDrawer = (page: Page) =>
    drawer(page).evaluate((element) => element.getBoundingClientRect().top);
  const hasFocus = (page: Page) =>
    drawer(page).evaluate(
      (element) => (element.getRootNode() as ShadowRoot).activeElement === element,
    );
  const norm = `Encoder: ${flow.boxes.post} (${flow.which.norm2})`;
  const feed = `Encoder: ${flow.boxes.feed}`;

  test.each([360, 1280])(
    "opens where it is tapped, at a width of %i, and closes there",
    async (width) => {
      const { page, messages } = await openApart(browser, `${served.address}#view=flow&layers=1`, {
        viewport: { width, height: 800 },
      });
      await done(page);
      expect(await drawer(page).count()).toBe(0);
      await button(page, feed).scrollIntoViewIfNeeded();
      const closed = { feed: await place(page, feed), norm: await place(page, norm) };
      await button(page, feed).click({ position: { x: 5, y: 5 } });
      await expect.poll(() => drawer(page).count()).toBe(1);
      await expect.poll(() => hasFocus(page)).toBe(true);
      // Directly below its row, and in sight; what follows has moved down.
      const open = { feed: await place(page, feed), norm: await place(page, norm) };
      const gap = (await topOfDrawer(page)) - open.feed.bottom;
      expect(gap).toBeGreaterThanOrEqual(0);
      expect(gap).toBeLessThan(40);
      expect(await topOfDrawer(page)).toBeLessThan(500);
      expect(open.feed.top).toBeGreaterThanOrEqual(0);
      expect(open.norm.top - open.feed.top).toBeGreaterThan(
        closed.norm.top - closed.feed.top + 200,
      );
      // A second tap closes it, and it stays where it is on screen.
      await button(page, feed).click({ position: { x: 5, y: 5 } });
      await expect.poll(() => drawer(page).count()).toBe(0);
      await expect.poll(() => fragmentOf(page).has("box")).toBe(false);
      expect((await place(page, feed)).top).toBeCloseTo(open.feed.top, 0);
      expect(messages).toEqual([]);
    },
  );

  test("opens and closes by the keyboard, and another one closes it", async () => {
    const { page } = await start("#view=flow&layers=1");
    await done(page);
    await button(page, feed).press("Enter");
    await expect.poll(() => hasFocus(page)).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect.poll(() => drawer(page).count()).toBe(0);
    await expect
      .poll(() =>
        button(page, feed).evaluate(
          (element) => (element.getRootNode() as ShadowRoot).activeElement === element,
        ),
      )
      .toBe(true);
    await button(page, norm).press("Enter");
    await expect.poll(() => fragmentOf(page).get("box")).toBe("norm2");
    expect(await drawer(page).count()).toBe(1);
    // Each box has one button, whichever half of the diagram it is in.
    expect(await button(page, feed).count()).toBe(1);
    await drawer(page).getByRole("button", { name: flow.close }).click();
    await expect.poll(() => drawer(page).count()).toBe(0);
  });

  test("keeps other boxes off the place of its matrices, where the towers stand side by side", async () => {
    const { page } = await start("#view=flow&layers=1&box=attention");
    await done(page);
    const rects = await page.locator("[data-area]").evaluateAll((all) =>
      all
        .filter((element) => !(element as HTMLElement).hidden)
        .map((element) => element.getBoundingClientRect())
        .map(({ top, bottom }) => [top, bottom] as const),
    );
    const box = await drawer(page).boundingBox();
    const from = box?.y ?? 0;
    const to = from + (box?.height ?? 0);
    expect(rects.length).toBe(14);
    for (const [top, bottom] of rects) expect(bottom <= from || top >= to).toBe(true);
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

/** Large models, which take most of a minute. */
const LARGE = [
  ["64 words in 6 layers of 8 heads", `layers=6&sentence=${MANY}&second=${MANY}`],
  ["the largest that the page holds", "dim=1024&layers=12&heads=16"],
] as const;
test.each(ALL ? LARGE : [])("%s: computed beside the page, and drawn", async (_, keys) => {
  const { page, messages } = await start(`#view=flow&${keys}`);
  await expect.poll(() => progressOf(page, "flow"), { timeout: 200_000 }).toBe("done");
  expect((await numbersOf(page, flow.diagram.table)).every(Number.isFinite)).toBe(true);
  const sizes = page
    .locator(".reason canvas")
    .evaluateAll((all) => (all as HTMLCanvasElement[]).map(({ width, height }) => width * height));
  expect(Math.min(...(await sizes))).toBeGreaterThan(0);
  expect(messages).toEqual([]);
});
