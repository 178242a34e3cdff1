import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { programOf, textLiteral } from "../../web/src/export/program.js";
import { START } from "../../web/src/state/state.js";
import { findEigen } from "../../web/tools/requirements.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { ALL } from "../all.js";
import { awkwardTexts } from "./awkward-texts.js";
import { printedBlocks, wrongIn } from "./printed-blocks.js";
import { CASES, PARTS, WORDS } from "./program-cases.js";
import { expectedOf } from "./programs.js";

/**
 * Object files and programs by what they are made of, kept from run to run as those of every C++
 * build are.
 */
const objects = inProject("build", "programs");
mkdirSync(objects, { recursive: true });
/** What is being made: in the same file system, so that it can be moved there. */
const folder = mkdtempSync(join(objects, "new-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The output of a command, which must neither fail nor warn. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, status] = await Promise.all([
    new Response(child.stdout as never).text(),
    new Response(child.stderr as never).text(),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

/**
 * As the program itself says, but for -O1, which compiles faster. Warnings are errors, but for
 * those of Eigen's lines.
 */
const WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wold-style-cast -Werror".split(" ");
const FLAGS = ["-std=c++20", "-O1", ...WARNINGS, "-isystem", findEigen() ?? ""];

const compiler = run("g++", ["--version"]);

/** The file made of these inputs. */
async function made(inputs: readonly string[], make: (file: string) => Promise<unknown>) {
  const text = [await compiler, ...inputs].join("\0");
  const name = createHash("sha256").update(text).digest("hex");
  const kept = join(objects, `${name}.o`);
  if (existsSync(kept)) return kept;
  await make(join(folder, name));
  renameSync(join(folder, name), kept);
  return kept;
}

const compiled = (name: string, text: string, flags: readonly string[] = FLAGS) =>
  made([...flags, text], (object) => {
    const source = join(folder, `${name}.cpp`);
    writeFileSync(source, text);
    return run("g++", [...flags, "-c", source, "-o", object]);
  });

/** By the names of the object files, which say what is in them. */
const linked = (...files: readonly string[]) =>
  made(["linked", ...files], (program) => run("g++", [...files, "-o", program]));

/** The headers that the parameters need. */
const HEADERS = "#include <cstdint>\n#include <string>\n#include <vector>\n";
const PARAMETERS = /\/\/ ---- parameters ----\n[\s\S]*?---- end of the parameters ----\n/;
const declared = (parameters: string) =>
  parameters.replace(/^(const .* \w+)\{.*\};.*$/gm, "extern $1;");

/**
 * The programs of one part differ in their parameters alone: the rest is compiled once, with the
 * parameters declared, and linked with the definitions of each case. Eigen is thus read once for a
 * part.
 */
async function wrongOf(part: (typeof PARTS)[number]) {
  const start = await programOf("cpp", part, START, WORDS);
  const body = await compiled(part, start.replace(PARAMETERS, declared));
  const wrong: unknown[] = [];
  // NumPy's programs are run in all of them.
  const some = CASES.filter((one) => one.part === part).filter((_, i) => ALL || i % 2 === 0);
  for (const [i, own] of some.entries()) {
    const text = await programOf("cpp", part, own.state, own.words, own.figure, own.done);
    expect(text.replace(PARAMETERS, "")).toBe(start.replace(PARAMETERS, ""));
    const parameters = PARAMETERS.exec(text)?.[0] ?? "";
    const definitions = `${HEADERS}${declared(parameters)}${parameters}`;
    const binary = await linked(body, await compiled(`${part}-${i}`, definitions));
    wrong.push(
      ...wrongIn(expectedOf(own), printedBlocks(await run(binary, []))).map((it) => [own.name, it]),
    );
  }
  return wrong;
}

describe.concurrent("the C++ program", () => {
  it.each(PARTS)(
    "prints the numbers of the page in every state: %s",
    async (part) => {
      expect(await wrongOf(part)).toEqual([]);
    },
    600_000,
  );
});

describe("a word in a C++ program", () => {
  it("is, compiled, the word in UTF-8, even with trigraphs", async () => {
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
    const object = await compiled("words", program, ["-std=c++20", "-O0", "-trigraphs"]);
    await run("g++", [object, "-o", join(folder, "words")]);
    expect(await run(join(folder, "words"), [])).toBe(bytes);
  });
});
