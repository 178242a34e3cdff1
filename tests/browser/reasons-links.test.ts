import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import type { AttentionScale } from "../../web/src/element/public.js";
import { PARTS } from "../../web/src/keys/index.js";
import { partsOf } from "../../web/src/state/chapters.js";
import {
  KEYS,
  LATER_PARTS,
  type LaterPart,
  type State,
  writeFragment,
} from "../../web/src/state/state.js";
import { say } from "../../web/src/text/rich.js";
import { ALL, frames, open, ready, rested, setUp } from "./browser.js";
import { controls, done, fragmentOf, progressOf, sayingOf, text, unfolded } from "./reasons.js";

const { browser, served, start } = await setUp();

const { cross, flow, named } = text;
const UNSCALED_CROSS = sayingOf(say(named.unscaled, { what: cross.names.weights }));

/** What is typed into each field of text, by the key that its id ends with. */
const TYPED: Readonly<Record<string, string>> = {
  find: "gemma",
  logits: "3 1 4",
  upstream: "1 0 -1",
  second: "to be or not",
  date: "May 3, 1999",
  passage: "To be or not to be.",
  prompt: "Where is Paris?",
  wq: "1,2\n3,4",
  wk: "0 1; 1 0",
  wv: "1\t2\t3",
};

/** What is set otherwise than by a field: in a picture, or by the boxes of a diagram. */
const press = async (page: Page, picture: string | RegExp, arrow: string) => {
  await page.getByRole("application", { name: picture }).focus();
  await page.keyboard.press(arrow);
  await page.keyboard.press("Enter");
};
const openBox = (page: Page) =>
  page.getByRole("button", { name: `Decoder: ${flow.boxes.cross}`, exact: true }).click();
const sortModels = async (page: Page) => {
  const heading = page.getByRole("button", { name: "Heads", exact: true });
  await heading.click();
  await heading.click();
};
const PICTURES: Readonly<Partial<Record<LaterPart, (page: Page) => Promise<void>>>> = {
  atlas: async (page) => {
    await press(page, sayingOf(text.atlas.factors.alt), "ArrowLeft");
    await sortModels(page);
  },
  many: (page) => press(page, sayingOf(text.many.thumbs.alt), "ArrowRight"),
  inside: (page) => press(page, sayingOf(text.inside.thumbs.alt), "ArrowRight"),
  choices: (page) => press(page, sayingOf(text.choices.thumbs.alt), "ArrowRight"),
  libraries: (page) => page.getByRole("button", { name: "1.24.3" }).click(),
  cross: (page) => press(page, UNSCALED_CROSS, "ArrowDown"),
  flow: openBox,
  training: openBox,
};

const FIELDS = ".reason :is(input, select, textarea)";

/** The fields of a part that would change something, those that bring other fields last. */
const fieldsOf = async (page: Page) => {
  const all = await page.locator(FIELDS).evaluateAll((fields) =>
    (fields as HTMLInputElement[]).map((field, index) => {
      const root = field.getRootNode() as ShadowRoot;
      const kind = field.role ?? field.type;
      // A field beside a slider is of the same number.
      const beside = kind === "spinbutton" && root.getElementById(field.id.replace(/-number$/, ""));
      // Answers of the quiz are kept nowhere, and a place in an answer or in a run is none of its
      // settings.
      const apart = field.closest(".editor, .quiz, .scrub");
      const used = beside || field.checked || !field.checkVisibility() || apart;
      return { index, kind, used, name: field.id || `${field.name} ${field.value}` };
    }),
  );
  const order = (kind: string) => Number(kind === "radio");
  return all.filter(({ used }) => !used).sort((a, b) => order(a.kind) - order(b.kind));
};

type Field = Awaited<ReturnType<typeof fieldsOf>>[number];

/** Uses a field as a reader does. A slider follows every arrow key. */
async function use(page: Page, { index, kind, name }: Field): Promise<void> {
  const field = page.locator(FIELDS).nth(index);
  const value = async () => Number(await field.getAttribute("aria-valuetext"));
  switch (kind) {
    case "range": {
      const at = await value();
      await field.press("ArrowLeft");
      const lower = await value();
      expect(lower, name).toBeLessThan(at);
      await field.press("ArrowUp");
      expect(await value(), name).toBeGreaterThan(lower);
      return field.press("ArrowLeft");
    }
    case "spinbutton":
      return field.press("ArrowUp");
    case "select-one": {
      const next = await field.evaluate(
        (it: HTMLSelectElement) => (it.selectedIndex + 1) % it.length,
      );
      await field.selectOption({ index: next });
      return;
    }
    case "radio":
    case "checkbox":
      return field.check();
    default:
      return field.fill(TYPED[/\w+$/.exec(name)?.[0] ?? ""] ?? "");
  }
}

/** The state, which the link follows a moment later. */
async function stateOf(page: Page): Promise<State> {
  const json = await page.locator("attention-scale").evaluate((element) => {
    const plain = (_: string, value: unknown) =>
      value instanceof Set ? { set: [...value] } : value;
    return JSON.stringify((element as AttentionScale).state, plain);
  });
  return JSON.parse(json, (_, value) => (value?.set ? new Set(value.set) : value));
}

/** The parts that the first screen has silhouettes of. */
const WHY = partsOf("why");

describe("the link of a reason", () => {
  const seen = new Set<string>();

  /** Few draws, since what is waited for here is the link; and no slider at its lower end. */
  const INSIDE =
    "samples=300&draws=50&encoders=20&dim=16&keys=3&sampledim=2&a=2&factor=2&layers=3&layer=2&head=2&blocks=2&blockheads=2&wsize=2&ruleheads=2&temperature=1&topk=5";

  /** The bell has none: d and the exponent are the page's own. */
  const withKeys = LATER_PARTS.filter((part) =>
    PARTS.some(({ name, keys }) => name === part && Object.keys(keys).length > 0),
  );
  const some = ["saturation", "many", "cross"] as const;
  test.each(ALL ? withKeys : some)(
    "has a key for each field, each slider moves by every arrow key, and the link recreates them all: %s",
    async (view) => {
      const { page, messages } = await start(`#view=${view}&${unfolded(view)}&${INSIDE}`);
      await done(page);
      let last = fragmentOf(page);
      /** Notes the keys that have changed since the last time: a link follows a moment later. */
      const note = () => {
        const now = fragmentOf(page);
        for (const key of KEYS) if (last.get(key) !== now.get(key)) seen.add(key);
        last = now;
      };
      /** Does something, which the link must then say. */
      const change = async (name: string, act: () => Promise<void>) => {
        const before = fragmentOf(page);
        await act();
        await expect
          .poll(() => fragmentOf(page).toString(), { message: name })
          .not.toBe(before.toString());
        // It may still be that of the first of several keys, and what is done next must not undo
        // the last.
        const written = async () => {
          const state = new URLSearchParams(writeFragment(await stateOf(page)));
          return state.toString() === fragmentOf(page).toString();
        };
        await expect.poll(written, { message: name }).toBe(true);
        note();
      };
      const used = new Set<string>();
      const useAll = async () => {
        for (;;) {
          const field = (await fieldsOf(page)).find(({ name }) => !used.has(name));
          if (field === undefined) return;
          used.add(field.name);
          await change(field.name, () => use(page, field));
        }
      };
      await useAll();
      const picture = PICTURES[view];
      if (picture !== undefined) await change("in the picture", () => picture(page));
      await useAll();
      // The hand has rested: nothing is half typed any more.
      await page.evaluate(() =>
        (
          document.querySelector("attention-scale")?.shadowRoot?.activeElement as HTMLElement
        )?.blur(),
      );
      note();
      const { hash } = new URL(page.url());
      const set = await controls(page);
      expect(Object.keys(set).length).toBeGreaterThan(0);
      expect(messages).toEqual([]);
      await start(hash);
      await done(page);
      expect(await controls(page)).toEqual(set);
      expect(new URL(page.url()).hash).toBe(hash);
      expect(messages).toEqual([]);
    },
  );

  afterAll(() => {
    if (!ALL) return;
    const ofReasons = KEYS.slice(KEYS.indexOf("at") + 1);
    expect(ofReasons.filter((key) => !seen.has(key))).toEqual([]);
  });
});

describe("the whole page", () => {
  test("brings the reasons with their chapter, where a silhouette leads, and computes only what is in sight", async () => {
    const { page, messages, requests } = await open(
      browser,
      `${served.address}#dim=32&samples=300&draws=50&open=variance-numbers,exponent-growth`,
    );
    await ready(page);
    const scripts = () => requests.filter((url) => /sections/.test(url)).length;
    await frames(page, 12);
    expect([await page.locator("section.reason").count(), scripts()]).toEqual([0, 0]);
    expect(page.workers()).toHaveLength(0);
    const links = page.locator("nav.silhouettes a");
    const hrefs = await links.evaluateAll((list) => list.map((link) => link.getAttribute("href")));
    expect(hrefs.map((href) => new URLSearchParams(href?.split("#")[1]).get("at"))).toEqual([
      ...WHY,
    ]);
    for (const href of hrefs) expect(href).toContain("dim=32");
    await links.nth(WHY.indexOf("gradient")).click();
    await page.waitForURL(/why\.html#/);
    const top = () =>
      page.locator("#at-gradient").evaluate((heading) => heading.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(500);
    await expect.poll(() => page.locator("section.reason").count()).toBe(WHY.length);
    expect(scripts()).toBe(1);
    await expect.poll(() => progressOf(page, "shares")).toBe("done");
    // Also once the sections above have their height.
    await frames(page, 30);
    expect(await top()).toBeGreaterThan(-50);
    expect(await top()).toBeLessThan(500);
    expect(fragmentOf(page).get("at")).toBe("gradient");
    // What stands in the fold far above; that of the next part is near.
    expect(await progressOf(page, "scores")).toBe("waiting");
    for (const name of ["scores", "growth"]) {
      await page.locator(`[data-study="${name}"]`).scrollIntoViewIfNeeded();
      await expect.poll(() => progressOf(page, name), { timeout: 20_000 }).toBe("done");
    }
    expect(messages).toEqual([]);
  });

  test("holds an experiment that is scrolled out of sight, and goes on with it", async () => {
    const { page } = await open(
      browser,
      `${served.address}#at=variance&open=variance-numbers&samples=20000`,
    );
    await ready(page);
    await expect.poll(() => progressOf(page, "scores")).toBe("running");
    await page.locator(".chapter-ends").scrollIntoViewIfNeeded();
    await expect.poll(() => progressOf(page, "scores")).toBe("waiting");
    const bar = page.locator('[data-study="scores"] progress');
    const value = () => bar.evaluate((element: HTMLProgressElement) => element.value);
    // What its worker had begun may still come.
    const at = await rested(page, value);
    expect(at).toBeLessThan(1);
    await frames(page, 24);
    expect(await value()).toBe(at);
    await page.locator("#at-variance").scrollIntoViewIfNeeded();
    await expect.poll(value, { timeout: 10_000 }).toBeGreaterThan(at);
  });
});
