/**
 * What is built, one Vite mode each (web/tools/page.mjs runs them):
 * - `engine`: dist/engine.js, the typed engine for Node and bundlers, its binary inside;
 * - `still`: build/still/still.mjs, which draws still pictures with Node, during the build and for
 *   `npm run still`;
 * - `hosted`: dist/index.html and assets/, the hosted edition: small files, the binary compiled
 *   while it arrives;
 * - `offline`: dist/service-worker.js, which stores the hosted page; after that it opens without a
 *   network;
 * - `worker`: build/worker/worker.js, the worker, which the embed contains;
 * - `frame`: dist/frame.js, for the page around a frame: gives it its height and tells it the light;
 * - `widget`: build/widget/widget.js, the end of dist/widget.js, which speaks with notebooks;
 * - `course`: build/course/course.js, which reports a lesson to a course, for the packages in
 *   dist/courses;
 * - `embed`: dist/embed.js, the embed edition: one classic script that defines <attention-scale>
 *   and is its own worker; and dist/attention-scale.html, the page in one file around that script,
 *   which works from file://;
 * - `loader`: dist/loader.js, which brings the hosted page's scripts into a page of others, or the
 *   embed; and what holds the finished embed or page: dist/widget.js and
 *   dist/pieces/python/attention_scale.py.
 */
import { fileURLToPath } from "node:url";
import { defineConfig, type PluginOption, type UserConfig } from "vite";
import { ownBuiltIns } from "./tools/built-ins.ts";
import { checkedImports, pinnedFiles } from "./tools/loader-plugins.ts";
import { formulas, mathFont } from "./tools/math-font.ts";
import { ownNamespaces } from "./tools/namespaces.ts";
import { LICENCES } from "./tools/notices.mjs";
import { chunkName, FIRST_SCRIPTS, PART_SCRIPTS, PROGRAM_SCRIPTS } from "./tools/scripts.ts";
import {
  chapterPages,
  documents,
  embedFiles,
  engineGlue,
  precacheManifest,
  pythonFiles,
  pythonParts,
  ramps,
  recordedAnswers,
  startEarly,
  still,
  stillPictures,
  tightTemplates,
  wasmBase64,
  workerSource,
} from "./tools/vite-plugins.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const dist = at("../dist");

function base(): UserConfig {
  const plugins = () => [
    ownNamespaces(),
    ownBuiltIns(),
    engineGlue(),
    ...wasmBase64(),
    ...formulas(),
    mathFont(),
    ramps(),
    recordedAnswers(),
    pythonParts(),
  ];
  return {
    root: at("."),
    base: "./",
    publicDir: false,
    logLevel: "warn",
    resolve: {
      alias: {
        "wasm-glue": at("../build/wasm/engine/attention_scale.mjs"),
        "wasm-binary-url": `${at("../build/wasm/engine/attention_scale.wasm")}?url`,
        "layers-glue": at("../build/wasm/engine/attention_scale_layers.mjs"),
        "layers-binary-url": `${at("../build/wasm/engine/attention_scale_layers.wasm")}?url`,
        "language-glue": at("../build/wasm/engine/attention_scale_language.mjs"),
        "language-binary-url": `${at("../build/wasm/engine/attention_scale_language.wasm")}?url`,
        "first-glue": at("../build/wasm/engine/attention_scale_first.mjs"),
        "first-binary-url": `${at("../build/wasm/engine/attention_scale_first.wasm")}?url`,
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
      license: { fileName: LICENCES },
    },
  };
}

/** One script from one entry, with everything inside. */
function script(name: string, entry: string, format: "es" | "iife", ...plugins: PluginOption[]) {
  const config = base();
  const lib = { entry: at(entry), name: "attentionScale", formats: [format] };
  return {
    ...config,
    plugins: [...(config.plugins ?? []), ...plugins],
    build: {
      ...config.build,
      lib: { ...lib, fileName: () => `${name}.js` },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  };
}

const modes: Record<string, () => UserConfig> = {
  engine: () => script("engine", "src/engine/index.ts", "es"),
  still: () => ({
    ...base(),
    build: {
      ...base().build,
      ssr: at("src/entries/still.ts"),
      outDir: at("../build/still"),
      rollupOptions: { output: { entryFileNames: "still.mjs" } },
    },
    ssr: { noExternal: true },
  }),
  hosted: () => {
    const config = base();
    const plugins = [
      ...(config.plugins ?? []),
      chapterPages(),
      still(),
      startEarly(),
      checkedImports(),
      tightTemplates(),
    ];
    const rolldownOptions = {
      input: documents.map((document) => at(document)),
      output: {
        chunkFileNames: chunkName,
        codeSplitting: { groups: [...FIRST_SCRIPTS, ...PART_SCRIPTS, ...PROGRAM_SCRIPTS] },
      },
    };
    return {
      ...config,
      publicDir: at("public"),
      plugins,
      build: { ...config.build, rolldownOptions, modulePreload: false },
    };
  },
  offline: () => ({
    ...script(
      "service-worker",
      "src/entries/offline/service-worker.ts",
      "iife",
      precacheManifest(),
    ),
    // Workbox leaves its hints to developers out.
    define: { "process.env.NODE_ENV": '"production"' },
  }),
  worker: () => {
    const config = script("worker", "src/entries/inside-worker.ts", "iife");
    return { ...config, build: { ...config.build, outDir: at("../build/worker") } };
  },
  frame: () => script("frame", "src/entries/frame.ts", "iife"),
  widget: () => {
    const config = script("widget", "src/entries/widget.ts", "es");
    return { ...config, build: { ...config.build, outDir: at("../build/widget") } };
  },
  course: () => {
    const config = script("course", "src/entries/course.ts", "iife");
    return { ...config, build: { ...config.build, outDir: at("../build/course") } };
  },
  embed: () => {
    const config = base();
    const plugins = [...(config.plugins ?? []), stillPictures(), workerSource(), embedFiles()];
    const entry = {
      page: at("src/entries/embed.ts"),
      worker: at("src/entries/inside-worker.ts"),
      "cannot-run": at("src/entries/cannot-run.ts"),
    };
    return {
      ...config,
      plugins,
      // Emscripten's glue asks for Node, for which Parcel would install a polyfill into the host.
      define: { process: "undefined" },
      build: {
        ...config.build,
        lib: { entry, formats: ["cjs"], fileName: (_, name) => `${name}.js` },
        rolldownOptions: { output: { chunkFileNames: "[name].js" } },
      },
    };
  },
  loader: () => script("loader", "src/entries/loader.ts", "iife", pinnedFiles(), pythonFiles()),
};

export default defineConfig(({ mode }) => {
  const config = modes[mode];
  if (config === undefined) {
    throw new Error(`Unknown mode "${mode}": it must be one of ${Object.keys(modes).join(", ")}.`);
  }
  return config();
});
