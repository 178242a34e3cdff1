/**
 * What MyST makes of a page, as the tree that its themes show. They come from a host of MyST's own,
 * which is not asked.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installNpmPackages } from "../../web/tools/npm-packages.mjs";
import { inProject } from "../../web/tools/run.mjs";

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
export async function mystPage(
  text: string,
  files: Readonly<Record<string, string>> = {},
  keep: (folder: string) => void = () => undefined,
): Promise<readonly MystNode[]> {
  await installNpmPackages("tests/sites/web");
  const folder = mkdtempSync(inProject("build/site-myst-"));
  try {
    writeFileSync(join(folder, "myst.yml"), PROJECT);
    writeFileSync(join(folder, "figure.md"), `# The figure\n\n${text}\n`);
    for (const [name, file] of Object.entries(files)) cpSync(file, join(folder, name));
    const myst = inProject("tests/sites/web/node_modules/mystmd/dist/myst.cjs");
    const { stdout, stderr } = spawnSync(process.execPath, [myst, "build", "--site"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, API_URL: NOWHERE },
    });
    if (!stdout.includes("Built figure.md")) throw new Error(stdout + stderr);
    keep(join(folder, "_build/site/public"));
    const page = readFileSync(join(folder, "_build/site/content/figure.json"), "utf8");
    const nodes = (node: MystNode): MystNode[] => [node, ...(node.children ?? []).flatMap(nodes)];
    return nodes(JSON.parse(page).mdast);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
