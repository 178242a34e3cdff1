// @ts-check
/**
 * Whose work ends up in dist/, and under which licence: in full in dist/THIRD-PARTY-NOTICES.txt,
 * and in a line each in the files that are used without it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findEmscripten } from "./emscripten.mjs";
import { Failure, inProject } from "./run.mjs";

/** The npm packages of which something is in the page, in each of its editions. */
const pagePackages = [
  "lit",
  "lit-html",
  "lit-element",
  "@lit/reactive-element",
  "comlink",
  "d3-array",
  "internmap",
  "gifenc",
  "@fontsource/stix-two-math",
];

/** Those that only the hosted page's service worker is made with. */
const offlinePackages = [
  "workbox-core",
  "workbox-precaching",
  "workbox-routing",
  "workbox-strategies",
];

/** All of them. `checkBundled` holds this list to the bundles. */
const shippedPackages = [...pagePackages, ...offlinePackages];

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
 * @param {string} name
 * @returns {Notice}
 */
function packageNotice(name) {
  const folder = inProject("node_modules", name);
  const { license, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  if (!file) {
    throw new Failure(`The npm package ${name} is shipped in dist/ but brings no licence file.`);
  }
  const text = readFileSync(join(folder, file), "utf8").trim();
  return { name: `${name} ${version}`, licence: license, text };
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

/**
 * Fails where a bundle holds a package that the notices would leave out.
 * @param {Iterable<string>} moduleFiles the files a bundler put into a bundle
 */
export function checkBundled(moduleFiles) {
  for (const file of moduleFiles) {
    const name = file.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
    if (name !== undefined && !shippedPackages.includes(name)) {
      throw new Failure(
        `The npm package ${name} is bundled into dist/, but web/tools/notices.mjs does not list it.`,
      );
    }
  }
}

export async function writeNotices() {
  const notices = [...shippedPackages.map(packageNotice), ...(await engineNotices())];
  const separator = `\n\n${"-".repeat(80)}\n\n`;
  const parts = [
    "attention-scale contains work of others. Their names and licences:",
    ...notices.map(({ name, licence, text }) => `${name}\nLicence: ${licence}\n\n${text}`),
  ];
  writeFileSync(inProject("dist/THIRD-PARTY-NOTICES.txt"), `${parts.join(separator)}\n`);
}

/** @param {string} text */
const copyrightIn = (text) => /^ *(Copyright .*\d{4}.*)$/m.exec(text)?.[1];

/** A line each. In ASCII, since a file that holds the whole page is served in any charset. */
async function shortNotices() {
  const { name, version, license } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const notices = [...pagePackages.map(packageNotice), ...(await engineNotices())];
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

/** Puts the short notices into the files that are used without THIRD-PARTY-NOTICES.txt. */
export async function writeShortNotices() {
  const text = await shortNotices();
  for (const [name, place, begin, end] of SHORT) {
    const file = inProject("dist", name);
    const content = readFileSync(file, "utf8");
    const noted = content.replace(place, () => `${begin}\n${text}\n${end}`);
    if (noted === content) throw new Failure(`${name} has no place for the notices.`);
    writeFileSync(file, noted);
  }
}
