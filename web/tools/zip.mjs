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

/** @returns {Promise<Uint8Array>} */
export async function zipBytes() {
  // Imported here, since node_modules need not exist yet when this file is loaded.
  const { zipSync } = await import("fflate");
  const files = [...FILES, ...pinnedAssets().map((file) => `assets/${file}`)]
    .map((file) => [file, `dist/${file}`])
    .concat([["LICENSE", "LICENSE"]])
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  const entries = files.map(([name, path = ""]) => [
    `attention-scale/${name}`,
    readFileSync(inProject(path)),
  ]);
  // Stored as the local time, which is then the same in every time zone.
  const mtime = new Date(1980, 0, 1);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime });
}

export const writeZip = async () => writeFileSync(inProject(zipFile), await zipBytes());
