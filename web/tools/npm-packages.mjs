// @ts-check
/** Installs the npm packages of a package-lock.json, unless exactly they are there already. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inProject, run } from "./run.mjs";

/**
 * @param {string} path relative to the project
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>} by folder
 */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(inProject(path), "utf8")).packages;
  } catch {
    return {};
  }
}

/**
 * npm itself notes what it installed, so an installation by hand is recognised as well. Packages
 * for other systems are optional, and rightly absent.
 * @param {string} folder
 */
function upToDate(folder) {
  const { "": _project, ...wanted } = lockedPackages(join(folder, "package-lock.json"));
  const installed = lockedPackages(join(folder, "node_modules/.package-lock.json"));
  const present = Object.entries(wanted).every(([name, { version, integrity, optional }]) => {
    const found = installed[name];
    return found ? found.version === version && found.integrity === integrity : optional;
  });
  return present && Object.keys(installed).every((name) => name in wanted);
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
