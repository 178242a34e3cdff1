/**
 * The Vite plugins for dist/loader.js: the files it may bring with their hashes, and the imports of
 * those files.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "vite";
import { LANGUAGES, LISTED } from "../src/state/language.ts";
import { plainName } from "./first-view.mjs";
import { integrityOf, integrityOfText, pinnedAssets } from "./integrity.mjs";
import { inProject } from "./run.mjs";
import { importsOf, withReplacedImports } from "./syntax.ts";
import { virtual } from "./virtual.ts";
import { ascii } from "./vite-plugins.ts";

/**
 * In a page of others the loader fetches and checks a script before it is imported: see loader.ts.
 * Vite's own preloading, half a kilobyte before the first picture for scripts that follow later, is
 * left out.
 * @throws where an import would stay unchecked, since it is written in another way
 */
export function checkedImports(): Plugin {
  let preloadingLeftOut = false;
  return {
    name: "checked-imports",
    enforce: "pre",
    apply: "build",
    load(id) {
      if (!id.endsWith("vite/preload-helper.js")) return undefined;
      preloadingLeftOut = true;
      return "export const __vitePreload = (load) => load();";
    },
    renderChunk(code, { fileName, dynamicImports }) {
      if (!preloadingLeftOut) {
        throw new Error(
          "Vite has no module vite/preload-helper.js, as that of Vite 8.3 has: checkedImports must follow.",
        );
      }
      const found = new Set<string>();
      const checked = withReplacedImports(fileName, code, (call, file) => {
        found.add(file);
        return `(globalThis.attentionScaleLoader?.bring(${JSON.stringify(file)})??Promise.resolve()).then(()=>${call})`;
      });
      const unchecked = dynamicImports.map((file) => basename(file)).filter((it) => !found.has(it));
      if (unchecked.length > 0) {
        throw new Error(
          `${fileName} imports ${unchecked.join(", ")} otherwise than by import("./…"), which Rolldown of Vite 8.3 writes: checkedImports must follow.`,
        );
      }
      return checked;
    },
  };
}

/** The scripts beside it that a script imports before it starts. */
function scriptsBeside(file: string, code: string): string[] {
  const addresses = importsOf(file, code);
  const beside = addresses.filter((address) => /^\.\/.*\.js$/.test(address));
  return beside.map((address) => address.slice("./".length));
}

/** Adds these files and all that they import. */
function withImports(names: readonly string[], imports: Readonly<Record<string, string[]>>) {
  const found = new Set(names);
  for (const name of found) for (const other of imports[name] ?? []) found.add(other);
  return found;
}

/**
 * What the loader pins, all built before: the files and the words of a figure of the first chapter,
 * embed.js, and a list of all others, which it fetches when the first of them is needed.
 */
export function pinnedFiles(): Plugin {
  const LIST = "assets/pins.json";
  let list = "";
  const make = () => {
    const assets = pinnedAssets();
    const scripts = assets.filter((file) => file.endsWith(".js"));
    const imports = Object.fromEntries(
      scripts.map((file) => [
        file,
        scriptsBeside(file, readFileSync(inProject("dist/assets", file), "utf8")),
      ]),
    );
    const named = (kind: RegExp) => {
      const file = assets.find((name) => kind.test(plainName(name)));
      if (file === undefined) throw new Error(`No file of assets/ is named as ${kind}.`);
      return file;
    };
    const page = named(/^hosted\.js$/);
    const guest = named(/^guest\.js$/);
    const binary = named(/_first\.wasm$/);
    // Those of a language that has only the first chapter are in the list.
    const whole = LANGUAGES.filter((language) => LISTED[language].partial !== true);
    const words = whole.map((language) => named(new RegExp(`^words-${language}\\.js$`)));
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
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk") part.code = ascii(part.code);
      }
      this.emitFile({ type: "asset", fileName: LIST, source: list });
    },
  };
}
