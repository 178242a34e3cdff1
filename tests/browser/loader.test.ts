/**
 * loader.js in pages of others: what it brings and when, that it checks it, and what it falls back
 * to.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { ALL, dist, frames, open, setUp, TYPES, testOfAll, type Watched } from "./browser.js";
import { expectMatrices, heavyWork, START } from "./expected.js";

const { browser } = await setUp();

const TAG = '<script src="loader.js" defer></script>';
const ELEMENT = '<attention-scale view="matrices"><p>a still</p></attention-scale>';

interface Host {
  readonly address: string;
  /** Bytes of the bodies as they were sent, by file name. */
  readonly sent: Map<string, number>;
}

interface Options {
  readonly headers?: Record<string, string>;
  /** Another content of a file, null where it is missing. */
  readonly changed?: (name: string, content: Buffer) => Buffer | null;
}

/** The result of a function of an object, computed once. */
function once<K extends object | string, V>(make: (of: K) => V): (of: K) => V {
  const made = new Map<K, V>();
  return (of) => {
    const value = made.get(of) ?? make(of);
    made.set(of, value);
    return value;
  };
}
const built = once((path: string) => readFileSync(join(dist, path)));
/** Compressing takes much longer than serving. */
const compressed = once((content: Buffer) => gzipSync(content, { level: 9 }));

/** Serves host.html and dist/ compressed, as hosts do. */
async function serveCompressed(
  html: string,
  { headers = {}, changed }: Options = {},
): Promise<Host> {
  const sent = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const name = basename(path);
    const read = () => {
      if (name === "host.html") {
        return Buffer.from(
          `<!doctype html><title>a host</title><link rel="icon" href="data:,">${html}`,
        );
      }
      const content = built(path);
      return changed === undefined ? content : changed(name, content);
    };
    const content = read();
    if (content === null) {
      response.writeHead(404, headers).end();
      return;
    }
    const body = compressed(content);
    sent.set(name, (sent.get(name) ?? 0) + body.length);
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip", ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sent };
}

/** Opens such a page, with what it says and what it was sent. */
async function openHost(html: string, options?: Options): Promise<Watched & Host> {
  const host = await serveCompressed(html, options);
  const watched = await open(browser, `${host.address}host.html`);
  return { ...watched, ...host };
}

const scripts = ({ sent }: Host) =>
  [...sent.keys()].map((name) => name.replace(/-[\w-]{8}\./, "."));
const total = ({ sent }: Host) => [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);

/** A page of a figure far below: nothing is due. */
const FAR = `${TAG}<div id="space"></div>${ELEMENT}
  <script>document.getElementById("space").style.height = "9000px"</script>`;

const tampered = (kind: RegExp) => (name: string, content: Buffer) =>
  kind.test(name) ? Buffer.concat([content, Buffer.from("\n")]) : content;
const missing = (kind: RegExp) => (name: string, content: Buffer) =>
  kind.test(name) ? null : content;

describe("loader.js", () => {
  test("brings a figure with the engine's numbers, silently, in at most 147 kB, of which it is 3.2 at most", async () => {
    const host = await openHost(TAG + ELEMENT);
    await expectMatrices(host.page, START);
    await host.page.waitForLoadState("networkidle");
    expect(host.messages).toEqual([]);
    // Each file once.
    expect(new Set(host.requests).size).toBe(host.requests.length);
    expect(scripts(host).sort()).toEqual([
      "attention_scale_first.wasm",
      "early.js",
      "guest.js",
      "host.html",
      "hosted.js",
      "loader.js",
      "words-en.js",
    ]);
    expect(host.sent.get("loader.js")).toBeLessThan(3200);
    expect(total(host)).toBeLessThan(147_000);
  });

  test("fetches nothing while the figure is 9,000 px below, and everything when it comes near", async () => {
    const host = await openHost(FAR);
    await frames(host.page, 30);
    expect(scripts(host)).toEqual(["host.html", "loader.js"]);
    const below = () =>
      host.page.evaluate(
        () => document.querySelector("attention-scale")?.getBoundingClientRect().top ?? 0,
      );
    // Half a viewport further than the figure's distance of one.
    await host.page.evaluate((top) => scrollTo(0, top - 2.5 * innerHeight), await below());
    await frames(host.page, 18);
    expect(scripts(host)).toEqual(["host.html", "loader.js"]);
    await host.page.evaluate(() => scrollBy(0, innerHeight));
    await host.page.waitForFunction(() => customElements.get("attention-scale") !== undefined);
    expect(await below()).toBeGreaterThan(900);
    await host.page.locator("attention-scale").scrollIntoViewIfNeeded();
    await expectMatrices(host.page, START);
    expect(host.messages).toEqual([]);
  });

  const places = [
    ["in the head, blocking", `<head><script src="loader.js"></script></head><body>${ELEMENT}`],
    ["in the head, async", `<head><script src="loader.js" async></script></head><body>${ELEMENT}`],
    ["after the element", `${ELEMENT}<script src="loader.js"></script>`],
    ["before embed.js", `${TAG}<script src="embed.js" defer></script>${ELEMENT}`],
    ["for an element without content", `${TAG}<attention-scale view="matrices"></attention-scale>`],
  ] as const;
  test.each(places.filter((_, i) => ALL || i === 0))("works %s", async (_, html) => {
    const { page, messages } = await openHost(html);
    await expectMatrices(page, START);
    expect(messages).toEqual([]);
  });

  test("serves many elements, which read their attributes and not the host's address", async () => {
    const { page, messages } = await openHost(
      `${TAG}<script>location.hash = "#sentence=not+this&dim=3"</script>
       <div id="one"><attention-scale view="matrices" dim="8" sentence="to be"></attention-scale></div>
       <div id="two"><attention-scale view="matrices" dim="16"></attention-scale></div>`,
    );
    await expectMatrices(page.locator("#one"), { words: ["to", "be"], dim: 8 });
    await page.locator("#two").scrollIntoViewIfNeeded();
    await expectMatrices(page.locator("#two"), { words: START.words, dim: 16 });
    expect(new URL(page.url()).hash).toBe("#sentence=not+this&dim=3");
    expect(await page.title()).toBe("a host");
    expect(messages).toEqual([]);
  });

  test("stays silent under a strict policy, with the parts and a worker", async () => {
    const policy = "default-src 'self'; img-src 'self' data:; script-src 'self' 'wasm-unsafe-eval'";
    const headers = { "Content-Security-Policy": policy };
    const html = `${TAG}<attention-scale view="saturation"></attention-scale><attention-scale view="variance" samples="500"></attention-scale>`;
    const { page, messages } = await openHost(html, { headers });
    await page.locator("[data-study=spread]").scrollIntoViewIfNeeded();
    await page
      .locator('[data-study="spread"][data-progress="done"]')
      .waitFor({ state: "attached" });
    expect(page.workers()).toHaveLength(1);
    expect(messages).toEqual([]);
  });
});

/** The script that defined the element: embed.js holds all, and fetches no more. */
const fellBack = async (host: Watched & Host) => {
  await expectMatrices(host.page, START);
  expect(host.sent.get("embed.js")).toBeGreaterThan(200_000);
  expect(host.messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
};

describe("loader.js falls back to embed.js", () => {
  const FILES: [string, RegExp][] = [
    ["the early script", /^early-/],
    ["the page's script", /^hosted-/],
    ["the guests' script", /^guest-/],
    ["the engine's binary", /_first-.*\.wasm$/],
  ];

  const WAYS = { another: tampered, missing };
  const all = FILES.flatMap(([name, kind]) =>
    (["another", "missing"] as const).map((way) => [name, way, kind] as const),
  );
  // Tests one file in each way, unless all are tested.
  test.each(all.filter((_, i) => ALL || [0, 7].includes(i)))(
    "where %s is %s",
    async (_, way, kind) => {
      const host = await openHost(TAG + ELEMENT, { changed: WAYS[way](kind) });
      await fellBack(host);
      if (way === "missing") return;
      expect(host.messages.join()).toMatch(/integrity/);
      // Asked for again it would come unchecked.
      expect(host.requests.filter((url) => kind.test(basename(url)))).toHaveLength(1);
    },
  );

  test("where WebAssembly is forbidden, and the embed says why beside the picture", async () => {
    const policy = "default-src 'self'; img-src 'self' data:; script-src 'self'";
    const { page, sent } = await openHost(TAG + ELEMENT, {
      headers: { "Content-Security-Policy": policy },
    });
    await expect(page.getByRole("alert").innerText()).resolves.toContain("wasm-unsafe-eval");
    await page.getByText("a still").waitFor();
    expect(sent.has("embed.js")).toBe(true);
  });

  test("in a frame that allows scripts and nothing else, silently", async () => {
    const inside = (TAG + ELEMENT).replaceAll('"', "&quot;");
    const host = await openHost(
      `<iframe sandbox="allow-scripts" width="800" height="900" srcdoc="${inside}"></iframe>`,
    );
    await expectMatrices(host.page.frameLocator("iframe"), START);
    expect(host.sent.has("embed.js")).toBe(true);
    expect(host.messages).toEqual([]);
  });

  test("from disk, silently", async () => {
    const folder = mkdtempSync(join(tmpdir(), "attention-scale-loader-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of ["loader.js", "embed.js"]) {
      copyFileSync(join(dist, name), join(folder, name));
    }
    writeFileSync(
      join(folder, "host.html"),
      `<!doctype html><title>a host</title>${TAG}${ELEMENT}`,
    );
    const { page, messages } = await open(browser, pathToFileURL(join(folder, "host.html")).href);
    await expectMatrices(page, START);
    expect(messages).toEqual([]);
  });

  testOfAll("from another host without CORS", async () => {
    const files = await serveCompressed("");
    const host = await openHost(`<script src="${files.address}loader.js"></script>${ELEMENT}`);
    await expectMatrices(host.page, START);
    expect(files.sent.has("embed.js")).toBe(true);
  });
});

describe("loader.js that no script element has brought by its address", () => {
  const text = JSON.stringify(readFileSync(join(dist, "loader.js"), "utf8")).replace(/</g, "\\x3C");
  /**
   * What jQuery does with the scripts of a fragment: their elements stay, and their texts run in
   * others.
   */
  const fetched = `<script type="true/text/javascript" src="loader.js"></script><script>
    const script = document.createElement("script");
    script.text = ${text};
    document.head.append(script);
  </script>`;

  test.each([
    ["a module", '<script type="module" src="loader.js"></script>'],
    ["run from its text beside its element", fetched],
  ])("shows the figure where it is %s", async (_, tag) => {
    const { page, messages } = await openHost(tag + ELEMENT);
    await expectMatrices(page, START);
    expect(messages).toEqual([]);
  });

  test.each([
    ["it stands in the document", `<script>${JSON.parse(text.replace(/\\x3C/g, "<"))}</script>`],
    ["it is imported", '<script type="module">await import("./loader.js");</script>'],
  ])("says what it lacks, below the picture and in the console, where %s", async (_, tag) => {
    const { page, messages } = await openHost(tag + ELEMENT);
    await page.getByText("loader.js needs its address").waitFor();
    await page.getByText("a still").waitFor();
    expect(messages).toEqual([
      expect.stringMatching(/^error: attention-scale: loader.js needs its address/),
    ]);
  });
});

describe("loader.js leaves the picture", () => {
  const ways = [
    ["missing", missing],
    ["another", tampered],
  ] as const;
  test.each(ALL ? ways : ways.slice(0, 1))("where embed.js is %s as well", async (_, change) => {
    const host = await openHost(TAG + ELEMENT, { changed: change(/^(early-.*|embed)\.js$/) });
    await expect.poll(() => host.requests.filter((url) => url.includes("embed.js")).length).toBe(1);
    await frames(host.page, 30);
    await host.page.getByText("a still").waitFor();
    expect(
      await host.page.evaluate(() => customElements.get("attention-scale") === undefined),
    ).toBe(true);
    expect(host.messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
  });
});

describe("loader.js from another host", () => {
  const headers = { "Access-Control-Allow-Origin": "*" };

  test("brings files and their worker from there, each with its hash", async () => {
    const files = await serveCompressed("", { headers });
    const hash = createHash("sha384")
      .update(readFileSync(join(dist, "loader.js")))
      .digest("base64");
    const tag = `<script src="${files.address}loader.js" integrity="sha384-${hash}" crossorigin="anonymous" defer></script>`;
    const host = await openHost(tag + ELEMENT);
    await expectMatrices(host.page, START);
    await heavyWork(host.page, expectMatrices);
    expect(host.page.workers()).toHaveLength(1);
    expect(scripts(files)).not.toContain("embed.js");
    expect(host.messages).toEqual([]);
  });
});

describe("loader.js under Trusted Types", () => {
  const REQUIRED = "require-trusted-types-for 'script'";
  const openUnder = (policy: string, html = TAG + ELEMENT) =>
    openHost(html, { headers: { "Content-Security-Policy": policy } });

  const policies = [
    ["policies of any name", REQUIRED, TAG],
    ["ours", `${REQUIRED}; trusted-types lit-html attention-scale`, TAG],
    ["policies of any name, with embed.js", REQUIRED, '<script src="embed.js" defer></script>'],
  ] as const;
  test.each(ALL ? policies : policies.slice(1, 2))(
    "shows the figure, and starts its worker, where the page allows %s",
    async (_, policy, tag) => {
      const { page, messages } = await openUnder(policy, tag + ELEMENT);
      await expectMatrices(page, START);
      await heavyWork(page, expectMatrices);
      expect(page.workers()).toHaveLength(1);
      expect(messages).toEqual([]);
    },
  );

  test.each([
    ["for its templates", "trusted-types attention-scale"],
    ["for its scripts", `${REQUIRED}; trusted-types lit-html`],
  ])("says which policies it lacks, beside the picture: those %s", async (_, policy) => {
    const { page } = await openUnder(policy);
    await page.getByText("needs two policies of Trusted Types").waitFor();
    await page.getByText("a still").waitFor();
  });
});

describe("a script that comes later", () => {
  const html = `${TAG}<attention-scale view="saturation"></attention-scale>`;

  const kinds = [/^pins\.json$/, /^sections-/, /^helper-/, /^rolldown-runtime-/];
  test.each(ALL ? kinds : kinds.slice(0, 2))("is refused where it is another: %s", async (kind) => {
    const { page, messages } = await openHost(html, { changed: tampered(kind) });
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(messages.join()).toMatch(/integrity/);
    expect(messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
  });

  test("is not started as a worker where it is another, and the page computes", async () => {
    const { page, messages } = await openHost(TAG + ELEMENT, { changed: tampered(/^worker-/) });
    await expectMatrices(page, START);
    await heavyWork(page, expectMatrices);
    expect(page.workers()).toEqual([]);
    expect(messages.join()).toMatch(/integrity/);
  });

  const later = [/^attention-scale\.html$/, /^attention_scale-.*\.wasm$/];
  test.each(ALL ? later : later.slice(0, 1))(
    "fetches the whole engine and the page in one file checked too: %s is another",
    async (kind) => {
      const { page, requests } = await openHost(html, { changed: tampered(kind) });
      const binary = () => requests.find((url) => /attention_scale-[^/]*\.wasm$/.test(url));
      await expect.poll(binary).toBeDefined();
      const urls = [binary() ?? "", "attention-scale.html"];
      const came = await page.evaluate(
        (all) =>
          Promise.all(
            all.map((url) =>
              globalThis.attentionScaleLoader?.fetch(url).then(
                () => true,
                () => false,
              ),
            ),
          ),
        urls,
      );
      expect(came).toEqual(urls.map((url) => !kind.test(basename(url))));
    },
  );
});
