/** The page in Firefox and in WebKit: from disk, as a double click opens it, and over http. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLayers } from "../../web/src/engine/inside.js";
import { TEST_EVERY } from "../../web/src/parts/training/track.js";
import { en as common } from "../../web/src/text/en/part-kit.js";
import { en as talk } from "../../web/src/text/en/talk.js";
import { en } from "../../web/src/text/en/training.js";
import { answersTo } from "../engine/trained-model.js";
import { pasted } from "../web/tapped-figure.js";
import { ALL, dist, serve, testOfAll } from "./browser.js";
import { type Expected, expectNumbers, HEAVY, START } from "./expected.js";
import { firefox, type OtherBrowser, webkit } from "./other-browsers.js";
import { clickAt, placeOf, seen as tapsSeen } from "./tapped.js";

/** Functions that run in the page; they can use nothing of this file. */
const inPage = {
  go: (fragment: string) => {
    location.hash = fragment;
  },
  fetched: () =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname.replace(/.*\//, "")),
  /** The answer to what is asked, and not still to what was asked before. */
  answers: (want: { words: readonly string[]; dim: number }) => {
    const element = document.querySelector("attention-scale");
    const { state } = element as HTMLElementTagNameMap["attention-scale"];
    const ready = '[data-ready="true"]';
    return (
      (element?.matches(ready) || element?.shadowRoot?.querySelector(ready) != null) &&
      state.dim === want.dim &&
      state.sentence === want.words.join(" ")
    );
  },
  table: (name: string) => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    const tables = [...(root?.querySelectorAll("table") ?? [])];
    const named = tables.find((table) => table.ariaLabel === name);
    return [...(named?.querySelectorAll("tbody tr") ?? [])].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.value)),
    );
  },
  press: (name: string) => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    const buttons = [...(root?.querySelectorAll("button") ?? [])];
    const button = buttons.find(({ textContent }) => textContent?.trim() === name);
    if (button && !button.disabled) button.click();
    return button?.disabled === false;
  },
  /** How far the trained model is, and what its two answers are. */
  model: () => {
    const element = document.querySelector("attention-scale");
    const outputs = element?.shadowRoot?.querySelectorAll(".said output") ?? [];
    return {
      loaded: element?.getAttribute("data-model"),
      done: element?.getAttribute("data-answer"),
      answers: [...outputs].map(({ textContent }) => textContent),
    };
  },
  progress: () =>
    [
      ...(document
        .querySelector("attention-scale")
        ?.shadowRoot?.querySelectorAll<HTMLElement>("[data-study]") ?? []),
    ].map((study) => study.dataset.progress),
  seen: () => (globalThis as unknown as { seen: { errors: string[]; answers: number } }).seen,
};

/** Runs before the page's own scripts, and counts what no table tells. */
const LISTENER = `<script>
  globalThis.seen = { errors: [], answers: 0 };
  addEventListener("error", (event) => seen.errors.push(event.message));
  addEventListener("unhandledrejection", (event) => seen.errors.push(String(event.reason)));
  for (const level of ["error", "warn"]) {
    const say = console[level];
    console[level] = (...given) => { seen.errors.push(given.join(" ")); say(...given); };
  }
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => { seen.answers += 1; });
    }
  };
</script>`;

const folder = mkdtempSync(join(tmpdir(), "attention-scale-"));
const copy = join(folder, "attention-scale.html");
writeFileSync(
  copy,
  readFileSync(join(dist, "attention-scale.html"), "utf8").replace("<head>", `<head>${LISTENER}`),
);
const served = await serve();
afterAll(() => {
  served.server.close();
  rmSync(folder, { recursive: true });
});

const engine = await startLayers();

describe.each([
  ["Firefox", firefox],
  ["WebKit", webkit],
] as const)("in %s", (name, launch) => {
  let browser: OtherBrowser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  const { fetched, answers, go, press, seen, table, progress } = inPage;
  const shows = async (want: Expected) => {
    await expect.poll(() => browser.run(answers, want), { timeout: 40_000 }).toBe(true);
    // The sections below the first screen follow a frame later.
    await expect
      .poll(async () => (await browser.run(table, "Word vectors X")).length)
      .toBe(want.words.length);
    await expectNumbers((name) => browser.run(table, name), want);
  };

  test("taps lead through the picture for articles without scripts", async () => {
    const article = join(folder, "article.html");
    writeFileSync(article, `<!doctype html><meta charset="utf-8">${pasted("en", {}).html}`);
    await browser.open(pathToFileURL(article).href);
    const states: string[] = [await browser.run(tapsSeen)];
    for (const text of ["good", "Tap a number", "8", "good"]) {
      const before = await browser.run(tapsSeen);
      await browser.run(clickAt, await browser.run(placeOf, text));
      await expect.poll(() => browser.run(tapsSeen)).not.toBe(before);
      states.push(await browser.run(tapsSeen));
    }
    expect(states).toEqual(["without 64", "with 64", "with 512", "with 8", "without 8"]);
  });

  const tasks = [
    ["dates", "dim=16&batch=8", { dim: 16, batch: 8 }, TEST_EVERY],
    ["recall", "dim=24&batch=16&tokens=8&rate=0.01", { dim: 24, batch: 16, rate: 0.01 }, 1],
  ] as const;

  /** Trains in the open page, and compares each loss with that of the engine here. */
  async function trains([task, keys, own, every]: (typeof tasks)[number]): Promise<void> {
    await browser.run(go, `view=race&task=${task}&${keys}`);
    const losses = async () => (await browser.run(table, en.curves)).map(([loss]) => loss);
    // A row of the table is `every` steps; a press while the race starts, or a step is made, does
    // nothing. Dates train until there is a row: so many steps one by one take WebKit most of a
    // minute on a busy machine.
    const button = every > 1 ? en.buttons.train : en.buttons.step;
    const trained = async () => {
      await browser.run(press, button);
      return (await losses()).length;
    };
    await expect.poll(trained, { timeout: 100_000 }).toBeGreaterThan(0);
    if (every > 1) await browser.run(press, en.buttons.pause);
    let found = await losses();
    const rested = async () => {
      const before = found.length;
      found = await losses();
      return found.length === before;
    };
    await expect.poll(rested, { interval: 500 }).toBe(true);
    const steps = every * found.length;
    // The lane without the division has the first columns.
    const rule = { seed: 13, scale: 1, optimiser: "adam", rate: 1e-3, n: 8 } as const;
    const lane = { ...rule, ...own, steps };
    const { loss } =
      task === "dates"
        ? engine.trainDates({ ...lane, state: engine.startDates(lane) }).records
        : engine.trainRecall({ ...lane, state: engine.startRecall(lane) }).records;
    expect(found).toEqual([...loss].filter((_, i) => (i + 1) % every === 0));
  }

  const editions = [
    ["the single file by double click", pathToFileURL(copy).href],
    ["the hosted page over http", served.address],
  ] as const;
  // Each browser another edition and another task, unless all is tested.
  const mine = <T>(_: T, i: number) => ALL || (i === 0) === (name === "WebKit");
  test.each(editions.filter(mine))(
    "%s shows the engine's numbers, follows links, computes by workers what is heavy and the experiments, and trains to the last digit",
    async (edition, address) => {
      await browser.open(address);
      await shows(START);
      await browser.run(go, "sentence=the+2+cats+sat&dim=100&seed=7");
      await shows({ words: ["the", "2", "cats", "sat"], dim: 100, seed: 7 });
      await browser.run(go, `sentence=${HEAVY.words.join("+")}&dim=${HEAVY.dim}`);
      await shows(HEAVY);
      await browser.run(go, "view=exponent&draws=20");
      await expect.poll(() => browser.run(progress), { timeout: 40_000 }).toEqual(["done"]);
      for (const task of tasks.toReversed().filter(mine)) await trains(task);
      if (edition.includes("double click")) {
        const seenByNow = await browser.run(seen);
        expect(seenByNow.errors).toEqual([]);
        // The answers come from workers, and not between the page's frames, which is where the work
        // stays when workers are refused.
        expect(seenByNow.answers).toBeGreaterThan(0);
      }
    },
  );

  test("gives the answer of the trained model with the division, token by token as in Node", async () => {
    const prompt = "请介绍一下中国的历史和文化。";
    const enough = 20;
    const { model } = inPage;
    await browser.open(`${served.address}model.html#lang=en&prompt=${encodeURIComponent(prompt)}`);
    const patience = { timeout: 60_000 };
    await expect.poll(() => browser.run(press, talk.load), patience).toBe(true);
    await expect.poll(async () => (await browser.run(model)).loaded, patience).toBe("ready");
    await browser.run(press, talk.answer);
    const divided = async () => (await browser.run(model)).answers[1] ?? "";
    await expect.poll(async () => (await divided()).length, patience).toBeGreaterThan(enough);
    expect(await browser.run(press, common.progress.stop)).toBe(true);
    await expect.poll(async () => (await browser.run(model)).done, patience).toBe("done");
    const begun = await divided();
    expect((await answersTo(prompt))[1]).toContain(begun);
    expect(begun.length).toBeGreaterThan(enough);
  });

  testOfAll.each([
    ["the hosted page's files", ""],
    ["embed.js where one of those has changed", "\n"],
  ])("shows the element by the loader, with %s", async (_, change) => {
    const host = await serve({}, undefined, dist, (path, response) => {
      const asset = /^assets\/hosted-(?!files).*\.js$/.test(path);
      if (!asset && path !== "host.html") return false;
      response.writeHead(200, { "Content-Type": asset ? "text/javascript" : "text/html" });
      const tags = '<script src="loader.js"></script><attention-scale lang="en"></attention-scale>';
      response.end(asset ? readFileSync(join(dist, path), "utf8") + change : tags);
      return true;
    });
    await browser.open(`${host.address}host.html`);
    await shows(START);
    const files = await browser.run(fetched);
    expect(files.includes("embed.js")).toBe(change !== "");
    host.server.close();
  });
});
