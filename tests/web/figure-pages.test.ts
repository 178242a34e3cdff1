/** The pages of figures for hosts that take a link alone, and their oEmbed files. */
import { beforeAll, describe, expect, it } from "vitest";
import { cardChapters } from "../../web/src/entries/cards.js";
import { figureFiles } from "../../web/src/entries/figure-pages.js";
import { PARTS } from "../../web/src/keys/index.js";
import { figuresOf } from "../../web/src/parts/figure-names.js";
import { LANGUAGES } from "../../web/src/state/language.js";
import { measuredHeights, siteAt } from "../../web/tools/figure-pages.mjs";

const ADDRESS = "https://example.org/attention-scale/";
let files: Record<string, string> = {};
beforeAll(async () => {
  files = await figureFiles(siteAt(ADDRESS));
});

const answers = () =>
  Object.entries(files)
    .filter(([path]) => path.endsWith(".json"))
    .map(([path, text]) => [path, JSON.parse(text)] as const);

/** The value of an attribute in a text of HTML. */
const attribute = (html: string, name: string) =>
  new RegExp(`(?<!-)\\b${name}="([^"]*)"`).exec(html)?.[1];

describe("the pages of figures", () => {
  it("are there for every figure of the chapters whose links have a picture in a language", () => {
    const expected = LANGUAGES.flatMap((language) =>
      PARTS.filter(({ chapter }) => cardChapters(language).includes(chapter))
        .flatMap(({ name }) => figuresOf(name))
        .flatMap((figure) => {
          const name = language === "en" ? figure : `${figure}-${language}`;
          return [`figures/${name}.html`, `figures/${name}.json`];
        }),
    );
    expect(Object.keys(files).sort()).toEqual([...expected].sort());
  });

  it("name their oEmbed file, their picture and themselves by whole addresses", () => {
    const page = files["figures/gradient-share-zh.html"] ?? "";
    expect(page).toContain('<html lang="zh">');
    expect(page).toContain(
      `<link rel="alternate" type="application/json+oembed" href="${ADDRESS}figures/gradient-share-zh.json"`,
    );
    expect(page).toContain(`<link rel="canonical" href="${ADDRESS}figures/gradient-share-zh.html"`);
    expect(page).toContain(`content="${ADDRESS}preview-why-zh.png"`);
    expect(page).toContain('<attention-scale figure="gradient-share">');
    // A strict policy allows no script and no style inside a document.
    expect(page).not.toMatch(/<style|<script>| style=| on\w+=/);
  });

  it("are called by the name of the figure, and of the project as the one that offers it", () => {
    const nameOf = (figure: string) => {
      const { title, provider_name } = JSON.parse(files[`figures/${figure}.json`] ?? "{}");
      return [title, provider_name];
    };
    const site = "Why does attention divide by √dₖ?";
    for (const [figure, name] of [
      ["weights", "Attention without and with the division"],
      ["scaledOutput", "Scaled output Z"],
      ["scores", "Scores QKᵀ"],
    ] as const) {
      expect(nameOf(figure)).toEqual([`${name} · ${site}`, "attention-scale"]);
    }
    const titles = answers().map(([, { title }]) => title);
    expect(titles).not.toContain(site);
  });

  it("answer with what oEmbed 1.0 wants of a rich answer, and a frame of that very size", () => {
    const heights = measuredHeights();
    for (const [path, answer] of answers()) {
      expect(answer).toMatchObject({ version: "1.0", type: "rich", width: 700 });
      expect(answer.height).toBeGreaterThan(200);
      expect(attribute(answer.html, "src")).toBe(`${ADDRESS}${path.replace(".json", ".html")}`);
      expect(attribute(answer.html, "width")).toBe("700");
      expect(attribute(answer.html, "height")).toBe(String(answer.height));
      expect(answer.title.length).toBeGreaterThan(10);
      expect(answer.title).not.toMatch(/undefined|\$|\{/);
      expect(answer.thumbnail_url).toMatch(/^https:\/\/example\.org\/attention-scale\/preview/);
      const figure = path.replace(/^figures\/|(-[a-z]{2})?\.json$/g, "");
      expect(Math.abs(answer.height - (heights[figure] ?? 0))).toBeLessThan(100);
    }
  });
});
