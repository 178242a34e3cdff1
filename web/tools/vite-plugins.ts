/** The Vite plugins of this build. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { interpolateLab, piecewise, quantize } from "d3-interpolate";
import type { Plugin } from "vite";
import { inlineScript } from "../src/entries/inline-script.ts";
import { NARROW_WINDOW } from "../src/export/narrow-window.ts";
import { packedPython } from "../src/export/packed-python.ts";
import { CHAPTERS } from "../src/keys/part.ts";
import { firstAnswers } from "../src/language/first-answers.ts";
import type { Recording } from "../src/language/recorded.ts";
import { LANGUAGES, type Language, LISTED } from "../src/state/language.ts";
import { cardName, documentOf } from "../src/text/documents.ts";
import { en } from "../src/text/en/page.ts";
import { cardNotes } from "./card-notes.mjs";
import { filesIn } from "./fingerprint.mjs";
import { plainName } from "./first-view.mjs";
import { LICENCES } from "./notices.mjs";
import { CHAPTER_DATA } from "./scripts.ts";
import { withTightTemplates } from "./syntax.ts";
import { virtual } from "./virtual.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const binaryFile = (name: string) => at(`../../build/wasm/engine/${name}.wasm`);
const workerFile = at("../../build/worker/worker.js");
const iconFile = at("../public/icon.svg");
const distFolder = at("../../dist");
const stillFile = (language: string) => at(`../../build/still/${language}.svg`);

/** The documents of the hosted page, one a chapter. */
export const documents = CHAPTERS.map(({ file }) => (file === "./" ? "index.html" : file));

const rampsFile = at("../src/draw/ramps.json");
/**
 * Colours of a ramp from which the page interpolates linearly: so many that it differs from the
 * ramp by at most 2 of 255.
 */
const RAMP_COLORS = 33;

/**
 * The colour ramps, interpolated in Lab between the colours of ramps.json: by tone and name,
 * colours as one string of hexadecimals.
 */
export const ramps = (): Plugin =>
  virtual("ramps", [rampsFile], () =>
    JSON.stringify(JSON.parse(readFileSync(rampsFile, "utf8")), (_, stops) =>
      Array.isArray(stops)
        ? quantize(piecewise(interpolateLab, stops), RAMP_COLORS)
            .flatMap((color) => color.match(/\d+/g) ?? [])
            .map((channel) => Number(channel).toString(16).padStart(2, "0"))
            .join("")
        : stops,
    ),
  );

const recordedFile = at("../src/language/recorded.json");
/**
 * What the first chapter shows of the recorded model: in either language the first prompt and its
 * two answers, without the division and with it; one that would go on ends with an ellipsis.
 */
export const recordedAnswers = (): Plugin =>
  virtual("recorded-answers", [recordedFile], () => {
    const { prompts } = JSON.parse(readFileSync(recordedFile, "utf8")) as Pick<
      Recording,
      "prompts"
    >;
    const first = (chinese: boolean) => {
      const { prompt, answers } = firstAnswers(prompts, chinese);
      const shown = answers.map(({ text, isCut }) => (isCut ? `${text.trim()}…` : text));
      return { prompt, answers: shown };
    };
    return JSON.stringify({ en: first(false), zh: first(true) });
  });

/**
 * The engine's binaries as strings: of the whole engine, of the layers and of the trained model.
 */
export const wasmBase64 = (): Plugin[] =>
  (
    [
      ["wasm", "attention_scale"],
      ["layers", "attention_scale_layers"],
      ["language", "attention_scale_language"],
    ] as const
  ).map(([module, name]) =>
    virtual(`${module}-binary-base64`, [binaryFile(name)], () =>
      JSON.stringify(readFileSync(binaryFile(name)).toString("base64")),
    ),
  );

/**
 * Emscripten's glue names its binary by `new URL(…, import.meta.url)`, which a bundler takes for a
 * file to ship. The loader instantiates the module itself, so this code never runs and is removed.
 * No option of Emscripten leaves it out of all versions; fails where the glue has another form.
 */
export function engineGlue(): Plugin {
  return {
    name: "engine-glue",
    enforce: "pre",
    transform(code, id) {
      if (!/\/attention_scale(_first|_layers|_language)?\.mjs$/.test(id)) return undefined;
      const clean = code
        .replace(
          /new URL\(\s*(["'])attention_scale(?:_first|_layers|_language)?\.wasm\1,\s*import\.meta\.url\)/g,
          '""',
        )
        .replaceAll("import.meta.url", '""');
      if (clean === code || clean.includes("import.meta")) {
        throw new Error(
          "Emscripten's glue names its binary in another way than that of Emscripten 3.1.6, 3.1.69 and 6.0.5, which engineGlue in " +
            "web/tools/vite-plugins.ts knows: it must follow.",
        );
      }
      return { code: clean, map: null };
    },
  };
}

/** Replaces each place in a text. \throws where there is none, or nothing to put there */
function fill(text: string, place: RegExp, content: (...groups: string[]) => string): string {
  const filled = text.replace(place, (_, ...groups: string[]) => content(...groups));
  if (filled === text) throw new Error(`web/index.html has no place for ${place}.`);
  return filled;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/**
 * Says in a document which picture a link to it shows. Most programs that show such pictures want
 * their whole address. The documents are English, and so are their pictures.
 * @param address of the page that is built, with a slash at its end, where the build knows it
 */
export function withCard(
  html: string,
  { view, file }: (typeof CHAPTERS)[number],
  address = process.env.PAGE_ADDRESS,
): string {
  const name = cardName(view, "en");
  const alt = escaped(cardNotes()[name]?.alt ?? "");
  const image = new URL(name, address ?? "relative:/").href.replace("relative:/", "./");
  const url = address && `<meta property="og:url" content="${new URL(file, address).href}" />`;
  return fill(html, /<!-- card -->/, () =>
    [
      `<meta property="og:locale" content="en_US" />`,
      ...(url ? [url] : []),
      `<meta property="og:image" content="${image}" />`,
      `<meta property="og:image:type" content="image/png" />`,
      `<meta property="og:image:width" content="1200" />`,
      `<meta property="og:image:height" content="630" />`,
      `<meta property="og:image:alt" content="${alt}" />`,
      `<meta name="twitter:card" content="summary_large_image" />`,
      `<meta name="twitter:image" content="${image}" />`,
      `<meta name="twitter:image:alt" content="${alt}" />`,
    ].join("\n    "),
  );
}

/**
 * The still picture in the document, or the files beside it: of the languages that have only the
 * first chapter, for which all readers would load it. Nobody fetches a picture that is hidden.
 */
function stillIn(language: Language): string {
  const svg = readFileSync(stillFile(language), "utf8");
  if (!(LISTED[language].partial ?? false)) return svg;
  const [, alt = ""] = /aria-label="([^"]*)"/.exec(svg) ?? [];
  const sizeOf = (name: string) => {
    const file = readFileSync(at(`../../build/still/${name}`), "utf8");
    return / width="\d+" height="\d+"/.exec(file)?.[0] ?? "";
  };
  const wide = `still-${language}.svg`;
  const narrow = `still-${language}-narrow.svg`;
  return `<picture><source media="(width<=${NARROW_WINDOW}px)" srcset="${narrow}"${sizeOf(narrow)}><img class="still" loading="lazy" src="${wide}"${sizeOf(wide)} alt="${alt}"></picture>`;
}

const withStills = (html: string) =>
  fill(html, /<!-- stills -->/, () =>
    LANGUAGES.map(
      // The document is English until the element knows its reader's language: see own-page.ts.
      (it) => `<div data-still lang="${it}"${it === "en" ? "" : " hidden"}>${stillIn(it)}</div>`,
    ).join("\n      "),
  );

/**
 * Puts the still pictures of the first screen into its document: they show until the engine runs,
 * and where it cannot.
 */
export const still = (): Plugin => ({
  name: "still",
  transformIndexHtml: (html, { path }) => (path === "/index.html" ? withStills(html) : html),
});

/**
 * The same as a module, for an element in another page, whose author may have given it no picture.
 */
export const stillPictures = (): Plugin =>
  virtual("still-pictures", LANGUAGES.map(stillFile), () =>
    JSON.stringify(
      Object.fromEntries(LANGUAGES.map((it) => [it, readFileSync(stillFile(it), "utf8")])),
    ),
  );

/**
 * Has V8 compile all functions of a file off the main thread, and not each when it is first called.
 */
const COMPILE = "//# allFunctionsCalledOnLoad\n";

/** The first scripts, without the indentation of their templates. */
export const tightTemplates = (): Plugin => ({
  name: "tight-templates",
  renderChunk: (code, { name, fileName }) =>
    /^(early|hosted|guest)$/.test(name) ? withTightTemplates(fileName, code) : null,
});

/**
 * Has V8 compile the first scripts at once, and preloads the scripts of the chapter's parts, and the
 * data that they show at once, where it has any. The engine is not preloaded: on a slow network its
 * bytes would delay the scripts, by which the browser renders what needs no engine while the engine
 * is on its way.
 */
export const startEarly = (): Plugin => ({
  name: "start-early",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk" && /^(early|hosted)$/.test(part.name)) {
          part.code = COMPILE + part.code;
        }
      }
    },
  },
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle, path }) {
      const files = Object.keys(bundle ?? {});
      /** A script, and those that it imports after the first two. */
      const withImports = (name: string, found = new Set<string>()): Set<string> => {
        const part = bundle?.[name];
        if (part?.type !== "chunk" || /\/(early|hosted)-/.test(name)) return found;
        found.add(name);
        for (const other of part.imports) withImports(other, found);
        return found;
      };
      const script = (name: string) =>
        files.find((file) => plainName(file) === `assets/${name}.js`);
      /** The data of a chapter. A worker that needs the same has its own copy. */
      const dataOf = (chapter: string, partsFile = ""): string | undefined => {
        const end = CHAPTER_DATA[chapter];
        const parts = bundle?.[partsFile];
        if (end === undefined || parts?.type !== "chunk") return undefined;
        const isData = (name: string) => {
          const file = bundle?.[name];
          return file?.type === "chunk" && file.facadeModuleId?.endsWith(end);
        };
        const data = parts.dynamicImports.find(isData);
        if (data === undefined) throw new Error(`${partsFile} does not import ${end}.`);
        return data;
      };
      const chapter = /(\w+)\.html$/.exec(path)?.[1] ?? "";
      const own = script(`${chapter}-parts`);
      const parts = [script("sections"), own].filter((file) => file !== undefined);
      const early = /src="[^"]*\/early-[^"]*"><\/script>\s*(?=<script [^>]*\/hosted-)/;
      if (!early.test(html) || parts.length === 0) {
        throw new Error(
          "Vite names or orders the first files otherwise than Vite 8.3 does: startEarly must follow.",
        );
      }
      if (path === "/index.html") return html;
      const preloadOf = (name: string) => `<link rel="modulepreload" crossorigin href="./${name}">`;
      const scripts = [...new Set(parts.flatMap((part) => [...withImports(part)]))];
      const preload = scripts.map((name) => `${preloadOf(name)}\n    `).join("");
      const data = dataOf(chapter, own);
      // After all scripts: they may have to wait for one another's connections.
      const last = data === undefined ? "" : `  ${preloadOf(data)}\n  `;
      return html
        .replace(early, (found) => found + preload)
        .replace("</head>", () => `${last}</head>`);
    },
  },
});

const chapterFile = at("../chapter.html");

/**
 * The HTML of each chapter, with what a link to it shows; but for the first it is chapter.html with
 * the chapter's view and its English texts.
 */
export const chapterPages = (): Plugin => ({
  name: "chapter-pages",
  transformIndexHtml: {
    order: "pre",
    handler(html, { path }) {
      const chapter = CHAPTERS.find(({ file }) => path === `/${file}`);
      if (chapter === undefined || chapter.view === "page") return withCard(html, CHAPTERS[0]);
      const { view } = chapter;
      const texts: Record<string, string | undefined> = { view, ...documentOf(en, view) };
      const document = readFileSync(chapterFile, "utf8").replace(
        /\{(\w+)\}/g,
        (_, name: string) => {
          const text = texts[name];
          if (text === undefined) throw new Error(`There is no ${name} of the chapter ${view}.`);
          return text;
        },
      );
      return withCard(document, chapter);
    },
  },
});

/**
 * The files that the service worker stores, each with its hash. The hosted page is built before.
 */
export const precacheManifest = (): Plugin =>
  virtual("precache-manifest", [], () => {
    const paths = [...documents, "assets", "icon.svg", "manifest.webmanifest"];
    const files = paths.flatMap((path) => filesIn(`dist/${path}`));
    const entries = files.map((file) => {
      const url = relative("dist", file);
      const hash = createHash("sha256").update(readFileSync(`${distFolder}/${url}`));
      const digest = hash.digest("base64");
      // Names in assets/ follow from the content.
      const revision = url.startsWith("assets/") ? null : digest;
      return { url, revision, integrity: `sha256-${digest}` };
    });
    return JSON.stringify(entries);
  });

/**
 * Escapes all else than ASCII: browsers read a script as Windows-1252 where the host names no
 * charset.
 */
export function ascii(code: string): string {
  if (/\\[^\0-\x7f]/.test(code)) throw new Error("A backslash before a letter that needs one.");
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * dist/attention-scale.html: web/index.html with its files inside and the embed's script, a classic
 * one, since browsers refuse module scripts from file://.
 */
function inOneFile(code: string): string {
  const icon = encodeURIComponent(readFileSync(iconFile, "utf8").trim());
  const css = readFileSync(at("../styles/document.css"), "utf8");
  let html = withStills(readFileSync(at("../index.html"), "utf8"));
  // It has no pictures beside it.
  html = fill(html, /\n *<!-- card -->/, () => "");
  html = fill(
    html,
    /<link rel="icon".*\n.*\n.*manifest".*/,
    () => `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${icon}" />`,
  );
  html = fill(html, /<link rel="stylesheet"[^>]*>/, () => `<style>\n${css}</style>`);
  return fill(html, /<script type="module"[^>]*>/, () => `<script>${inlineScript(code)}`);
}

/**
 * The worker's script as a text, which no tool of a host rewrites as it would a function's code:
 * bundlers of zone.js call helpers in place of asynchronous functions, and a worker has none.
 */
export const workerSource = (): Plugin =>
  virtual("worker-source", [workerFile], () =>
    JSON.stringify(ascii(readFileSync(workerFile, "utf8"))),
  );

/**
 * Runs the scripts of the embed, each when it is first required: the page's in a document, the
 * worker's in a worker, and none on a server.
 */
const START_OF_SCRIPTS = `const made = {};
  const require = (file) => {
    if (!(file in made)) {
      made[file] = {};
      scripts[file](require, made[file]);
    }
    return made[file];
  };
  if (typeof document !== "undefined") {
    try {
      require("./page.js");
    } catch (error) {
      require("./cannot-run.js").tellWhyNot(error);
    }
  } else if (typeof importScripts === "function") require("./worker.js");`;

/**
 * dist/embed.js, one classic script of many small ones, each a function in a list, and
 * dist/attention-scale.html with it. In one scope with all their names webpack's Terser took 35 s
 * of processor time and 1,060 MB in place of 25 s and 830 MB, and SWC 1.13 declared a name twice:
 * tests/package/bundled.test.ts minifies it as hosts do. The page's script and the worker's share
 * most of them: the embed starts its worker from its own file, the only address that certainly
 * exists and that a host with a strict Content-Security-Policy allows; elsewhere it makes a Blob of
 * the text of workerSource.
 */
export const embedFiles = (): Plugin => ({
  name: "embed-files",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const scripts: string[] = [];
      for (const [name, part] of Object.entries(bundle)) {
        if (name === LICENCES) continue;
        if (part.type !== "chunk") throw new Error(`The embed has a file beside it: ${name}.`);
        scripts.push(`${JSON.stringify(`./${name}`)}(require,exports){${part.code}}`);
        delete bundle[name];
      }
      // Not strict: where a host has frozen the built-ins, an assignment in embind's glue is then
      // without effect and throws nothing.
      const code = ascii(
        `(() => {const scripts={__proto__:null,\n${scripts.join(",\n")}};\n${START_OF_SCRIPTS}})();\n`,
      );
      this.emitFile({ type: "asset", fileName: "embed.js", source: code });
      const source = inOneFile(code);
      this.emitFile({ type: "asset", fileName: "attention-scale.html", source });
    },
  },
});

const pythonSourceFile = at("../src/export/attention_scale.py");
const frameFile = at("../../dist/frame.js");
const widgetEndFile = at("../../build/widget/widget.js");
/** What attention_scale.py holds besides the page. */
const pythonPartsHere = () => ({
  source: readFileSync(pythonSourceFile, "utf8"),
  frame: readFileSync(frameFile, "utf8"),
  widget: readFileSync(widgetEndFile, "utf8"),
});

/** The same for the page, which makes the file of itself: see export/python-module.ts. */
export const pythonParts = (): Plugin =>
  virtual("python-parts", [pythonSourceFile], () => JSON.stringify(pythonPartsHere()));

/**
 * dist/widget.js, the embed with an end that makes it a module for notebooks, and
 * dist/pieces/python/attention_scale.py. Embed and page have their notices by now.
 */
export const pythonFiles = (): Plugin => ({
  name: "python-files",
  async generateBundle() {
    const { source, frame, widget } = pythonPartsHere();
    const embed = readFileSync(at("../../dist/embed.js"), "utf8");
    const page = readFileSync(at("../../dist/attention-scale.html"), "utf8");
    this.emitFile({ type: "asset", fileName: "widget.js", source: `${embed}${widget}` });
    const module = await packedPython(source, { page, frame, widget });
    this.emitFile({
      type: "asset",
      fileName: "pieces/python/attention_scale.py",
      source: module,
    });
  },
});
