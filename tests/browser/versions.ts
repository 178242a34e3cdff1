/** Versions of the hosted page: the built one with every script changed and renamed, as the next build would have it. */
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { dist } from "./browser.js";

const digest = (content: Buffer) => createHash("sha256").update(content).digest("base64");
const read = (folder: string, file: string) => readFileSync(join(folder, file));

/** The code by which each script notes its version when it runs. */
const says = (script: string, version: string) =>
  `;(globalThis.ran??={})[${JSON.stringify(script)}]=${JSON.stringify(version)};`;

/** Writes a version into a folder, where it takes the place of whatever was there. */
export function deploy(version: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(dist, folder, { recursive: true });
  const scripts = readdirSync(join(folder, "assets")).filter((file) => file.endsWith(".js"));
  const renamed = new Map(
    scripts.map((file) => [file, file.replace(/-[\w-]{8}\.js$/, `-${version}.js`)] as const),
  );
  const follow = (text: string) =>
    [...renamed].reduce((all, [before, after]) => all.replaceAll(before, after), text);
  for (const [before, after] of renamed) {
    const code = follow(read(folder, `assets/${before}`).toString());
    const name = after.replace(`-${version}.js`, "");
    writeFileSync(join(folder, "assets", before), code + says(name, version));
    renameSync(join(folder, "assets", before), join(folder, "assets", after));
  }
  const stored = read(dist, "service-worker.js");
  const documents = readdirSync(folder).filter(
    (file) => file.endsWith(".html") && stored.includes(file),
  );
  for (const file of documents)
    writeFileSync(join(folder, file), follow(read(folder, file).toString()));

  const changed = [...documents, ...[...renamed.keys()].map((file) => `assets/${file}`)];
  let worker = read(folder, "service-worker.js").toString();
  for (const file of changed) {
    const before = digest(read(dist, file));
    if (!worker.includes(before)) throw new Error(`The service worker does not store ${file}.`);
    worker = worker.replaceAll(before, digest(read(folder, follow(file))));
  }
  writeFileSync(join(folder, "service-worker.js"), follow(worker));
}

/** A folder for versions, gone when the test is. */
export function versionsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "attention-scale-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "served");
}

/** Which version of which script has run in a page. */
export const ran = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => (globalThis as unknown as { ran: Record<string, string> }).ran);
