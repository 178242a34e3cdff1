/**
 * The sites that hold the element: their files, how they are built, and how a reader changes their
 * theme.
 */
import type { Page } from "playwright-core";
import { type PieceKind, pieceOf } from "../../web/src/export/pieces.js";
import { START, writeFragment } from "../../web/src/state/state.js";
import { stillOf } from "../browser/still-of.js";
import { withFilesIn } from "../web/pasted.js";

/** Where every site is served; it has to be told to those that write whole addresses. */
export const BASE = "/some/sub/path";

const SENTENCE = { ...START, sentence: "to be or not to be", dim: 32 };
export const WANT = { words: ["to", "be", "or", "not", "to", "be"], dim: 32 };

const FIGURE = { ...SENTENCE, figure: "weights" };
const PART = { ...SENTENCE, view: "matrices" } as const;
/** The still picture of both, whose files lie beside those of dist/. */
export const STILL = await stillOf(FIGURE);
const options = { version: "0.1.0", ...STILL.options };

const LEAD =
  "A post has a lead like this one, whose lines are as long as the column is wide, so that a reader sees at once whether " +
  "a figure below it belongs to the post or only stands in it. ";
/** Keeps the second element far below the first, which is measured alone. */
const BETWEEN = `<p>${LEAD.repeat(40)}</p>`;

/** What a post holds, as Share writes it: one figure alone, and far below it a whole part. */
const shared = (kind: PieceKind) => [FIGURE, PART].map((state) => pieceOf(kind, state, options));
const content = (pieces: readonly string[]) => pieces.join(`\n\n${BETWEEN}\n\n`);

/** Those of the engines find the files by themselves. */
const pieces = shared("html").map((piece) => withFilesIn(`${BASE}/attention-scale`, piece));
/** The script, which the site's head has, and the elements, which the post has. */
const [script = ""] = pieces.join("").split("\n");
const elements = pieces.map((piece) => piece.replace(`${script}\n`, ""));
const whole = content(pieces);
const element = content(elements);

/** The text with addresses that a generator writes the site's path into. */
const atRoot = (text: string) =>
  text.replaceAll(new RegExp(`((?:src|srcset)=")${BASE}/`, "g"), "$1/");

const TAIL = "And it goes on below the figure, which must not move it.";

/**
 * The two posts of a site in Markdown, with the front matter of its generator and its way to link.
 */
const posts = (
  figure: string,
  other: string,
  content: string,
  { front = "", link = (name: string) => `../${name}/` } = {},
) => ({
  [figure]: `${front}# The figure\n\n${LEAD}\n\n${content}\n\n${TAIL} [The other page](${link("other")})\n`,
  [other]: `${front}# The other page\n\n[Back to the figure](${link("figure")})\n`,
});

/** A theme button, for sites that bring none. */
const button = (sets: string) => `<button type="button" data-sets="${sets}">Theme</button>`;
/** What stands in the head, where Turbo runs a script once. */
const LOOKS = `<link rel="stylesheet" href="${BASE}/attention-scale/site.css" />
<script src="${BASE}/attention-scale/toggle.js" defer></script>`;

/** The same as a cell of Observable Framework. */
function observed(state: typeof FIGURE | typeof PART): string {
  const parameters = Object.fromEntries(new URLSearchParams(writeFragment(state)));
  return [
    "```js",
    'import { attentionScale } from "./attention-scale/attention-scale.js";',
    `display(attentionScale(${JSON.stringify(parameters)}));`,
    "```",
  ].join("\n");
}

/** Chooses of a list, which may be hidden. */
const choose = (selector: string, value: string) => (page: Page) =>
  page.evaluate(
    ([name = "", chosen = ""]) => {
      const list = document.querySelector<HTMLSelectElement>(name);
      if (list === null) return;
      list.value = chosen;
      list.dispatchEvent(new Event("change", { bubbles: true }));
    },
    [selector, value],
  );

/** Presses what a narrow page or a closed menu may hide. */
const press = (selector: string) => (page: Page) =>
  page.evaluate((name) => document.querySelector<HTMLElement>(name)?.click(), selector);
const pressButton = press("button[data-sets]");

const page = (head: string, body: string, looks = LOOKS) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A site</title>
${looks}
${head}</head><body>${body}</body></html>`;

/** The two posts of a site without a generator. */
const pages = (content: string, sets: string) => (snippets: Snippets) => {
  const head = snippets["head.html"] ?? "";
  const shell = (body: string) => page(head, `${button(sets)}<main id="main">${body}</main>`);
  return {
    "figure.html": shell(
      `<h1>The figure</h1><p>${LEAD}</p>${content}<p>${TAIL} <a href="other.html">The other page</a></p>`,
    ),
    "other.html": shell(
      `<h1>The other page</h1><p><a href="figure.html">Back to the figure</a></p>`,
    ),
  };
};

/** Text of files by their path. */
export type Snippets = Readonly<Record<string, string>>;

export interface Site {
  /** The folder here with its packages, if any. */
  readonly packages?: "hexo" | "docusaurus" | "web" | "books";
  /** Folders here that are copied. */
  readonly skeletons?: readonly string[];
  /** Heading in web/docs/embedding.md, whose files are used as they stand there. */
  readonly guide?: string;
  /** Files of packages, by the place they go to. */
  readonly libraries?: Snippets;
  /** Files of the project, and where they go. */
  readonly copies?: readonly (readonly [from: string, to: string])[];
  /** Folder of the files of dist/. */
  readonly files?: string;
  /** Its own files, from those of the guide. */
  readonly text: (snippets: Snippets) => Snippets | Promise<Snippets>;
  /**
   * Programs, run in its folder one after the other; a path is that of a script in its packages, or
   * in the site.
   */
  readonly commands?: readonly (readonly [program: string, ...args: string[]])[];
  readonly output?: string;
  /** Its address below that of the site; one after a # where scripts lead from page to page. */
  readonly figure?: string;
  readonly other?: string;
  /** Whether its links exchange the page without loading another. */
  readonly client?: boolean;
  /** Whether scripts write the post, so that what is built does not hold it. */
  readonly empty?: boolean;
  /** Presses its own theme button. */
  readonly toggle?: (page: Page) => Promise<void>;
  /** Goes to the other page and back; by the links, unless told. */
  readonly leave?: (page: Page) => Promise<void>;
  readonly comeBack?: (page: Page) => Promise<void>;
  /** Goes to the second element, where scrolling does not. */
  readonly toPart?: (page: Page) => Promise<void>;
  /** Something that the site does at a key, and that no key typed into the element may do. */
  readonly disturbed?: (page: Page) => Promise<boolean>;
  /** Messages of the site's own. */
  readonly known?: RegExp;
  /**
   * The most that the post may move in windows of a width, where the theme changes the still
   * picture.
   */
  readonly moves?: Readonly<Record<number, number>>;
}

/** A blog of Hexo with a theme, and what its author sets. */
const hexo = (theme: string, config: object, more: Partial<Site> = {}): Site => ({
  packages: "hexo",
  files: "source/attention-scale",
  copies: [["web/pieces/hexo/scripts/attention-scale.js", "scripts/attention-scale.js"]],
  text: (snippets) => ({
    "_config.yml": JSON.stringify({
      title: "A blog",
      language: "en",
      url: `http://localhost${BASE}/`,
      root: `${BASE}/`,
      permalink: ":title/",
      theme,
      theme_config: config,
      skip_render: "attention-scale/**",
      post_asset_folder: false,
    }),
    ...posts("source/_posts/figure.md", "source/_posts/other.md", content(shared("hexo")), {
      front: "---\ndate: 2017-06-12\n---\n",
    }),
    ...snippets,
  }),
  commands: [["hexo/bin/hexo", "generate"]],
  output: "public",
  ...more,
});

/** NexT takes its icons and animations from a host that the tests do not ask. */
const ICONS = /integrity.*cdnjs.*(font-awesome|animate\.css)/;

const hugo = (folder: string): Site => ({
  skeletons: [folder],
  files: "static/attention-scale",
  copies: [["web/pieces/hugo/attention-scale.html", "layouts/shortcodes/attention-scale.html"]],
  text: () => ({
    "config.toml": 'title = "A blog"\nlanguageCode = "en"\ndisableKinds = ["taxonomy", "term"]\n',
    ...posts("content/figure.md", "content/other.md", content(shared("hugo"))),
  }),
  commands: [["hugo", "--quiet", "--baseURL", `http://localhost${BASE}/`]],
  output: "public",
  toggle: press("#theme-toggle, #dark-mode-toggle"),
});

const OFF = { enable: false };
const HTML = { figure: "figure.html", other: "other.html", output: "." };

export const SITES: Readonly<Record<string, Site>> = {
  // It puts a link around the picture, so that the one for phones is not taken.
  landscape: hexo("landscape", {}, { moves: { 360: 0.15 } }),
  next: hexo("next", { darkmode: true }, { known: ICONS }),
  "next-pjax": hexo("next", { darkmode: true, pjax: true }, { client: true, known: ICONS }),
  butterfly: hexo("butterfly", {}, { toggle: press("#darkmode") }),
  "butterfly-pjax": hexo(
    "butterfly",
    { pjax: { enable: true } },
    { client: true, toggle: press("#darkmode") },
  ),
  fluid: hexo(
    "fluid",
    // Those whose libraries stand on another host.
    { fun_features: { progressbar: OFF, anchorjs: OFF, typing: OFF } },
    {
      known: /Powered by Hexo x Fluid/,
      // It makes pictures narrower and keeps their height.
      moves: { 1200: 0.05 },
      toggle: press("#color-toggle-btn a"),
    },
  ),
  papermod: hugo("papermod"),
  stack: hugo("stack"),
  minima: {
    files: "attention-scale",
    copies: [["web/pieces/jekyll/attention-scale.html", "_includes/attention-scale.html"]],
    text: () => ({
      "_config.yml": JSON.stringify({
        title: "A blog",
        theme: "minima",
        url: "http://localhost",
        baseurl: BASE,
        permalink: "/:title/",
      }),
      ...posts(
        "_posts/2017-06-12-figure.md",
        "_posts/2017-06-12-other.md",
        content(shared("jekyll")),
        { front: "---\nlayout: post\n---\n" },
      ),
    }),
    commands: [["jekyll", "build", "--quiet", "--disable-disk-cache"]],
    output: "_site",
  },
  vitepress: {
    packages: "web",
    guide: "VitePress",
    files: "public/attention-scale",
    text: (snippets) => ({
      ...snippets,
      ...posts("figure.md", "other.md", atRoot(element), { link: (name) => `./${name}.md` }),
    }),
    commands: [["vitepress/bin/vitepress.js", "build", "."]],
    ...HTML,
    output: ".vitepress/dist",
    client: true,
    toggle: press(".VPSwitchAppearance"),
  },
  docusaurus: {
    packages: "docusaurus",
    guide: "Docusaurus, MDX",
    files: "static/attention-scale",
    text: (snippets) => ({
      ...snippets,
      "docs/index.md": "---\nslug: /\n---\n\n# A site\n",
      ...posts("docs/figure.mdx", "docs/other.mdx", element, { link: (name) => `./${name}.mdx` }),
    }),
    commands: [["@docusaurus/core/bin/docusaurus.mjs", "build"]],
    output: "build",
    client: true,
    toggle: press('[class*="ColorModeToggle"] button, button[class*="toggleButton"]'),
  },
  astro: {
    packages: "web",
    guide: "Astro",
    files: "public/attention-scale",
    text: (snippets) => ({
      "src/layouts/Post.astro": (snippets["src/layouts/Post.astro"] ?? "")
        .replace(
          "<ClientRouter",
          `${LOOKS.replace("<script", "<script is:inline")}
$&`,
        )
        .replace("<slot", `${button("data-theme")}$&`),
      "astro.config.mjs": `export default { base: "${BASE}" };\n`,
      ...posts("src/pages/figure.md", "src/pages/other.md", element, {
        front: "---\nlayout: ../layouts/Post.astro\n---\n",
      }),
    }),
    commands: [["astro/astro.js", "build", "--silent"]],
    output: "dist",
    client: true,
    toggle: pressButton,
  },
  eleventy: {
    packages: "web",
    guide: "Eleventy",
    files: "attention-scale",
    text: (snippets) => ({
      ...snippets,
      "_includes/post.njk": page(script, `${button("class")}{{ content | safe }}`),
      ...posts("figure.md", "other.md", element, { front: "---\nlayout: post.njk\n---\n" }),
    }),
    commands: [["@11ty/eleventy/cmd.cjs", "--quiet"]],
    output: "_site",
    toggle: pressButton,
  },
  react: {
    packages: "web",
    skeletons: ["react"],
    guide: "React",
    files: "public/attention-scale",
    text: (snippets) => ({
      ...snippets,
      "index.html": (snippets["index.html"] ?? "")
        .replace("<script", `${LOOKS}\n$&`)
        .replace("<div", `${button("class")}$&`),
      "src/Figure.jsx": `export const Figure = () => (\n<>\n${element}\n</>\n);\n`,
      "src/texts.js": `export const LEAD = \`${LEAD}\`, TAIL = "${TAIL}", BASE = "${BASE}/";\n`,
    }),
    commands: [["./build.mjs"]],
    ...HTML,
    output: "dist",
    client: true,
    toggle: pressButton,
  },
  vue: {
    packages: "web",
    skeletons: ["vue"],
    guide: "Vue",
    files: "public/attention-scale",
    text: (snippets) => ({
      ...snippets,
      "index.html": page(
        script,
        `${button("data-bs-theme")}<div id="app"></div><script type="module" src="/src/main.js"></script>`,
      ),
      "src/Figure.vue": `<template>\n${atRoot(element)}\n</template>\n`,
      "src/texts.js": `export const LEAD = \`${LEAD}\`, TAIL = "${TAIL}";\n`,
    }),
    commands: [["vite/bin/vite.js", "build", "--logLevel", "warn"]],
    figure: "",
    output: "dist",
    empty: true,
    client: true,
    toggle: pressButton,
  },
  turbo: {
    packages: "web",
    guide: "Turbo",
    libraries: { "turbo.js": "@hotwired/turbo/dist/turbo.es2017-umd.js" },
    text: pages(element, "class"),
    ...HTML,
    client: true,
    toggle: pressButton,
  },
  pjax: {
    packages: "web",
    guide: "pjax",
    libraries: { "pjax.js": "pjax/pjax.js" },
    text: (snippets) => ({ ...snippets, ...pages(element, "data-theme")(snippets) }),
    ...HTML,
    client: true,
    toggle: pressButton,
  },
  swup: {
    packages: "web",
    guide: "swup",
    libraries: { "swup.js": "swup/dist/Swup.umd.js" },
    text: (snippets) => ({ ...snippets, ...pages(element, "data-mode")(snippets) }),
    ...HTML,
    client: true,
    toggle: pressButton,
  },
  wordpress: {
    packages: "web",
    text: async (snippets) => {
      // Its types say nothing of it; the package is installed beside the tests only.
      const path = new URL(
        "./web/node_modules/@wordpress/autop/build-module/index.mjs",
        import.meta.url,
      );
      const { autop }: { autop: (text: string) => string } = await import(path.href);
      return pages(autop(`${LEAD}\n\n${whole}\n\n${TAIL}`), "class")(snippets);
    },
    ...HTML,
    toggle: pressButton,
  },
  reveal: {
    packages: "web",
    guide: "reveal.js",
    libraries: {
      "reveal.js": "reveal.js/dist/reveal.js",
      "reveal.css": "reveal.js/dist/reveal.css",
      theme: "reveal.js/dist/theme",
    },
    text: (snippets) => ({
      ...snippets,
      "figure.html": page(
        snippets["head.html"] ?? "",
        `<div class="reveal"><div class="slides">${elements.map((one) => `<section>${one}</section>`).join("\n")}</div></div>`,
        "",
      ),
    }),
    ...HTML,
    client: true,
    toPart: (page) => page.evaluate("Reveal.next()"),
    leave: (page) => page.evaluate("Reveal.next()"),
    comeBack: (page) => page.evaluate("Reveal.prev()"),
    disturbed: (page) =>
      page.evaluate("Reveal.getIndices().h !== 1 || Reveal.isPaused() || Reveal.isOverview()"),
  },
  docsify: {
    packages: "books",
    guide: "docsify",
    libraries: { docsify: "docsify/dist" },
    text: (snippets) => ({
      ...snippets,
      "README.md": "# A book\n",
      ...posts("figure.md", "other.md", element, { link: (name) => `${name}.md` }),
    }),
    figure: "#/figure",
    other: "#/other",
    empty: true,
    client: true,
  },
  starlight: {
    packages: "web",
    guide: "Starlight",
    files: "public/attention-scale",
    text: (snippets) => ({
      ...snippets,
      // The search asks for an index, which --silent does not make.
      "astro.config.mjs": (snippets["astro.config.mjs"] ?? "").replace(
        'title: "A book",',
        'title: "A book", pagefind: false,',
      ),
      "src/content.config.ts": [
        'import { defineCollection } from "astro:content";',
        'import { docsLoader } from "@astrojs/starlight/loaders";',
        'import { docsSchema } from "@astrojs/starlight/schema";',
        "export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n",
      ].join("\n"),
      ...posts("src/content/docs/figure.md", "src/content/docs/other.md", element, {
        front: "---\ntitle: A page\n---\n\n",
      }),
    }),
    commands: [["astro/astro.js", "build", "--silent"]],
    output: "dist",
    toggle: choose("starlight-theme-select select", "dark"),
    // The still picture has not always the height of the figure in its column.
    moves: { 360: 0.05, 1200: 0.12 },
  },
  "mkdocs-material": {
    guide: "MkDocs Material",
    files: "docs/attention-scale",
    text: (snippets) => ({
      "mkdocs.yml": (snippets["mkdocs.yml"] ?? "").replace(
        "https://example.org/",
        `http://localhost${BASE}/`,
      ),
      ...posts("docs/figure.md", "docs/other.md", element, { link: (name) => `${name}.md` }),
      "docs/index.md": "# A book\n",
    }),
    commands: [["mkdocs", "build", "--quiet"]],
    output: "site",
    client: true,
    toggle: press("form[data-md-component=palette] label:not([hidden])"),
  },
  observable: {
    packages: "books",
    files: "src/attention-scale",
    copies: [
      ["web/pieces/observable/attention-scale.js", "src/attention-scale/attention-scale.js"],
    ],
    text: () => ({
      "observablehq.config.js": `export default { title: "A site", base: "${BASE}/", root: "src", search: false, preserveExtension: true };\n`,
      ...posts("src/figure.md", "src/other.md", content([observed(FIGURE), observed(PART)]), {
        link: (name) => `./${name}`,
      }),
      "src/index.md": "# A site\n",
    }),
    commands: [["@observablehq/framework/dist/bin/observable.js", "build"]],
    ...HTML,
    output: "dist",
    empty: true,
    // A cell takes no room before its script has run.
    moves: { 360: 0.5, 1200: 0.2 },
  },
  csp: { guide: "Strict policies", text: pages(whole, "data-theme"), ...HTML, toggle: pressButton },
};
