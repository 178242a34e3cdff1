// @ts-check
/**
 * Limits the size of the files of the hosted page that are fetched before its first picture shows
 * the engine's numbers.
 */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { Failure, inProject } from "./run.mjs";

const WORDS = "words-en.js";

/**
 * The limits, to be lowered whenever something has become smaller. They leave some bytes: Debian's Node compresses by
 * another zlib than that of nodejs.org, and binaries differ from compiler to compiler.
 */
const limitsFile = "web/tools/first-view.json";

/**
 * @typedef {{ gzip: number, brotli: number }} Bytes
 * @typedef {Bytes & { file: string, name: string }} Measured
 */

/** @param {string} file in dist/ */
const read = (file) => readFileSync(inProject("dist", file));

/** Vite names an asset by its content; its name without that stays. @param {string} file */
export const plainName = (file) => file.replace(/-[\w-]{8}(?=\.\w+$)/, "");

/** @param {string} text @param {RegExp} pattern with one group */
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

/**
 * The files that a file requests as soon as it has been loaded, without dynamic imports and
 * requests of workers.
 * @param {string} file in dist/
 * @returns {string[]}
 */
function asksFor(file) {
  const beside = (/** @type {string} */ url) => posix.join(posix.dirname(file), url);
  if (file.endsWith(".html")) {
    const html = read(file).toString();
    const tags = all(
      html,
      /<(script[^>]*\ssrc="[^"]+"|link[^>]*\srel="(?:stylesheet|modulepreload|preload)"[^>]*)/g,
    );
    return tags.map((tag) => beside(/\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? ""));
  }
  if (!file.endsWith(".js")) return [];
  const script = read(file).toString();
  const imported = all(script, /(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g);
  const binaries = all(script, /new URL\(\s*["'`]([^"'`]+\.wasm)["'`]\s*,\s*import\.meta\.url/g);
  return [...imported, ...binaries].map(beside);
}

/** @returns {string[]} in dist/ */
export function firstViewFiles() {
  // The words of the reader's language, which early.js chooses: for the limits English.
  const words = readdirSync(inProject("dist/assets")).filter((name) => plainName(name) === WORDS);
  const found = ["index.html", ...words.map((name) => `assets/${name}`)];
  for (const file of found) {
    found.push(...asksFor(file).filter((asked) => !found.includes(asked)));
  }
  return found;
}

/** @param {string} file in dist/ @returns {Bytes} as a good static host sends it */
function overTheWire(file) {
  const content = read(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    gzip: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length,
    brotli: brotliCompressSync(content, { params }).length,
  };
}

/** @param {readonly string[]} files in dist/ @returns {Measured[]} with the total last */
export function measureFiles(files) {
  const measured = files.map((file) => ({ file, name: plainName(file), ...overTheWire(file) }));
  const total = { file: "", name: "total", gzip: 0, brotli: 0 };
  for (const { gzip, brotli } of measured) {
    total.gzip += gzip;
    total.brotli += brotli;
  }
  return [...measured, total];
}

/** Fails with the list of what has grown beyond its limit; needs an up-to-date dist/. */
export function checkFirstView() {
  /** @type {Record<string, Bytes>} */
  const limits = JSON.parse(readFileSync(inProject(limitsFile), "utf8"));
  const measured = measureFiles(firstViewFiles());
  const gone = Object.keys(limits).filter((name) => !measured.some((each) => each.name === name));
  if (gone.length > 0) {
    throw new Failure(
      `${limitsFile} limits what is no longer fetched: ${gone.join(", ")}. If it is, asksFor in ` +
        "web/tools/first-view.mjs no longer understands what Vite writes.",
    );
  }
  const grown = measured.flatMap(({ name, ...bytes }) => {
    const limit = limits[name];
    if (limit === undefined) return [`  ${name}: ${bytes.gzip} bytes gzipped, and no limit for it`];
    return /** @type {const} */ (["gzip", "brotli"])
      .filter((kind) => bytes[kind] > limit[kind])
      .map((kind) => `  ${name}: ${bytes[kind]} bytes by ${kind}, ${limit[kind]} are allowed`);
  });
  if (grown.length > 0) {
    throw new Failure(
      `What a reader waits for has grown:\n${grown.join("\n")}\nThe limits are in ${limitsFile}.`,
    );
  }
}
