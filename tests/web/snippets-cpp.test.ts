import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { cppSnippet } from "../../web/src/text/snippets/index.js";
import { textLiteral } from "../../web/src/text/snippets/literals.js";
import { findEigen } from "../../web/tools/requirements.mjs";
import {
  FIGURE_CASES,
  FIGURES,
  STOPPED_CASES,
  WORDLESS_CASES,
  wrongInFigure,
} from "./snippet-figures.js";
import { awkwardTexts } from "./snippet-texts.js";
import { CASES, wrongIn } from "./snippets.js";

const folder = mkdtempSync(join(tmpdir(), "snippets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the program prints. Warnings are errors, but for those of Eigen's own lines. */
function cpp(program: string, flags: readonly string[]): string {
  const source = join(folder, "snippet.cpp");
  const binary = join(folder, "snippet");
  writeFileSync(source, program);
  const run = (command: string, args: readonly string[]) => {
    const options = { encoding: "utf8", maxBuffer: 2 ** 28 } as const;
    const { stdout, stderr, status } = spawnSync(command, args, options);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    return stdout;
  };
  run("g++", ["-std=c++20", ...flags, source, "-o", binary]);
  return run(binary, []);
}

/** As the program itself says, but for -O1, which compiles faster. */
const SNIPPET = ["-O1", "-Wall", "-Wextra", "-Werror", "-isystem", findEigen() ?? ""];

describe("the C++ program", () => {
  it.each(CASES.filter((own) => own.compiled))(
    "prints the digits of the page, compiled by g++: $view, $name",
    (own) => {
      const printed = cpp(cppSnippet(own.view, own.state, own.words), SNIPPET);
      expect(wrongIn(own, printed)).toEqual([]);
    },
  );
});

/** What each program prints. All are compiled as one, each in a namespace of its own: Eigen is read once. */
function cppOfEach(programs: readonly string[], optimized: boolean): string[] {
  const include = /^#include .*\n/gm;
  const headers = new Set(programs.flatMap((program) => program.match(include) ?? []));
  const inNamespaces = programs.map((program, i) => {
    const own = program.replace(include, "").replace("\nint main() {", "\nvoid run() {");
    return `namespace figure_${i} {\n${own}}\n`;
  });
  const runs = programs.map((_, i) => `figure_${i}::run(); std::cout << "\\x1e\\n";`);
  const all = [...headers, ...inNamespaces, `int main() {\n${runs.join("\n")}\n}\n`].join("");
  return cpp(all, [optimized ? "-O1" : "-O0", ...SNIPPET.slice(1)])
    .split("\x1e\n")
    .slice(0, -1);
}

/** These compute for long unless they are optimized; for all others that costs more than it saves. */
const HEAVY = new Set(["variance-spread", "exponent-growth"]);

describe("the C++ program of a figure", () => {
  it("prints the numbers of the page, whichever figure it is, each in one of some states", () => {
    const states = FIGURE_CASES.map(([, cases]) => cases).slice(0, 4);
    const cases = FIGURES.flatMap((figure, i) =>
      (states[i % states.length] ?? []).filter((own) => own.figure === figure),
    );
    expect(cases).toHaveLength(FIGURES.length);
    const wrong = [true, false].flatMap((heavy) => {
      const these = cases.filter(({ figure }) => HEAVY.has(figure) === heavy);
      const programs = these.map((own) => cppSnippet(own.view, own.state, own.words, own.figure));
      const printed = cppOfEach(programs, heavy);
      return these.flatMap((own, i) => wrongInFigure(own, printed[i] ?? ""));
    });
    expect(wrong).toEqual([]);
    // Eigen's templates take the compiler most of a minute, more where others work beside it.
  }, 300_000);
});

/** Only these have lines of their own for a run that was stopped: all others draw less often. */
const OWN_LINES = new Set(["variance-histogram", "variance-spread", "gradient-fan-gradient"]);

describe("the C++ program for a run that was stopped, or without an answer for the sentence", () => {
  it("prints the numbers that the figure holds", () => {
    const wrong = [true, false].flatMap((heavy) => {
      const stopped = STOPPED_CASES.filter(({ figure }) => OWN_LINES.has(figure));
      const these = [...stopped, ...WORDLESS_CASES].filter(
        ({ figure }) => HEAVY.has(figure) === heavy,
      );
      const programs = these.map(({ view, state, words, figure, done }) =>
        cppSnippet(view, state, words, figure, done),
      );
      const printed = cppOfEach(programs, heavy);
      return these.flatMap((own, i) => wrongInFigure(own, printed[i] ?? ""));
    });
    expect(wrong).toEqual([]);
  }, 300_000);
});

describe("a word in a C++ program", () => {
  it("is, compiled, the word in UTF-8, even with trigraphs", () => {
    const texts = fc.sample(awkwardTexts, 1000);
    const program = `#include <cstdio>
#include <string>
int main() {
  for (const std::string& word : {${texts.map((text) => `std::string(${textLiteral(text)})`).join(",\n")}}) {
    for (const unsigned char byte : word) std::printf("%02x", byte);
    std::puts("");
  }
}
`;
    const bytes = texts.map((text) => `${Buffer.from(text).toString("hex")}\n`).join("");
    expect(cpp(program, ["-O0", "-trigraphs"])).toBe(bytes);
  });
});
