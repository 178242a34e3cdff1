/** A Python program with its comments, texts, numbers and keywords set apart. */
import { html, type TemplateResult } from "lit";

type PythonKind = "comment" | "string" | "number" | "keyword" | "plain";

interface PythonPiece {
  readonly kind: PythonKind;
  readonly text: string;
}

const KEYWORDS =
  "False|None|True|and|as|assert|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|not|or|pass|raise|return|try|while|with|yield";

const MARKED = new RegExp(
  [
    "(?<comment>#.*)",
    `(?<string>(?:\\b[bfr])?(?:"""[^]*?"""|"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'))`,
    "(?<number>\\b\\d[\\d_]*(?:\\.\\d*)?(?:e[-+]?\\d+)?)",
    `(?<keyword>\\b(?:${KEYWORDS})\\b)`,
  ].join("|"),
  "g",
);

/** The pieces of a program, which together are its text. */
export function pythonPieces(program: string): readonly PythonPiece[] {
  const pieces: PythonPiece[] = [];
  let end = 0;
  for (const { 0: text, index, groups = {} } of program.matchAll(MARKED)) {
    if (index > end) pieces.push({ kind: "plain", text: program.slice(end, index) });
    const [kind] = Object.entries(groups).find(([, found]) => found !== undefined) ?? ["plain"];
    pieces.push({ kind: kind as PythonKind, text });
    end = index + text.length;
  }
  if (end < program.length) pieces.push({ kind: "plain", text: program.slice(end) });
  return pieces;
}

/** The program as the inside of a <code>. */
export const markedPython = (program: string): readonly (string | TemplateResult)[] =>
  pythonPieces(program).map(({ kind, text }) =>
    kind === "plain" ? text : html`<span class=${kind}>${text}</span>`,
  );
