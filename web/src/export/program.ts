/**
 * The programs that print a part's numbers: `web/src/parts/<part>/program.py`, complete files with
 * the start values. From `web/src` one runs by `PYTHONPATH=part-kit/programs python3
 * parts/variance/program.py`. A reader's program is the same file in which the modules it imports,
 * of `web/src/part-kit/programs`, stand inline and its parameters, the lines between two markers,
 * have the reader's values. The files come when a program is asked for: see PROGRAM_SCRIPTS in
 * web/tools/scripts.ts.
 */
import { requestOf } from "../attention/sentence-attention.js";
import type { ProgramNote } from "../part-kit/program-note.js";
import type { PartName, State } from "../state/state.js";
import { setAsList } from "./parameters.js";

const PROGRAM_FILES = import.meta.glob<string>(
  ["../parts/*/{program,plot}.py", "../part-kit/programs/*.py"],
  { query: "?raw", import: "default" },
);

/** Invisible characters, and the blocks of the scripts that are written from right to left. */
const MISLEADING =
  /[\p{Default_Ignorable_Code_Point}\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Letters, digits and the apostrophe are written as they are. */
const PLAIN_CHARACTER = /[\p{L}\p{N}’]/u;
const MARK = /\p{M}/u;
/** Printable characters except the quote and the backslash. */
const ASCII = /[ !#-[\]-~]/;

const hex = (code: number, digits: number) => code.toString(16).toUpperCase().padStart(digits, "0");

/**
 * A string literal of Python. Octal escapes of three digits, \u and \U have a fixed length, so that
 * no digit after them belongs to them. Half of a surrogate pair becomes U+FFFD, as in the engine.
 */
export function textLiteral(text: string): string {
  let plain = false;
  const escaped = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    // A combining mark joins the character before it, which must not be the quote.
    const isPrintable = PLAIN_CHARACTER.test(character) || (plain && MARK.test(character));
    plain = isPrintable && !MISLEADING.test(character);
    if (plain || ASCII.test(character)) return character;
    if (character === '"' || character === "\\") return `\\${character}`;
    if (code < 0x80) return `\\${code.toString(8).padStart(3, "0")}`;
    if (code >= 0xd800 && code < 0xe000) return "\\uFFFD";
    return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  });
  return `"${escaped.join("")}"`;
}

/** A value as Python writes it. */
function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "string") return textLiteral(value);
  return Array.isArray(value) ? `[${value.map(literal).join(", ")}]` : String(value);
}

/** The first line of a program or a module, which says what it does. */
const OPENING = /^""".*"""\n/;
const OWN_IMPORT = /^from (\w+) import .*\n/gm;
const IMPORT = /^(?:import .*|from .* import .*)\n/gm;
/** The lines of parameters between their markers, of the program and of each module. */
const PARAMETERS = /^# ---- parameters ----\n([\s\S]*?)# ---- end of the parameters ----\n/gm;
/** A line of the parameters: before the value, the key, after the value. */
const PARAMETER = /^((\w+) = ).*?( {2}#.*)?$/gm;

const NOTES = import.meta.glob<ProgramNote>("../parts/*/program.ts", {
  eager: true,
  import: "program",
});
const programNote = (part: PartName): ProgramNote => NOTES[`../parts/${part}/program.ts`] ?? {};

/** The part whose folder has the program of a part. */
export const programFolder = (part: PartName): PartName => programNote(part).sharedWith ?? part;

const programFile = (part: PartName) => `../parts/${programFolder(part)}/program.py`;

/** Whether a part has a program, and a figure of it, where one is named. */
export const hasProgram = (part: PartName, figure = ""): boolean =>
  programFile(part) in PROGRAM_FILES &&
  !programNote(part).without?.some((name) => figure === `${part}-${name}`);

/** Where the program of a part needs PyTorch, the text of the menu about it. */
export const torchText = (part: PartName): ProgramNote["torch"] => programNote(part).torch;

async function fileAt(path: string): Promise<string> {
  const load = PROGRAM_FILES[path];
  if (load === undefined) throw new Error(`there is no ${path} among the programs`);
  return load();
}

/** What a notebook has beside the program: what keeps its numbers, and what plots them. */
export const plotsOf = (part: PartName): Promise<[kit: string, plot: string]> =>
  Promise.all([
    fileAt("../part-kit/programs/plots.py"),
    fileAt(`../parts/${programFolder(part)}/plot.py`),
  ]);

/** A file with each of our modules in place of the first line that imports from it. */
async function inlined(path: string, imported = new Set<string>()): Promise<string> {
  let text = await fileAt(path);
  for (const [line, module = ""] of text.matchAll(OWN_IMPORT)) {
    let moduleText = "";
    if (!imported.has(module)) {
      imported.add(module);
      const file = await inlined(`../part-kit/programs/${module}.py`, imported);
      moduleText = `${file.replace(OPENING, "")}\n\n`;
    }
    text = text.replace(line, () => moduleText);
  }
  return text;
}

/**
 * The program of a part with the values of a state. `words`: those of the sentence, none where the
 * figure shows nothing of it. `figure`: the figure it is asked for. `done`: how many draws, queries
 * or repeats that figure holds, if its run is not complete; the parameter `<figure>_done` takes it,
 * else the one that the part's program.ts names.
 */
export async function programOf(
  part: PartName,
  state: State,
  words: readonly string[],
  figure?: string,
  done?: number,
): Promise<string> {
  const text = await inlined(programFile(part));
  const [opening = ""] = OPENING.exec(text) ?? [];
  const parameters = [...text.matchAll(PARAMETERS)].map(([, lines]) => lines).join("");
  const { x, projections } = requestOf(state, words);
  const counter = `${figure?.replace(`${part}-`, "")}_done`;
  const names = [...parameters.matchAll(PARAMETER)].map(([, , key]) => key);
  const counted = names.includes(counter) ? counter : (programNote(part).counted ?? "draws");
  const stateValues = Object.entries(state).map(([key, value]) => [key, setAsList(value)] as const);
  const values: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(stateValues),
    projections,
    words,
    x: words.length > 0 ? x : null,
    ...(await programNote(part).values?.(state)),
    ...(done === undefined ? {} : { [counted]: done }),
  };
  const filled = parameters.replace(PARAMETER, (line, before: string, key: string, after = "") =>
    Object.hasOwn(values, key) ? `${before}${literal(values[key])}${after}` : line,
  );
  const imports = [...new Set(text.match(IMPORT))].sort().join("");
  const body = text.replace(OPENING, "").replace(PARAMETERS, "").replace(IMPORT, "");
  const block = `# ---- parameters ----\n${filled}# ---- end of the parameters ----\n`;
  return `${opening}${imports}\n${block}\n${body.trimStart()}`.replace(/\n{3,}/g, "\n\n\n");
}
