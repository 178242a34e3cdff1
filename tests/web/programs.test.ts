import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWords } from "../../web/src/attention/words.js";
import { programOf, textLiteral } from "../../web/src/export/program.js";
import { START } from "../../web/src/state/state.js";
import { findNumPy } from "../../web/tools/requirements.mjs";
import { awkwardTexts, withoutHalves } from "./awkward-texts.js";
import { printedBlocks, wrongIn } from "./printed-blocks.js";
import { CASES, type Case, PARTS, WORDS } from "./program-cases.js";
import { FIGURES, partOf } from "./program-figures.js";
import { expectedOf } from "./programs.js";
import { states } from "./states.js";

/** The output of a Python program; a warning of NumPy's fails as an error does. */
function python(program: string): string {
  const { stdout, stderr, status } = spawnSync(findNumPy() ?? "python3", ["-W", "error", "-"], {
    input: program,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    // Threads that wait for each other in a loop slow down whatever else the tests run.
    env: { ...process.env, PYTHONIOENCODING: "utf-8", OPENBLAS_NUM_THREADS: "1" },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

/** The outputs of programs that one Python runs, each with names and settings of its own. */
function pythonOfEach(programs: readonly string[]): string[] {
  const runner = `import json, numpy
for program in json.loads(${textLiteral(JSON.stringify(programs))}):
    with numpy.printoptions(), numpy.errstate():
        exec(program, {})
    print("\\x1e")`;
  return python(runner).split("\x1e\n").slice(0, -1);
}

const numpyOf = ({ part, state, words, figure, done }: Case) =>
  programOf("numpy", part, state, words, figure, done);

const FIRST_SCREEN = String.raw`"""Attention of a sentence without a division of the scores and with one by d**exponent."""
from numpy.random import RandomState
import numpy as np
import zlib

# ---- parameters ----
words = ["I", "am", "good"]
dim = 64
seed = 13
projections = "random"
exponent = 0.5
x = None
# ---- end of the parameters ----

np.set_printoptions(floatmode="unique", threshold=10**7)  # every digit of every entry

if x is None:
    X = [RandomState([seed, zlib.crc32(word.encode())]).normal(size=dim) for word in words]
    X = np.reshape(X, (len(words), dim))
else:
    X = np.array(x, dtype=float)
Q = K = V = X
if projections == "random":
    W = [RandomState([seed, i]).normal(size=(dim, 1024))[:, :dim] for i in (1, 2, 3)]
    Q, K, V = (X @ w / np.sqrt(dim) for w in W)
scores = Q @ K.T
divisor = Q.shape[1] ** exponent


def softmax(logits):
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


print("word vectors X, the columns on the page", X[:, :16], "scores", scores, sep="\n")
for name, y in ("unscaled", softmax(scores)), ("scaled", softmax(scores / divisor)):
    entropy = -np.sum(y * np.log(np.maximum(y, 1e-300)), axis=1)  # 0 ln 0 = 0
    print(name + " weights", y, name + " entropy", entropy, sep="\n")
    print(name + " largest weight", y.max(axis=1), name + " Z", (y @ V)[:, :16], sep="\n")
`;

describe.each(PARTS)("the NumPy program of %s", (part) => {
  const cases = CASES.filter((own) => own.part === part);

  it("prints the numbers of the page in every state, and no others pass for them", async () => {
    const printed = pythonOfEach(await Promise.all(cases.map(numpyOf))).map(printedBlocks);
    const held = new Set<string>();
    for (const [i, own] of cases.entries()) {
      const expected = expectedOf(own);
      const blocks = printed[i] ?? [];
      expect([own.name, wrongIn(expected, blocks)]).toEqual([own.name, []]);
      for (const { heading, numbers } of blocks) {
        held.add(heading);
        // The largest number of a block off in the seventh digit is noticed; a count or a difference quotient, in the third.
        const most = Math.max(...numbers.filter(Number.isFinite).map(Math.abs));
        const by = /counts$|central difference/.test(heading) ? 1.01 : 1.000001;
        const off = (number: number) => (Math.abs(number) === most ? number * by : number);
        const spoilt = blocks.map((one) =>
          one.heading === heading ? { heading, numbers: numbers.map(off) } : one,
        );
        // In double precision there is no difference but rounding, and of few samples few counts.
        if (most > (heading.endsWith("counts") ? 200 : 1e-9))
          expect([own.name, heading, wrongIn(expected, spoilt).length > 0]).toEqual([
            ...[own.name, heading, true],
          ]);
      }
      if (own.done === undefined) continue;
      // The whole run has other numbers.
      const whole = expectedOf({ ...own, done: undefined });
      expect([own.name, wrongIn(whole, blocks)]).not.toEqual([own.name, []]);
    }
    const figures = Object.entries(FIGURES).filter(([figure]) => partOf(figure) === part);
    expect(figures.flatMap(([, headings]) => headings.filter((it) => !held.has(it)))).toEqual([]);
  }, 600_000);

  it("is wrong where the tenth digit of one number is", () => {
    const own = cases[0] as Case;
    const expected = expectedOf(own);
    const blocks = expected.map(({ heading, numbers }) => ({
      heading,
      numbers: Array.from(numbers),
    }));
    expect(wrongIn(expected, blocks)).toEqual([]);
    const first = blocks[0]?.numbers ?? [];
    first.push((first.pop() ?? 0) * (1 + 1e-10));
    expect(wrongIn(expected, blocks)).toHaveLength(1);
  });

  it.each(["numpy", "cpp"] as const)(
    "begins with its parameters, those of the file (%s)",
    async (language) => {
      const text = await programOf(language, part, START, WORDS);
      expect(text).toMatch(/^("""|\/\/).*\n([^\n]*\n){1,20}\n(#|\/\/) ---- parameters ----\n/);
      const parameters = /^[\w ].*$/gm;
      const between = /---- parameters ----\n([\s\S]*?)(#|\/\/) ---- end/g;
      const lines = [...text.matchAll(between)].flatMap(([, block = ""]) =>
        block.match(parameters),
      );
      const ending = language === "numpy" ? "py" : "cpp";
      const file = readFileSync(`web/src/parts/${part}/program.${ending}`, "utf8");
      const own = [...file.matchAll(between)].flatMap(([, block = ""]) => block.match(parameters));
      expect(lines).toEqual(expect.arrayContaining(own));
    },
  );
});

describe("a program", () => {
  it("is, for the first screen, this", async () => {
    expect(await programOf("numpy", "matrices", START, WORDS)).toBe(FIRST_SCREEN);
  });

  it("prints the six numbers of NumPy's experiment", async () => {
    const program = await programOf("numpy", "variance", START, WORDS, "variance-histogram", 0);
    const [moments] = printedBlocks(python(program));
    expect(moments?.numbers.map((number) => number.toPrecision(6))).toEqual([
      ...["0.00151215", "0.999922", "0.000304450", "0.998887", "0.000108221", "0.998915"],
    ]);
  });

  it("is Python whatever the state and the words", async () => {
    const all = fc.record({ state: states, words: fc.array(awkwardTexts, { minLength: 1 }) });
    const made = await Promise.all(
      fc
        .sample(all, 50)
        .flatMap(({ state, words }) => PARTS.map((part) => programOf("numpy", part, state, words))),
    );
    const text = textLiteral(JSON.stringify(made));
    python(`import ast, json\nfor program in json.loads(${text}): ast.parse(program)`);
  });

  it("holds the values of its state, and no others", async () => {
    await fc.assert(
      fc.asyncProperty(states, states, async (state, other) => {
        const text = await programOf("numpy", "exponent", state, WORDS);
        expect(text).toContain(`\nkeys = ${state.keys}\n`);
        expect(text).toContain(`\nprecision = "${state.precision}"\n`);
        expect(await programOf("numpy", "exponent", { ...other, ...state }, WORDS)).toBe(text);
      }),
    );
  });
});
describe("a word in a program", () => {
  it("stands there as it is, if it reads from left to right", () => {
    for (const word of ["good", "don't", "café", "我", "नमस्ते", "it’s"]) {
      expect(textLiteral(word)).toBe(`"${word}"`);
    }
  });

  it.each([
    ['"', String.raw`"\""`],
    ["\\", String.raw`"\\"`],
    ["\n1", String.raw`"\0121"`],
    ["??/", String.raw`"\077\077/"`],
    ["\u2028", String.raw`"\u2028"`],
    ["\u202e", String.raw`"\u202E"`],
    ["م", String.raw`"\u0645"`],
    ["😀1", String.raw`"\U0001F6001"`],
    ["\ud800", String.raw`"\uFFFD"`],
    ["a\u06d6", String.raw`"a\u06D6"`],
    ["\u0301", String.raw`"\u0301"`],
  ])("is escaped where it might mislead: %j", (word, literal) => {
    expect(textLiteral(word)).toBe(literal);
  });

  it("is, evaluated by Python, the word", () => {
    fc.assert(
      fc.property(fc.array(awkwardTexts, { minLength: 1000, maxLength: 1000 }), (texts) => {
        const literals = texts.map(textLiteral);
        const printed = python(`import json\nprint(json.dumps([${literals.join(", ")}]))`);
        expect(JSON.parse(printed)).toEqual(texts.map(withoutHalves));
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it("ends no line and turns no text around", () => {
    fc.assert(
      fc.property(awkwardTexts, (text) => {
        expect(textLiteral(text)).not.toMatch(
          /[\p{C}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{sc=Hebr}\p{sc=Arab}]/u,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("never holds a NUL, at which C++ would end it", () => {
    expect(readWords("a\0b \0", "en").words.join("")).not.toContain("\0");
  });
});
