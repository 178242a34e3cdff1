/** Opens the page in each edition, and brings it into each situation in which it is looked at. */
import { createServer } from "node:net";
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from "playwright-core";
import { findChromium } from "../../web/tools/requirements.mjs";
import { ALL, dist, KEPT, launch, type Served, serve, singleFile } from "./browser.js";
import type { Condition } from "./look-conditions.js";
import { installInspection } from "./look-inspect.js";

/** Small enough to be computed at once: what is drawn is the same as with more. */
const SMALL = { samples: "200", draws: "20", keys: "3", encoders: "10" };
const OTHER = { sentence: "to be or not to be", dim: "128" };

const HEIGHT = { narrow: 740, wide: 900 };
const heightOf = (width: number) => (width < 700 ? HEIGHT.narrow : HEIGHT.wide);

/**
 * How long a page stays hidden: an element that wrongly starts while hidden has started by then.
 */
const UNSEEN_MS = 200;

/**
 * Zooms of the browser in percent: the outermost alone unless all is tested, since each takes a
 * walk through the page.
 */
const ZOOMS = ALL ? [50, 75, 125, 150, 200] : [50, 200];

/** The markup of a host around the element, which hides it at first. */
const AROUND: Partial<Record<Situation, readonly [open: string, close: string]>> = {
  "in a details element that is opened": [
    '<details id="around"><summary>A figure</summary>',
    "</details>",
  ],
  "in a hidden parent that is shown": ['<div id="around" hidden>', "</div>"],
  "in a box of 0×0 that grows": [
    '<div id="around" style="width: 0; height: 0; overflow: hidden">',
    "</div>",
  ],
  "in a popover that is opened": [
    '<div id="around" popover style="box-sizing: border-box; width: 100%; height: 100%">',
    "</div>",
  ],
};

type Situation = Condition["situation"] | "looked through";

/** A condition, and besides those that are combined any other width. */
export type Wanted = Omit<Condition, "width" | "situation"> & {
  readonly width: number;
  readonly situation: Situation;
};

/** These are looked at in tabs of one window. */
export const isBehind = ({ situation }: Wanted): boolean =>
  situation.endsWith("behind another tab");

export type Keys = Readonly<Record<string, string>>;

/** A page with what it has said in the console, and what may have been thrown in it. */
export interface Looked {
  readonly page: Page;
  readonly session: CDPSession;
  readonly messages: readonly string[];
  /**
   * Sets keys of the state from outside: by the page's link, or by the attributes of an embedded
   * element.
   */
  set(keys: Keys): Promise<void>;
}

interface Tab {
  readonly page: Page;
  readonly session: CDPSession;
  readonly messages: string[];
}

/** Editions and hosts, served for all tests of a file. */
export class Editions {
  private readonly hosts = new Map<string, string>();
  /**
   * Tabs that wait for the next document: a new one for each would take most of the time. From an
   * edition to another the browser would start a new process in the tab.
   */
  private readonly idle = new Map<string, Tab[]>();

  private constructor(
    readonly browser: Browser,
    /** One with tabs in one window, in which only one is visible. */
    private readonly tabs: BrowserContext,
    private served: Served,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<Editions> {
    const port = await freePort();
    const [browser, window] = await Promise.all([
      launch(),
      // The shell without windows has no tabs that hide each other.
      launch([`--remote-debugging-port=${port}`], "noto", findChromium()),
    ]);
    // Playwright tells each page that it has the focus, which also keeps it visible; not where it
    // only joins a browser.
    const joined = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
    const [tabs] = joined.contexts();
    if (tabs === undefined) throw new Error("The browser has no window.");
    const editions: Editions = new Editions(
      browser,
      tabs,
      await serve(KEPT, undefined, dist, (path, response) => {
        const html = editions.hosts.get(path);
        if (html === undefined) return false;
        response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
        response.end(html);
        return true;
      }),
      async () => {
        await joined.close();
        await Promise.all([browser.close(), window.close()]);
        editions.served.server.close();
      },
    );
    return editions;
  }

  /** The address of an edition that shows a state. */
  address(edition: Condition["edition"], keys: Keys, around: readonly [string, string]): string {
    const fragment = new URLSearchParams(keys);
    if (edition === "over http") return `${this.served.address}#${fragment}`;
    if (edition === "from disk") return `${singleFile}#${fragment}`;
    const attributes = Object.entries(keys).map(([key, value]) => ` ${key}="${value}"`);
    const name = `host-${this.hosts.size}.html`;
    const [before, after] = around;
    this.hosts.set(
      name,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>a host</title>
       <meta name="viewport" content="width=device-width"><link rel="icon" href="icon.svg">
       <script src="embed.js" defer></script>
       ${before}<attention-scale${attributes.join("")}></attention-scale>${after}`,
    );
    return `${this.served.address}${name}`;
  }

  /**
   * Loads a document for one condition, visible or behind another tab; `use` is done with it before
   * the next comes.
   */
  async open(condition: Wanted, more: Keys, use: (looked: Looked) => Promise<void>): Promise<void> {
    const { edition, view, width, language, situation } = condition;
    const behind = isBehind(condition);
    // Of the tabs of one window a single one is in front.
    const kind = behind ? "among" : edition;
    const idle = this.idle.get(kind) ?? [];
    this.idle.set(kind, idle);
    const tab = idle.pop() ?? (await this.newTab(behind));
    const { page, session, messages } = tab;
    messages.length = 0;
    await resize(session, width, 100);
    const keys = { view, lang: language, ...SMALL, ...more };
    const url = this.address(edition, keys, AROUND[situation] ?? ['<div id="around">', "</div>"]);
    const load = () => page.goto(url).then(() => undefined);
    if (situation === "opened behind another tab") await whileBehind(page, load);
    else await load();
    let shown = keys;
    const set = async (changed: Keys) => {
      shown = { ...shown, ...changed };
      await page.locator("attention-scale").evaluate(
        (element, { edition: where, all, some }) => {
          if (where === "in embed.js") {
            for (const [key, value] of Object.entries(some)) element.setAttribute(key, value);
            return;
          }
          const heard = new Promise((resolve) =>
            addEventListener("hashchange", resolve, { once: true }),
          );
          location.hash = new URLSearchParams(all).toString();
          return heard;
        },
        { edition, all: shown, some: changed },
      );
    };
    await use({ page, session, messages, set });
    // Not from one link to another: that would be a change of state in the same document.
    await page.goto("about:blank");
    idle.push(tab);
  }

  private async newTab(among: boolean): Promise<Tab> {
    const context = among ? this.tabs : await this.browser.newContext({ locale: "en-US" });
    const page = await context.newPage();
    const messages: string[] = [];
    page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
    await installInspection(page);
    return { page, session: await context.newCDPSession(page), messages };
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

const left = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Does something while another tab is in front, and comes back. */
async function whileBehind(page: Page, act: () => Promise<void>): Promise<void> {
  const other = await page.context().newPage();
  await other.bringToFront();
  await act();
  await left(UNSEEN_MS);
  const state = await page.evaluate(() => document.visibilityState);
  if (state !== "hidden") throw new Error("The page is visible behind another tab.");
  await other.close();
  await page.bringToFront();
  // What follows tells what a reader sees in the tab in front: a tab whose frames have not come
  // back shows nothing yet.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        requestAnimationFrame(() => resolve());
        setTimeout(() => reject(new Error(`No frame: ${document.visibilityState}`)), 5000);
      }),
  );
}

/** Hides an element by its style, does something, and shows it again. */
async function whileHidden(page: Page, selector: string, act: () => Promise<void>): Promise<void> {
  const display = (value: string) =>
    page.locator(selector).evaluate((element, wanted) => {
      (element as HTMLElement).style.display = wanted;
    }, value);
  await display("none");
  await left(UNSEEN_MS);
  await act();
  await display("");
}

/** Scrolls through the page, and returns the faults of the pictures after each step. */
const walk = (page: Page, step = 0.9) => page.evaluate((by) => inspection.walk(by), step);
/** Waits for what is in sight, without a look at it. */
const settled = (page: Page) => page.evaluate(() => inspection.settled());

/**
 * The window's width and a browser's zoom in percent: zoomed, there are fewer CSS pixels, each of
 * more device pixels.
 */
async function resize(session: CDPSession, width: number, zoom: number): Promise<void> {
  const scale = zoom / 100;
  await session.send("Emulation.setDeviceMetricsOverride", {
    width: Math.round(width / scale),
    height: Math.round(heightOf(width) / scale),
    deviceScaleFactor: scale,
    mobile: false,
  });
}

/**
 * Brings an opened page into its situation, and reports every fault that is seen on the way and at
 * its end.
 */
export async function look(condition: Wanted, { page, session, set }: Looked): Promise<string[]> {
  const { situation, edition, width } = condition;
  const pictures = () => page.evaluate(() => inspection.pictures());
  const texts = () => page.evaluate(() => inspection.texts());
  const goTo = (share: number) => page.evaluate((to) => inspection.scrollTo(to), share);
  const faults: string[] = [];
  const around = edition === "in embed.js" ? "#around" : "body";
  switch (situation) {
    case "at rest":
      await settled(page);
      faults.push(...(await pictures()));
      break;
    case "scrolled slowly to its end":
      faults.push(...(await walk(page, 0.25)));
      break;
    case "after a jump to its end and back":
      for (const share of [1, 0]) {
        await goTo(share);
        faults.push(...(await pictures()));
      }
      break;
    case "after a change of the sentence and of d":
      await settled(page);
      await goTo(0.5);
      // The chapter that trains has no sentence.
      for (const field of await page.locator("#sentence").all()) await field.fill(OTHER.sentence);
      await page.locator("#dim-number").fill(OTHER.dim);
      faults.push(...(await walk(page)));
      break;
    case "shown again after display: none":
    case "shown again after display: none of an ancestor": {
      const hidden = situation.endsWith("ancestor") ? around : "attention-scale";
      await settled(page);
      await whileHidden(page, hidden, async () => undefined);
      faults.push(...(await walk(page)));
      await whileHidden(page, hidden, () => set(OTHER));
      faults.push(...(await walk(page)));
      break;
    }
    case "in a details element that is opened":
    case "in a hidden parent that is shown":
    case "in a box of 0×0 that grows":
    case "in a popover that is opened":
      await left(UNSEEN_MS);
      await page.locator("#around").evaluate((element) => {
        if (element instanceof HTMLDetailsElement) element.open = true;
        else if (element.hasAttribute("popover")) (element as HTMLElement).showPopover();
        element.removeAttribute("hidden");
        if (!element.hasAttribute("popover")) element.removeAttribute("style");
      });
      faults.push(...(await walk(page)));
      break;
    case "opened behind another tab":
      faults.push(...(await walk(page)));
      break;
    case "changed behind another tab":
      await settled(page);
      await whileBehind(page, () => set(OTHER));
      faults.push(...(await walk(page)));
      break;
    case "looked through":
      faults.push(...(await walk(page)));
      for (const more of await page.locator(".more-toggle:visible").all()) await more.click();
      await page.locator("details.numbers").evaluateAll((all) => {
        for (const details of all as HTMLDetailsElement[]) details.open = true;
      });
      break;
    case "zoomed out and in":
      await settled(page);
      for (const percent of ZOOMS) {
        await goTo(0.5);
        await resize(session, width, percent);
        const seen = [await pictures(), await walk(page), await texts()].flat();
        faults.push(...seen.map((fault) => `${fault} (zoom ${percent} %)`));
      }
      await resize(session, width, 100);
      faults.push(...(await walk(page)));
  }
  faults.push(...(await texts()));
  return [...new Set(faults)];
}
