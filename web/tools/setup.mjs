// @ts-check
/**
 * Sees to it that a command has what it needs. Where all is there, this takes some milliseconds.
 *
 * It runs on a bare clone: only Node's own modules here, and nothing that an old Node cannot parse,
 * since an old Node is what it has to report.
 */
import { atLeast, findEmscripten } from "./emscripten.mjs";
import { installNpmPackages } from "./npm-packages.mjs";
import { requirements } from "./requirements.mjs";
import { Failure } from "./run.mjs";
import { installSystemPackages } from "./system-packages.mjs";

/** Vite's own demand; package.json's "engines" says the same. */
const oldestNode = "20.19.0";

/**
 * @param {{ for: import("./requirements.mjs").Purpose }} purpose
 */
export async function setup({ for: purpose }) {
  if (!atLeast(process.versions.node, oldestNode)) {
    throw new Failure(
      `This is Node ${process.versions.node} (${process.execPath}); the project needs ` +
        `${oldestNode} or newer. See https://nodejs.org/en/download.`,
    );
  }
  const needed = requirements.filter(({ purposes }) => purposes.includes(purpose));
  await installSystemPackages(needed.filter(({ find }) => !find()));
  await findEmscripten();
  await installNpmPackages();
}
