/** The Vite plugins for dist/loader.js: the files it may bring with their hashes, and the imports of those files. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "vite";
import { plainName } from "./first-view.mjs";
import { integrityOf, integrityOfText, pinnedAssets } from "./integrity.mjs";
import { inProject } from "./run.mjs";
import { virtual } from "./virtual.ts";
import { ascii } from "./vite-plugins.ts";

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
  [...code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(
    ([, name = ""]) => name,
  );

/** These files and all that they import. */
function withImports(names: readonly string[], imports: Readonly<Record<string, string[]>>) {
  const found = new Set(names);
  for (const name of found) for (const other of imports[name] ?? []) found.add(other);
  return found;
}

/**
 * What the loader pins, all built before: the files and the words of a figure of the first chapter, embed.js, and a list of all others, which it
 * fetches when the first of them is needed.
 */
export function pinnedFiles(): Plugin {
  const LIST = "assets/pins.json";
  let list = "";
  const make = () => {
    const assets = pinnedAssets();
    const imports = Object.fromEntries(
      assets.map((file) => [file, importsOf(readFileSync(inProject("dist/assets", file), "utf8"))]),
    );
    const named = (kind: RegExp) => {
      const file = assets.find((name) => kind.test(plainName(name)));
      if (file === undefined) throw new Error(`No file of assets/ is named as ${kind}.`);
      return file;
    };
    const [page, guest, binary] = [
      named(/^hosted\.js$/),
      named(/^guest\.js$/),
      named(/_first\.wasm$/),
    ];
    const words = assets.filter((file) => /^words-\w+\.js$/.test(plainName(file)));
    const first = withImports([guest, binary, ...words], imports);
    const pin = (files: Iterable<string>) =>
      Object.fromEntries(
        [...files].map((file) => {
          const path = assets.includes(file) ? `dist/assets/${file}` : `dist/${file}`;
          return [file, [integrityOf(path), ...(imports[file] ?? [])]];
        }),
      );
    const later = assets.filter((file) => !first.has(file));
    list = JSON.stringify(pin([...later, "attention-scale.html"]));
    const pins = { ...pin([...first, "embed.js"]), [basename(LIST)]: [integrityOfText(list)] };
    return JSON.stringify({ pins, page, guest, binary });
  };
  return {
    ...virtual("pinned-files", [], make),
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === "chunk") part.code = ascii(part.code);
      this.emitFile({ type: "asset", fileName: LIST, source: list });
    },
  };
}
