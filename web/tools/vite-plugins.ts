/** The build's own steps: what Vite has no plugin for. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import temml from "temml";
import type { Plugin } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const binaryFile = at("../../build/wasm/engine/attention_scale.wasm");
/** Those of the first screen, and those that come with the reasons. */
const formulasFile = at("../src/text/formulas.json");
const reasonFormulasFile = at("../src/text/reasons/formulas.json");
const stillFile = (language: string) => at(`../../build/still/${language}.svg`);

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

function mathml(file: string): Record<string, string> {
  const source: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const made = Object.entries(source).map(([name, tex]) => {
    // throwOnError: a formula with a slip fails the build and not the reader.
    const options = { throwOnError: true, displayMode: name.endsWith("Display"), trust: true };
    return [name, temml.renderToString(tex, options)] as const;
  });
  return Object.fromEntries(made);
}

/** TeX to MathML at build time: nothing of Temml reaches the reader. */
export const formulas = (): Plugin[] =>
  [["formulas", formulasFile] as const, ["reason-formulas", reasonFormulasFile] as const].map(
    ([name, file]) => virtual(name, [file], () => JSON.stringify(mathml(file))),
  );

/** Glyphs a formula with live numbers may need beside those of formulas.json. */
const ALWAYS = "0123456789.,+-−·×÷/=()[]{}√∑∂‖⊤∞≈…QKVWXZqkvdnmexyij";

/** Not every system has a mathematics font, and without its MATH table roots and sums are drawn badly. */
export const mathFont = (): Plugin =>
  virtual("math-font", [formulasFile, reasonFormulasFile], async () => {
    const font = readFileSync(
      at("../../node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2"),
    );
    const text =
      ALWAYS +
      [formulasFile, reasonFormulasFile]
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
      if (!id.endsWith("/attention_scale.mjs")) return undefined;
      const clean = code
        .replace(/new URL\(\s*(["'])attention_scale\.wasm\1,\s*import\.meta\.url\)/g, '""')
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
