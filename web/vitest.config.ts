import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { ALL } from "../tests/all.ts";
import { formulas, mathFont } from "./tools/math-font.ts";
import { engineGlue, ramps, recordedAnswers, wasmBase64 } from "./tools/vite-plugins.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** They watch how the engine is loaded, so that nothing may have loaded it before. */
const WATCHING = ["tests/engine/memory.test.ts", "tests/engine/simd.test.ts"];

const MONKEY = "tests/browser/monkey.test.ts";
const LOOK = "tests/browser/look.test.ts";

/**
 * A part in a copy of the sources, which builds three editions anew, and the tests of the
 * inspection of pictures.
 */
const LONG = ["tests/browser/toy-part.test.ts", "tests/browser/look-inspect.test.ts"];

/** The order of projects: those of one number run together, after those of smaller ones. */
const ORDER = { node: 0, browser: 1, alone: 2 };

/** The files of a worker share its Chromium: see tests/browser/browser.ts. */
function browserProject(
  name: string,
  include: string,
  exclude: string[] = [],
  order = ORDER.browser,
) {
  const sequence = { groupOrder: order };
  return {
    extends: true as const,
    test: { name, include: [include], exclude, isolate: false, sequence },
  };
}

/**
 * The suites of `npm test` by their names, and sites, others and nightly, which take minutes.
 */
const projects = [
  { extends: true as const, test: { name: "web", include: ["tests/web/*.test.ts"] } },
  { extends: true as const, test: { name: "bench", include: ["tests/bench/*.test.ts"] } },
  {
    extends: true as const,
    test: {
      name: "engine",
      include: ["tests/engine/*.test.ts"],
      exclude: WATCHING,
      // To load the engine takes longer than most of these files.
      isolate: false,
    },
  },
  { extends: true as const, test: { name: "engine-apart", include: WATCHING } },
  browserProject("browser", "tests/browser/*.test.ts", [MONKEY, LOOK, ...(ALL ? [] : LONG)]),
  browserProject("monkey", MONKEY),
  browserProject("blogs", "tests/blogs/*.test.ts"),
  browserProject("package", "tests/package/*.test.ts"),
  // Each picture must be painted within a second, which other tests would delay.
  browserProject("look", LOOK, [], ORDER.alone),
  { extends: true as const, test: { name: "sites", include: ["tests/sites/*.test.ts"] } },
  { extends: true as const, test: { name: "others", include: ["tests/others/*.test.ts"] } },
  { extends: true as const, test: { name: "nightly", include: ["tests/nightly/*.test.ts"] } },
];

/**
 * tests/engine runs on the built package, tests/web on the sources, tests/browser on the built page
 * in a browser, tests/blogs on what real blog engines make of it, tests/package on what npm packs;
 * tests/bench has those of the benchmark itself, tests/others asks other programs, tests/nightly has
 * what takes minutes.
 */
export default defineConfig({
  root: at(".."),
  plugins: [engineGlue(), wasmBase64(), formulas(), mathFont(), ramps(), recordedAnswers()],
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
    projects,
  },
});
