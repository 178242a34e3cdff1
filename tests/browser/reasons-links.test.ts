import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { partsOf } from "../../web/src/state/chapters.js";
import { KEYS, REASONS, type Reason } from "../../web/src/state/state.js";
import { onePage, open, ready, setUp } from "./browser.js";
import {
  controls,
  done,
  follow,
  fragmentOf,
  progressOf,
  radio,
  slider,
  text,
  unfolded,
} from "./reasons.js";

const { browser, served } = await setUp();

/** A control of a reason: its key, what the reader does, and what the link then says. */
type Step = readonly [key: string, act: (page: Page) => Promise<void>, value?: string];

const slide =
  (name: string, key = "ArrowRight") =>
  async (page: Page) => {
    await slider(page, name).focus();
    await page.keyboard.press(key);
  };
const type = (name: string, value: string) => (page: Page) =>
  page.getByRole("spinbutton", { name, exact: true }).fill(value);
const list = (name: string, value: string) => (page: Page) =>
  page.getByRole("textbox", { name }).fill(value);
const select = (name: string, value: string) => (page: Page) =>
  page
    .getByRole("combobox", { name, exact: true })
    .selectOption(value)
    .then(() => undefined);
const choose = (group: string, name: string) => (page: Page) => radio(page, group, name).check();

const { variance, logits, jacobian, gradient, exponent, steps, cross, many, widths, tensor } = text;
const { flow, depth, training, grid } = text;
const { places } = exponent;
const ofLogits: Step[] = [
  ["a", slide(logits.a)],
  ["factor", slide(logits.factor, "ArrowUp")],
  ["shift", slide(logits.shift, "ArrowLeft"), "-1"],
  ["source", choose(logits.source, logits.sources.word), "word"],
  ["word", select(logits.word, "2"), "2"],
  ["source", choose(logits.source, logits.sources.typed), "typed"],
  ["logits", list(logits.typed, "3 1 4"), "3,1,4"],
];
const STEPS: Record<Reason, readonly Step[]> = {
  variance: [
    ["samples", slide(variance.controls.samples, "ArrowLeft")],
    ["sampledim", slide(variance.controls.sampledim, "ArrowLeft")],
    ["sigma", slide(variance.controls.sigma)],
    ["law", choose(variance.controls.law, variance.controls.laws.uniform), "uniform"],
    ["sampleseed", type(variance.controls.sampleseed, "7"), "7"],
  ],
  saturation: ofLogits,
  jacobian: [...ofLogits, ["upstream", list(jacobian.upstream.field, "1 0 -1"), "1,0,-1"]],
  gradient: [
    ["keys", slide(text.controls.keys)],
    ["draws", slide(text.controls.draws)],
    ["drawseed", type(gradient.controls.drawseed, "5"), "5"],
    ["loss", choose(gradient.controls.loss, gradient.controls.losses.target), "target"],
    ["target", select(gradient.controls.target, "2"), "2"],
  ],
  exponent: [
    ["measure", choose(exponent.controls.measure, exponent.controls.measures.peak), "peak"],
    ["keys", slide(text.controls.keys)],
    ["draws", slide(text.controls.draws)],
    [
      "precision",
      choose(places.controls.precision, places.controls.precisions.bfloat16),
      "bfloat16",
    ],
    ["place", choose(places.controls.place, places.controls.places.both), "both"],
    [
      "accumulate",
      choose(places.controls.accumulate, places.controls.accumulations.float),
      "float",
    ],
    ["size", slide(places.controls.size, "ArrowLeft")],
  ],
  many: [
    ["heads", slide(text.heads, "ArrowLeft")],
    ["division", choose(many.concat.division, many.concat.divisions.with), "with"],
    ["query", select(many.query, "2"), "2"],
    [
      "head",
      async (page) => {
        await page.getByRole("application", { name: /attention matrices/ }).focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
      },
    ],
  ],
  widths: [
    ["dk", slide(widths.controls.dk)],
    ["dv", slide(widths.controls.dv, "ArrowLeft")],
    [
      "projection",
      choose(widths.controls.projection, widths.controls.projections.pasted),
      "pasted",
    ],
    ["wq", list(widths.paste.wq, "1,2\n3,4"), "1,2;3,4"],
    ["wk", list(widths.paste.wk, "0 1; 1 0"), "0,1;1,0"],
    ["wv", list(widths.paste.wv, "1\t2\t3"), "1,2,3"],
  ],
  tensor: [
    ["heads", slide(tensor.controls.heads, "ArrowLeft")],
    ["division", choose(tensor.controls.division, tensor.controls.divisions.with), "with"],
    ["second", list(tensor.controls.second, "to be or not"), "to be or not"],
  ],
  steps: [
    ["row", select(steps.controls.row, "2"), "2"],
    ["division", choose(steps.controls.division, steps.divisions.with), "with"],
  ],
  flow: [
    ["second", list(text.second, "to be or not"), "to be or not"],
    ["layers", slide(text.model.layers, "ArrowLeft")],
    ["heads", slide(text.heads, "ArrowLeft")],
    ["norm", choose(text.model.norm, text.model.norms.pre), "pre"],
    ["activation", choose(text.model.activation, text.model.activations.gelu), "gelu"],
    ["causal", choose(flow.causal, flow.causals.off), "off"],
    ["init", choose(text.model.init, text.model.inits.packed), "packed"],
    ["layer", slide(flow.layer)],
    ["head", slide(flow.head)],
    ["query", select(flow.query, "2"), "2"],
    [
      "box",
      (page) =>
        page.getByRole("button", { name: `Decoder: ${flow.boxes.cross}`, exact: true }).click(),
      "cross",
    ],
    ["secondword", select(flow.secondword, "2"), "2"],
  ],
  depth: [
    ["init", choose(text.model.init, text.model.inits.normal), "normal"],
    ["layers", slide(text.model.layers, "ArrowLeft")],
    ["heads", slide(text.heads, "ArrowLeft")],
    ["norm", choose(text.model.norm, text.model.norms.pre), "pre"],
    ["activation", choose(text.model.activation, text.model.activations.gelu), "gelu"],
    ["encoders", slide(depth.controls.encoders)],
    ["drawseed", type(depth.controls.drawseed, "5"), "5"],
  ],
  training: [
    [
      "lanes",
      (page) => page.getByRole("checkbox", { name: training.lane.one(), exact: true }).check(),
      "unscaled,scaled,one",
    ],
    ["optimiser", choose(training.optimiser, training.optimisers.sgd), "sgd"],
    ["rate", type(training.rate, "0.5"), "0.5"],
    ["batch", type(training.batch, "8"), "8"],
    ["blocks", slide(training.blocks)],
    ["blockheads", slide(training.heads)],
    ["init", choose(text.model.init, text.model.inits.packed), "packed"],
    ["date", list(training.date, "May 3, 1999"), "May 3, 1999"],
    ["query", select(training.boxes.query, "2"), "2"],
    [
      "box",
      (page) =>
        page.getByRole("button", { name: `Decoder: ${flow.boxes.cross}`, exact: true }).click(),
      "cross",
    ],
    ["secondword", select(training.boxes.secondword, "2"), "2"],
    ["task", choose(training.task, training.tasks.recall), "recall"],
    ["tokens", slide(training.tokens)],
  ],
  grid: [
    ["gridoptimiser", choose(grid.optimiser, grid.optimisers.adam), "adam"],
    ["gridsteps", slide(grid.steps, "ArrowLeft")],
  ],
  cross: [
    ["second", list(text.second, "to be or not"), "to be or not"],
    [
      "pair",
      async (page) => {
        await page.getByRole("application", { name: cross.tables.unscaled }).focus();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
      },
    ],
  ],
};

/** The parts that the first screen has silhouettes of. */
const WHY = partsOf("why");

/** Few draws and samples: what is waited for here is the link. */
const FEW: Record<Reason, string> = {
  variance: "samples=300",
  saturation: "",
  jacobian: "",
  gradient: "draws=50",
  exponent: "draws=50",
  many: "",
  widths: "",
  tensor: "",
  steps: "",
  cross: "",
  flow: "layers=3",
  depth: "encoders=10&layers=2",
  training: "dim=16",
  grid: "",
};

describe("the link of a reason", () => {
  const start = onePage(browser, served.address);
  const seen = new Set<string>();

  /** No slider is at its lower end. */
  const INSIDE = "keys=3&sampledim=2&a=2&factor=2&layer=2&head=2&encoders=20&blocks=2&blockheads=2";

  test.each(REASONS)(
    "has a key for each control, each slider moves by every arrow key, and the link recreates them all: %s",
    async (view) => {
      const link = `#view=${view}&${FEW[view]}&${unfolded(view)}`;
      const { page, messages } = await start(`${link}&${INSIDE}`);
      await done(page);
      for (const one of await page.locator(".reason").getByRole("slider").all()) {
        const value = async () => Number(await one.getAttribute("aria-valuetext"));
        const at = await value();
        await one.focus();
        await page.keyboard.press("ArrowLeft");
        const lower = await value();
        expect(lower, `${await one.getAttribute("id")}`).toBeLessThan(at);
        await page.keyboard.press("ArrowUp");
        expect(await value()).toBeGreaterThan(lower);
      }
      await follow(page, link);
      for (const [key, act, value] of STEPS[view]) {
        const before = fragmentOf(page).get(key);
        await act(page);
        const now = () => fragmentOf(page).get(key);
        if (value === undefined) await expect.poll(now, { message: key }).not.toBe(before);
        else await expect.poll(now, { message: key }).toBe(value);
        seen.add(key);
      }
      // The hand has rested: nothing is half typed any more.
      await page.evaluate(() =>
        (
          document.querySelector("attention-scale")?.shadowRoot?.activeElement as HTMLElement
        )?.blur(),
      );
      const [reached, set] = [page.url(), await controls(page)];
      expect(Object.keys(set).length).toBeGreaterThan(0);
      const { page: other, messages: others } = await open(browser, reached);
      await done(other);
      expect(await controls(other)).toEqual(set);
      expect(new URL(other.url()).hash).toBe(new URL(reached).hash);
      expect([...messages, ...others]).toEqual([]);
    },
  );

  afterAll(() => {
    const ofReasons = KEYS.slice(KEYS.indexOf("at") + 1);
    expect(ofReasons.filter((key) => !seen.has(key))).toEqual([]);
  });

  test("is one step of the history for each change, and Back takes it back", async () => {
    const { page } = await start("#view=gradient&draws=50&open=gradient-sentence");
    await done(page);
    await choose(gradient.controls.loss, gradient.controls.losses.sum)(page);
    await expect.poll(() => fragmentOf(page).get("loss")).toBe("sum");
    await type(gradient.controls.drawseed, "9")(page);
    await expect.poll(() => fragmentOf(page).get("drawseed")).toBe("9");
    await page.goBack();
    await expect.poll(() => fragmentOf(page).has("drawseed")).toBe(false);
    const field = page.getByRole("spinbutton", { name: gradient.controls.drawseed, exact: true });
    await expect(field.inputValue()).resolves.toBe("0");
    await expect(
      radio(page, gradient.controls.loss, gradient.controls.losses.sum).isChecked(),
    ).resolves.toBe(true);
  });

  test.each([
    ["variance", variance.controls.sampleseed, "-1", text.problems.whole(0, 4294967295)],
    ["variance", `${variance.controls.samples} (2–20000)`, "1", text.problems.whole(2, 20000)],
    ["saturation", `${logits.factor} (0–64)`, "65", text.problems.decimal(0, 64)],
    ["gradient", `${text.controls.keys} (2–512)`, "1.5", text.problems.whole(2, 512)],
    [
      "exponent",
      `${places.controls.size} (0.001–1000)`,
      "many",
      text.problems.decimal(0.001, 1000),
    ],
  ] as const)(
    "keeps what is wrong and says what is allowed: %s, %s",
    async (view, name, bad, said) => {
      const { page } = await start(`#view=${view}&${FEW[view]}&${unfolded(view)}`);
      await done(page);
      const before = fragmentOf(page).toString();
      const field = page.getByRole("spinbutton", { name, exact: true });
      await field.fill(bad);
      await expect(page.locator(".reason").getByRole("alert").innerText()).resolves.toBe(said);
      await expect(field.inputValue()).resolves.toBe(bad);
      expect(fragmentOf(page).toString()).toBe(before);
      await page.keyboard.press("ArrowUp");
      await expect(page.locator(".reason").getByRole("alert").count()).resolves.toBe(0);
    },
  );
});

describe("the whole page", () => {
  test("brings the reasons with their chapter, and computes only what is in sight", async () => {
    const { page, messages, requests } = await open(
      browser,
      `${served.address}#samples=300&draws=50&open=exponent-growth`,
    );
    await ready(page);
    const scripts = () => requests.filter((url) => /sections/.test(url)).length;
    await page.waitForTimeout(200);
    expect([await page.locator("section.reason").count(), scripts()]).toEqual([0, 0]);
    expect(page.workers()).toHaveLength(0);
    await page.locator("nav.contents a").nth(1).click();
    await page.waitForURL(/why\.html#view=why&/);
    await expect.poll(() => page.locator("section.reason").count()).toBe(5);
    expect(scripts()).toBe(1);
    await page.locator("#at-variance").scrollIntoViewIfNeeded();
    await expect.poll(() => progressOf(page, "scores")).toBe("done");
    for (const name of ["shares", "map", "growth"]) {
      expect(await progressOf(page, name), name).toBe("waiting");
    }
    for (const reason of WHY) {
      await page.locator(`#at-${reason}`).scrollIntoViewIfNeeded();
      await page.waitForTimeout(50);
    }
    await page.locator('[data-study="growth"]').scrollIntoViewIfNeeded();
    for (const name of ["map", "growth"]) {
      await expect.poll(() => progressOf(page, name), { timeout: 20_000 }).toBe("done");
    }
    expect(messages).toEqual([]);
  });

  test("holds an experiment that is scrolled out of sight, and goes on with it", async () => {
    const { page } = await open(browser, `${served.address}#at=variance&samples=20000`);
    await ready(page);
    await expect.poll(() => progressOf(page, "scores")).toBe("running");
    await page.locator(".chapter-ends").scrollIntoViewIfNeeded();
    await expect.poll(() => progressOf(page, "scores")).toBe("waiting");
    const bar = page.locator('[data-study="scores"] progress');
    const value = () => bar.evaluate((element: HTMLProgressElement) => element.value);
    await page.waitForTimeout(300);
    const at = await value();
    expect(at).toBeLessThan(1);
    await page.waitForTimeout(400);
    expect(await value()).toBe(at);
    await page.locator("#at-variance").scrollIntoViewIfNeeded();
    await expect.poll(value, { timeout: 10_000 }).toBeGreaterThan(at);
  });

  test("leads a link to a reason there", async () => {
    const { page } = await open(browser, `${served.address}#at=gradient&draws=50&samples=300`);
    await ready(page);
    const top = () =>
      page.locator("#at-gradient").evaluate((heading) => heading.getBoundingClientRect().top);
    await page.locator("#at-gradient").waitFor();
    await expect.poll(() => progressOf(page, "shares")).toBe("done");
    // Also once the sections above have their height.
    await page.waitForTimeout(500);
    expect(await top()).toBeGreaterThan(-50);
    expect(await top()).toBeLessThan(500);
    expect(await progressOf(page, "scores")).toBe("waiting");
  });

  test("has five silhouettes that lead to the five reasons, with the state in their links", async () => {
    const { page } = await open(browser, `${served.address}#dim=32&draws=50&samples=300`);
    await ready(page);
    const links = page.locator("nav.silhouettes a");
    const hrefs = await links.evaluateAll((list) => list.map((link) => link.getAttribute("href")));
    expect(hrefs.map((href) => new URLSearchParams(href?.split("#")[1]).get("at"))).toEqual([
      ...WHY,
    ]);
    for (const href of hrefs) expect(href).toContain("dim=32");
    for (const [i, reason] of WHY.entries()) {
      await page.goto(`${served.address}#dim=32&draws=50&samples=300`);
      await ready(page);
      await links.nth(i).click();
      await page.waitForURL(/why\.html#/);
      const top = () =>
        page.locator(`#at-${reason}`).evaluate((heading) => heading.getBoundingClientRect().top);
      await expect.poll(top, { message: reason }).toBeLessThan(500);
      expect(await top(), reason).toBeGreaterThan(-50);
      await expect.poll(() => fragmentOf(page).get("at")).toBe(reason);
    }
  });
});
