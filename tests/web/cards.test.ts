/** The pictures that a shared link shows, and what a document says of them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cardChapters } from "../../web/src/entries/cards.js";
import * as still from "../../web/src/entries/still.js";
import { CHAPTERS } from "../../web/src/keys/part.js";
import { LANGUAGES } from "../../web/src/state/language.js";
import { cardName } from "../../web/src/text/documents.js";
import { cardNotes } from "../../web/tools/card-notes.mjs";
import { addressOption } from "../../web/tools/options.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { withCard } from "../../web/tools/vite-plugins.js";
import { engine } from "../loaded-engine.js";
import { prepareWorkers } from "./worker-double.js";

prepareWorkers("is refused", engine);

const names = LANGUAGES.flatMap((language) =>
  cardChapters(language).map((chapter) => cardName(chapter, language)),
);

describe("the picture of a link", () => {
  it("is there for every chapter in English and Chinese, of the first in every language, in the size that is told", () => {
    expect(names).toHaveLength(2 * CHAPTERS.length + LANGUAGES.length - 2);
    expect(Object.keys(cardNotes()).sort()).toEqual([...names].sort());
    for (const name of names) {
      const picture = readFileSync(inProject(`web/public/${name}`));
      expect([name, picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([name, 1200, 630]);
      expect(cardNotes()[name]?.alt.length).toBeGreaterThan(20);
    }
  });

  it("has a whole address where the build knows its own, else one beside the document", () => {
    const [first, second] = CHAPTERS;
    const head = "<head>\n    <!-- card -->\n  </head>";
    const address = addressOption(["--address", "https://example.org/a"]);
    const whole = withCard(head, second, address);
    expect(whole).toContain('property="og:image" content="https://example.org/a/preview-why.png"');
    expect(whole).toContain('property="og:url" content="https://example.org/a/why.html"');
    expect(whole).toContain('name="twitter:card" content="summary_large_image"');
    expect(whole).toContain(
      `name="twitter:image:alt" content="${cardNotes()["preview-why.png"]?.alt}"`,
    );
    expect(withCard(head, first, address)).toContain('"og:url" content="https://example.org/a/"');
    const beside = withCard(head, first, undefined);
    expect(beside).toContain('property="og:image" content="./preview.png"');
    expect(beside).not.toContain("og:url");
    for (const wrong of ["example.org", "file:///a", "https://a.example/?b", "https://"]) {
      expect(() => addressOption(["--address", wrong])).toThrow(
        "--address takes the whole address",
      );
    }
  });
});

/** The columns of the first table of a figure. */
async function columnsOf(id: string): Promise<number[][]> {
  const { state } = still.readFragment(`figure=${id}`);
  const [table] = (await still.offeredFigure(state)).exported.tables;
  const { data = [], rows = 0, cols = 0 } = table?.matrix ?? {};
  return Array.from({ length: cols }, (_, col) =>
    Array.from({ length: rows }, (_, row) => data[row * cols + col] ?? Number.NaN),
  );
}

describe("the claim of a picture holds in its figure", () => {
  it("without the division one word takes nearly all", async () => {
    const rows = await columnsOf("unscaled");
    for (const row of [0, 1, 2]) {
      expect(Math.max(...rows.map((column) => column[row] ?? 0))).toBeGreaterThan(0.8);
    }
  });

  it("in every layer the division about halves the largest weight", async () => {
    const { exported } = await still.offeredFigure(still.readFragment("figure=depth-peak").state);
    const [table] = exported.tables;
    const medians = (table?.colLabels ?? []).flatMap((label, col) =>
      /median/.test(label) ? [col] : [],
    );
    const columns = await columnsOf("depth-peak");
    const [without = [], withIt = []] = medians.map((col) => columns[col] ?? []);
    expect(without).toHaveLength(6);
    for (const [layer, peak] of without.entries()) {
      expect(peak / (withIt[layer] ?? Number.NaN)).toBeGreaterThan(1.7);
      expect(peak / (withIt[layer] ?? Number.NaN)).toBeLessThan(2.3);
    }
  });
});
