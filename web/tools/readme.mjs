// @ts-check
/**
 * README.md's tag has the version and the hash of dist/loader.js, and says with what that was built; its tables of keys and
 * that of web/docs/keys.md are those of the state. `npm run integrity` brings both up to date, and `npm run check` demands that they are. `npm run build`
 * tells of the tag.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { buildEngine } from "./engine.mjs";
import { integrityNote } from "./integrity.mjs";
import { keyTablesProblem, withKeyTables } from "./key-tables.mjs";
import { buildPage } from "./page.mjs";
import { Failure, inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";

/** @typedef {import("./integrity.mjs").Note} Note */

const KEYS = "web/docs/keys.md";

/** @param {string} file */
const read = (file) => readFileSync(inProject(file), "utf8");
const readme = () => read("README.md");

/** The tag with its hash, and the sentence that says of what it is. */
const tag = /(loader\.js\?v=)([^"]*)(" integrity=")(sha384-[A-Za-z0-9+/=]+)/;
const origin = /(hash is that of `loader\.js` )(\S+)( built with )([^;]+)/;

/**
 * @param {string} text of the README
 * @param {Note} dist
 * @returns {{ stale: boolean, told: string } | undefined} nothing where all is well
 */
export function readmeAgainst(text, dist) {
  const [, , version, , hash] = tag.exec(text) ?? [];
  const [, , builtVersion, , builtWith] = origin.exec(text) ?? [];
  if (hash === undefined || builtWith === undefined) {
    return {
      stale: true,
      told: "README.md has no tag with a hash, or does not say of what it is.",
    };
  }
  const remedy = "npm run integrity puts the right one there.";
  if (version !== dist.version || builtVersion !== dist.version) {
    const told = `README.md's tag is for version ${version}, and this is ${dist.version}. ${remedy}`;
    return { stale: true, told };
  }
  if (hash === dist["loader.js"]) return undefined;
  if (builtWith !== dist.builtWith) {
    const told = `README.md's hash is of a build by ${builtWith}. This one is by ${dist.builtWith}; its hash is in dist/integrity.json.`;
    return { stale: false, told };
  }
  return { stale: true, told: `README.md has the hash of an older loader.js. ${remedy}` };
}

/**
 * @param {string} text of the README
 * @param {Note} dist
 */
export const readmeFor = (text, { version, builtWith, "loader.js": hash }) =>
  text
    .replace(tag, (_, before, _version, between) => before + version + between + hash)
    .replace(origin, (_, before, _version, between) => before + version + between + builtWith);

/** Compares the hash in README.md with that of the build. */
export function tellOfReadme() {
  const found = readmeAgainst(readme(), integrityNote());
  if (found !== undefined) console.log(found.told);
}

/** For `npm run check`: only the same tools could have made the same bytes. */
export async function checkReadme() {
  for (const file of /** @type {const} */ (["README.md", KEYS])) {
    const problem = await keyTablesProblem(file, read(file));
    if (problem !== undefined) throw new Failure(problem);
  }
  await buildEngine();
  await buildPage();
  const found = readmeAgainst(readme(), integrityNote());
  if (found?.stale) throw new Failure(found.told);
}

if (process.argv[1] === inProject("web/tools/readme.mjs")) {
  await main(async () => {
    await setup({ for: "build" });
    await buildEngine();
    await buildPage();
    const right = readmeFor(await withKeyTables(readme()), integrityNote());
    const found = readmeAgainst(right, integrityNote());
    if (found !== undefined) throw new Failure(found.told);
    writeFileSync(inProject("README.md"), right);
    writeFileSync(inProject(KEYS), await withKeyTables(read(KEYS)));
    console.log(
      `README.md's tag has ${integrityNote()["loader.js"]}; its tables have the state's keys.`,
    );
  });
}
