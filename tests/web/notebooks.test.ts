/**
 * What a notebook holds. tests/browser/download-parts.test.ts has those that the built page makes.
 */
import { describe, expect, it } from "vitest";
import { notebookOf } from "../../web/src/export/notebook.js";
import { programOf } from "../../web/src/export/program.js";
import { PARTS } from "../../web/src/keys/index.js";
import type { Inputs, Offered } from "../../web/src/page/inputs.js";
import type { Words } from "../../web/src/part-kit/part-view.js";
import { type Language, type PartName, readFragment } from "../../web/src/state/state.js";
import { rich } from "../../web/src/text/rich.js";
import { unmarked } from "../../web/src/text/typeset.js";
import { textsOf } from "../../web/src/text/words.js";
import { runNotebook } from "./jupyter.js";
import { expectNotebook, sectionOf } from "./notebook-parts.js";

const FEW = "#samples=300&sampledim=7&dim=32&second=我+很+好";

async function offeredOf(part: PartName, language: Language): Promise<Offered> {
  const section = await sectionOf(part);
  const words = section && textsOf<Words>(part)[language];
  const inputs: Inputs = { state: readFragment(FEW).state, words: ["I", "am", "good"] };
  const exported = {
    title: "A figure",
    alt: "",
    finding: "Found.",
    tables: [],
    scene: () => ({ width: 0, height: 0, shapes: [] }),
  };
  const partText = {
    heading: words?.heading ?? "Words",
    text: [...(words?.text ?? []), ...(words?.further?.text ?? [])],
    formulas:
      section === undefined
        ? ["attentionDisplay"]
        : [...section.formulas, ...(section.furtherFormulas ?? [])],
  };
  return { id: part, part, exported, inputs, partText };
}

const LINK = "https://a.example/#dim=32";

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
      expect(text).toContain(`# ${unmarked(offered.partText.heading)}\n`);
      expect(text).toContain("$d_k\\,\\sigma^4$");
      expect(text).toContain("$$\\mathrm{E}(q_i k_i)=");
      expect(text).toContain(`(<${LINK}>)`);
    },
  );

  it.each(PARTS.map(({ name }) => name))(
    "of %s has the part's formulas, and the program in cells",
    async (part) => {
      const offered = await offeredOf(part, "en");
      const { state, words } = offered.inputs;
      const program = await programOf(part, state, words, part);
      await expectNotebook(part, await notebookOf(offered, "en", LINK), program);
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
    const [first] = await cellsOf({ ...offered, partText: { ...offered.partText, text } }, "en");
    expect(first?.source.join("")).toContain(
      "2 \\* 3 **a\\_b\\***" + "**\\<b\\>\\$x\\$**" + "`seed=13`$\\sigma^2$",
    );
  });

  it("draws any words in silence: what no font has as its number, and dollars as no formula", async () => {
    const offered = await offeredOf("cross", "en");
    const words = ["$x_{$", "\u{10FFFD}", "good"];
    const inputs = { ...offered.inputs, words };
    const { stderr, plots } = runNotebook(
      "any-words",
      await notebookOf({ ...offered, inputs }, "en", LINK),
    );
    expect([stderr, plots]).toEqual(["", 1]);
  });
});
