// @ts-check
/**
 * The hash a page gives to have a browser run this very script and no other:
 * `integrity="sha384-…"`. The same tools give the same bytes wherever they run, and others give
 * others; so the hash is kept with the names of the tools.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findEmscripten } from "./emscripten.mjs";
import { findEigen } from "./requirements.mjs";
import { inProject, run } from "./run.mjs";

/**
 * The files of assets/ that the loader may bring into a page of others, which has its own style.
 */
export const pinnedAssets = () =>
  readdirSync(inProject("dist/assets"))
    .filter((file) => /\.(js|wasm|json)$/.test(file))
    .sort();

/** @param {string | Buffer} content */
export const integrityOfText = (content) =>
  `sha384-${createHash("sha384").update(content).digest("base64")}`;

/** @param {string} file relative to the project */
export const integrityOf = (file) => integrityOfText(readFileSync(inProject(file)));

/** Eigen has moved its version from one header to another. */
function eigenVersion() {
  const headers = ["Eigen/Version", "Eigen/src/Core/util/Macros.h"].map((path) =>
    join(findEigen() ?? "", path),
  );
  const texts = headers
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8"));
  const number = (/** @type {string} */ name) =>
    new RegExp(`define EIGEN_${name}_VERSION (\\d+)`).exec(texts.join("\n"))?.[1];
  return ["WORLD", "MAJOR", "MINOR"].map(number).join(".");
}

/** The tools that decide the bytes of the build, besides the sources and the lock file. */
async function toolchain() {
  const { version } = await findEmscripten();
  // The same Emscripten comes with another clang from elsewhere.
  const compiler = await run("em++", ["-v"], { quiet: true });
  const clang = /clang version (\S+)/.exec(compiler)?.[1] ?? "unknown";
  const [node] = process.versions.node.split(".");
  return `Emscripten ${version}, clang ${clang}, Eigen ${eigenVersion()} and Node ${node}`;
}

/**
 * @typedef {{ version: string, builtWith: string, "loader.js": string, "embed.js": string }} Note
 */

/** dist/integrity.json: what the tag needs, for whoever has dist/ and no documents. */
export async function writeIntegrity() {
  const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const note = {
    version,
    builtWith: await toolchain(),
    "loader.js": integrityOf("dist/loader.js"),
    "embed.js": integrityOf("dist/embed.js"),
  };
  writeFileSync(inProject("dist/integrity.json"), `${JSON.stringify(note, null, 2)}\n`);
}

/** @returns {Note} */
export const integrityNote = () =>
  JSON.parse(readFileSync(inProject("dist/integrity.json"), "utf8"));
