/** Typst, as npm has it. */
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { installNpmPackages } from "../../web/tools/npm-packages.mjs";
import { inProject } from "../../web/tools/run.mjs";

/** A module of the packages in books/, which the project itself does not have. */
export async function bookPackage<Module>(path: string): Promise<Module> {
  await installNpmPackages("tests/sites/books");
  return import(pathToFileURL(inProject("tests/sites/books/node_modules", path)).href);
}

/** What of Typst is used here. */
interface Typst {
  readonly NodeCompiler: {
    create(options: { workspace: string }): { pdf(options: { mainFilePath: string }): Uint8Array };
  };
}

/** The PDF of a document, whose files lie in its folder. */
export async function typstPdf(mainFilePath: string): Promise<Uint8Array> {
  const path = "@myriaddreamin/typst-ts-node-compiler/index.js";
  const { NodeCompiler } = await bookPackage<Typst>(path);
  return NodeCompiler.create({ workspace: dirname(mainFilePath) }).pdf({ mainFilePath });
}
