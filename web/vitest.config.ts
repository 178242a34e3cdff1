import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { ALL } from "../tests/all.ts";
import { filesIn } from "./tools/fingerprint.mjs";
import { formulas, mathFont } from "./tools/math-font.ts";
import { inProject } from "./tools/run.mjs";
import { engineGlue, ramps, recordedAnswers, wasmBase64 } from "./tools/vite-plugins.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** They watch how the engine is loaded, so that nothing may have loaded it before. */
const WATCHING = ["tests/engine/memory.test.ts", "tests/engine/simd.test.ts"];

/**
 * Files of tests/web that put doubles in the place of modules, globals or the edition before their
 * first test: what others have loaded would be without them.
 */
const WITH_DOUBLES = filesIn("tests/web").filter(
  (file) =>
    file.endsWith(".test.ts") &&
    /^vi\.(mock|stubGlobal)|provideEdition|section-pages|worker-double/m.test(
      readFileSync(inProject(file), "utf8"),
    ),
);

const MONKEY = "tests/browser/monkey.test.ts";
const LOOK = "tests/browser/look.test.ts";

/**
 * A part in a copy of the sources, which builds three editions anew, and the tests of the
 * inspection of pictures.
 */
const LONG = ["tests/browser/toy-part.test.ts", "tests/browser/look-inspect.test.ts"];

/** Those of one number run together, after those of smaller ones. */
const ORDER = { together: 0, alone: 1 };

/** The files of a worker share its Chromium: see tests/browser/browser.ts. */
function browserProject(
  name: string,
  include: string,
  exclude: string[] = [],
  order = ORDER.together,
) {
  const sequence = { groupOrder: order };
  return {
    extends: true as const,
    test: { name, include: [include], exclude, isolate: false, sequence },
  };
}

/**
 * The suites of `npm test` by their names, and sites, others and nightly, which take minutes. They
 * start in this order: those of a browser, whose files take longest, first, so that the many short
 * ones fill up the end.
 */
const projects = [
  browserProject("browser", "tests/browser/*.test.ts", [MONKEY, LOOK, ...(ALL ? [] : LONG)]),
  browserProject("monkey", MONKEY),
  browserProject("blogs", "tests/blogs/*.test.ts"),
  browserProject("package", "tests/package/*.test.ts"),
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
  { extends: true as const, test: { name: "web-apart", include: WITH_DOUBLES } },
  { extends: true as const, test: { name: "bench", include: ["tests/bench/*.test.ts"] } },
  {
    extends: true as const,
    test: {
      name: "web",
      include: ["tests/web/*.test.ts"],
      exclude: WITH_DOUBLES,
      // To import the words, the parts and an engine takes longer than most of these files.
      isolate: false,
    },
  },
  // Each picture must be painted within a second, which other tests would delay.
  browserProject("look", LOOK, [], ORDER.alone),
  { extends: true as const, test: { name: "sites", include: ["tests/sites/*.test.ts"] } },
  { extends: true as const, test: { name: "others", include: ["tests/others/*.test.ts"] } },
  { extends: true as const, test: { name: "nightly", include: ["tests/nightly/*.test.ts"] } },
];

/** Files in the order of their projects above; Vitest takes the names of projects. */
class InOrderOfProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ project }: TestSpecification) =>
      projects.findIndex(({ test }) => test.name === project.name);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}

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
    sequence: { sequencer: InOrderOfProjects },
    projects,
  },
});
