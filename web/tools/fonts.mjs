// @ts-check
/**
 * The sets of fonts with which the page is tested, measured and pictured, whatever other fonts the
 * machine has.
 */
import { existsSync, readFileSync } from "node:fs";
import { inProject } from "./run.mjs";

/** @typedef {"noto" | "dejavu"} FontSet a file of fontconfig in tests/fonts */

/** @type {readonly FontSet[]} */
export const FONT_SETS = ["noto", "dejavu"];

/** @param {FontSet} set */
const configuration = (set) => inProject("tests/fonts", `${set}.conf`);

/**
 * The environment in which a browser has the fonts of a set and no others.
 * @param {FontSet} set
 * @returns {NodeJS.ProcessEnv}
 */
export const withFonts = (set) => ({ ...process.env, FONTCONFIG_FILE: configuration(set) });

/**
 * The first file of a folder that a set names, if all of them are there.
 * @param {FontSet} set
 * @param {string} folder below fonts/
 * @returns {string | undefined}
 */
export function findFonts(set, folder) {
  const names = readFileSync(configuration(set), "utf8").matchAll(/<glob>(\/.+)<\/glob>/g);
  const files = [...names].flatMap(([, file = ""]) => (file.includes(`/${folder}/`) ? [file] : []));
  return files.every((file) => existsSync(file)) ? files[0] : undefined;
}
