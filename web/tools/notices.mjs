// @ts-check
/** dist/THIRD-PARTY-NOTICES.txt: whose work ends up in dist/, and under which licence. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findEmscripten } from "./emscripten.mjs";
import { Failure, inProject } from "./run.mjs";

/** The npm packages of which something is shipped. `checkBundled` holds this list to the bundles. */
const shippedPackages = [
  "lit",
  "lit-html",
  "lit-element",
  "@lit/reactive-element",
  "comlink",
  "d3-interpolate",
  "d3-color",
  "d3-scale",
  "d3-array",
  "d3-format",
  "internmap",
  "@fontsource/stix-two-math",
  "workbox-core",
  "workbox-precaching",
  "workbox-routing",
  "workbox-strategies",
];

/** Eigen asks that readers learn the licence and where its source is; no copy of the text. */
const eigen = `Eigen (compiled into the engine, unmodified)
Licence: MPL-2.0

This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of
the MPL was not distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.
Its source code is at https://gitlab.com/libeigen/eigen.`;

/** Distributions ship Emscripten's licence in different forms or not at all, so it stands here. */
const emscripten = `Emscripten (its runtime is part of the engine)
Licence: MIT (chosen from MIT and NCSA)

Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.`;

const llvm = `libc++, libc++abi and compiler-rt, of the LLVM project (compiled into the engine)
Licence: Apache-2.0 WITH LLVM-exception, https://llvm.org/LICENSE.txt`;

/** @param {string} name */
function packageNotice(name) {
  const folder = inProject("node_modules", name);
  const { license, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  if (!file) {
    throw new Failure(`The npm package ${name} is shipped in dist/ but brings no licence file.`);
  }
  const text = readFileSync(join(folder, file), "utf8").trim();
  return `${name} ${version}\nLicence: ${license}\n\n${text}`;
}

async function muslNotice() {
  const { root } = await findEmscripten();
  const text = readFileSync(join(root, "system/lib/libc/musl/COPYRIGHT"), "utf8").trim();
  return `musl, the C library of Emscripten (compiled into the engine)\nLicence: MIT\n\n${text}`;
}

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
  const notices = [
    "attention-scale contains work of others. Their names and licences:",
    ...shippedPackages.map(packageNotice),
    eigen,
    emscripten,
    await muslNotice(),
    llvm,
  ];
  const separator = `\n\n${"-".repeat(80)}\n\n`;
  writeFileSync(inProject("dist/THIRD-PARTY-NOTICES.txt"), `${notices.join(separator)}\n`);
}
