import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FOLDERS, wrongImports } from "../../web/tools/import-order.mjs";
import { inProject } from "../../web/tools/run.mjs";

/** The folders of web/src in the order in which the README's map names them. */
function foldersOfMap(): string[] {
  const map = /^## Map of the code\n[\s\S]*?^```\n([\s\S]*?)^```/m.exec(
    readFileSync(inProject("README.md"), "utf8"),
  )?.[1];
  return [...(map ?? "").matchAll(/^web\/src\/(\S+(?:, \S+)*) {2,}/gm)].flatMap(([, names = ""]) =>
    names.split(", "),
  );
}

describe("the order of imports", () => {
  it("has every folder of web/src, in the order of the README's map", () => {
    const folders = readdirSync(inProject("web/src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect([...FOLDERS].sort()).toEqual(folders.sort());
    expect(foldersOfMap()).toEqual(FOLDERS);
  });

  it("refuses an import from a later folder, and names both", () => {
    const [wrong] = wrongImports(
      "web/src/draw/chart.ts",
      'import { x } from "../parts/sections.js";',
    );
    expect(wrong).toMatch(/draw\/chart\.ts imports \.\.\/parts\/sections\.js.*draw.*before parts/);
    for (const code of [
      'import type { X } from "../export/index.js";',
      'export * from "../export/index.js";',
      'const load = () => import("../export/index.js");',
      'import "../export/index.js";',
      'type X = typeof import("../export/index.js").x;',
    ]) {
      expect(wrongImports("web/src/state/state.ts", code), code).toHaveLength(1);
    }
  });

  it("allows those of earlier folders, of its own and of web/src itself, and says where a folder has no place", () => {
    const code = [
      'import { x } from "../engine/api.js";',
      'import { y } from "./key.js";',
      'import { z } from "../memo.js";',
      'import css from "../../styles/page.css?inline";',
    ].join("\n");
    expect(wrongImports("web/src/state/state.ts", code)).toEqual([]);
    expect(wrongImports("web/src/memo.ts", 'import { x } from "./parts/why.js";')).toEqual([]);
    expect(wrongImports("web/src/atlas/index.ts", "")).toEqual([expect.stringContaining("atlas")]);
  });
});
