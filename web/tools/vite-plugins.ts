/** The build's own steps: what Vite has no plugin for. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import temml from "temml";
import type { Plugin } from "vite";
import { filesIn } from "./fingerprint.mjs";
import { shortNotices } from "./notices.mjs";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const binaryFile = at("../../build/wasm/engine/attention_scale.wasm");
/** The formulas of the first screen, and those of the parts, which come later. */
const formulasFile = at("../src/text/formulas.json");
const partFormulasFiles = readdirSync(at("../src/parts"))
  .map((part) => at(`../src/parts/${part}/formulas.json`))
  .filter((file) => existsSync(file));
const workerFile = at("../../build/worker/worker.js");
const iconFile = at("../public/icon.svg");
const distFolder = at("../../dist");
const stillFile = (language: string) => at(`../../build/still/${language}.svg`);

const languages = ["en", "zh"];

/** A module that has no file, made from others, which are watched for changes. */
function virtual(name: string, files: string[], make: () => Promise<string> | string): Plugin {
  const id = `\0${name}`;
  return {
    name,
    resolveId: (source) => (source === name ? id : undefined),
    async load(loaded) {
      if (loaded !== id) return undefined;
      for (const file of files) this.addWatchFile(file);
      return `export default ${await make()};`;
    },
  };
}

/** The engine's binary as a string. */
export const wasmBase64 = (): Plugin =>
  virtual("wasm-binary-base64", [binaryFile], () =>
    JSON.stringify(readFileSync(binaryFile).toString("base64")),
  );

/**
 * Temml sets some styles by attribute, which a host with a strict Content-Security-Policy refuses. Browsers do most of them
 * by themselves; the rest is by class in page.css.
 */
const STYLES: Record<string, string> = {
  "display:block math;": "",
  "math-depth:2;": "",
  "padding-left:0em;padding-right:0em;": "flush",
  "padding-left:1em;padding-right:0em;": "apart",
};

function withoutStyles(markup: string): string {
  return markup.replace(/ (?:class="([^"]*)" )?style="([^"]*)"/g, (_, own = "", style: string) => {
    const replacement = STYLES[style];
    if (replacement === undefined)
      throw new Error(
        `Temml sets style="${style}", which STYLES in vite-plugins.ts does not know.`,
      );
    const classes = [own, replacement].filter(Boolean).join(" ");
    return classes === "" ? "" : ` class="${classes}"`;
  });
}

function mathml(file: string): Record<string, string> {
  const source: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const made = Object.entries(source).map(([name, tex]) => {
    // throwOnError: a formula with a slip fails the build and not the reader.
    const options = { throwOnError: true, displayMode: name.endsWith("Display"), trust: true };
    return [name, withoutStyles(temml.renderToString(tex, options))] as const;
  });
  return Object.fromEntries(made);
}

/** TeX to MathML at build time: nothing of Temml reaches the reader. */
export const formulas = (): Plugin[] =>
  [["formulas", [formulasFile]] as const, ["reason-formulas", partFormulasFiles] as const].map(
    ([name, files]) =>
      virtual(name, [...files], () => JSON.stringify(Object.assign({}, ...files.map(mathml)))),
  );

/** Glyphs a formula with live numbers may need beside those of formulas.json. */
const ALWAYS = "0123456789.,+-−·×÷/=()[]{}√∑∂‖⊤∞≈…QKVWXZqkvdnmexyij";

/** Not every system has a mathematics font, and without its MATH table roots and sums are drawn badly. */
export const mathFont = (): Plugin =>
  virtual("math-font", [formulasFile, ...partFormulasFiles], async () => {
    const font = readFileSync(
      at("../../node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2"),
    );
    const text =
      ALWAYS +
      [formulasFile, ...partFormulasFiles]
        .flatMap((file) => Object.values(mathml(file)))
        .join("")
        .replace(/<[^>]*>/g, "");
    const subset = await subsetFont(font, text, { targetFormat: "woff2" });
    return JSON.stringify(subset.toString("base64"));
  });

/**
 * Emscripten's glue names its binary by `new URL(…, import.meta.url)`, which a bundler takes for a file to ship. The
 * loader instantiates the module itself, so these are dead ends; they are taken out, loudly should they change.
 */
export function engineGlue(): Plugin {
  return {
    name: "engine-glue",
    enforce: "pre",
    transform(code, id) {
      if (!/\/attention_scale(_first)?\.mjs$/.test(id)) return undefined;
      const clean = code
        .replace(
          /new URL\(\s*(["'])attention_scale(?:_first)?\.wasm\1,\s*import\.meta\.url\)/g,
          '""',
        )
        .replaceAll("import.meta.url", '""');
      if (clean === code || clean.includes("import.meta")) {
        throw new Error(
          "Emscripten's glue has changed: engineGlue in web/tools/vite-plugins.ts must follow.",
        );
      }
      return { code: clean, map: null };
    },
  };
}

/** Puts the still picture of the first screen into the page: what shows before the engine runs, and without it. */
export function still(): Plugin {
  return {
    name: "still",
    transformIndexHtml: (html) => {
      const filled = html.replace(/<!-- still:(\w+) -->/g, (_, language: string) =>
        readFileSync(stillFile(language), "utf8"),
      );
      if (filled === html) throw new Error("web/index.html has no place for the still picture.");
      return filled;
    },
  };
}

/** The same for an element in somebody's page, whose author may have given it no picture. */
export const stillPictures = (): Plugin =>
  virtual("edition:still", languages.map(stillFile), () =>
    JSON.stringify(
      Object.fromEntries(languages.map((it) => [it, readFileSync(stillFile(it), "utf8")])),
    ),
  );

/** What of the page's script starts before the rest: see early.ts. */
export const EARLY = { name: "early", test: /\/src\/editions\/early\.ts$/ };

/** V8 then compiles all functions of a file beside the page's thread, instead of each there when it is first called. */
const COMPILE = "//# allFunctionsCalledOnLoad\n";

/** Has the browser run it as soon as it is there, and ask for the engine beside it. Vite would have it wait for the rest. */
export const startEarly = (): Plugin => ({
  name: "start-early",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk" && part.isEntry) part.code = COMPILE + part.code;
      }
    },
  },
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      const waiting = /\s*<link rel="modulepreload"[^>]* href="([^"]*\/early-[^"]*)">/;
      const early = waiting.exec(html)?.[1];
      const engine = Object.keys(bundle ?? {}).find((name) => /_first-[^/]*\.wasm$/.test(name));
      if (early === undefined || engine === undefined)
        throw new Error("Vite names the early script or the first engine otherwise than before.");
      // The engine as a script fetches it: asked for otherwise it would come twice.
      const first = `<script type="module" crossorigin src="${early}"></script>
    <link rel="preload" as="fetch" crossorigin href="./${engine}">
    `;
      return html.replace(waiting, "").replace('<script type="module"', (rest) => first + rest);
    },
  },
});

/** The page's icon and manifest: files beside the hosted page, the icon alone inside the single file. */
export function icons(where: "beside" | "inside"): Plugin {
  const beside = [
    '<link rel="icon" type="image/svg+xml" href="./icon.svg" />',
    '<link rel="apple-touch-icon" href="./icon-192.png" />',
    '<link rel="manifest" href="./manifest.webmanifest" />',
  ].join("\n    ");
  const inside = () => {
    const svg = readFileSync(iconFile, "utf8").trim();
    return `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(svg)}" />`;
  };
  return {
    name: "icons",
    transformIndexHtml: (html) => {
      const filled = html.replace("<!-- icons -->", () => (where === "beside" ? beside : inside()));
      if (filled === html) throw new Error("web/index.html has no place for the icons.");
      return filled;
    },
  };
}

/** What the service worker stores, after the hosted page has been built: each file by its hash, so that no other passes. */
export const precacheManifest = (): Plugin =>
  virtual("precache-manifest", [], () => {
    const files = ["index.html", "assets", "icon.svg", "manifest.webmanifest"].flatMap((path) =>
      filesIn(`dist/${path}`),
    );
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
 * The embed starts its worker from its own file: the one address that is certain to be there, and that a host with a strict
 * Content-Security-Policy allows. So the file holds both, and looks where it finds itself. The worker is written as a
 * function, whose text also makes a Blob where the file came from elsewhere. Where there is neither a page nor a worker, on a
 * server that renders pages, importing it does nothing.
 */
export function workerInside(): Plugin {
  return {
    name: "worker-inside",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = readFileSync(workerFile, "utf8");
        for (const part of Object.values(bundle)) {
          if (part.type !== "chunk" || !part.isEntry) continue;
          part.code = ascii(
            `((attentionScaleWorker)=>{if(typeof document!=="undefined"){${part.code}}else if(typeof importScripts==="function")attentionScaleWorker()})(function(){${worker}});\n`,
          );
        }
      },
    },
  };
}

/** For hosts that name no charset: then browsers read a script as Windows-1252. */
function ascii(code: string): string {
  if (/\\[^\0-\x7f]/.test(code)) throw new Error("A backslash before a letter that needs one.");
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Browsers refuse module scripts from file://: the single file's script becomes a classic one, at the end. */
export function classicScript(): Plugin {
  return {
    name: "classic-script",
    enforce: "post",
    // After every other plugin's: the script has been put inside by then.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type === "asset" && part.fileName.endsWith(".html"))
            part.source = withClassicScript(String(part.source));
        }
      },
    },
  };
}

function withClassicScript(html: string): string {
  const match = /<script type="module"[^>]*>([\s\S]+?)<\/script>/.exec(html);
  const code = match?.[1];
  if (match === null || code === undefined)
    throw new Error("The single file has no module script inside.");
  const rest = html.slice(0, match.index) + html.slice(match.index + match[0].length);
  return rest.replace("</body>", () => `<script>${code}</script></body>`);
}

/** Names the work of others at the top of a file that travels without the notices. The "!" has minifiers keep it. */
export function notices(): Plugin {
  return {
    name: "notices",
    enforce: "post",
    // After every other plugin's, as above.
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const text = await shortNotices();
        for (const part of Object.values(bundle)) {
          if (part.type === "chunk") part.code = `/*!\n${text}\n*/\n${part.code}`;
          else if (part.fileName.endsWith(".html"))
            part.source = withComment(String(part.source), text);
        }
      },
    },
  };
}

/** Inside the document's element, of which a frozen page is made, and after the charset, which must come early. */
function withComment(html: string, text: string): string {
  const charset = /<meta charset="utf-8" ?\/?>/;
  if (!charset.test(html)) throw new Error("The single file names no charset.");
  return html.replace(charset, (tag) => `${tag}\n    <!--!\n${text}\n-->`);
}
