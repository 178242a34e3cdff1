/**
 * Every block of code in the documents goes through the tool that it is for: here, or elsewhere.
 * The files of package.md are run by package.test.ts, the line of JSX is compiled by types.test.ts,
 * those of site generators are built by `npm run test:sites`, and what is typed into blogs is read
 * by tests/blogs, too.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { evaluate } from "@mdx-js/mdx";
import stylelint from "stylelint";
import { describe, expect, onTestFinished, test } from "vitest";
import { scripts } from "../../package.json";
import { PIECES, pieceOf } from "../../web/src/export/pieces.js";
import { readFragment, START } from "../../web/src/state/state.js";
import { inProject } from "../../web/tools/run.mjs";
import { SITES } from "../sites/sites.js";
import { ONE_LINERS, SNIPPETS, type Snippet } from "./snippets.js";

const guides = Object.values(SITES).map(({ guide }) => guide);

/** Which tool reads a block. */
function toolOf({ document, heading, language, text }: Snippet): string {
  if (document.endsWith("/package.md")) return "package";
  // tests/package/python-hooks.test.ts runs its Python, tests/sites its page for MyST.
  if (document.endsWith("/python.md")) return "notebook";
  if (document.endsWith("/embedding.md") && guides.includes(heading)) return "site";
  if (document.endsWith("/embedding.md") && heading === "MyST") return "site";
  if (language === "js" && heading === "Observable Framework") return "site";
  if (text.startsWith("<script ") && text.includes("<attention-scale")) return "post";
  if (language === "html" && text.includes("<iframe ")) return "frame";
  if (language === "html" && text.startsWith("<attention-scale")) return "tags";
  if (language === "js" && document === "README.md") return "engine";
  if (language === "cmake") return "example";
  if (language === "ts" && document.endsWith("/adding-a-part.md")) return "part";
  return language;
}

const snippetsOf = (tool: string) =>
  SNIPPETS.filter((snippet) => toolOf(snippet) === tool).map(
    (snippet) => [`${snippet.document}, ${snippet.heading}`, snippet.text] as const,
  );

test("every block of the documents has a tool that reads it, and no tool is without a block", () => {
  const tools = [
    "package",
    "notebook",
    "site",
    "post",
    "frame",
    "engine",
    "example",
    "part",
    "tags",
    "sh",
    "css",
    "jsx",
    "",
  ];
  const used = SNIPPETS.map(toolOf);
  expect([...new Set(used)].sort()).toEqual([...tools].sort());
  expect(Object.keys(ONE_LINERS)).toEqual(["hugo", "jekyll", "hexo"]);
});

test.each(snippetsOf("tags"))(
  "the tags alone of %s have attributes that are understood",
  (_, text) => {
    for (const [, tag = ""] of text.matchAll(/^<attention-scale ([^>]*)>/gm)) {
      const given = [...tag.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
        key,
        value,
      ]);
      const { state, junk } = readFragment(String(new URLSearchParams(given)));
      expect(junk).toEqual([]);
      expect(state).toMatchObject(Object.fromEntries(given));
    }
  },
);

/** An element as MDX makes it, or a text. */
type Node = string | { readonly type: string; readonly props: Props };
interface Props {
  readonly children?: Node | readonly Node[];
  readonly [name: string]: unknown;
}

const childrenOf = ({ children = [] }: Props) => [children].flat() as readonly Node[];
const within = (node: Node): readonly Node[] =>
  typeof node === "string" ? [node] : [node, ...childrenOf(node.props).flatMap(within)];
const elements = (root: Node, name: string) =>
  within(root).flatMap((node) => (typeof node !== "string" && node.type === name ? [node] : []));

/** A post with a text, compiled by MDX 3 as Docusaurus and Astro do, and rendered. */
async function mdx(text: string): Promise<Node> {
  const jsx = (type: string | ((props: Props) => Node), props: Props) =>
    typeof type === "string" ? { type, props } : type(props);
  const Fragment = (props: Props): Node => ({ type: "fragment", props });
  const { default: content } = await evaluate(`# A post\n\nText.\n\n${text}\nMore text.\n`, {
    jsx,
    jsxs: jsx,
    Fragment,
  } as unknown as Parameters<typeof evaluate>[1]);
  return content({}) as unknown as Node;
}

describe("in MDX", () => {
  test.each(snippetsOf("post"))("the tag of %s is an element with its still", async (_, text) => {
    const post = await mdx(text);
    const [element, ...others] = elements(post, "attention-scale");
    expect(others).toEqual([]);
    expect(element?.props).toMatchObject({ figure: "weights", sentence: "I am good", dim: "64" });
    expect(elements(post, "script")).toHaveLength(1);
    if (!text.includes("<img")) return;
    const [picture] = elements(element ?? "", "picture");
    const inside = childrenOf(picture?.props ?? {});
    // A paragraph around one of them would be no content of a picture.
    expect(inside.map((node) => (typeof node === "string" ? node : node.type))).toEqual([
      "source",
      "img",
    ]);
    expect(elements(post, "img")).toHaveLength(1);
  });

  test.each(snippetsOf("frame"))("the frame of %s is one, with its still", async (_, text) => {
    const post = await mdx(text);
    expect(elements(post, "iframe")).toHaveLength(1);
    expect(elements(post, "img")).toHaveLength(1);
    expect(elements(post, "figure")).toEqual([]);
  });

  test.each(PIECES.filter((kind) => ["html", "frame", "markdown"].includes(kind)))(
    "what Share copies as %s is one, too",
    async (kind) => {
      const options = { version: "1.2.3", caption: "{a} <b> & `c`", alt: "*d* _e_" };
      const state = { ...START, sentence: "{x} <y> 'z' &amp; *w*", figure: "weights" };
      const post = await mdx(pieceOf(kind, state, options));
      const [element] = elements(post, kind === "frame" ? "iframe" : "attention-scale");
      const told = kind === "frame" ? element?.props.title : within(element ?? "").join("");
      expect(told).toContain("{a} <b> & `c`");
      expect(elements(post, "img").map(({ props }) => props.alt)).toEqual(["*d* _e_"]);
      if (kind !== "frame") expect(element?.props.sentence).toBe(state.sentence);
    },
  );
});

test.each(snippetsOf("engine"))("the engine in %s prints what stands beside it", (_, text) => {
  // Below the project the package is found by its own name.
  const folder = mkdtempSync(inProject("build/snippet-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const name = /^\/\/ (\w+\.mjs)$/m.exec(text)?.[1] ?? "";
  const shown = /^console.log\(.*\/\/.*?: ([\d., ]+), …$/m.exec(text)?.[1]?.split(", ") ?? [];
  writeFileSync(join(folder, name), text);
  const printed = execFileSync(process.execPath, [join(folder, name)], { encoding: "utf8" });
  const numbers = printed.replace(/^.*\[/, "").match(/\d[\d.e-]*/g) ?? [];
  expect(shown.length).toBeGreaterThan(0);
  expect(numbers.slice(0, shown.length).map((number) => Number(number).toFixed(4))).toEqual(shown);
});

test.each(snippetsOf("css"))(
  "stylelint has nothing to say about the styles of %s",
  async (_, code) => {
    const config = { extends: ["stylelint-config-standard"] };
    const { results } = await stylelint.lint({ code, config });
    expect(results.flatMap(({ warnings }) => warnings)).toEqual([]);
  },
);

test.each(snippetsOf("sh"))("the commands of %s are commands", (_, text) => {
  execFileSync("bash", ["-n"], { input: text });
  const run = [...text.matchAll(/^npm (?:run )?([\w:]+)/gm)].map(([, name]) => name);
  expect(run.filter((name) => !(name !== undefined && name in scripts))).toEqual([]);
  const presets = JSON.parse(readFileSync(inProject("CMakePresets.json"), "utf8"));
  const known = presets.buildPresets.map(({ name }: { name: string }) => name);
  const built = [...text.matchAll(/--preset ([\w-]+)/g)].map(([, name]) => name);
  expect(built.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(snippetsOf("example"))("cpp/example, which is built, has the lines of %s", (_, text) => {
  const example = readFileSync(inProject("cpp/example/CMakeLists.txt"), "utf8");
  for (const line of text.trim().split("\n")) {
    expect(example).toContain(line.replace(/ *#.*$/, "").replace("(app ", "(example "));
  }
});

test.each(snippetsOf("part"))(
  "the toy part, which is added to the page, has the line of %s",
  (_, text) => {
    const toy = readFileSync(inProject("tests/browser/toy-part.test.ts"), "utf8");
    expect(toy).toContain(text.trim());
  },
);
