// @ts-check
/**
 * Sees to it that a command has what it needs. Where all is there, this takes some milliseconds.
 * It runs on a bare clone: only Node's own modules here.
 */
import "./node-version.cjs";
import { findEmscripten } from "./emscripten.mjs";
import { installNpmPackages } from "./npm-packages.mjs";
import { requirements } from "./requirements.mjs";
import { installSystemPackages } from "./system-packages.mjs";

/**
 * @param {{ for: import("./requirements.mjs").Purpose }} purpose
 */
export async function setup({ for: purpose }) {
  const needed = requirements.filter(({ purposes }) => purposes.includes(purpose));
  await installSystemPackages(needed.filter(({ find }) => !find()));
  await findEmscripten();
  await installNpmPackages();
}
