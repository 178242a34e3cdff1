/**
 * Random actions, the same for the same seed. `npm test` takes 10 seconds for them,
 * `npm run monkey` as long as it is told. The first line of a failure names the seed and the
 * action.
 */
import type { ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { DEFINITIONS } from "../../web/src/state/state.js";
import { ALL, dist, frames, openApart, ready, serve, setUp, stop, testOfAll } from "./browser.js";
import { installInspection } from "./look-inspect.js";
import { type Action, act, actionsOf, expectRested, retryUntilReady } from "./monkey.js";
import { installed } from "./offline.js";
import { serveVersions } from "./versions.js";

const VIEWS = DEFINITIONS.view.words;

const { browser, served } = await setUp();

const MINUTES = Number(process.env.MONKEY_MINUTES ?? (ALL ? "5" : "0.25"));
const SEED = Number(process.env.MONKEY_SEED ?? "1");
/** More than fit into the time. */
const MOST = 400 * Math.max(1, MINUTES);
/** The reader rests after as many actions. */
const RESTS = 5;
const limit = (share: number) => ({ timeout: 60_000 * (MINUTES * share + 2) });

async function opened(address: string, storage: "allowed" | "refused" = "allowed") {
  const serviceWorkers = storage === "allowed" ? "allow" : "block";
  const watched = await openApart(browser, "about:blank", { serviceWorkers });
  const { page } = watched;
  await installInspection(page);
  await page.addInitScript(() => {
    globalThis.print = () => undefined;
  });
  if (storage === "refused") {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("refused", "SecurityError");
      };
      for (const name of ["caches", "indexedDB", "localStorage", "sessionStorage"]) {
        Object.defineProperty(globalThis, name, { get: refuse });
      }
      Object.defineProperty(navigator, "serviceWorker", { get: refuse });
    });
  }
  await page.goto(address);
  return watched;
}

/** The same, once it shows the engine's numbers. */
async function prepared(address: string) {
  const watched = await opened(address);
  await ready(watched.page);
  return watched;
}

/** Acts for a share of the minutes, and looks whenever the reader rests. */
async function play(
  page: Page,
  seed: number,
  share: number,
  rested: (index: number) => Promise<void>,
): Promise<void> {
  const end = Date.now() + share * MINUTES * 60_000;
  const actions = actionsOf(seed, MOST);
  for (const [index, action] of actions.entries()) {
    if (Date.now() > end) break;
    try {
      await act(page, action);
      if (index % RESTS === RESTS - 1) await rested(index);
    } catch (error) {
      throw new Error(said(seed, actions, index), { cause: error });
    }
  }
}

function said(seed: number, actions: readonly Action[], index: number): string {
  const last = actions.slice(Math.max(0, index - RESTS + 1), index + 1);
  const list = last.map((action) => JSON.stringify(action).slice(0, 200)).join("\n");
  return `MONKEY_SEED=${seed}, action ${index}:\n${list}`;
}

/** The messages of the console, without the browser's own about requests that failed. */
const own = (messages: readonly string[]) =>
  messages.filter((message) => !/Failed to load resource|net::ERR_/.test(message));

describe("a reader without a plan", () => {
  test(
    "always finds the engine's numbers, painted pictures and a silent console",
    limit(0.35),
    async () => {
      const { page, messages } = await prepared(served.address);
      await play(page, SEED, 0.35, async () => {
        await expectRested(page);
        expect(messages).toEqual([]);
      });
    },
  );

  test(
    "finds them too where storage is refused, and each script, worker and binary fails once",
    limit(0.2),
    async () => {
      const failed = new Set<string>();
      const ways: ((response: ServerResponse) => void)[] = [
        (response) => response.writeHead(404).end(),
        (response) => response.writeHead(503).end(),
        (response) => response.destroy(),
      ];
      // The page's own scripts and styles stand in its HTML: without them there is no page to try
      // again.
      const own_ = await serve({}, undefined, dist, (path, response) => {
        const lazy = /^assets\/(?!hosted|early).*\.(js|wasm)$/.test(path);
        if (!lazy || failed.has(path)) return false;
        failed.add(path);
        ways[failed.size % ways.length]?.(response);
        return true;
      });
      onTestFinished(() => stop(own_));
      const { page, messages } = await opened(own_.address, "refused");
      await retryUntilReady(page);
      await play(page, SEED + 1, 0.2, async () => {
        await expectRested(page, retryUntilReady);
        expect(own(messages)).toEqual([]);
      });
      expect(failed.size).toBeGreaterThan(3);
    },
  );

  testOfAll(
    "finds them too where a new version is deployed in the middle",
    limit(0.2),
    async () => {
      const versions = await serveVersions();
      const { page, messages } = await prepared(versions.address);
      await installed(page);
      await play(page, SEED + 2, 0.2, async () => {
        versions.deploy("v2");
        await expectRested(page);
        expect(own(messages)).toEqual([]);
      });
      await page.reload();
      await expectRested(page);
    },
  );
});

testOfAll("changes of view leave neither nodes nor memory behind", async () => {
  const { page } = await prepared(served.address);
  const session = await page.context().newCDPSession(page);
  const changes = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      await page.evaluate(
        ([view, factor]) => {
          location.hash = `#view=${view}&samples=200&draws=20&factor=${factor}`;
          return new Promise((resolve) => setTimeout(resolve, 40));
        },
        [VIEWS[index % VIEWS.length] ?? "page", 1 + index / 1000] as const,
      );
    }
    await page.evaluate(() => {
      location.hash = "#view=matrices";
    });
    await ready(page);
  };
  /** The DOM nodes and the memory that are still in use after a garbage collection. */
  const left = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { nodes } = await session.send("Memory.getDOMCounters");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return { nodes, megabytes: usedSize / 2 ** 20 };
  };
  // Both end with the same view: the last one before this is kept, however many there were.
  // What a view fetches when it is opened for the first time takes up to three rounds.
  await changes(4 * VIEWS.length);
  await frames(page, 120);
  const before = await left();
  for (let all = 0; all < 200; all += VIEWS.length) await changes(VIEWS.length);
  await expect.poll(async () => (await left()).nodes).toBeLessThan(1.1 * before.nodes);
  await expect.poll(async () => (await left()).megabytes).toBeLessThan(1.2 * before.megabytes);
});
