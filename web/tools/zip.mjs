// @ts-check
/**
 * dist/attention-scale.zip: what a blog needs, for bloggers without a compiler. The same files give
 * the same bytes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pinnedAssets } from "./integrity.mjs";
import { LANGUAGES } from "./languages.mjs";
import { inProject } from "./run.mjs";

/** The still pictures of the pieces. */
export const STILLS = LANGUAGES.flatMap((language) => [
  `still-${language}.svg`,
  `still-${language}-narrow.svg`,
]);

/** The files beside those in assets/ that the loader brings; LICENSE is in the project's folder. */
const FILES = [
  "loader.js",
  "embed.js",
  "attention-scale.html",
  "frame.js",
  ...STILLS,
  "THIRD-PARTY-NOTICES.txt",
];

export const zipFile = "dist/attention-scale.zip";

/**
 * A zip of files by their names, which it is sorted by.
 * @param {Readonly<Record<string, Uint8Array | string>>} files
 * @returns {Promise<Uint8Array>}
 */
export async function zipped(files) {
  // Imported here, since node_modules need not exist yet when this file is loaded.
  const { zipSync } = await import("fflate");
  const entries = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => [name, typeof content === "string" ? Buffer.from(content) : content]);
  // Stored as the local time, which is then the same in every time zone.
  const mtime = new Date(1980, 0, 1);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime });
}

/** @returns {Promise<Uint8Array>} */
export async function zipBytes() {
  const files = [...FILES, ...pinnedAssets().map((file) => `assets/${file}`)]
    .map((file) => [file, `dist/${file}`])
    .concat([["LICENSE", "LICENSE"]]);
  const entries = files.map(([name, path = ""]) => [
    `attention-scale/${name}`,
    readFileSync(inProject(path)),
  ]);
  return zipped(Object.fromEntries(entries));
}

export const writeZip = async () => writeFileSync(inProject(zipFile), await zipBytes());
