// @ts-check
/** Installs the npm packages of package-lock.json, unless exactly they are there already. */
import { readFileSync } from "node:fs";
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
 */
function upToDate() {
  const { "": _project, ...wanted } = lockedPackages("package-lock.json");
  const installed = lockedPackages("node_modules/.package-lock.json");
  const present = Object.entries(wanted).every(([folder, { version, integrity, optional }]) => {
    const found = installed[folder];
    return found ? found.version === version && found.integrity === integrity : optional;
  });
  return present && Object.keys(installed).every((folder) => folder in wanted);
}

export async function installNpmPackages() {
  if (upToDate()) return;
  console.log("Installing the npm packages of package-lock.json into node_modules.");
  // None of them needs its install script. `--include=dev` also under NODE_ENV=production: all that
  // builds the page is a development dependency.
  const options = ["--ignore-scripts", "--include=dev", "--no-audit", "--no-fund"];
  await run("npm", ["ci", ...options], { quiet: true });
}
