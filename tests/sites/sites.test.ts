/**
 * Real sites with the element in a post, read by Chromium: `npm run test:sites -- vitepress reveal`
 * builds and reads these two, without names all of them.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { version } from "../../package.json";
import { pieceOf } from "../../web/src/export/pieces.js";
import { START } from "../../web/src/state/state.js";
import { inProject } from "../../web/tools/run.mjs";
import { dist, openApart, serve, sharedBrowser } from "../browser/browser.js";
import { expectMatrices, sentence } from "../browser/expected.js";
import { servedFigures } from "../browser/figure-host.js";
import { headsTable, own } from "../browser/given.js";
import { SNIPPETS } from "../package/snippets.js";
import { type Built, buildSite } from "./build.js";
import { notebookPage } from "./jupyter.js";
import { type MystNode, mystPage, mystPrint } from "./myst.js";
import { byDebian, byTypst, documentWith } from "./quarto.js";
import { SITES, WANT } from "./sites.js";
import { bookPackage } from "./typst.js";
import {
  colors,
  comeBack,
  figureOf,
  layoutShift,
  leave,
  overflowing,
  partOf,
  toFigure,
  toPart,
  visit,
} from "./visit.js";

const chosen = (process.env.SITES ?? "").split(" ").filter(Boolean);
const known = [...Object.keys(SITES), "myst", "jupyter", "quarto", "oembed"];
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  throw new Error(`Unknown: ${unknown.join(", ")}. Known: ${known.join(", ")}.`);
}

const browser = await sharedBrowser();
const pictures = inProject("build/sites");
mkdirSync(pictures, { recursive: true });

/**
 * A page that shows a widget as MyST's theme does (@myst-theme/anywidget 1.4.1): in a shadow root,
 * with a model that can neither save nor forget, and throws.
 */
const mystHost = (
  esm: string,
  values: unknown,
) => `<!doctype html><meta charset="utf-8"><title>a book</title><link rel="icon" href="data:,">
<div id="widget"></div>
<script type="module">
  import widget from "./${esm}";
  const target = new EventTarget();
  const values = ${JSON.stringify(values)};
  window.model = {
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      target.dispatchEvent(new CustomEvent("change:" + name));
    },
    on: (name, callback) => target.addEventListener(name, callback),
    off() { throw new Error("not implemented yet"); },
    save_changes() { throw new Error("not implemented yet"); },
  };
  const root = document.getElementById("widget").attachShadow({ mode: "open" });
  const el = root.appendChild(document.createElement("div"));
  await widget.render({ model: window.model, el });
</script>`;

/** A phone and a desk. */
const WIDTHS = [360, 1200];
const LONGEST_BUILD = 600_000;

const sites = Object.entries(SITES).filter(
  ([name]) => chosen.length === 0 || chosen.includes(name),
);

describe.each(sites)("%s", (name, site) => {
  const { figure = "figure/", other = "other/" } = site;
  let built: Built;
  beforeAll(async () => {
    built = await buildSite(name, site);
    console.log(`${name}: built in ${built.seconds.toFixed(1)} s`);
  }, LONGEST_BUILD);
  afterAll(() => built?.close());
  const unexpected = (messages: readonly string[]) =>
    messages.filter((message) => !site.known?.test(message));

  test.skipIf(site.empty)("has element and still picture in what is built", async () => {
    const { page } = await visit(browser, built, figure, { javaScriptEnabled: false });
    for (const index of [0, 1]) {
      const element = page.locator("attention-scale").nth(index);
      expect(await element.locator("picture").count()).toBe(1);
      expect(await element.locator("picture img").getAttribute("src")).toMatch(
        /\/still[\w-]*\.svg$/,
      );
    }
  });

  test("shows the engine's numbers, in silence", async () => {
    const { page, messages } = await visit(browser, built, figure);
    await toFigure(page);
    await toPart(page, site);
    await expectMatrices(partOf(page), WANT);
    expect(unexpected(messages)).toEqual([]);
  });

  test("shows them again after the reader has been elsewhere", async () => {
    const { page, messages } = await visit(browser, built, figure);
    // The figure has to be at rest, so that the link below does not move under the mouse.
    await toPart(page, site);
    await page.evaluate("window.sameDocument = true");
    await leave(page, site);
    await comeBack(page, site);
    await toFigure(page);
    await toPart(page, site);
    await expectMatrices(partOf(page), WANT);
    expect(await page.evaluate("window.sameDocument === true")).toBe(site.client === true);
    expect(unexpected(messages)).toEqual([]);
  });

  // A script that stands only in the post does not run where pages are exchanged.
  test.skipIf(!site.client || site.leave || figure === "")(
    "shows them to a reader who comes from another page",
    async () => {
      const { page, messages } = await visit(browser, built, other);
      await page.evaluate("window.sameDocument = true");
      await comeBack(page, site);
      await toFigure(page);
      await toPart(page, site);
      await expectMatrices(partOf(page), WANT);
      expect(await page.evaluate("window.sameDocument")).toBe(true);
      expect(unexpected(messages)).toEqual([]);
    },
  );

  test.each(WIDTHS)("stays in the column at %i", async (width) => {
    const { page } = await visit(browser, built, figure, { viewport: { width, height: 900 } });
    await toFigure(page);
    expect(await overflowing(figureOf(page))).toEqual([]);
    await toPart(page, site);
    expect(await overflowing(partOf(page).locator("attention-scale"))).toEqual([]);
  });

  test.each(WIDTHS)("does not move the post at %i", async (width) => {
    const viewport = { width, height: 900 };
    const shifts = [];
    // Some themes move by themselves.
    for (const hidden of [true, false]) {
      const { page } = await visit(browser, built, figure, { viewport }, hidden);
      if (!hidden) await toFigure(page);
      await page.waitForTimeout(hidden ? 2000 : 500);
      shifts.push(await layoutShift(page));
    }
    const [without, shown] = shifts.map(({ sum }) => sum) as [number, number];
    const figures = `${shown.toFixed(3)}, without the element ${without.toFixed(3)}`;
    console.log(`${name}: layout shift ${figures}, at ${width} (${shifts[1]?.moved})`);
    expect(shown - without).toBeLessThan(site.moves?.[width] ?? 0.02);
  });

  test("keeps the keys typed in the sentence from the site", async () => {
    const { page } = await visit(browser, built, figure);
    await toPart(page, site);
    await sentence(page).click();
    for (const key of ["/", "n", " ", "?", "f", "o", "ArrowLeft", "ArrowRight", "Backspace"]) {
      await page.keyboard.press(key);
    }
    expect(await page.evaluate("heard")).toEqual([]);
    expect((await site.disturbed?.(page)) ?? false).toBe(false);
    await expect(sentence(page).inputValue()).resolves.toContain("/n ?");
  });

  describe("theme", () => {
    /** Waits for the element to stand on the post's ground with its texts legible there. */
    const fits = async (page: Parameters<typeof colors>[0], dark: boolean) => {
      await expect.poll(async () => (await colors(page)).dark).toBe(dark);
      const options = { timeout: 1000, interval: 100 };
      await expect
        .poll(async () => {
          const { contrast, slab } = await colors(page);
          return { legible: contrast >= 4.5, slab: slab > 0.02 };
        }, options)
        .toEqual({ legible: true, slab: false });
    };

    test.each(WIDTHS)("follows the site at %i", async (width) => {
      const { page } = await visit(browser, built, figure, {
        viewport: { width, height: 900 },
        colorScheme: "light",
      });
      await toFigure(page);
      const shoot = (theme: string) =>
        page.screenshot({ path: `${pictures}/${name}-${theme}-${width}.png` });
      await figureOf(page).evaluate((host) => host.scrollIntoView({ block: "start" }));
      // Themes fade in.
      await page.waitForTimeout(1000);
      await shoot("light");
      const light = await colors(page);
      if (site.toggle) await site.toggle(page);
      else await page.emulateMedia({ colorScheme: "dark" });
      await page.waitForTimeout(1000);
      await figureOf(page).evaluate((host) => host.scrollIntoView({ block: "start" }));
      await shoot("dark");
      expect(light.dark).toBe(false);
      expect(light.slab).toBeLessThan(0.02);
      await fits(page, site.toggle !== undefined || (await colors(page)).dark);
    });
  });
});

describe.skipIf(chosen.length > 0 && !chosen.includes("myst"))("myst", () => {
  const FRAME = SNIPPETS.find(({ heading }) => heading === "MyST");
  const STILL_FILE = { "still-en.svg": join(dist, "still-en.svg") };
  const types = (nodes: readonly MystNode[]) => nodes.map(({ type }) => type);

  test("shows the frame of the guide, with its address and its caption", async () => {
    const { document = "", text = "" } = FRAME ?? {};
    expect(document).toBe("web/docs/embedding.md");
    const frame = (await mystPage(text, STILL_FILE)).find(({ type }) => type === "iframe");
    const src =
      "https://example.org/attention-scale/attention-scale.html#figure=weights&hide=header,footer";
    expect(frame).toMatchObject({ src, width: "100%" });
    expect(frame?.title).toContain("division by √d");
  });

  test("has in its PDF the still picture and the caption of the guide’s frame", async () => {
    const { source, pdf } = await mystPrint(FRAME?.text ?? "", STILL_FILE);
    expect(source).toMatch(/#image\("files\/still-en-\w+\.svg"/);
    expect(source).toContain("Attention without and with the division by √d.");
    expect(Buffer.from(pdf.slice(0, 5)).toString()).toBe("%PDF-");
    // The picture's paths and letters.
    expect(pdf.length).toBeGreaterThan(20_000);
  });

  test("leaves of the element the still picture alone, as the guide says", async () => {
    const nodes = await mystPage(pieceOf("html", START, { version, caption: "Below.", alt: "" }));
    expect(types(nodes)).toContain("image");
    expect(JSON.stringify(nodes)).not.toMatch(/"attention-scale"|loader\.js/);
  });

  test("shows the tensors of the guide by its directive for widgets", async () => {
    const text = SNIPPETS.find(
      ({ document, language }) => document === "web/docs/python.md" && language === "md",
    )?.text;
    const folder = mkdtempSync(inProject("build/site-myst-widget-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const nodes = await mystPage(text ?? "", { "widget.js": join(dist, "widget.js") }, (written) =>
      cpSync(written, folder, { recursive: true }),
    );
    const widget = nodes.find(({ type }) => type === "anywidget");
    // MyST gives the file another name.
    const esm = String(widget?.esm).replace(/^\//, "");
    expect(existsSync(join(folder, esm))).toBe(true);
    writeFileSync(join(folder, "index.html"), mystHost(esm, widget?.model));
    const served = await serve({}, undefined, folder);
    onTestFinished(() => void served.server.close());
    const { page, messages } = await openApart(browser, served.address);
    await own(page).waitFor();
    await expect(page.locator("tr[data-head]").count()).resolves.toBe(1);
    // What the reader moves stays in the page, where nobody saves it.
    await page.getByRole("slider", { name: "Exponent" }).press("ArrowLeft");
    await expect.poll(() => page.evaluate("model.get('exponent')")).toBeLessThan(0.5);
    expect(messages.filter((message) => !message.startsWith("debug"))).toEqual([]);
  });
});

describe.skipIf(chosen.length > 0 && !chosen.includes("jupyter"))("jupyter", () => {
  test("runs a notebook, and nbconvert’s page of it shows the heads of every cell", async () => {
    const cells = [
      [
        "import attention_scale, numpy as np",
        "random = np.random.RandomState(13)",
        "q, k = random.normal(size=(2, 3, 8, 16))",
        "def weights(factor):",
        "    raised = np.exp(factor * q @ k.swapaxes(1, 2))",
        "    return raised / raised.sum(axis=2, keepdims=True)",
        "attention_scale.show(q, k, weights=weights(1 / 4))",
      ].join("\n"),
      "attention_scale.show(q, k, weights=weights(1 / 16).astype(np.float32))",
    ];
    const { folder, sizes } = notebookPage(cells);
    const [first = 0, second = 0] = sizes;
    expect(second).toBeLessThan(first / 100);
    const { page, messages, requests } = await openApart(
      browser,
      pathToFileURL(join(folder, "notebook.html")).href,
      { offline: true },
    );
    const frames = page.locator("iframe.attention-scale");
    for (const [index, factor] of [1 / 4, 1 / 16].entries()) {
      await frames.nth(index).scrollIntoViewIfNeeded();
      const frame = page.frameLocator("iframe.attention-scale").nth(index);
      await own(frame).waitFor();
      await expect
        .poll(async () =>
          (await headsTable(frame)).map((found) => Math.abs(found / factor - 1) < 1e-5),
        )
        .toEqual([true, true, true]);
      const height = await frames.nth(index).evaluate(({ clientHeight }) => clientHeight);
      expect(height).not.toBe(900);
    }
    await page.screenshot({ path: join(pictures, "jupyter.png") });
    // Debian's nbconvert names libraries of Debian, for formulas in text, which may be missing.
    const expected = /^(blob|data|about):|\/notebook\.html$|\/usr\/share\/javascript\//;
    expect(requests.filter((url) => !expected.test(url))).toEqual([]);
    expect(messages.filter((message) => !message.includes("ERR_FILE_NOT_FOUND"))).toEqual([]);
  });
});

describe.skipIf(chosen.length > 0 && !chosen.includes("quarto"))("quarto", () => {
  const figure = 'attention-scale figure="weights" sentence="to be <or>" dim="32"';
  const CAPTION = "Attention without and with the division by √d.";

  test("has the live figure in HTML, with one script, and the still picture inside", async () => {
    const html = `${await byDebian(documentWith("en", [figure, figure]), "html")}`;
    expect(html.match(/<script src=".\/attention-scale\/loader.js" defer>/g)).toHaveLength(1);
    const tag = '<attention-scale dim="32" figure="weights" sentence="to be &lt;or&gt;">';
    expect(html.split(tag)).toHaveLength(3);
    expect(html).toContain('<img src="./attention-scale/still-en.svg" alt="Two attention matrices');
    const other = `${await byDebian(documentWith("zh", [`${figure} caption="说明" base="/a/"`]), "html")}`;
    expect(other).toContain('src="./a/still-zh.svg"');
    expect(other).toContain("<div>说明</div>");
  });

  test("has the still picture and its caption in LaTeX, Word and EPUB", async () => {
    const document = documentWith("en", [figure]);
    const latex = `${await byDebian(document, "latex")}`;
    expect(latex).toMatch(/\\includegraphics\[.*\]\{\.\/attention-scale\/still-en\.svg\}/);
    expect(latex).toContain(`\\caption{${CAPTION}}`);
    for (const format of ["docx", "epub"] as const) {
      const files = unzipSync(await byDebian(document, format));
      const pictures = Object.keys(files).filter((name) => /media\/.*\.svg$/.test(name));
      expect([format, pictures.length]).toEqual([format, 1]);
      const texts = Object.entries(files).filter(([name]) => /ml$/.test(name));
      const text = texts.map(([, bytes]) => Buffer.from(bytes).toString()).join("\n");
      expect(text.replace(/<[^>]*>/g, "")).toContain(CAPTION);
      expect(text).not.toContain("<attention-scale");
    }
  });

  test("has them in Typst, which makes a PDF of it", async () => {
    const { source, pdf } = await byTypst(documentWith("en", [figure]));
    expect(source).toContain('image("./attention-scale/still-en.svg"');
    expect(source).toContain('alt: "Two attention matrices');
    expect(source).toContain(CAPTION);
    expect(Buffer.from(pdf.slice(0, 5)).toString()).toBe("%PDF-");
    // The picture's paths and letters.
    expect(pdf.length).toBeGreaterThan(20_000);
  });
});

describe.skipIf(chosen.length > 0 && !chosen.includes("oembed"))("oembed", () => {
  /** What of the reader of oEmbed is used here; it is that of Ghost. */
  interface Reader {
    extract(url: string, params?: object): Promise<Record<string, unknown>>;
  }

  test("a program finds the frame by the link of a figure, of the same size whatever it asks for", async () => {
    const { extract } = await bookPackage<Reader>("@extractus/oembed-extractor/esm/mod.js");
    const { server, address } = await servedFigures();
    onTestFinished(() => void server.close());
    for (const name of ["weights", "gradient-share-zh"]) {
      const link = `${address}figures/${name}.html`;
      const plain = await extract(link);
      expect(plain).toMatchObject({
        type: "rich",
        version: "1.0",
        width: 700,
        method: "auto-discovery",
      });
      expect(plain.html).toContain(`<iframe src="${link}"`);
      const narrow = await extract(link, { maxwidth: 100, format: "xml" });
      expect(narrow).toEqual(plain);
      const picture = await fetch(String(plain.thumbnail_url));
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
  });
});
