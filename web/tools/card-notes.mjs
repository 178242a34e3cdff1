// @ts-check
/** What the committed pictures of links are of: see web/tools/cards.mjs. */
import { readFileSync } from "node:fs";
import { inProject } from "./run.mjs";

/** @typedef {{ readonly alt: string, readonly hash: string }} CardNote */

export const NOTES = "web/tools/cards.json";

/** @returns {Record<string, CardNote>} by the name of the picture */
export const cardNotes = () => JSON.parse(readFileSync(inProject(NOTES), "utf8"));
