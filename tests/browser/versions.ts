/**
 * Versions of the hosted page: the built one with every script changed and renamed, as the next
 * build would have it.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { dist, type Served, serve, stop, TYPES } from "./browser.js";

const digest = (content: string | Buffer) => createHash("sha256").update(content).digest("base64");
const read = (file: string) => readFileSync(join(dist, file));

/** The code by which each script notes its version when it runs. */
const says = (script: string, version: string) =>
  `;(globalThis.ran??={})[${JSON.stringify(script)}]=${JSON.stringify(version)};`;

/** Files by their paths. */
type Files = Readonly<Record<string, string>>;

/** The files of a version that differ from the built one's. */
function changedFiles(version: string): Files {
  const scripts = readdirSync(join(dist, "assets")).filter((file) => file.endsWith(".js"));
  const plain = (file: string) => file.replace(/-[\w-]{8}\.js$/, "");
  const alone = (file: string) =>
    scripts.filter((other) => plain(other) === plain(file)).length < 2;
  // Of two scripts of one name each keeps its hash.
  const renamed = scripts.map(
    (file) => [file, `${alone(file) ? plain(file) : file.slice(0, -3)}-${version}.js`] as const,
  );
  const follow = (text: string) =>
    renamed.reduce((all, [before, after]) => all.replaceAll(before, after), text);
  const files: Record<string, string> = {};
  let worker = read("service-worker.js").toString();
  const documents = readdirSync(dist).filter(
    (file) => file.endsWith(".html") && worker.includes(file),
  );
  const change = (file: string, more = "") => {
    const content = follow(read(file).toString()) + more;
    files[follow(file)] = content;
    const before = digest(read(file));
    if (!worker.includes(before)) throw new Error(`The service worker does not store ${file}.`);
    worker = worker.replaceAll(before, digest(content));
  };
  for (const [before, after] of renamed) {
    change(`assets/${before}`, says(after.replace(`-${version}.js`, ""), version));
  }
  for (const document of documents) change(document);
  return { ...files, "service-worker.js": follow(worker) };
}

const versions = new Map<string, Files>();

/** The files of a version, made once. */
export function version(name: string): Files {
  const files = versions.get(name) ?? changedFiles(name);
  versions.set(name, files);
  return files;
}

export interface Versions extends Served {
  /** Puts a version in the place of the last one, with some files as they are told, or missing. */
  deploy(name: string, changed?: Readonly<Record<string, string | null>>): void;
  /** Answers no more, or again. */
  connect(there: boolean): void;
}

/** Serves version 1 at first; `answer` may answer in its place. */
export async function serveVersions(
  headers: Record<string, string> = {},
  answer: (path: string, response: ServerResponse) => boolean = () => false,
): Promise<Versions> {
  let now: Readonly<Record<string, string | null>> = version("v1");
  let connected = true;
  const served = await serve(headers, undefined, dist, (path, response) => {
    const name = path === "" ? "index.html" : path;
    const content = now[name];
    if (!connected) response.destroy();
    else if (answer(path, response)) return true;
    else if (content === undefined) return false;
    else if (content === null) response.writeHead(404).end();
    else response.writeHead(200, { "Content-Type": TYPES[extname(name)], ...headers }).end(content);
    return true;
  });
  onTestFinished(() => stop(served));
  return {
    ...served,
    deploy: (name, changed = {}) => {
      now = { ...version(name), ...changed };
    },
    connect: (there) => {
      connected = there;
    },
  };
}

/** Which version of which script has run in a page. */
export const ran = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => (globalThis as unknown as { ran: Record<string, string> }).ran);
