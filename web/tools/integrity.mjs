// @ts-check
/**
 * The hash a page gives to have a browser run this very script and no other: `integrity="sha384-…"`.
 *
 * As a command it shows that of dist/embed.js; with `--write` it puts it into README.md. The build gives the same bytes
 * wherever it runs with the same Emscripten and the packages of the lock file.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { commandOptions } from "./options.mjs";
import { inProject, main } from "./run.mjs";

/** @param {string} file relative to the project */
export function integrityOf(file) {
  const digest = createHash("sha384")
    .update(readFileSync(inProject(file)))
    .digest("base64");
  return `sha384-${digest}`;
}

/** What the tag in README.md needs, for whoever has dist/ and no README. */
export function writeIntegrity() {
  const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const note = { version, "embed.js": integrityOf("dist/embed.js") };
  writeFileSync(inProject("dist/integrity.json"), `${JSON.stringify(note, null, 2)}\n`);
}

/** The hashes README.md gives. */
export const givenInReadme = () =>
  readFileSync(inProject("README.md"), "utf8").match(/sha384-[A-Za-z0-9+/=]+/g) ?? [];

if (process.argv[1] === inProject("web/tools/integrity.mjs")) {
  await main(async () => {
    const { write } = commandOptions({ write: { type: "boolean" } });
    const right = integrityOf("dist/embed.js");
    console.log(right);
    if (!write) return;
    const readme = readFileSync(inProject("README.md"), "utf8");
    writeFileSync(
      inProject("README.md"),
      readme.replace(/sha384-[A-Za-z0-9+/=]+/g, () => right),
    );
  });
}
