// @ts-check
/**
 * What the build decides in web/docs: the tag in embedding.md has the version and the hash of the
 * released loader.js, and says with what that was built; the tables of keys.md are those of the
 * state, parts.md is that of the parts, and the files in lessons/ those of the page. `npm run
 * integrity` brings them up to date. `npm run check` demands the tables, the lessons and the
 * version, but not the hash: between two releases, and by another compiler, other bytes are built.
 * The release workflow demands the hash, too. `npm run build` tells of it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { integrityNote } from "./integrity.mjs";
import { keyTablesProblem, withKeyTables } from "./key-tables.mjs";
import { lessonFiles } from "./lessons.mjs";
import { buildPage } from "./page.mjs";
import { PARTS_FILE, partTables } from "./part-tables.mjs";
import { Failure, inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";

/** @typedef {import("./integrity.mjs").Note} Note */

const EMBEDDING = "web/docs/embedding.md";
const KEYS = "web/docs/keys.md";

/** @param {string} file */
const read = (file) => readFileSync(inProject(file), "utf8");

/** The tag with its hash, and the sentence that says of what it is. */
const tag = /(loader\.js\?v=)([^"]*)(" integrity=")(sha384-[A-Za-z0-9+/=]+)/;
const origin = /(hash is that of `loader\.js` )(\S+)( built with )([^;]+)/;

/**
 * @param {string} text of embedding.md
 * @param {Note} dist
 * @returns {{ stale: boolean, told: string } | undefined} nothing where the tag has the hash of
 *   this build; stale where it has that of another version, or none
 */
export function tagAgainst(text, dist) {
  const [, , version, , hash] = tag.exec(text) ?? [];
  const [, , builtVersion, , builtWith] = origin.exec(text) ?? [];
  if (version !== dist.version || builtVersion !== dist.version) {
    const told = `The tag in ${EMBEDDING} has the hash of another version, or none. npm run integrity puts the right one there.`;
    return { stale: true, told };
  }
  if (hash === dist["loader.js"]) return undefined;
  const told = `The hash in ${EMBEDDING} is that of the release, built with ${builtWith}. This build is by ${dist.builtWith}; its hash is in dist/integrity.json.`;
  return { stale: false, told };
}

/**
 * @param {string} text of embedding.md
 * @param {Note} dist
 */
export const tagFor = (text, { version, builtWith, "loader.js": hash }) =>
  text
    .replace(tag, (_, before, _version, between) => before + version + between + hash)
    .replace(origin, (_, before, _version, between) => before + version + between + builtWith);

/** Compares the hash of the tag with that of the build. */
export function tellOfTag() {
  const found = tagAgainst(read(EMBEDDING), integrityNote());
  if (found !== undefined) console.log(found.told);
}

/** Fails where a document differs from the sources or from the build; `npm run check` calls it. */
export async function checkDocs() {
  await buildPage();
  const problem = await keyTablesProblem(read(KEYS));
  if (problem !== undefined) throw new Failure(problem);
  const written = [[PARTS_FILE, await partTables()], ...(await lessonFiles())];
  for (const [file = "", text] of written) {
    if (!existsSync(inProject(file)) || read(file) !== text) {
      throw new Failure(`${file} differs from the sources: npm run integrity writes it.`);
    }
  }
  const found = tagAgainst(read(EMBEDDING), integrityNote());
  if (found?.stale) throw new Failure(found.told);
}

if (process.argv[1] === inProject("web/tools/docs.mjs")) {
  await main(async () => {
    await setup({ for: "build" });
    await buildPage();
    const right = tagFor(read(EMBEDDING), integrityNote());
    const found = tagAgainst(right, integrityNote());
    if (found !== undefined) throw new Failure(found.told);
    writeFileSync(inProject(EMBEDDING), right);
    writeFileSync(inProject(KEYS), await withKeyTables(read(KEYS)));
    writeFileSync(inProject(PARTS_FILE), await partTables());
    for (const [file, text] of await lessonFiles()) writeFileSync(inProject(file), text);
    console.log(`The tag in ${EMBEDDING} has ${integrityNote()["loader.js"]}.`);
  });
}
