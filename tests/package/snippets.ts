/** The blocks of code in the documents. */
import { readdirSync, readFileSync } from "node:fs";
import { inProject } from "../../web/tools/run.mjs";

export interface Snippet {
  /** The path of the document from the project's folder. */
  readonly document: string;
  /** The nearest heading above it. */
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

const documents = [
  "README.md",
  ...readdirSync(inProject("web/docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `web/docs/${name}`),
];

function snippetsIn(document: string): Snippet[] {
  const found: Snippet[] = [];
  let heading = "";
  for (const [, title, language, text = ""] of readFileSync(inProject(document), "utf8").matchAll(
    /^#+ (.*)$|^```(\w*)\n([\s\S]*?)^```$/gm,
  )) {
    if (title !== undefined) heading = title;
    else found.push({ document, heading, language: language ?? "", text });
  }
  return found;
}

export const SNIPPETS: readonly Snippet[] = documents.flatMap(snippetsIn);

/**
 * What is typed into posts of the three blog engines, as the table of the README has it, by the
 * engine's name.
 */
export const ONE_LINERS: Readonly<Record<string, string>> = Object.fromEntries(
  readFileSync(inProject("README.md"), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, engine = "", piece = ""] =
        /^\| (\w+) \|.*\| `(\{[{%] ?[^`]* ?[%}]\})` \|$/.exec(line) ?? [];
      return engine === "" ? [] : [[engine.toLowerCase(), piece]];
    }),
);
