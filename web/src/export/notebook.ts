/**
 * A part's program as a Jupyter notebook, format 4.5: what the part says, the program in cells, and
 * plots of the numbers it prints. Loaded when one is asked for, since the formulas in TeX come with
 * it.
 */
import type { Offered } from "../page/inputs.js";
import type { Language } from "../state/state.js";
import { plainSpan, type Rich, rich, type Span, say } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { plotsOf, programOf, torchText } from "./program.js";
import { EXPORT_TEXTS, runNote } from "./texts.js";

/**
 * Vite reads these options from the text of the call: those of a spread it would ignore in a build.
 */
const formulaFiles = import.meta.glob<Readonly<Record<string, string>>>(
  ["../text/formulas.json", "../parts/*/formulas.json"],
  { eager: true, import: "default" },
);
const FORMULAS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(formulaFiles),
);

/** The TeX of a formula, without the classes that colour it on the page. */
function tex(name: string): string {
  const formula = FORMULAS[name];
  if (formula === undefined) throw new Error(`there is no formula ${name}`);
  return formula.replace(/\\class\{[\w-]+\}/g, "");
}

/** What Markdown or MathJax would take for markup; a reader's words may hold it. */
const plainMarkdown = (text: string) => text.replace(/[\\`*_{}[\]<>#|$~&]/g, "\\$&");

function span(part: Span): string {
  if (typeof part === "string") return plainMarkdown(part);
  if (part.kind === "math") return `$${tex(part.text)}$`;
  // One letter is TeX as it stands; other formulas are read as well in Unicode.
  if (part.kind === "formula") {
    return /^[A-Za-z]$/.test(part.text) ? `$${part.text}$` : plainMarkdown(part.text);
  }
  if (part.kind === "code") return `\`${part.text}\``;
  return `**${plainMarkdown(plainSpan(part))}**`;
}

const paragraph = (text: Rich) => rich(text).map(span).join("");

/** A cell of a notebook, in the names of its format. */
interface NotebookCell {
  readonly cell_type: "markdown" | "code";
  readonly source: string;
  readonly tags: readonly string[];
}

const notebookCell = (
  cell_type: NotebookCell["cell_type"],
  source: string,
  tags: readonly string[] = [],
): NotebookCell => ({ cell_type, source, tags });
const markdownCell = (...paragraphs: readonly string[]) =>
  notebookCell("markdown", paragraphs.filter((text) => text !== "").join("\n\n"));
const codeCell = (source: string, ...tags: readonly string[]) =>
  notebookCell("code", source.trim(), tags);

/** A line that names what follows it. */
const HEADED = /^# ---- (.+) ----$/;

/**
 * The body of a program, in cells that end where something is printed; what a line names has a
 * heading.
 */
function bodyCells(body: string) {
  const cells: NotebookCell[] = [];
  let pending: string[] = [];
  const end = () => {
    if (pending.length > 0) cells.push(codeCell(pending.join("\n\n")));
    pending = [];
  };
  for (const piece of body.trim().split(/\n{2,}(?=\S)/)) {
    const [, name] = HEADED.exec(piece) ?? [];
    if (name !== undefined) {
      end();
      cells.push(markdownCell(`### ${name}`));
      continue;
    }
    pending.push(piece);
    if (!piece.startsWith("def ") && /\bprint\(/.test(piece)) end();
  }
  end();
  return cells;
}

/** Each line with its break, as the format has them. */
const linesOf = (text: string) => text.split(/(?<=\n)/);

/** @param link the address of the figure in its state */
export async function notebookOf(offered: Offered, language: Language, link: string) {
  const { id, part, inputs, exported, partText } = offered;
  const { state, words: sentence, run } = inputs;
  const { notebook: text } = EXPORT_TEXTS[language];
  const program = await programOf(part, state, sentence, id, run?.done);
  const [kit, plot] = await plotsOf(part);
  const [opening = "", parameters = "", body = ""] = program.split(
    /^# ---- (?:end of the )?parameters ----\n/m,
  );
  const note = runNote(inputs, language);
  const needed = torchText(part) === undefined ? "NumPy, matplotlib" : "NumPy, PyTorch, matplotlib";
  const cells = [
    markdownCell(
      `# ${plainMarkdown(unmarked(partText.heading))}`,
      ...partText.text.map(paragraph),
      ...partText.formulas.map((name) => `$$${tex(name)}$$`),
      say(text.from, { figure: plainMarkdown(unmarked(exported.title)), link }),
      note === null ? "" : plainMarkdown(note),
    ),
    markdownCell(`## ${text.program}`, say(text.needs, { packages: needed })),
    codeCell(kit),
    codeCell(opening),
    markdownCell(`### ${text.parameters}`),
    codeCell(parameters, "parameters"),
    ...bodyCells(body),
    markdownCell(
      `## ${text.plots}`,
      exported.finding === undefined ? "" : plainMarkdown(unmarked(exported.finding)),
    ),
    codeCell(`${plot}plt.show()`),
  ];
  const made = cells.map(({ cell_type, source, tags }, i) => ({
    cell_type,
    id: `cell-${i + 1}`,
    metadata: tags.length > 0 ? { tags } : {},
    source: linesOf(source),
    ...(cell_type === "code" ? { execution_count: null, outputs: [] } : {}),
  }));
  const metadata = {
    kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
    // Tools that write the cells to a script name it by this ending.
    language_info: { name: "python", file_extension: ".py", mimetype: "text/x-python" },
  };
  return `${JSON.stringify({ cells: made, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
