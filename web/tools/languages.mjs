// @ts-check
/**
 * The languages of the page, of which web/src/languages.json is the list, and what each of them
 * lacks.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Failure, inProject } from "./run.mjs";

/** @typedef {{ name: string, partial?: true }} Entry */
/** @type {Record<string, Entry>} */
const list = JSON.parse(readFileSync(inProject("web/src/languages.json"), "utf8"));

export const LANGUAGES = /** @type {import("../src/state/language.ts").Language[]} */ (
  Object.keys(list)
);

const folder = inProject("web/src/text");
/** The files of a language. @param {string} language */
const subjectsOf = (language) => {
  const languageFolder = `${folder}/${language}`;
  return existsSync(languageFolder)
    ? readdirSync(languageFolder).flatMap((file) => /^(.*)\.ts$/.exec(file)?.[1] ?? [])
    : [];
};

/** The subjects of the first chapter, which every language has. */
const FIRST = ["page", "first-chapter", "questions", "matrices", "labels", "closing-page"];

/** What is said outside of the page: on the picture of a link, and by the loader. */
const OUTSIDE = ["card.json", "loader.json"];

/**
 * Tells what the languages lack. \throws where a language lacks what it must have: all of it, or of
 * one marked `partial` the first chapter; and where a file or folder would not be found
 */
export function checkLanguages() {
  const english = subjectsOf("en");
  const wrong = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !(entry.name in list))
    .map(({ name }) => `web/src/text/${name} is not in web/src/languages.json.`);
  for (const [language, { partial }] of Object.entries(list)) {
    const subjects = subjectsOf(language);
    const missing = english.filter((subject) => !subjects.includes(subject));
    if (missing.length > 0) {
      console.log(
        `        ${language} lacks ${missing.length} of ${english.length}: ${missing.join(", ")}`,
      );
    }
    const needed = missing.filter((subject) => !partial || FIRST.includes(subject));
    if (needed.length > 0) wrong.push(`web/src/text/${language} lacks ${needed.join(", ")}.`);
    const outside = OUTSIDE.filter((file) => !existsSync(`${folder}/${language}/${file}`));
    if (outside.length > 0) wrong.push(`web/src/text/${language} lacks ${outside.join(", ")}.`);
    const unknown = subjects.filter((subject) => !english.includes(subject));
    if (unknown.length > 0) {
      wrong.push(`web/src/text/${language} has what English has not: ${unknown.join(", ")}.`);
    }
  }
  if (wrong.length > 0) throw new Failure(wrong.join("\n"));
}
