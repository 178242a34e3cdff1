/** A notebook that Debian's Jupyter runs, and the page that its nbconvert makes of it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNumPy } from "../../web/tools/requirements.mjs";
import { inProject } from "../../web/tools/run.mjs";

/** Runs the cells of a notebook, and makes its page. */
const PROGRAM = `
import json, sys
import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter

folder, cells = json.load(sys.stdin)
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}})
client.execute()
outputs = [output for cell in notebook.cells for output in cell.outputs]
sizes = [len(output["data"]["text/html"]) for output in outputs if "text/html" in output.get("data", {})]
page, _ = HTMLExporter(template_name="classic", theme="light").from_notebook_node(notebook)
open(folder + "/notebook.html", "w", encoding="utf-8").write(page)
json.dump(sizes, sys.stdout)
`;

/**
 * @param cells the code of each
 * @returns the folder of notebook.html, and the length of the HTML that each view has
 */
export function notebookPage(cells: readonly string[]): { folder: string; sizes: number[] } {
  const folder = inProject("build/site-jupyter");
  mkdirSync(folder, { recursive: true });
  const start = `import sys; sys.path.insert(0, ${JSON.stringify(inProject("dist/pieces/python"))})`;
  const { stdout, stderr, status } = spawnSync(findNumPy() ?? "python3", ["-c", PROGRAM], {
    input: JSON.stringify([folder, [start, ...cells]]),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, IPYTHONDIR: join(folder, "ipython"), PYTHONDONTWRITEBYTECODE: "1" },
  });
  if (status !== 0) throw new Error(stderr);
  writeFileSync(join(folder, "sizes.json"), stdout);
  return { folder, sizes: JSON.parse(stdout) };
}
