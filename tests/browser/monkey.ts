/** Random actions on the page, and what must hold whenever it rests. */
import fc from "fast-check";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import {
  requestOf,
  type SentenceAttention,
  sentenceAttention,
} from "../../web/src/attention/sentence-attention.js";
import type { Matrix } from "../../web/src/engine/api.js";
import { inItsChapter } from "../../web/src/state/chapters.js";
import { DEFINITIONS, readFragment, type State, writeFragment } from "../../web/src/state/state.js";
import { TEXTS } from "../../web/src/text/index.js";
import { asRead } from "../as-read.js";
import { engine } from "../loaded-engine.js";
import { states } from "../web/states.js";
import { frames, table, tableNamed } from "./browser.js";

/** A share of a width, a height or a list, from 0 to 1. */
const share = fc.noBias(fc.integer({ min: 0, max: 999 })).map((part) => part / 1000);

/**
 * Texts that a reader may type or paste: words of several scripts, no words, too much, numbers and
 * none.
 */
const typed = fc.oneof(
  fc.constantFrom(
    "to be or not to be",
    "我很好",
    "אני בסדר היום",
    "a a a",
    "🙂 !?",
    "",
    "   ",
    "0",
    "7",
    "64",
    "-3",
    "1e9",
    "0.5",
    "1,2,3",
    "1;;2",
    "NaN",
    "Infinity",
    "<b>&amp;",
    "=1+1",
    "x".repeat(10_000),
    Array.from({ length: 64 }, (_, i) => `w${i}`).join(" "),
  ),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

/** Small enough that an experiment ends within a rest. */
const linked = states.map(
  (state): State => ({
    ...state,
    samples: 2 + (state.samples % 400),
    draws: 10 + (state.draws % 40),
    // A figure alone, a slide and the path of three minutes have no sentence to type into.
    figure: "",
    present: "off",
    lesson: null,
    path: "off",
    hide: new Set([...state.hide].filter((part) => part === "text" || part === "header")),
  }),
);

const ACTIONS = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("click"), at: share }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("type"), at: share, text: typed }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("drag"), at: share, fromX: share, toX: share }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("resize"),
      width: fc.integer({ min: 200, max: 2000 }),
      height: fc.integer({ min: 300, max: 1200 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("link"), state: linked }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("view"),
      view: fc.constantFrom(...DEFINITIONS.view.words),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("scroll"), to: share }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("history"), by: fc.constantFrom(-1, 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("dress"),
      lang: fc.constantFrom("en", "zh"),
      theme: fc.constantFrom("light", "dark", "auto"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("move"), pause: fc.constantFrom(0, 50, 400) }),
  },
);
type ActionOf<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
export type Action = ActionOf<typeof ACTIONS>;

/** The same actions for the same seed. */
export const actionsOf = (seed: number, count: number): Action[] =>
  fc.sample(ACTIONS, { seed, numRuns: count });

/**
 * The middle of what can be worked with in sight, by its kind; null where there is nothing of it.
 */
const find = (page: Page, selector: string, at: number) =>
  page.evaluate(
    ([wanted, place]) => {
      const root = document.querySelector("attention-scale")?.shadowRoot;
      const modal = root?.querySelector("dialog[open]");
      const all = [...((modal ?? root)?.querySelectorAll<HTMLElement>(wanted) ?? [])];
      const places = all
        .filter((element) => element.checkVisibility() && !element.matches(":disabled"))
        .map((element) => {
          const { left, width, height, top } = element.getBoundingClientRect();
          return { name: element.localName, left, width, height, y: top + height / 2 };
        })
        .filter(({ left, width, height, y }) => {
          const x = left + width / 2;
          return width > 0 && height > 0 && x > 0 && y > 0 && x < innerWidth && y < innerHeight;
        });
      return places[Math.floor(place * places.length)] ?? null;
    },
    [selector, at] as const,
  );

/**
 * Elements that can be clicked without leaving the page: nothing is saved, and window.print is
 * stubbed.
 */
const CLICKED = 'button, summary, label, select, canvas, a[href^="#"]';
const TYPED = 'input[type="text"], input[type="number"], input:not([type])';
const DRAGGED = 'input[type="range"], canvas';

/** Which of its own entries a page can go to: of the browser's Navigation API. */
interface Entries {
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

const goTo = (page: Page, fragment: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);

export async function act(page: Page, action: Action): Promise<void> {
  switch (action.kind) {
    case "click": {
      const place = await find(page, CLICKED, action.at);
      if (place === null) return;
      await page.mouse.click(place.left + place.width / 2, place.y);
      // The list of a select is no part of the page, and would catch the next click.
      if (place.name === "select") await page.keyboard.press("Escape");
      return;
    }
    case "type": {
      const place = await find(page, TYPED, action.at);
      if (place === null) return;
      await page.mouse.click(place.left + place.width / 2, place.y);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(action.text);
      return;
    }
    case "drag": {
      const place = await find(page, DRAGGED, action.at);
      if (place === null) return;
      const x = (part: number) => place.left + part * place.width;
      await page.mouse.move(x(action.fromX), place.y);
      await page.mouse.down();
      await page.mouse.move(x(action.toX), place.y, { steps: 5 });
      await page.mouse.up();
      return;
    }
    case "resize":
      // The window of a browser that fills the screen has no size to set.
      await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
      return page.setViewportSize({ width: action.width, height: action.height });
    case "link":
      return goTo(page, writeFragment(action.state));
    case "view": {
      const state = stateOf(page);
      return goTo(page, writeFragment({ ...state, view: action.view, samples: 200, draws: 20 }));
    }
    case "scroll":
      return page.evaluate(
        (to) => scrollTo(0, to * document.documentElement.scrollHeight),
        action.to,
      );
    case "history":
      return page.evaluate((by) => {
        // Not to what was there before the page.
        const { canGoBack, canGoForward } = (globalThis as unknown as { navigation: Entries })
          .navigation;
        if (by < 0 ? canGoBack : canGoForward) history.go(by);
      }, action.by);
    case "dress": {
      const { lang, theme } = action;
      return goTo(page, writeFragment({ ...stateOf(page), lang, theme } as State));
    }
    case "move":
      return page.evaluate(async (pause) => {
        const element = document.querySelector("attention-scale") as Element;
        element.remove();
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
        document.body.prepend(element);
      }, action.pause);
  }
}

const stateOf = (page: Page): State => readFragment(new URL(page.url()).hash).state;

/** The matrices that the tables of the page must show, by the kind of table. */
function matricesOf(shown: SentenceAttention): Record<string, Matrix> {
  const { x, scores, unscaled, scaled } = shown;
  return {
    x,
    scores,
    unscaled: unscaled.weights,
    scaled: scaled.weights,
    unscaledOutput: unscaled.output,
    scaledOutput: scaled.output,
  };
}

/** Presses every button that tries again. @returns whether there was one */
const tryAgain = (page: Page): Promise<boolean> =>
  page.evaluate(
    (names: string[]) => {
      const root = document.querySelector("attention-scale")?.shadowRoot;
      const buttons = [...(root?.querySelectorAll("button") ?? [])].filter((button) =>
        names.includes(button.innerText.trim()),
      );
      for (const button of buttons) button.click();
      return buttons.length > 0;
    },
    Object.values(TEXTS).map(({ problems }) => problems.tryAgain),
  );

/** An answer that a busy machine has little time for. */
const PATIENCE = { timeout: 30_000, interval: 50 };

const isReady = (page: Page): Promise<boolean | undefined> =>
  page.evaluate(() => document.querySelector("attention-scale")?.matches("[data-ready]"));

const untilReady = (page: Page): Promise<void> =>
  expect.poll(() => isReady(page), PATIENCE).toBe(true);

/** Tries again whatever has failed, until the page answers the state and nothing has failed. */
export const retryUntilReady = (page: Page): Promise<void> =>
  expect.poll(async () => !(await tryAgain(page)) && (await isReady(page)), PATIENCE).toBe(true);

/**
 * Looks whether the tables of the matrices hold the engine's numbers.
 * @param names of the tables, by what they hold
 */
async function expectMatrices(page: Page, state: State, names: Readonly<Record<string, string>>) {
  const wrong = await page.locator("#sentence").getAttribute("aria-invalid");
  // Of a sentence without a word the last one's matrices are shown.
  if (wrong !== "false" && state.vectors !== "example") return;
  // The words as this browser cuts them, which for rare scripts is not how Node does.
  const words = await page.locator("#words .chips li").allInnerTexts();
  const wanted = matricesOf(sentenceAttention(engine, requestOf(state, words)));
  let compared = 0;
  for (const [kind, name] of Object.entries(names)) {
    if ((await tableNamed(page, name).count()) === 0) continue;
    compared += 1;
    const shown = (await table(page, name)).flat();
    const data = wanted[kind]?.data ?? [];
    expect(shown.length, name).toBe(data.length);
    for (const [index, value] of shown.entries()) {
      const want = data[index] ?? Number.NaN;
      const off = Math.abs(value - want);
      expect(off, `${name}, ${index}`).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(want)));
    }
  }
  expect(compared).toBeGreaterThan(2);
}

/** Whether a state shows the sentence and the matrices: a figure alone, a slide and the path do not. */
function showsMatrices(state: State): boolean {
  const { figure, present, path } = state;
  // A section to scroll to may be in another chapter.
  const { view } = inItsChapter(state);
  const isWhole = figure === "" && present === "off" && path === "off";
  return isWhole && (view === "page" || view === "matrices");
}

/**
 * Leaves a figure over the whole screen, and the menu to take figures away. The list of a select
 * that is still open takes the first key for itself.
 * @param rested waits until the page answers the state
 */
async function leaveScreen(page: Page, rested: (page: Page) => Promise<void>): Promise<void> {
  const pressed = async () => {
    await page.keyboard.press("Escape");
    // Longer than the page waits after the last change until it writes the address.
    await frames(page, 12);
    await rested(page);
    return stateOf(page).present;
  };
  await expect.poll(pressed, PATIENCE).toBe("off");
}

/**
 * Waits until the page rests, and looks whether it shows what the engine says of the state in its
 * address.
 * @param rested waits until the page answers the state
 */
export async function expectRested(page: Page, rested = untilReady): Promise<void> {
  // Without its script a figure over the whole screen does not listen to a key.
  await rested(page);
  await leaveScreen(page, rested);
  const state = stateOf(page);
  const language = state.lang ?? "en";
  // Other parts have tables of the same names, of the worked example.
  if (showsMatrices(state)) {
    await expectMatrices(page, state, asRead(TEXTS[language].matrices.tables));
  }
  expect(await page.evaluate(() => inspection.pictures())).toEqual([]);
  const text = await page.locator("attention-scale").innerText();
  expect(text).not.toMatch(/\bNaN\b|\bundefined\b|\[object/);
  await expectProgress(page, rested);
}

/** The progress of every experiment in sight that runs. */
const running = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    const lines = [...(root?.querySelectorAll<HTMLElement>("[data-study]") ?? [])].filter(
      (line) => {
        const { top, bottom } = (line.closest("section") ?? line).getBoundingClientRect();
        return line.checkVisibility() && bottom > 0 && top < innerHeight;
      },
    );
    const going = lines.filter(
      ({ dataset }) => !["done", "stopped"].includes(dataset.progress ?? ""),
    );
    return Object.fromEntries(going.map((line) => [line.dataset.study ?? "", line.innerText]));
  });

/**
 * Nothing is stuck: every experiment in sight ends, or says something else after a while.
 * @param rested waits until the page answers the state; an experiment whose worker could not be
 * fetched may be tried again by it
 */
async function expectProgress(page: Page, rested: (page: Page) => Promise<void>): Promise<void> {
  const before = await running(page);
  for (const [study, said] of Object.entries(before)) {
    const now = async () => {
      await rested(page);
      return (await running(page))[study];
    };
    await expect.poll(now, { ...PATIENCE, message: study }).not.toBe(said);
  }
}
