// @ts-check
/** Finds Emscripten, and checks its version. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt, Failure, findProgram } from "./run.mjs";

/** Debian 12's, the oldest the engine was built and tested with. */
const oldest = "3.1.6";

/**
 * @typedef {object} Emscripten
 * @property {string} root its folder
 * @property {string} version such as 3.1.69
 * @property {string} toolchain its CMake toolchain file
 */

/** @param {string} root */
const toolchainIn = (root) => join(root, "cmake", "Modules", "Platform", "Emscripten.cmake");

/**
 * Usually em++ (or what it links to) stands in Emscripten's folder; some packagers put a wrapper
 * elsewhere, and then em-config knows. It is asked second because it takes Python's start.
 * @param {string} compiler
 */
async function findRoot(compiler) {
  const beside = dirname(realpathSync(compiler));
  if (existsSync(toolchainIn(beside))) return beside;
  const { code, output } = await attempt("em-config", ["EMSCRIPTEN_ROOT"], { quiet: true });
  const root = output.trim();
  if (code === 0 && existsSync(toolchainIn(root))) return root;
  throw new Failure(
    `The Emscripten of ${compiler} has no CMake toolchain file: cmake/Modules/Platform/Emscripten.cmake ` +
      `is neither below ${beside} nor below what em-config answers.`,
  );
}

/** @returns {Promise<Emscripten>} */
export async function findEmscripten() {
  const compiler = findProgram("em++");
  if (!compiler) throw new Failure("Emscripten's compiler em++ was not found on PATH.");
  const root = await findRoot(compiler);
  const version = readFileSync(join(root, "emscripten-version.txt"), "utf8").replace(/["\s]/g, "");
  if (version.localeCompare(oldest, "en", { numeric: true }) < 0) {
    throw new Failure(
      `Emscripten ${version} (${compiler}) is too old: the engine needs ${oldest} or newer. ` +
        "Debian 12 and later bring one; elsewhere see https://emscripten.org/docs/getting_started/downloads.html.",
    );
  }
  return { root, version, toolchain: toolchainIn(root) };
}
