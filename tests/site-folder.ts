/** The folder of a blog or site that a test builds. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { inProject } from "../web/tools/run.mjs";

/** The path of a file in it, whose own folder is there then. */
export function fileIn(folder: string, path: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

/** Unpacks dist/attention-scale.zip into a folder, as the README says. */
export function unpackZip(folder: string): void {
  const zip = unzipSync(readFileSync(inProject("dist/attention-scale.zip")));
  for (const [path, bytes] of Object.entries(zip)) writeFileSync(fileIn(folder, path), bytes);
}
