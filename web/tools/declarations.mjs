// @ts-check
/**
 * dist/engine.d.ts and dist/embed.d.ts: the types of what the package offers, each in one file that
 * stands alone. Beside them those for frameworks, which TypeScript refuses where the framework is
 * missing: so they are files of their own.
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inProject, run } from "./run.mjs";

const tsc = "node_modules/.bin/tsc";
/** The folder into which tsc writes one declaration a file, as web/tsconfig.types.json says. */
const written = inProject("build/types");

/**
 * The public modules, and the libraries their types may use. The engine also runs in plain Node, so
 * its types use no DOM.
 * @type {readonly { name: string, from: string, lib: string }[]}
 */
const faces = [
  { name: "engine", from: "engine/index.d.ts", lib: "es2022" },
  { name: "embed", from: "element/public.d.ts", lib: "es2022,dom" },
];

/**
 * Writes the declarations of a module, with all that they mention, into one file.
 * @param {string} name of the file in dist/
 * @param {string} from
 */
async function bundle(name, from) {
  // Imported here, since node_modules need not exist yet when this file is loaded.
  const { rolldown } = await import("rolldown");
  const { dts } = await import("rolldown-plugin-dts");
  const modules = await rolldown({
    input: { [name]: join(written, from) },
    plugins: [dts({ dtsInput: true, tsconfig: false })],
    // tsc writes no declarations of the lists in JSON, and has replaced all types that follow from
    // them; the import is left out with whatever else nothing public mentions.
    external: /\.json$/,
    treeshake: { moduleSideEffects: false },
  });
  await modules.write({ dir: inProject("dist") });
  await modules.close();
}

export async function writeDeclarations() {
  rmSync(written, { recursive: true, force: true });
  await run(tsc, ["-p", "web/tsconfig.types.json"], { quiet: true });
  for (const { name, from, lib } of faces) {
    await bundle(name, from);
    // A name that went missing or clashes shows here, and not in somebody's project.
    const strict = ["--strict", "--target", "es2022", "--lib", lib, "--types", ""];
    const file = inProject("dist", `${name}.d.ts`);
    await run(tsc, ["--ignoreConfig", "--noEmit", ...strict, file], { quiet: true });
  }
  cpSync(inProject("web/types"), inProject("dist"), { recursive: true });
}
