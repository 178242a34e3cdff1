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
def read(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
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
