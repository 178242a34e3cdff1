// @ts-check
/**
 * Whose work ends up in dist/, and under which licence: in full in dist/THIRD-PARTY-NOTICES.txt,
 * and in a line each in the files that are used without it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findEmscripten } from "./emscripten.mjs";
import { Failure, inProject } from "./run.mjs";

/** The file in which Vite lists the packages that went into a bundle: `build.license`. */
export const LICENCES = "licences.json";

/**
 * A package in that list.
 * @typedef {object} Licence
 * @property {string} name
 * @property {string} version
 * @property {string} [identifier] of SPDX
 * @property {string} [text] of the file that the package brings
 */

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} licence
 * @property {string} text what the licence asks to be repeated
 * @property {string} [source] where there is no line on the copyright: the address to name in its
 *   place
 */

/** The MIT licence, as the project has it. */
const ownLicence = () => readFileSync(inProject("LICENSE"), "utf8");

/**
 * Eigen asks that readers learn the licence and where its source is; no copy of the text.
 * @type {Notice}
 */
const eigen = {
  name: "Eigen (compiled into the engine, unmodified)",
  licence: "MPL-2.0",
  source: "https://gitlab.com/libeigen/eigen",
  text: `This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of
the MPL was not distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.
Its source code is at https://gitlab.com/libeigen/eigen.`,
};

/** Distributions ship Emscripten's licence in different forms or not at all. @returns {Notice} */
const emscripten = () => ({
  name: "Emscripten (its runtime is part of the engine)",
  licence: "MIT (chosen from MIT and NCSA)",
  text: ownLicence()
    .replace(/^MIT License\s+/, "")
    .replace(/^Copyright .*$/m, "Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.")
    .trim(),
});

/** @type {Notice} */
const llvm = {
  name: "libc++, libc++abi and compiler-rt, of the LLVM project (compiled into the engine)",
  licence: "Apache-2.0 WITH LLVM-exception",
  source: "https://llvm.org/LICENSE.txt",
  text: "The licence is at https://llvm.org/LICENSE.txt.",
};

/**
 * @param {Licence} licence
 * @returns {Notice}
 */
function packageNotice({ name, version, identifier, text }) {
  if (identifier === undefined || text === undefined) {
    throw new Failure(`The npm package ${name} is shipped in dist/ but brings no licence.`);
  }
  return { name: `${name} ${version}`, licence: identifier, text };
}

/** The font comes as a file, which no bundle has among its modules. @returns {Licence} */
function fontLicence() {
  const folder = inProject("node_modules/@fontsource/stix-two-math");
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = readFileSync(join(folder, "LICENSE"), "utf8").trim();
  return { name, version, identifier: license, text };
}

/**
 * The npm packages of which something is in these bundles, each once, and the font.
 * @param {readonly Licence[]} licences
 * @returns {Notice[]}
 */
function packageNotices(licences) {
  const byName = new Map([...licences, fontLicence()].map((licence) => [licence.name, licence]));
  const inOrder = [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return inOrder.map(packageNotice);
}

/** @returns {Promise<Notice>} */
async function muslNotice() {
  const { root } = await findEmscripten();
  const text = readFileSync(join(root, "system/lib/libc/musl/COPYRIGHT"), "utf8").trim();
  const name = "musl, the C library of Emscripten (compiled into the engine)";
  return { name, licence: "MIT", text };
}

/** The libraries that are compiled into the engine. */
const engineNotices = async () => [eigen, emscripten(), await muslNotice(), llvm];

/** @param {readonly Licence[]} licences of all bundles */
export async function writeNotices(licences) {
  const notices = [...packageNotices(licences), ...(await engineNotices())];
  const separator = `\n\n${"-".repeat(80)}\n\n`;
  const parts = [
    "attention-scale contains work of others. Their names and licences:",
    ...notices.map(({ name, licence, text }) => `${name}\nLicence: ${licence}\n\n${text}`),
  ];
  writeFileSync(inProject("dist/THIRD-PARTY-NOTICES.txt"), `${parts.join(separator)}\n`);
}

/** @param {string} text */
const copyrightIn = (text) => /^ *(Copyright .*\d{4}.*)$/m.exec(text)?.[1];

/**
 * A line each. In ASCII, since a file that holds the whole page is served in any charset.
 * @param {readonly Licence[]} licences
 */
async function shortNotices(licences) {
  const { name, version, license } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const notices = [...packageNotices(licences), ...(await engineNotices())];
  const line = (/** @type {Notice} */ { name, licence, text, source }) =>
    [name, licence, source ?? copyrightIn(text)].join(" | ");
  const lines = [
    line({ name: `${name} ${version}`, licence: license, text: ownLicence() }),
    `It contains work of others. Their licences in full: THIRD-PARTY-NOTICES.txt in the npm package ${name},`,
    "and by their names at https://spdx.org/licenses/.",
    ...notices.map(line),
  ];
  return lines.join("\n").replaceAll("\u00a9", "(c)");
}

/**
 * Where the files that are used alone have the short notices: in a page inside the root element,
 * which frozen pages copy, and after the charset, which must come early.
 */
const SHORT = /** @type {const} */ ([
  ["embed.js", /^/, "/*!", "*/\n"],
  ["attention-scale.html", /(?<=<meta charset="utf-8" \/>)/, "\n    <!--!", "-->"],
]);

/**
 * Puts the short notices into the files that are used without THIRD-PARTY-NOTICES.txt.
 * @param {readonly Licence[]} licences of the embed
 */
export async function writeShortNotices(licences) {
  const text = await shortNotices(licences);
  for (const [name, place, begin, end] of SHORT) {
    const file = inProject("dist", name);
    const content = readFileSync(file, "utf8");
    const noted = content.replace(place, () => `${begin}\n${text}\n${end}`);
    if (noted === content) throw new Failure(`${name} has no place for the notices.`);
    writeFileSync(file, noted);
  }
}
