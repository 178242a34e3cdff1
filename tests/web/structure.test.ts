/** The structure of web/src: imports go one way, and files stay small enough to read. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../web/src", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
  /(?<!\.d)\.ts$/.test(file),
);
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The aliases of each edition: see web/vite.config.ts. */
const editions: Record<string, Record<string, string>> = {};
for (const name of ["hosted", "embed"])
  editions[name] = {
    "edition:engine": name === "hosted" ? "engine/beside.ts" : "engine/inside.ts",
    "edition:layers": name === "hosted" ? "engine/layers-beside.ts" : "engine/layers-inside.ts",
    "edition:later": `editions/${name}-later.ts`,
    "edition:files": `editions/${name}-files.ts`,
  };

const IMPORT = /^(?:import|export)\s(type\s)?([^"';]*?from\s+)?"([^"]+)";$/gm;

/** Whether an import names only types, which are erased. */
const isErased = (type: string | undefined, names = "") =>
  type !== undefined || /^\{(\s*type\s[^,{}]+,?)+\s*\}\s*from/.test(names);

/** The files of web/src that a file imports; imports that run later, by `import()`, are not among them. */
function importsOf(file: string, aliases: Record<string, string>, types: boolean): string[] {
  return [...read(file).matchAll(IMPORT)]
    .filter(([, type, names]) => types || !isErased(type, names))
    .map(([, , , from = ""]) =>
      from.startsWith(".")
        ? relative(root, resolve(root, dirname(file), from.replace(/\.js$/, ".ts")))
        : (aliases[from] ?? ""),
    )
    .filter((other) => files.includes(other));
}

/** A circle of imports, its first file also last; null where there is none. */
function circle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const other of graph.get(file) ?? []) {
      const found = visit(other, [...path, file]);
      if (found !== null) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const found = visit(file, []);
    if (found !== null) return found;
  }
  return null;
}

test.each(Object.entries(editions))("no circle of imports when %s", (_, aliases) => {
  expect(circle(new Map(files.map((file) => [file, importsOf(file, aliases, false)])))).toBeNull();
});

test("no circle of imports, those of types included", () => {
  expect(circle(new Map(files.map((file) => [file, importsOf(file, {}, true)])))).toBeNull();
});

test("a circle is found", () => {
  const graph = { a: ["b"], b: ["c", "d"], c: [], d: ["b"] };
  expect(circle(new Map(Object.entries(graph)))).toEqual(["b", "d", "b"]);
  expect(importsOf("page/element.ts", {}, true)).toContain("page/page.ts");
  expect(importsOf("page/element.ts", {}, false)).not.toContain("page/page.ts");
  expect(importsOf("page/below.ts", {}, false)).toContain("page/tables.ts");
});

test("every sheet has at most 400 lines, and no selector lost its declarations before a comment", () => {
  const styles = join(root, "../styles");
  for (const file of readdirSync(styles, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".css")) continue;
    const text = readFileSync(join(styles, file), "utf8");
    expect(text.split("\n").length, file).toBeLessThanOrEqual(400);
    expect(text.match(/,\s*\/\*.*?\*\/[^;{}]*\{/s), file).toBeNull();
  }
});

test("no file is longer than 400 lines, and the element not longer than 250", () => {
  const lines = (file: string) => read(file).trimEnd().split("\n").length;
  expect(lines("page/element.ts")).toBeLessThanOrEqual(250);
  expect(files.filter((file) => lines(file) > 400)).toEqual([]);
});
