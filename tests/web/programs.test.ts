import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { programOf, textLiteral } from "../../web/src/export/program.js";
import { START } from "../../web/src/state/state.js";
import { readWords } from "../../web/src/state/words.js";
import { ALL } from "../all.js";
import { awkwardTexts, withoutHalves } from "./awkward-texts.js";
import { printedBlocks, wrongIn } from "./printed-blocks.js";
import { CASES, type Case, PARTS, WORDS } from "./program-cases.js";
import { expectedOf } from "./programs.js";
import { python } from "./python.js";
import { states } from "./states.js";

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
  programOf(part, state, words, figure, done);

describe.each(PARTS)("the NumPy program of %s", (part) => {
  const cases = CASES.filter((own) => own.part === part);

  it("prints the numbers of the page in every state, and no others pass for them", async () => {
    const programs = await Promise.all(cases.map(numpyOf));
    const printed = pythonOfEach(programs).map(printedBlocks);
    for (const [i, own] of cases.entries()) {
      const expected = expectedOf(own);
      const blocks = printed[i] ?? [];
      expect([own.name, wrongIn(expected, blocks)]).toEqual([own.name, []]);
      for (const { heading, numbers } of blocks) {
        // The largest number of a block off in the seventh digit is noticed; a count or a
        // difference quotient, in the third.
        const most = Math.max(...numbers.filter(Number.isFinite).map(Math.abs));
        const by = /counts$|central difference/.test(heading) ? 1.01 : 1.000001;
        const off = (number: number) => (Math.abs(number) === most ? number * by : number);
        const spoilt = [{ heading, numbers: numbers.map(off) }];
        // In double precision there is no difference but rounding, and of few samples few counts.
        if (most > (heading.endsWith("counts") ? 200 : 1e-9)) {
          expect(
            wrongIn({ [heading]: expected[heading] ?? [] }, spoilt),
            `${own.name}: ${heading}`,
          ).not.toEqual([]);
        }
      }
      if (own.done !== undefined) {
        expect(programs[i], own.name).not.toBe(await numpyOf({ ...own, done: undefined }));
      }
    }
  }, 600_000);

  it("begins with its parameters, those of the file", async () => {
    const text = await programOf(part, START, WORDS);
    expect(text).toMatch(/^""".*\n([^\n]*\n){1,20}\n# ---- parameters ----\n/);
    const parameters = /^[\w ].*$/gm;
    const between = /---- parameters ----\n([\s\S]*?)# ---- end/g;
    const lines = [...text.matchAll(between)].flatMap(([, block = ""]) => block.match(parameters));
    const file = readFileSync(`web/src/parts/${part}/program.py`, "utf8");
    const own = [...file.matchAll(between)].flatMap(([, block = ""]) => block.match(parameters));
    // The file of the atlas has one model, and the download fills in all.
    const kept = own.filter((line) => line?.startsWith("factors = ") !== true);
    expect(lines).toEqual(expect.arrayContaining(kept));
  });
});

describe("a program", () => {
  it("is Python whatever the state and the words", async () => {
    const all = fc.record({ state: states, words: fc.array(awkwardTexts, { minLength: 1 }) });
    const made = await Promise.all(
      fc
        .sample(all, ALL ? 20 : 4)
        .flatMap(({ state, words }) => PARTS.map((part) => programOf(part, state, words))),
    );
    const text = textLiteral(JSON.stringify(made));
    python(`import ast, json\nfor program in json.loads(${text}): ast.parse(program)`);
  });

  it("holds the values of its state, and no others", async () => {
    await fc.assert(
      fc.asyncProperty(states, states, async (state, other) => {
        const text = await programOf("exponent", state, WORDS);
        expect(text).toContain(`\nkeys = ${state.keys}\n`);
        expect(text).toContain(`\nprecision = "${state.precision}"\n`);
        expect(await programOf("exponent", { ...other, ...state }, WORDS)).toBe(text);
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

  it("never holds a NUL, which no source of Python may hold", () => {
    expect(readWords("a\0b \0").words.join("")).not.toContain("\0");
  });
});
