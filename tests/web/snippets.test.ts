import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWords } from "../../web/src/attention/words.js";
import { REASONS, START } from "../../web/src/state/state.js";
import { numpySnippet } from "../../web/src/text/snippets/index.js";
import { textLiteral } from "../../web/src/text/snippets/literals.js";
import { findNumPy } from "../../web/tools/requirements.mjs";
import {
  FIGURE_CASES,
  FIGURES,
  STOPPED_CASES,
  WORDLESS_CASES,
  wrongInFigure,
} from "./snippet-figures.js";
import { awkwardTexts, withoutHalves } from "./snippet-texts.js";
import { CASES, numbersIn, wrongIn } from "./snippets.js";
import { states } from "./states.js";

/** What Python prints; a warning of NumPy's fails as an error does. */
function python(program: string): string {
  const { stdout, stderr, status } = spawnSync(findNumPy() ?? "python3", ["-W", "error", "-"], {
    input: program,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, PYTHONIOENCODING: "utf-8" },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

describe("the lines of NumPy", () => {
  it.each(CASES)("print the digits of the page, run by Python: $view, $name", (own) => {
    const printed = python(numpySnippet(own.view, own.state, own.words));
    expect(wrongIn(own, printed)).toEqual([]);
  });

  it("are wrong where the tenth digit of one number is", () => {
    for (const view of new Set(CASES.map((own) => own.view))) {
      const own = CASES.find((one) => one.view === view) as (typeof CASES)[number];
      const numbers = numbersIn(python(numpySnippet(view, own.state, own.words)));
      expect(wrongIn(own, numbers.join(" "))).toEqual([]);
      const last = numbers.pop() ?? 0;
      expect(wrongIn(own, [...numbers, last * (1 + 1e-10)].join(" "))).toHaveLength(1);
    }
  });

  it("are, for the first screen, these", () => {
    expect(numpySnippet("matrices", START, ["I", "am", "good"])).toBe(
      `${[
        "import zlib, numpy as np",
        'np.set_printoptions(floatmode="unique", threshold=10**7)  # every digit of every entry',
        'words, d, seed = ["I", "am", "good"], 64, 13',
        "X = np.array([np.random.RandomState([seed, zlib.crc32(w.encode())]).normal(size=1024)[:d] for w in words])",
        "W = [np.random.RandomState([seed, i]).normal(size=(1024, 1024))[:d, :d] / np.sqrt(d) for i in (1, 2, 3)]",
        "Q, K, V = (X @ w for w in W)",
        "",
        "def softmax(x):",
        "    e = np.exp(x - x.max(axis=1, keepdims=True))",
        "    return e / e.sum(axis=1, keepdims=True)",
        "",
        "scores = Q @ K.T",
        "unscaled = softmax(scores)",
        "scaled = softmax(scores / np.sqrt(Q.shape[1]))",
        'print("scores", scores, "unscaled weights", unscaled, "scaled weights", scaled, sep="\\n")',
        'print("unscaled Z", unscaled @ V, "scaled Z", scaled @ V, sep="\\n")',
      ].join("\n")}\n`,
    );
  });

  it("print the six numbers of NumPy's experiment", () => {
    const printed = numbersIn(python(numpySnippet("variance", START, [])));
    expect(printed.map((number) => number.toPrecision(6))).toEqual([
      "0.00151215",
      "0.999922",
      "0.000304450",
      "0.998887",
      "0.000108221",
      "0.998915",
    ]);
  });

  it("are Python whatever the state and the words", () => {
    const all = fc.record({ state: states, words: fc.array(awkwardTexts, { minLength: 1 }) });
    const made = fc
      .sample(all, 50)
      .flatMap(({ state, words }) => [
        ...(["matrices", ...REASONS] as const).map((view) => numpySnippet(view, state, words)),
        ...FIGURES.map((figure) => numpySnippet("matrices", state, words, figure)),
      ]);
    const text = textLiteral(JSON.stringify(made));
    python(`import ast, json\nfor snippet in json.loads(${text}): ast.parse(snippet)`);
  });

  it("take the ladder where the sentence has no word", () => {
    const state = { ...START, source: "word" } as const;
    expect(numpySnippet("saturation", state, [])).toBe(numpySnippet("saturation", START, []));
  });
});

/** What each program prints: one Python runs them all, each with names and settings of its own. */
function pythonOfEach(programs: readonly string[]): string[] {
  const runner = `import json, numpy
for program in json.loads(${textLiteral(JSON.stringify(programs))}):
    with numpy.printoptions(), numpy.errstate():
        exec(program, {})
    print("\\x1e")`;
  return python(runner).split("\x1e\n").slice(0, -1);
}

describe("the lines of NumPy for one figure", () => {
  it.each(FIGURE_CASES)("print the numbers of the page, whichever it is: %s", (_, cases) => {
    const printed = pythonOfEach(
      cases.map(({ view, state, words, figure }) => numpySnippet(view, state, words, figure)),
    );
    const wrong = cases.flatMap((own, i) => wrongInFigure(own, printed[i] ?? ""));
    expect(wrong).toEqual([]);
    // And none would be right if its largest number were off in the seventh digit; a count, in the third.
    const alsoRight = cases.filter((own, i) => {
      const numbers = numbersIn(printed[i] ?? "").filter(Number.isFinite);
      const most = Math.max(...numbers.map(Math.abs));
      const by = own.figure === "variance-histogram" ? 1.01 : 1.000001;
      const spoilt = numbers.map((number) => (Math.abs(number) === most ? number * by : number));
      // In double precision there is no difference but rounding.
      return most > 1e-9 && wrongInFigure(own, spoilt.join(" ")).length === 0;
    });
    expect(alsoRight.map(({ figure }) => figure)).toEqual([]);
  });
});

describe("the lines of NumPy while the sentence has no answer", () => {
  it.each(WORDLESS_CASES)("print the numbers of the logits alone: $figure", (own) => {
    const printed = python(numpySnippet(own.view, own.state, own.words, own.figure));
    expect(wrongInFigure(own, printed)).toEqual([]);
  });
});

describe("the lines of NumPy for a run that was stopped", () => {
  it.each(STOPPED_CASES)("print the numbers that the figure holds: $figure, $name", (own) => {
    const { view, state, words, figure, done } = own;
    const printed = python(numpySnippet(view, state, words, figure, done));
    expect(wrongInFigure(own, printed)).toEqual([]);
    // The whole run has other numbers.
    const whole = { ...own, done: undefined };
    expect(wrongInFigure(whole as unknown as typeof own, printed)).not.toEqual([]);
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
