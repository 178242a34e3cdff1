// @ts-check
/** Installs the npm packages of a package-lock.json, unless exactly they are there already. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inProject, run } from "./run.mjs";

/**
 * @typedef {{ os?: string[], cpu?: string[], libc?: string[] }} Systems where a package runs; all
 *   where nothing is said
 * @typedef {Systems & { version?: string, integrity?: string, optional?: boolean }} Locked
 */

/**
 * @param {string} path relative to the project
 * @returns {Record<string, Locked>} by folder
 */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(inProject(path), "utf8")).packages;
  } catch {
    return {};
  }
}

/** @type {string | undefined} */
let library;

/**
 * The C library of this process by npm's name; only Linux has two. The report takes as long as all
 * else here.
 */
function libc() {
  library ??= JSON.stringify(process.report.getReport()).includes("glibcVersionRuntime")
    ? "glibc"
    : "musl";
  return library;
}

/**
 * Whether an optional package is one for this system. One that names no system may belong to
 * another that does not run here.
 * @param {Systems} systems
 */
function isForHere({ os, cpu, libc: libraries }) {
  const { platform, arch } = process;
  if (!os?.includes(platform) || !(cpu === undefined || cpu.includes(arch))) return false;
  return libraries === undefined || libraries.includes(libc());
}

/**
 * npm itself notes what it installed, so an installation by hand is recognised as well. What it
 * notes may have been removed since, or emptied. A package for another system is optional, and
 * rightly absent; npm leaves out one for this system where its download fails.
 * @param {string} folder relative to the project
 */
export function upToDate(folder) {
  const { "": _project, ...wanted } = lockedPackages(join(folder, "package-lock.json"));
  const installed = lockedPackages(join(folder, "node_modules/.package-lock.json"));
  const right = Object.entries(wanted).every(([name, locked]) => {
    const found = installed[name];
    if (found === undefined) return locked.optional && !isForHere(locked);
    return found.version === locked.version && found.integrity === locked.integrity;
  });
  const there = (/** @type {string} */ name) =>
    name in wanted && existsSync(inProject(folder, name, "package.json"));
  return right && Object.keys(installed).every(there);
}

/** @param {string} folder with a package.json and a package-lock.json, relative to the project */
export async function installNpmPackages(folder = ".") {
  if (upToDate(folder)) return;
  const [lock, target] = ["package-lock.json", "node_modules"].map((name) => join(folder, name));
  console.log(`Installing the npm packages of ${lock} into ${target}.`);
  // None of them needs its install script. `--include=dev` also under NODE_ENV=production: all that
  // builds the page is a development dependency.
  const options = ["--ignore-scripts", "--include=dev", "--no-audit", "--no-fund"];
  await run("npm", ["ci", "--prefix", folder, ...options], { quiet: true });
}
