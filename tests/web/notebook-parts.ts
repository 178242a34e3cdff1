/** What the notebook of a part must hold: its formulas in TeX, and its program in cells. */
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { programFolder } from "../../web/src/export/program.js";
import type { Section, Words } from "../../web/src/part-kit/part-view.js";
import type { PartName } from "../../web/src/state/state.js";
import { rich } from "../../web/src/text/rich.js";
import { textsOf } from "../../web/src/text/words.js";
import { inProject } from "../../web/tools/run.mjs";

const sections = import.meta.glob<Section<Words>>("../../web/src/parts/*/section.ts", {
  import: "section",
});

/** The section of a part; the matrices of the first screen have none. */
export const sectionOf = async (part: PartName): Promise<Section<Words> | undefined> =>
  sections[`../../web/src/parts/${part}/section.ts`]?.();

const formulasIn = (file: string) => JSON.parse(readFileSync(inProject(file), "utf8"));
const formulaFiles = readdirSync(inProject("web/src/parts"), { recursive: true })
  .map((name) => `web/src/parts/${name}`)
  .filter((name) => name.endsWith("/formulas.json"));
/** The TeX of each formula, as its author wrote it. */
const FORMULAS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...["web/src/text/formulas.json", ...formulaFiles].map(formulasIn),
);
const texOf = (name: string) => {
  const formula = FORMULAS[name] ?? "";
  expect([name, formula]).not.toEqual([name, ""]);
  return formula.replace(/\\class\{[\w-]+\}/g, "");
};

/** The TeX that the notebook of a part shows: each formula on its own, and each within its text. */
async function formulasOf(part: PartName) {
  const section = await sectionOf(part);
  if (section === undefined) return null;
  const { text, further } = textsOf<Words>(part).en;
  const spans = [...text, ...(further?.text ?? [])].flatMap((paragraph) => rich(paragraph));
  const within = spans.flatMap((span) => {
    if (typeof span === "string") return [];
    if (span.kind === "math") return texOf(span.text);
    // A letter alone is TeX; other formulas that are written out stay in Unicode.
    return span.kind === "formula" && /^[A-Za-z]$/.test(span.text) ? span.text : [];
  });
  const displayed = [...section.formulas, ...(section.furtherFormulas ?? [])].map(texOf);
  return { displayed, within };
}

interface Cell {
  readonly cell_type: string;
  readonly source: readonly string[];
  readonly metadata: { readonly tags?: readonly string[] };
}
export interface Notebook {
  readonly cells: readonly Cell[];
  readonly metadata: { readonly language_info: Readonly<Record<string, string>> };
}

export const sourceOf = ({ source }: Cell): string => source.join("");
/**
 * Programs differ from the cells of a notebook in empty lines and in the comments between their
 * parts.
 */
const linesOf = (program: string) =>
  program.split("\n").filter((line) => line.trim() !== "" && !/^# -{4} .* -{4}$/.test(line));

/** Expects the notebook of a part in English, whose program is this one. */
export async function expectNotebook(
  part: PartName,
  notebook: string,
  program: string,
): Promise<void> {
  const { cells, metadata }: Notebook = JSON.parse(notebook);
  expect(metadata.language_info).toMatchObject({ name: "python", file_extension: ".py" });
  const [told] = cells.map(sourceOf);
  const formulas = await formulasOf(part);
  const displayed = [...(told ?? "").matchAll(/\$\$(.*)\$\$/g)].map(([, tex]) => tex);
  const within = [...(told ?? "").replace(/\$\$.*\$\$/g, "").matchAll(/(?<!\\)\$(.*?)(?<!\\)\$/g)];
  if (formulas !== null) {
    expect(displayed).toEqual(formulas.displayed);
    expect(within.map(([, tex]) => tex)).toEqual(formulas.within);
  }
  const plot = readFileSync(inProject(`web/src/parts/${programFolder(part)}/plot.py`), "utf8");
  const code = cells.filter(({ cell_type }) => cell_type === "code").map(sourceOf);
  const [kit = "", ...own] = code;
  expect(kit).toMatch(/^"""Keeps the numbers/);
  expect(own.pop()).toBe(`${plot}plt.show()`);
  // A sentence about a run that is not complete stands above the program, in the notebook among the
  // words.
  expect(linesOf(own.join("\n"))).toEqual(linesOf(program.replace(/^#.*\n/, "")));
  expect(cells.filter(({ metadata: { tags } }) => tags?.includes("parameters"))).toHaveLength(1);
}
