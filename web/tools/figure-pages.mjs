// @ts-check
/**
 * dist/figures: the page of each figure, with its oEmbed file, in a build that knows its address; see
 * web/src/entries/figure-pages.ts.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { cardNotes } from "./card-notes.mjs";
import { inProject } from "./run.mjs";

/** Where the measured heights of the figures are listed. */
export const HEIGHTS_TABLE = "web/docs/embedding.md";

/** @returns {Record<string, number>} by figure, in a column of 700 */
export function measuredHeights() {
  const text = readFileSync(inProject(HEIGHTS_TABLE), "utf8");
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| .* \| (\d+) \| \d+ \|$/gm)];
  return Object.fromEntries(rows.map(([, figure, height]) => [figure, Number(height)]));
}

/**
 * @param {string} address with a slash at its end
 * @returns {import("../src/entries/figure-pages.ts").Site}
 */
export function siteAt(address) {
  const alts = Object.entries(cardNotes()).map(([name, { alt }]) => [name, alt]);
  return { address, heights: measuredHeights(), alts: Object.fromEntries(alts) };
}

/**
 * @param {string} address with a slash at its end
 * @param {typeof import("../src/entries/still.ts")} still
 */
export async function writeFigurePages(address, still) {
  const files = await still.figureFiles(siteAt(address));
  cpSync(inProject("web/figures"), inProject("dist/figures"), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(inProject("dist", path), text);
}
