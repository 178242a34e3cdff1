// @ts-check
/**
 * The pictures that a shared link shows: web/src/entries/cards.ts writes their documents, and a
 * browser with Noto's fonts takes the pictures, which are committed, since other fonts give other
 * pictures and a machine may have no Chinese ones. cards.json has of each the text for who does not
 * see it, and a hash by which `npm run check` finds one that is out of date.
 */
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { cardNotes, NOTES } from "./card-notes.mjs";
import { LANGUAGES } from "./languages.mjs";
import { stillModule } from "./page.mjs";
import { Failure, inProject } from "./run.mjs";

/** @typedef {import("./card-notes.mjs").CardNote} CardNote */

const SIZE = { width: 1200, height: 630 };
const picture = (/** @type {string} */ name) => `web/public/${name}`;

/** Where shapes are: another compiler's last digits may round otherwise. */
const COORDINATES = / (?:[dxyr]|cx|cy|rx|width|height|points|textLength|viewBox)="[^"]*"/g;

/** @param {string} html */
const hashOf = (html) =>
  createHash("sha256").update(html.replace(COORDINATES, "")).digest("base64").slice(0, 16);

/** The documents of all cards, by the names of the pictures. */
async function documents() {
  const { cards } = await stillModule();
  /** @type {Record<string, import("../src/entries/cards.ts").Card>} */
  const all = {};
  for (const language of LANGUAGES) Object.assign(all, await cards(language));
  return all;
}

/** @param {import("playwright-core").Browser} browser */
export async function writeCards(browser) {
  const page = await browser.newPage({ viewport: SIZE });
  /** @type {Record<string, CardNote>} */
  const notes = {};
  for (const [name, { html, alt }] of Object.entries(await documents())) {
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: inProject(picture(name)) });
    notes[name] = { alt, hash: hashOf(html) };
    console.log(`Wrote ${picture(name)}.`);
  }
  writeFileSync(inProject(NOTES), `${JSON.stringify(notes, null, 2)}\n`);
  await page.close();
}

/** For `npm run check`. */
export async function checkCards() {
  const notes = cardNotes();
  const made = await documents();
  const stale = Object.entries(made).flatMap(([name, { html, alt }]) => {
    const note = notes[name];
    const isCurrent = note?.alt === alt && note.hash === hashOf(html);
    return isCurrent && existsSync(inProject(picture(name))) ? [] : [picture(name)];
  });
  const without = Object.keys(notes).filter((name) => made[name] === undefined);
  const wrong = [...stale, ...without.map((name) => `${name} in ${NOTES}`)];
  if (wrong.length > 0) {
    throw new Failure(
      `Out of date: ${wrong.join(", ")}. npm run pictures -- --cards takes them anew.`,
    );
  }
}
