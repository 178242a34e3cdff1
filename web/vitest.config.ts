import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { engineGlue, formulas, mathFont, wasmBase64 } from "./tools/vite-plugins.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** tests/engine runs on the built package, tests/web on the sources, tests/browser on the built page in a
 * browser, tests/blogs on what real blog engines make of it, tests/package on what npm packs; tests/bench has those of
 * the benchmark itself. */
export default defineConfig({
  root: at(".."),
  plugins: [engineGlue(), wasmBase64(), formulas(), mathFont()],
  resolve: {
    alias: {
      "wasm-glue": at("../build/wasm/engine/attention_scale.mjs"),
      "edition:engine": at("src/engine/inside.ts"),
      "edition:later": at("src/editions/embed-later.ts"),
      "edition:files": at("../tests/web/worker-double.ts"),
    },
  },
  test: {
    include: ["tests/{engine,web,browser,blogs,package,bench}/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine takes its time to start an engine; what is right at last is right.
    expect: { poll: { timeout: 15_000 } },
    // Two cores are the machine to expect; a browser takes one of them.
    maxWorkers: 2,
    // A test that looks at a page waits for frames much of its time.
    maxConcurrency: 3,
  },
});
