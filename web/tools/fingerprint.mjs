// @ts-check
/** Whether files changed since a step last succeeded: a hash over their names and contents. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inProject } from "./run.mjs";

/**
 * The files in a folder and its folders, sorted; a file stands for itself, nothing for nothing.
 * @param {string} path relative to the project
 * @returns {string[]}
 */
export function filesIn(path) {
  const absolute = inProject(path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  const names = readdirSync(absolute).sort();
  return names.flatMap((name) => filesIn(join(path, name)));
}

/**
 * @param {readonly string[]} paths files and folders, relative to the project
 * @returns {string} changes when a file is added, removed, renamed or edited
 */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesIn)) {
    const content = readFileSync(inProject(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * The record that a step wrote about its last success.
 * @param {string} path relative to the project
 * @returns {Record<string, string>} empty where there is no note, or an unreadable one
 */
export function readStamp(path) {
  try {
    return JSON.parse(readFileSync(inProject(path), "utf8"));
  } catch {
    return {};
  }
}

/**
 * @param {string} path relative to the project
 * @param {Record<string, string>} stamp
 */
export function writeStamp(path, stamp) {
  mkdirSync(dirname(inProject(path)), { recursive: true });
  writeFileSync(inProject(path), `${JSON.stringify(stamp, null, 2)}\n`);
}
