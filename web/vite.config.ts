/**
 * The editions of the page, one a mode (see web/tools/page.mjs):
 *   engine  dist/engine.js             the typed engine for Node and bundlers, its binary inside
 *   still   build/still/still.mjs      draws the still picture of the first screen, run by Node during the build
 *   page    dist/index.html + assets/  the hosted page: small files, the binary compiled while it arrives
 *   offline dist/service-worker.js     stores the hosted page, after which it opens without a network
 *   single  dist/attention-scale.html  everything in one file with a classic script: works from file://
 *   worker  build/worker/worker.js     the worker, for the embed to hold
 *   embed   dist/embed.js              one classic script that defines <attention-scale>, and is its own worker
 */
import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import {
  classicScript,
  EARLY,
  engineGlue,
  formulas,
  icons,
  mathFont,
  notices,
  precacheManifest,
  startEarly,
  still,
  stillPictures,
  wasmBase64,
  workerInside,
} from "./tools/vite-plugins.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const dist = at("../dist");

/** What an edition with everything inside takes, and what the hosted page takes instead. */
const inline = {
  "edition:engine": at("src/engine/inside.ts"),
  "edition:worker": at("src/lab/worker-inline.ts"),
  "edition:later": at("src/editions/later-inline.ts"),
  "edition:source": at("src/export/source-own.ts"),
  "edition:offline": at("src/editions/offline/none.ts"),
  "edition:still": at("src/editions/still-none.ts"),
};
const beside = {
  "edition:engine": at("src/engine/beside.ts"),
  "edition:worker": at("src/lab/worker-url.ts"),
  "edition:later": at("src/editions/later.ts"),
  "edition:source": at("src/export/source-beside.ts"),
  "edition:offline": at("src/editions/offline/install.ts"),
  "edition:still": at("src/editions/still-none.ts"),
};
/** The embed: everything inside, but its worker comes out of its own file. */
const own = {
  ...inline,
  "edition:worker": at("src/lab/worker-own.ts"),
  "edition:source": at("src/export/source-embed.ts"),
};

function base(alias: Record<string, string>): UserConfig {
  const plugins = () => [engineGlue(), wasmBase64(), ...formulas(), mathFont()];
  return {
    root: at("."),
    base: "./",
    publicDir: false,
    logLevel: "warn",
    resolve: {
      alias: {
        "wasm-glue": at("../build/wasm/engine/attention_scale.mjs"),
        "wasm-binary-url": `${at("../build/wasm/engine/attention_scale.wasm")}?url`,
        "first-glue": at("../build/wasm/engine/attention_scale_first.mjs"),
        "first-binary-url": `${at("../build/wasm/engine/attention_scale_first.wasm")}?url`,
        ...alias,
      },
    },
    plugins: plugins(),
    worker: { format: "es", plugins },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  };
}

function library(
  name: string,
  entry: string,
  format: "es" | "iife",
  config = base(inline),
): UserConfig {
  return {
    ...config,
    worker: { ...config.worker, format: "iife" },
    build: {
      ...config.build,
      lib: {
        entry: at(entry),
        name: "attentionScale",
        formats: [format],
        fileName: () => `${name}.js`,
      },
    },
  };
}

const editions: Record<string, () => UserConfig> = {
  engine: () => library("engine", "src/engine/index.ts", "es"),
  worker: () => {
    const config = library("worker", "src/lab/worker.ts", "iife");
    return { ...config, build: { ...config.build, outDir: at("../build/worker") } };
  },
  embed: () => {
    const { "edition:still": _, ...parts } = own;
    const config = library("embed", "src/editions/embed.ts", "iife", base(parts));
    const plugins = [stillPictures(), workerInside(), notices()];
    return { ...config, plugins: [...(config.plugins ?? []), ...plugins] };
  },
  offline: () => ({
    ...library("service-worker", "src/editions/offline/service-worker.ts", "iife"),
    plugins: [precacheManifest()],
    // Workbox leaves its hints to developers out.
    define: { "process.env.NODE_ENV": '"production"' },
  }),
  still: () => ({
    ...base(inline),
    build: {
      ...base(inline).build,
      ssr: at("src/editions/still.ts"),
      outDir: at("../build/still"),
      rollupOptions: { output: { entryFileNames: "still.mjs" } },
    },
    ssr: { noExternal: true },
  }),
  page: () => {
    const config = base(beside);
    const plugins = [...(config.plugins ?? []), still(), icons("beside"), startEarly()];
    const rolldownOptions = { output: { codeSplitting: { groups: [EARLY] } } };
    return {
      ...{ ...config, publicDir: at("public"), plugins },
      build: { ...config.build, rolldownOptions },
    };
  },
  single: () => {
    const config = base(inline);
    return {
      ...config,
      worker: { ...config.worker, format: "iife" },
      plugins: [
        ...(config.plugins ?? []),
        ...[still(), icons("inside"), viteSingleFile(), classicScript(), notices()],
      ],
      build: {
        ...config.build,
        // Beside the hosted page's index.html, so it is written elsewhere first.
        outDir: at("../build/single"),
        rollupOptions: { output: { format: "iife" } },
      },
    };
  },
};

export default defineConfig(({ mode }) => {
  const edition = editions[mode];
  if (edition === undefined) {
    throw new Error(
      `Unknown edition "${mode}": it must be one of ${Object.keys(editions).join(", ")}.`,
    );
  }
  return edition();
});
