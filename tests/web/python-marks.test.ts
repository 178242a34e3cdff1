/** Programs in Python as the page shows them. */
import { expect, it } from "vitest";
import { textLiteral } from "../../web/src/export/program.js";
import { pythonPieces } from "../../web/src/export/python-marks.js";
import { python } from "./python.js";

const programs = import.meta.glob<string>("../../web/src/**/*.py", {
  eager: true,
  import: "default",
  query: "?raw",
});

/** Python's own reading of a program: a line for each piece that is no name and no sign. */
const PYTHONS_READING = `
import io, json, keyword, tokenize
kinds = {tokenize.COMMENT: "comment", tokenize.STRING: "string", tokenize.NUMBER: "number"}
def between(lines, start, end):
    part = lines[start[0] - 1 : end[0]]
    part[-1] = part[-1][: end[1]]
    part[0] = part[0][start[1] :]
    return "".join(part)
def read(text):
    lines = text.splitlines(keepends=True)
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        # From Python 3.12 on, an f-string is read in pieces, which may hold others.
        name = tokenize.tok_name[token.type]
        if name == "FSTRING_START":
            start = start if depth else token.start
            depth += 1
        elif name == "FSTRING_END":
            depth -= 1
            if not depth: yield ["string", between(lines, start, token.end)]
        elif not depth:
            is_keyword = token.type == tokenize.NAME and keyword.iskeyword(token.string)
            kind = "keyword" if is_keyword else kinds.get(token.type)
            if kind: yield [kind, token.string]
`;

it("has the comments, texts, numbers and keywords that Python reads", () => {
  const texts = Object.values(programs);
  expect(texts.length).toBeGreaterThan(10);
  const ask = `${PYTHONS_READING}
print(json.dumps([list(read(text)) for text in json.loads(${textLiteral(JSON.stringify(texts))})]))`;
  const read: [kind: string, text: string][][] = JSON.parse(python(ask));
  for (const [index, [file, text]] of Object.entries(programs).entries()) {
    const pieces = pythonPieces(text);
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    const marked = pieces.filter(({ kind }) => kind !== "plain");
    expect([file, ...marked.map((piece) => [piece.kind, piece.text])]).toEqual([
      file,
      ...(read[index] ?? []),
    ]);
  }
});
