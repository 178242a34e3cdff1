// @ts-check
/**
 * Packages of another Debian than the one that runs, in a folder of their own: fetched by apt with
 * lists and a state of its own, unpacked and not installed, so that no administrator is needed and
 * nothing outside the folder changes. Its programs are started by its own dynamic linker.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt, Failure, run } from "../../web/tools/run.mjs";

const KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";
/** What this Debian takes its packages from. */
const SOURCES = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];

/** The address of the packages, as this machine is set up. */
function mirror() {
  for (const file of SOURCES.filter(existsSync)) {
    const text = readFileSync(file, "utf8");
    const found = text.match(/^URIs:\s*(\S+)/m) ?? text.match(/^deb\s+(?:\[[^\]]*\]\s+)?(\S+)/m);
    if (found?.[1] !== undefined) return found[1];
  }
  throw new Failure(`None of these files says where Debian's packages are: ${SOURCES.join(", ")}.`);
}

/**
 * @typedef {object} System
 * @property {string} root where its files are
 * @property {(name: string) => string} versionOf of a package
 */

/**
 * @param {string} suite such as trixie
 * @param {readonly string[]} packages with all that they depend on
 * @param {string} folder
 * @returns {Promise<System>}
 */
export async function debian(suite, packages, folder) {
  const root = join(folder, "root");
  const state = join(folder, "state");
  const cache = join(folder, "cache");
  const made = join(folder, "packages.json");
  const wanted = JSON.stringify(packages);
  if (!existsSync(made) || readFileSync(made, "utf8") !== wanted) {
    console.log(`Fetching ${packages.join(", ")} of Debian ${suite} into ${folder}.`);
    rmSync(folder, { recursive: true, force: true });
    for (const each of [root, join(state, "lists/partial"), join(cache, "archives/partial")]) {
      mkdirSync(each, { recursive: true });
    }
    const list = join(folder, "sources.list");
    writeFileSync(list, `deb [signed-by=${KEYS}] ${mirror()} ${suite} main\n`);
    writeFileSync(join(state, "status"), "");
    /** @type {Record<string, string>} */
    const settings = {
      "Dir::State": state,
      "Dir::State::status": join(state, "status"),
      "Dir::Cache": cache,
      "Dir::Etc::sourcelist": list,
      "Dir::Etc::sourceparts": "-",
      "Dir::Etc::preferencesparts": "-",
      "APT::Install-Recommends": "false",
      "APT::Sandbox::User": "root",
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
    await run("apt-get", [...options, "update"], { quiet: true });
    const get = ["install", "--yes", "--download-only", ...packages];
    await run("apt-get", [...options, ...get], { quiet: true });
    const archives = join(cache, "archives");
    for (const name of readdirSync(archives).filter((name) => name.endsWith(".deb"))) {
      await run("dpkg-deb", ["--extract", join(archives, name), root], { quiet: true });
    }
    writeFileSync(made, wanted);
  }
  const archived = readdirSync(join(cache, "archives"));
  /** name_version_architecture.deb, in which %3a is a colon. @param {string} name */
  const versionOf = (name) => {
    const file = archived.find((file) => file.startsWith(`${name}_`)) ?? "";
    const version = decodeURIComponent(file.split("_")[1] ?? "");
    return version.replace(/^\d+:/, "").replace(/[+~-].*$/, "");
  };
  return { root, versionOf };
}

/**
 * Runs a Python program by the Python of such a folder.
 * @param {string} root
 * @param {readonly string[]} given the program and what it is given
 */
export async function python(root, given) {
  const libraries = join(root, "usr/lib/x86_64-linux-gnu");
  const linker = ["lib64", "usr/lib64"]
    .map((folder) => join(root, folder, "ld-linux-x86-64.so.2"))
    .find(existsSync);
  const programs = join(root, "usr/bin");
  const program = readdirSync(programs).find((name) => /^python3\.\d+$/.test(name));
  if (linker === undefined || program === undefined) {
    throw new Failure(`There is no Python in ${root}.`);
  }
  // Debian chooses among several BLAS by links that an installation would make.
  const folders = [
    join(root, "usr/lib"),
    join(root, "lib/x86_64-linux-gnu"),
    libraries,
    ...["blas", "lapack"].map((name) => join(libraries, name)),
  ];
  const args = ["--library-path", folders.join(":"), join(programs, program), ...given];
  const env = { PYTHONHOME: join(root, "usr"), PYTHONNOUSERSITE: "1" };
  return attempt(linker, args, { quiet: true, env });
}
