/** The Vite plugins for dist/loader.js: the files it may bring with their hashes, and the imports of those files. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "vite";
import { integrityOf, pinnedAssets } from "./integrity.mjs";
import { inProject } from "./run.mjs";
import { virtual } from "./vite-plugins.ts";

/**
 * In a page of others the loader fetches and checks a script before it is imported: see loader.ts. Vite's own preloading, half a
 * kilobyte before the first picture for scripts that follow later, is left out.
 */
export const checkedImports = (): Plugin => ({
  name: "checked-imports",
  enforce: "pre",
  apply: "build",
  load: (id) =>
    id.endsWith("vite/preload-helper.js")
      ? "export const __vitePreload = (load) => load();"
      : undefined,
  renderChunk: (code) =>
    code.replace(
      /\bimport\((["'`])\.\/([^"'`]+)\1\)/g,
      (call, quote: string, file: string) =>
        `(globalThis.attentionScaleLoader?.bring(${quote}${file}${quote})??Promise.resolve()).then(()=>${call})`,
    ),
});

/** The scripts beside it that a script imports when it starts. */
const importsOf = (code: string) =>
  [...code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name]) => name);

/** What the loader pins: the scripts and binaries of the hosted page, and the two files with everything inside, all built before. */
export const pinnedFiles = (): Plugin =>
  virtual("pinned-files", [], () => {
    const assets = pinnedAssets();
    const paths = [...assets.map((file) => `assets/${file}`), "embed.js", "attention-scale.html"];
    const hashes = paths.map((path) => [basename(path), integrityOf(`dist/${path}`)]);
    const imports = assets
      .map((file) => [file, importsOf(readFileSync(inProject("dist/assets", file), "utf8"))])
      .filter(([, names]) => names?.length);
    const named = (kind: RegExp) => {
      const file = assets.find((name) => kind.test(name));
      if (file === undefined) throw new Error(`No file of assets/ is named as ${kind}.`);
      return file;
    };
    return JSON.stringify({
      hashes: Object.fromEntries(hashes),
      imports: Object.fromEntries(imports),
      page: named(/^hosted-(?!files)/),
      guest: named(/^guest-/),
      binary: named(/_first-.*\.wasm$/),
    });
  });
