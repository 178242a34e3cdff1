/** The notebooks of the parts: valid, with the words of the part, and run by Jupyter they print what the program prints, and plot it. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { notebookOf } from "../../web/src/export/notebook.js";
import { folderOf, hasProgram, needsTorch, programOf } from "../../web/src/export/program.js";
import type { Inputs, Offered } from "../../web/src/page/inputs.js";
import type { Section, Words } from "../../web/src/part-kit/part-view.js";
import { PARTS } from "../../web/src/parts/index.js";
import { type Language, type PartName, readFragment } from "../../web/src/state/state.js";
import { rich } from "../../web/src/text/rich.js";
import { wordsOf } from "../../web/src/text/words.js";
import { findNumPy } from "../../web/tools/requirements.mjs";
import { ALL } from "../all.js";

const sections = import.meta.glob<Section<Words>>("../../web/src/parts/*/section.ts", {
  import: "section",
});

const FEW =
  "#draws=20&samples=300&sampledim=7&encoders=3&layers=2&gridsteps=2&dim=32&tokens=4&batch=4&second=我+很+好";

async function offeredOf(part: PartName, language: Language): Promise<Offered> {
  const section = await sections[`../../web/src/parts/${part}/section.ts`]?.();
  const words = section && wordsOf<Words>(part)[language];
  const run = { done: 2, total: null, what: "steps", stopped: true };
  const inputs: Inputs = {
    ...{ state: readFragment(FEW).state, words: ["I", "am", "good"] },
    ...(needsTorch(part) ? { run } : {}),
  };
  const exported = {
    ...{ title: "A figure", alt: "", finding: "Found.", tables: [] },
    scene: () => ({ width: 0, height: 0, shapes: [] }),
  };
  const told = {
    heading: words?.heading ?? "Words",
    text: words?.text ?? [],
    formulas: section?.formulas ?? ["attentionDisplay"],
  };
  return { id: part, part, exported, inputs, told };
}

const LINK = "https://a.example/#dim=32";

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly plots: number;
}

/** PNGs of the plots are left in build/notebooks. */
function run(name: string, notebooks: readonly string[]): readonly Ran[] {
  const plots = `${process.cwd()}/build/notebooks/${name}`;
  mkdirSync(plots, { recursive: true });
  const { stdout, stderr, status } = spawnSync(
    findNumPy() ?? "python3",
    [`${process.cwd()}/tests/web/run_notebooks.py`, plots],
    {
      // The program of the trained model reads its files from the folder it runs in.
      ...{ input: JSON.stringify(notebooks), encoding: "utf8", cwd: "dist", maxBuffer: 2 ** 28 },
      env: { ...process.env, OPENBLAS_NUM_THREADS: "1", IPYTHONDIR: `${plots}/ipython` },
    },
  );
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const parts = PARTS.map(({ name }) => name).filter(
  (name) => folderOf(name) === name && hasProgram("numpy", name),
);

describe.each(parts)("the notebook of %s", (part) => {
  it.skipIf(!ALL && part !== "saturation")(
    "runs from its first cell to its last, prints what the program prints, and plots it",
    async () => {
      const offered = await offeredOf(part, "zh");
      const { state, words, run: partial } = offered.inputs;
      const [ran] = run(part, [await notebookOf(offered, "zh", LINK)]);
      const program = await programOf("numpy", part, state, words, part, partial?.done);
      const { stdout } = spawnSync(findNumPy() ?? "python3", ["-"], {
        ...{ input: program, encoding: "utf8", cwd: "dist", maxBuffer: 2 ** 28 },
        env: { ...process.env, PYTHONIOENCODING: "utf-8", OPENBLAS_NUM_THREADS: "1" },
      });
      expect(ran?.stderr).toBe("");
      expect(ran?.stdout).toBe(stdout);
      expect(ran?.plots).toBeGreaterThan(0);
    },
    600_000,
  );
});

describe("a notebook", () => {
  const cellsOf = async (offered: Offered, language: Language) =>
    JSON.parse(await notebookOf(offered, language, LINK)).cells as {
      id: string;
      cell_type: string;
      source: string[];
      metadata: { tags?: string[] };
    }[];

  it.each(["en", "zh"] as const)(
    "holds the part's words, its formulas and the link (%s)",
    async (language) => {
      const offered = await offeredOf("variance", language);
      const [first] = await cellsOf(offered, language);
      const text = first?.source.join("") ?? "";
      expect(text).toContain(`# ${offered.told.heading}\n`);
      expect(text).toContain("$d_k\\,\\sigma^4$");
      expect(text).toContain("$$\\mathrm{E}(q_i k_i)=");
      expect(text).toContain(`(<${LINK}>)`);
    },
  );

  it("has one cell with the reader's values, which tools find by its tag", async () => {
    const cells = await cellsOf(await offeredOf("variance", "en"), "en");
    const tagged = cells.filter(({ metadata }) => metadata.tags?.includes("parameters"));
    expect(tagged).toHaveLength(1);
    expect(tagged[0]?.source).toEqual(
      expect.arrayContaining(["samples = 300\n", "sampledim = 7\n", "dim = 32\n"]),
    );
  });

  it("takes no word of a reader for markup", async () => {
    const offered = await offeredOf("variance", "en");
    const typed = { word: "<b>$x$" };
    const text = [rich("2 * 3 [-a_b*-][={word}=][:seed=13:]$sigma2$", typed)];
    const [first] = await cellsOf({ ...offered, told: { ...offered.told, text } }, "en");
    expect(first?.source.join("")).toContain(
      "2 \\* 3 **a\\_b\\***" + "**\\<b\\>\\$x\\$**" + "`seed=13`$\\sigma^2$",
    );
  });
});
