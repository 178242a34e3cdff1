/** An embed and a frame are in the light of the page around them, and follow it within a second. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ALL, frames, ready, setUp, testOfAll } from "./browser.js";

const { openHost } = await setUp();

/** A site: its styles, what its switch does, and how it is light and dark. */
interface Site {
  readonly css: string;
  /** Makes the page dark or light; it is run in the page. */
  readonly turn: (dark: boolean) => void;
}

const SITES: Readonly<Record<string, Site>> = {
  "html.dark (VitePress, Tailwind)": {
    css: "body { background: #fff } .dark body { background: #1b1b1f }",
    turn: (dark) => document.documentElement.classList.toggle("dark", dark),
  },
  "data-theme on html (Docusaurus, Butterfly), faded": {
    css: "html { background: #fff; transition: background-color .3s } html[data-theme=dark] { background: #1b1b1d }",
    turn: (dark) => {
      document.documentElement.dataset.theme = dark ? "dark" : "light";
    },
  },
  "data-user-color-scheme (Fluid), in a card": {
    css: "body { background: #eee } main { background: #fff; transition: background-color .2s } [data-user-color-scheme=dark] main { background: #252d38 }",
    turn: (dark) => {
      document.documentElement.dataset.userColorScheme = dark ? "dark" : "light";
    },
  },
  "data-scheme (Stack), in a card of variables": {
    css: "body { --card: #fff; background: #f5f5fa } [data-scheme=dark] body { --card: #424242; background: #303030 } main { background: var(--card) }",
    turn: (dark) => {
      document.documentElement.dataset.scheme = dark ? "dark" : "light";
    },
  },
  "body.dark (PaperMod), in oklch": {
    css: "body { background: oklch(0.98 0 0) } body.dark { background: oklch(0.2 0.02 260) }",
    turn: (dark) => document.body.classList.toggle("dark", dark),
  },
  "data-md-color-scheme, behind a veil": {
    css: "body { background: #fff } [data-md-color-scheme=slate] { background: #0e1117 } main { background: rgb(128 128 128 / 10%) }",
    turn: (dark) => {
      document.body.dataset.mdColorScheme = dark ? "slate" : "default";
    },
  },
  "the theme coal of mdBook": {
    css: ".light { --bg: #fff } .coal { --bg: #141617; color-scheme: dark } html { background: var(--bg) }",
    turn: (dark) => {
      document.documentElement.className = `${dark ? "coal" : "light"} sidebar-visible js`;
    },
  },
  "the theme navy of mdBook": {
    css: ".light { --bg: #fff } .navy { --bg: #161923; color-scheme: dark } html { background: var(--bg) }",
    turn: (dark) => {
      document.documentElement.className = `${dark ? "navy" : "light"} sidebar-visible js`;
    },
  },
  "the theme ayu of mdBook": {
    css: ".light { --bg: #fff } .ayu { --bg: #0f1419; color-scheme: dark } html { background: var(--bg) }",
    turn: (dark) => {
      document.documentElement.className = `${dark ? "ayu" : "light"} sidebar-visible js`;
    },
  },
  "a style sheet that is switched": {
    css: "body { background: #fff }",
    turn: (dark) => {
      document.querySelector("#night")?.remove();
      if (dark) {
        document.head.insertAdjacentHTML(
          "beforeend",
          "<style id=night>body { background: #111 }</style>",
        );
      }
    },
  },
  "a rule that is written by a click": {
    css: "body { background: #fff }",
    turn: (dark) => {
      const sheet = [...document.styleSheets].at(-1) as CSSStyleSheet;
      sheet.insertRule(`body { background: ${dark ? "#111" : "#fff"} }`, sheet.cssRules.length);
    },
  },
  "a class alone, nothing painted": {
    css: "",
    turn: (dark) => {
      document.documentElement.className = dark ? "theme-dark" : "theme-light";
    },
  },
  "color-scheme alone": {
    css: "html { color-scheme: light } html.x { color-scheme: dark }",
    turn: (dark) => document.documentElement.classList.toggle("x", dark),
  },
  "a light card in a dark page": {
    css: "html { background: #000; color: #fff } main { background: #fff } main.x { background: #222 }",
    turn: (dark) => {
      document.documentElement.className = "dark";
      document.querySelector("main")?.classList.toggle("x", dark);
    },
  },
};

const FIGURE = '<attention-scale view="matrices" lang="en"></attention-scale>';
const page = (css: string, figure = FIGURE) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>a host</title><style>${css}</style>
   <script src="embed.js"></script></head><body><button id="switch">switch</button><main>${figure}</main></body></html>`;

const tone = (element: Locator) => element.locator(".page").getAttribute("data-tone");
const SOON = { timeout: 1000, interval: 50 };

/** What the element itself paints behind the figure. */
const ground = (element: Locator) =>
  element.locator(".page").evaluate((it) => getComputedStyle(it).backgroundColor);

/** Makes a page the site of these styles and this switch, in place of the one it was. */
const become = (host: Page, css: string, turn: Site["turn"]) =>
  host.evaluate(
    ([styles, source]) => {
      for (const added of document.querySelectorAll("#night, #other, main :nth-child(2)")) {
        added.remove();
      }
      for (const element of document.querySelectorAll("html, body, main")) {
        for (const { name } of [...element.attributes]) element.removeAttribute(name);
      }
      // A new sheet: rules may have been added to the old one.
      const style = document.createElement("style");
      style.textContent = styles;
      document.querySelector("style")?.replaceWith(style);
      // biome-ignore lint/security/noGlobalEval: the switch of a site, which is code
      const turn = eval(source);
      let dark = false;
      (document.querySelector("#switch") as HTMLElement).onclick = () => {
        dark = !dark;
        turn(dark);
      };
    },
    [css, `(${turn})`] as const,
  );

test("a site has its light in the figure within a second of a click, whatever its switch does", async () => {
  const { page: host, messages } = await openHost(page(""));
  const element = host.locator("main attention-scale");
  await ready(host);
  const sites = Object.entries(SITES).filter((_, i) => ALL || i % 4 === 2);
  for (const [message, { css, turn }] of sites) {
    await become(host, css, turn);
    await expect.poll(() => tone(element), { message }).toBe("light");
    for (const want of ["dark", "light", "dark"]) {
      await host.locator("#switch").click();
      await expect.poll(() => tone(element), { ...SOON, message }).toBe(want);
    }
    expect(await ground(element)).toBe("rgba(0, 0, 0, 0)");
    // An element that comes later, or to another place, is in that place's light.
    await host.evaluate((html) => {
      document.body.insertAdjacentHTML(
        "beforeend",
        `<div id=other style="background: #fff">${html}</div>`,
      );
    }, FIGURE);
    const later = host.locator("#other attention-scale");
    await later.scrollIntoViewIfNeeded();
    await expect.poll(() => tone(later), { ...SOON, message }).toBe("light");
    await later.evaluate((it) => document.querySelector("main")?.append(it));
    await expect.poll(() => tone(element.nth(1)), { ...SOON, message }).toBe("dark");
    await host.evaluate(() => document.querySelector("main :nth-child(2)")?.remove());
  }
  expect(messages).toEqual([]);
});

test("the system is followed where the site follows it, and only there", async () => {
  const { page: host } = await openHost(page(""));
  await ready(host);
  const query = "@media (prefers-color-scheme: dark) { body { background: #222 } }";
  for (const [css, follows] of [
    // Where the browser paints the ground of a site without a word.
    ["html { color-scheme: light dark }", true],
    [`body { background: #fff } ${query}`, true],
    // White ground and black text, whatever the system says.
    ["", false],
  ] as const) {
    await become(host, css, () => undefined);
    for (const colorScheme of ["dark", "light", "dark"] as const) {
      await host.emulateMedia({ colorScheme });
      const want = follows ? colorScheme : "light";
      await expect.poll(() => tone(host.locator("attention-scale")), SOON).toBe(want);
    }
  }
});

test("an element in a site's own component looks through its shadow roots and slots", async () => {
  const { page: host } = await openHost(
    `${page("body { background: #fff }", `<div id="outer">${FIGURE}</div>`)}
     <script>
       const root = document.querySelector("#outer").attachShadow({ mode: "open" });
       root.innerHTML = '<section style="background: #101010"><slot></slot></section>';
     </script>`,
  );
  await ready(host);
  await expect.poll(() => tone(host.locator("attention-scale")), SOON).toBe("dark");
});

test("the language is that of the nearest element around that names one, as it changes", async () => {
  const { page: host } = await openHost(
    page("", '<attention-scale view="matrices"></attention-scale>'),
  );
  await ready(host);
  for (const lang of ["zh-Hans", "en-GB"]) {
    await host.evaluate((tag) => document.documentElement.setAttribute("lang", tag), lang);
    const spoken = () => host.locator("attention-scale .page").getAttribute("lang");
    await expect.poll(spoken).toBe(lang.slice(0, 2));
  }
});

test("light, dark and auto stay what they say, on a ground of their own", async () => {
  const { page: host } = await openHost(
    page(
      "html { background: #000 }",
      '<attention-scale theme="light" view="matrices"></attention-scale><attention-scale theme="auto" view="matrices"></attention-scale>',
    ),
  );
  const all = host.locator("attention-scale");
  await expect.poll(() => tone(all.nth(0))).toBe("light");
  await expect.poll(() => ground(all.nth(0))).toBe("rgb(251, 250, 246)");
  await expect.poll(() => tone(all.nth(1))).toBe("light");
  await all.nth(1).evaluate((it) => it.setAttribute("theme", "host"));
  await expect.poll(() => tone(all.nth(1)), SOON).toBe("dark");
});

describe("a frame", () => {
  const framed = (fragment: string, src = "index.html") =>
    `<!doctype html><meta charset="utf-8"><title>a host</title><script src="frame.js"></script>
     <style>html { background: #fff } html.dark { background: #123 }</style>
     <iframe class="attention-scale" src="${src}#view=matrices&amp;lang=en&amp;${fragment}" width="100%" height="900"></iframe>`;

  const inFrame = (host: Page) => host.frameLocator("iframe").locator("attention-scale");
  const painted = (host: Page) =>
    inFrame(host).evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

  test.each(ALL ? ["index.html", "attention-scale.html"] : ["index.html"])(
    "of %s with theme=host is told the light of the page around it",
    async (file) => {
      const { page: host, messages } = await openHost(framed("theme=host", file));
      await ready(host.frameLocator("iframe"));
      await expect.poll(() => painted(host)).toBe("rgba(0, 0, 0, 0)");
      expect(await tone(inFrame(host))).toBe("light");
      const padding = inFrame(host)
        .locator(".page")
        .evaluate((it) => getComputedStyle(it).paddingLeft);
      expect(await padding).toBe("4px");
      for (const want of ["dark", "light"]) {
        await host.evaluate(() => document.documentElement.classList.toggle("dark"));
        await expect.poll(() => tone(inFrame(host)), SOON).toBe(want);
        await expect
          .poll(() => host.locator("iframe").evaluate((it) => getComputedStyle(it).colorScheme))
          .toBe(want);
      }
      // What others say is no theme.
      await inFrame(host).evaluate(() =>
        window.postMessage(
          JSON.stringify({ context: "attention-scale.theme", theme: "dark" }),
          "*",
        ),
      );
      await host.evaluate(() => {
        const told = document.querySelector("iframe")?.contentWindow;
        for (const data of [
          JSON.stringify({ context: "attention-scale.theme", theme: "pink" }),
          "{",
          { theme: "dark" },
        ]) {
          told?.postMessage(data, "*");
        }
      });
      await frames(host, 18);
      expect(await tone(inFrame(host))).toBe("light");
      expect(messages).toEqual([]);
    },
  );

  testOfAll(
    "with another theme keeps it, and a host that sends nothing leaves the system's",
    async () => {
      const { page: host } = await openHost(framed("theme=light"));
      await host.evaluate(() => document.documentElement.classList.add("dark"));
      await ready(host.frameLocator("iframe"));
      await frames(host, 42);
      expect(await tone(inFrame(host))).toBe("light");
      const { page: silent } = await openHost(
        framed("theme=host").replace('<script src="frame.js"></script>', ""),
      );
      await silent.emulateMedia({ colorScheme: "dark" });
      await ready(silent.frameLocator("iframe"));
      await expect.poll(() => tone(inFrame(silent))).toBe("dark");
      expect(await painted(silent)).toBe("rgb(22, 20, 16)");
    },
  );
});

test("nothing is watched once the element is gone", async () => {
  const { page: host } = await openHost(page("body { background: #fff }"));
  await ready(host);
  await host.evaluate(() => {
    const { getComputedStyle: before } = window;
    Object.assign(globalThis, { looks: 0 });
    window.getComputedStyle = (...args) => {
      (globalThis as unknown as { looks: number }).looks += 1;
      return before(...args);
    };
    document.body.className = "a";
  });
  const looks = () => host.evaluate(() => (globalThis as unknown as { looks: number }).looks);
  await expect.poll(looks).toBeGreaterThan(0);
  await host.evaluate(() => {
    document.querySelector("attention-scale")?.remove();
    Object.assign(globalThis, { looks: 0 });
    document.body.className = "dark";
    document.body.click();
  });
  await frames(host, 50);
  expect(await looks()).toBe(0);
});
