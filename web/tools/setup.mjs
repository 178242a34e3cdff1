// @ts-check
/**
 * Sees to it that a command has what it needs. Where all is there, this takes some milliseconds.
 * It runs on a bare clone: only Node's own modules here.
 */
import "./node-version.cjs";
import { findEmscripten } from "./emscripten.mjs";
import { installNpmPackages } from "./npm-packages.mjs";
import { requirementsOf } from "./requirements.mjs";
import { installSystemPackages } from "./system-packages.mjs";

/**
 * @param {{ for: import("./requirements.mjs").Purpose }} purpose
 */
export async function setup({ for: purpose }) {
  await installSystemPackages(requirementsOf(purpose).filter(({ find }) => !find()));
  await findEmscripten();
  await installNpmPackages();
}
