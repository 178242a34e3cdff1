// @ts-check
/**
 * Finding and starting other programs, and ending this one with a sentence.
 *
 * Every tool here runs before node_modules exists, so only Node's own modules are used.
 */
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root; every command runs there, whatever folder it was typed in. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** A path inside the project. @param {string[]} parts */
export const inProject = (...parts) => join(root, ...parts);

/** Something a person can mend: shown as its sentence alone, without a stack. */
export class Failure extends Error {}

/**
 * Runs a command file. An expected failure prints its sentence, a defect its stack; either leaves
 * exit code 1. `process.exit` is avoided so that what was printed reaches a pipe.
 * @param {() => Promise<void>} command
 */
export async function main(command) {
  process.chdir(root);
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Failure ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/**
 * @param {readonly string[]} names
 * @returns {string | undefined} the first of these programs that stands on PATH
 */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** Whether a file can be run. @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The environment of a child. Debian's emcc looks up its JavaScript parser with `require`, and a
 * Node that is not Debian's own does not search the folder where Debian keeps it. npm and the tools
 * of node_modules/.bin run by the first Node on PATH, which is to be the one that runs here.
 * @param {Record<string, string>} extra
 */
function environment(extra) {
  const debianModules = "/usr/share/nodejs";
  const paths = [process.env.NODE_PATH, existsSync(debianModules) ? debianModules : undefined];
  const first = findProgram("node");
  const same = first !== undefined && realpathSync(first) === realpathSync(process.execPath);
  const folders = [...(same ? [] : [dirname(process.execPath)]), process.env.PATH];
  return {
    ...process.env,
    NODE_PATH: paths.filter(Boolean).join(delimiter),
    PATH: folders.filter(Boolean).join(delimiter),
    ...extra,
  };
}

/**
 * @typedef {object} RunOptions
 * @property {boolean} [quiet] keep the output back, and return it
 * @property {Record<string, string>} [env] variables beside the inherited ones
 */

/**
 * Runs a program to its end and says how it ended. Arguments never pass through a shell.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127: there is no such program, as in a
 *   shell
 */
export function attempt(program, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: environment(env),
      stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => {
      // EACCES: also where some folder on PATH may not be read.
      const absent = "code" in error && (error.code === "ENOENT" || error.code === "EACCES");
      if (absent) resolve({ code: 127, output: "" });
      else reject(error);
    });
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program that has to succeed. With `quiet` its output is part of the failure, if there is
 * one.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} the output, where `quiet` kept it
 */
export async function run(program, args, options = {}) {
  const { code, output } = await attempt(program, args, options);
  if (code !== 0) {
    const commandLine = [program, ...args].join(" ");
    const ending = code === 127 ? "was not found" : `failed with exit code ${code}`;
    throw new Failure(`${output}${commandLine} ${ending}.`);
  }
  return output;
}
