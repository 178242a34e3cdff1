/**
 * What MyST makes of a page, as the tree that its themes show. They come from a host of MyST's own,
 * which is not asked.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installNpmPackages } from "../../web/tools/npm-packages.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { typstPdf } from "./typst.js";

export interface MystNode {
  readonly type: string;
  readonly children?: readonly MystNode[];
  readonly [property: string]: unknown;
}

const PROJECT = "version: 1\nproject:\n  title: A book\nsite:\n  template: book-theme\n";
/** No server answers there. */
const NOWHERE = "http://127.0.0.1:9";

/**
 * All nodes of the page with this text.
 * @param files beside the page, by their names there
 * @param keep called with the folder of the files that MyST has written, before it is removed
 */
export const mystPage = (
  text: string,
  files: Readonly<Record<string, string>> = {},
  keep: (folder: string) => void = () => undefined,
): Promise<readonly MystNode[]> =>
  inBook(`# The figure\n\n${text}\n`, files, (folder, myst) => {
    const said = myst("--site");
    if (!said.includes("Built figure.md")) throw new Error(said);
    keep(join(folder, "_build/site/public"));
    const page = readFileSync(join(folder, "_build/site/content/figure.json"), "utf8");
    const nodes = (node: MystNode): MystNode[] => [node, ...(node.children ?? []).flatMap(nodes)];
    return nodes(JSON.parse(page).mdast);
  });

/** Has MyST write a page for Typst, without a template, which stands on a host of MyST's own. */
const EXPORTS =
  "---\nexports:\n  - format: typst\n    template: null\n    output: out/figure.typ\n---\n";

/** The source that MyST writes of a page for Typst, and the PDF that Typst makes of it. */
export const mystPrint = (text: string, files: Readonly<Record<string, string>>) =>
  inBook(`${EXPORTS}# The figure\n\n${text}\n`, files, async (folder, myst) => {
    const said = myst("--typst");
    const mainFilePath = join(folder, "out/figure.typ");
    // It wants the program of Typst, after it has written the source.
    if (!existsSync(mainFilePath)) throw new Error(said);
    const source = readFileSync(mainFilePath, "utf8");
    // What a template brings.
    writeFileSync(mainFilePath, `#let breakableDefault = false\n${source}`);
    return { source, pdf: await typstPdf(mainFilePath) };
  });

/**
 * Calls with a book of one page and these files, and with what runs MyST there and returns what it
 * has said.
 */
async function inBook<Made>(
  page: string,
  files: Readonly<Record<string, string>>,
  make: (folder: string, myst: (target: string) => string) => Made | Promise<Made>,
): Promise<Made> {
  await installNpmPackages("tests/sites/web");
  const folder = mkdtempSync(inProject("build/site-myst-"));
  try {
    writeFileSync(join(folder, "myst.yml"), PROJECT);
    writeFileSync(join(folder, "figure.md"), page);
    for (const [name, file] of Object.entries(files)) cpSync(file, join(folder, name));
    const program = inProject("tests/sites/web/node_modules/mystmd/dist/myst.cjs");
    return await make(folder, (target) => {
      const { stdout, stderr } = spawnSync(process.execPath, [program, "build", target], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, API_URL: NOWHERE },
      });
      return stdout + stderr;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
