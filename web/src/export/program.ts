/**
 * The programs that print a part's numbers: `web/src/parts/<part>/program.py` and `program.cpp`,
 * complete files with the start values. A reader's program is the same file in which the modules it
 * includes, of `web/src/part-kit/programs`, stand inline and its parameters, the lines between two
 * markers, have the reader's values. The files come when a program is asked for: see
 * PROGRAM_SCRIPTS in web/tools/scripts.ts.
 */
import { requestOf } from "../attention/sentence-attention.js";
import type { ProgramNote } from "../part-kit/program-note.js";
import type { PartName, State } from "../state/state.js";
import { listed } from "./parameters.js";

const FILES = import.meta.glob<string>(
  ["../parts/*/program.{py,cpp}", "../parts/*/plot.py", "../part-kit/programs/*"],
  { query: "?raw", import: "default" },
);

/** Invisible characters, and the blocks of the scripts that are written from right to left. */
const MISLEADING =
  /[\p{Default_Ignorable_Code_Point}\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Letters, digits and the apostrophe are written as they are. */
const PLAIN = /[\p{L}\p{N}’]/u;
const MARK = /\p{M}/u;
/** Without the backslash, the quote, and "?", which began trigraphs in C++ before C++17. */
const ASCII = /[ !#->@-[\]-~]/;

const hex = (code: number, digits: number) => code.toString(16).toUpperCase().padStart(digits, "0");

/**
 * A string literal of Python and C++. Octal, \u and \U escapes have a fixed length in both
 * languages, so that no digit after them belongs to them. Half of a surrogate pair becomes U+FFFD,
 * as in the engine.
 */
export function textLiteral(text: string): string {
  let plain = false;
  const escaped = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    // A combining mark joins the character before it, which must not be the quote.
    const shown = PLAIN.test(character) || (plain && MARK.test(character));
    plain = shown && !MISLEADING.test(character);
    if (plain || ASCII.test(character)) return character;
    if (character === '"' || character === "\\") return `\\${character}`;
    if (code < 0x80) return `\\${code.toString(8).padStart(3, "0")}`;
    if (code >= 0xd800 && code < 0xe000) return "\\uFFFD";
    return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  });
  return `"${escaped.join("")}"`;
}

/** @param brackets those of a list */
function literal(value: unknown, brackets: string): string {
  if (!Array.isArray(value)) return typeof value === "string" ? textLiteral(value) : String(value);
  return `${brackets[0]}${value.map((it) => literal(it, brackets)).join(", ")}${brackets[1]}`;
}

export const LANGUAGES = {
  numpy: {
    ending: "py",
    /** A line of the parameters: before the value, the key, after the value. */
    parameter: /^((\w+) = ).*?( {2}#.*)?$/gm,
    written: (value: unknown) => (value === null ? "None" : literal(value, "[]")),
  },
  cpp: {
    ending: "cpp",
    parameter: /^(const .* (\w+))\{.*\}(;.*)$/gm,
    written: (value: unknown) => {
      if (value === null) return "{}";
      return Array.isArray(value) ? literal(value, "{}") : `{${literal(value, "{}")}}`;
    },
  },
} as const;
export type ProgramLanguage = keyof typeof LANGUAGES;

/** The first comment of a program or a module. */
const OPENING = /^(?:""".*"""\n|#pragma once\n\n|(?:\/\/.*\n)+)/;
const OWN_IMPORT = /^(?:from (\w+) import .*|#include "(?:[./\w-]+\/)?([\w.]+)")\n/gm;
const IMPORT = /^(?:import .*|from .* import .*|#include <.*>)\n/gm;
/** The lines of parameters between their markers, of the program and of each module. */
const PARAMETERS = /^(.+ )---- parameters ----\n([\s\S]*?).+ ---- end of the parameters ----\n/gm;

const NOTES = import.meta.glob<ProgramNote>("../parts/*/program.ts", {
  eager: true,
  import: "program",
});
const noteOf = (part: PartName): ProgramNote => NOTES[`../parts/${part}/program.ts`] ?? {};

/** The part whose folder has the program of a part. */
export const folderOf = (part: PartName): PartName => noteOf(part).of ?? part;

const programFile = (language: ProgramLanguage, part: PartName) =>
  `../parts/${folderOf(part)}/program.${LANGUAGES[language].ending}`;

/** Whether a part has a program in a language, and a figure of it, where one is named. */
export const hasProgram = (language: ProgramLanguage, part: PartName, figure = ""): boolean =>
  programFile(language, part) in FILES &&
  !noteOf(part).without?.some((name) => figure === `${part}-${name}`);

/** Where the program of a part needs PyTorch, the text of the menu about it. */
export const torchText = (part: PartName): ProgramNote["torch"] => noteOf(part).torch;

async function fileAt(path: string): Promise<string> {
  const load = FILES[path];
  if (load === undefined) throw new Error(`there is no ${path} among the programs`);
  return load();
}

/** What a notebook has beside the program: what keeps its numbers, and what plots them. */
export const plotsOf = (part: PartName): Promise<[kit: string, plot: string]> =>
  Promise.all([
    fileAt("../part-kit/programs/plots.py"),
    fileAt(`../parts/${folderOf(part)}/plot.py`),
  ]);

/** A file with each of our modules in place of the first line that includes it. */
async function inlined(path: string, included = new Set<string>()): Promise<string> {
  let text = await fileAt(path);
  for (const [line, module, header] of text.matchAll(OWN_IMPORT)) {
    const file = header ?? `${module}.py`;
    const known = included.has(file);
    included.add(file);
    const own = known
      ? ""
      : `${(await inlined(`../part-kit/programs/${file}`, included)).replace(OPENING, "")}\n\n`;
    text = text.replace(line, () => own);
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
  language: ProgramLanguage,
  part: PartName,
  state: State,
  words: readonly string[],
  figure?: string,
  done?: number,
): Promise<string> {
  const { ending, parameter, written } = LANGUAGES[language];
  const text = await inlined(programFile(language, part));
  const [opening = ""] = OPENING.exec(text) ?? [];
  const blocks = [...text.matchAll(PARAMETERS)];
  const parameters = blocks.map(([, , lines]) => lines).join("");
  const mark = blocks[0]?.[1];
  const { x, projections } = requestOf(state, words);
  const counter = `${figure?.replace(`${part}-`, "")}_done`;
  const names = [...parameters.matchAll(parameter)].map(([, , key]) => key);
  const counted = names.includes(counter) ? counter : (noteOf(part).counted ?? "draws");
  const own = Object.entries(state).map(([key, value]) => [key, listed(value)] as const);
  const values: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(own),
    projections,
    words,
    x: words.length > 0 ? x : null,
    ...(done === undefined ? {} : { [counted]: done }),
  };
  const filled = parameters.replace(parameter, (line, before: string, key: string, after = "") =>
    Object.hasOwn(values, key) ? `${before}${written(values[key])}${after}` : line,
  );
  const imports = [...new Set(text.match(IMPORT))].sort().join("");
  const body = text.replace(OPENING, "").replace(PARAMETERS, "").replace(IMPORT, "");
  const block = `${mark}---- parameters ----\n${filled}${mark}---- end of the parameters ----\n`;
  const blank = ending === "py" ? "\n\n\n" : "\n\n";
  return `${opening}${imports}\n${block}\n${body.trimStart()}`.replace(/\n{3,}/g, blank);
}
