import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { ALL } from "../tests/all.ts";
import { formulas, mathFont } from "./tools/math-font.ts";
import { engineGlue, ramps, wasmBase64 } from "./tools/vite-plugins.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** They watch how the engine is loaded, so that nothing may have loaded it before. */
const WATCHING = ["tests/engine/memory.test.ts", "tests/engine/simd.test.ts"];

/**
 * A part in a copy of the sources, which builds three editions anew, and the tests of the
 * inspection of pictures.
 */
const LONG = ["tests/browser/toy-part.test.ts", "tests/browser/look-inspect.test.ts"];

/**
 * tests/engine runs on the built package, tests/web on the sources, tests/browser on the built page
 * in a browser, tests/blogs on what real blog engines make of it, tests/package on what npm packs;
 * tests/bench has those of the benchmark itself, tests/nightly what takes minutes.
 */
export default defineConfig({
  root: at(".."),
  plugins: [engineGlue(), wasmBase64(), formulas(), mathFont(), ramps()],
  resolve: {
    alias: {
      "wasm-glue": at("../build/wasm/engine/attention_scale.mjs"),
      "layers-glue": at("../build/wasm/engine/attention_scale_layers.mjs"),
      "language-glue": at("../build/wasm/engine/attention_scale_language.mjs"),
    },
  },
  test: {
    testTimeout: 240_000,
    hookTimeout: 240_000,
    setupFiles: [at("../tests/words.ts")],
    // A busy machine takes its time to start an engine; only the last answer counts.
    expect: { poll: { timeout: 15_000 } },
    // Two cores are the machine to expect. A test of a page waits for frames and answers part of
    // its time.
    maxWorkers: 3,
    maxConcurrency: 3,
    projects: [
      {
        extends: true,
        test: { name: "node", include: ["tests/{web,bench}/**/*.test.ts", ...WATCHING] },
      },
      {
        extends: true,
        test: {
          name: "engine",
          include: ["tests/engine/**/*.test.ts"],
          exclude: WATCHING,
          // To load the engine takes longer than most of these files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/{browser,blogs,package}/**/*.test.ts"],
          exclude: ALL ? [] : LONG,
          // The files of a worker share its Chromium: see tests/browser/browser.ts.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      // Apart from `npm test`, which names the folders of its suites.
      { extends: true, test: { name: "sites", include: ["tests/sites/*.test.ts"] } },
      { extends: true, test: { name: "nightly", include: ["tests/nightly/*.test.ts"] } },
    ],
  },
});
