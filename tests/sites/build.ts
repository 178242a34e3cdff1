/** Builds a site with its real generator, and serves what comes out. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { installNpmPackages } from "../../web/tools/npm-packages.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { serve } from "../browser/browser.js";
import { fileIn, unpackZip } from "../site-folder.js";
import { BASE, type Site, type Snippets, STILL } from "./sites.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const guide = readFileSync(here("../../web/docs/embedding.md"), "utf8");

/** Addresses in the files of the guide that a site under a path writes with it. */
const ADDRESSES = /((?:base|baseUrl|src|href)(?:: |=)")\/(?!src\/)/g;

/**
 * The files that the guide shows below a heading, with addresses for a site that is served under a
 * path.
 */
export function snippetsOf(heading: string): Snippets {
  const section = guide.split(/^### /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`No section "${heading}" in web/docs/embedding.md.`);
  const files = [...section.matchAll(/`([^`\s]+)`[^`\n]*:\n\n```\w+\n([\s\S]*?)\n```/g)];
  if (files.length === 0) throw new Error(`No file below "${heading}".`);
  return Object.fromEntries(
    files.map(([, path = "", text = ""]) => [path, text.replace(ADDRESSES, `$1${BASE}/`)]),
  );
}

const own = (source: string) => !source.includes("/node_modules");

export interface Built {
  readonly address: (path: string) => string;
  readonly seconds: number;
  readonly close: () => void;
}

export async function buildSite(name: string, site: Site): Promise<Built> {
  const packages = site.packages === undefined ? undefined : here(`${site.packages}/node_modules`);
  if (packages !== undefined) await installNpmPackages(`tests/sites/${site.packages}`);

  const start = performance.now();
  // Astro finds its own files only where they have the first folder of their path in common with
  // the site.
  mkdirSync(inProject("build"), { recursive: true });
  const folder = mkdtempSync(inProject(`build/site-${name}-`));
  const inSite = (path: string) => fileIn(folder, path);
  for (const skeleton of site.skeletons ?? []) {
    cpSync(here(skeleton), folder, { recursive: true, filter: own });
  }
  const snippets = site.guide === undefined ? {} : snippetsOf(site.guide);
  const files = site.files ?? "attention-scale";
  cpSync(here("common"), inSite(files), { recursive: true });
  unpackZip(join(folder, dirname(files)));
  for (const [name, svg] of Object.entries(STILL.files)) {
    writeFileSync(inSite(join(files, name)), svg);
  }
  for (const [path, from] of Object.entries(site.libraries ?? {})) {
    cpSync(join(packages ?? "", from), inSite(path), { recursive: true });
  }
  for (const [from, to] of site.copies ?? []) cpSync(here(`../../${from}`), inSite(to));
  for (const [path, text] of Object.entries(await site.text(snippets))) {
    writeFileSync(inSite(path), text);
  }
  if (packages !== undefined) {
    symlinkSync(packages, join(folder, "node_modules"));
    // Hexo reads its plugins there.
    cpSync(here(`${site.packages}/package.json`), join(folder, "package.json"));
  }

  let log = "";
  for (const [program, ...args] of site.commands ?? []) {
    const script = program.includes("/");
    const path = program.startsWith("./") ? program : join("node_modules", program);
    const command = script ? [process.execPath, path, ...args] : [program, ...args];
    const env = { ...process.env, ...QUIET };
    const said = await promisify(execFile)(command[0] ?? "", command.slice(1), {
      cwd: folder,
      env,
    });
    log += said.stdout + said.stderr;
  }

  const output = join(folder, site.output ?? ".");
  if (process.env.KEEP_SITES) console.log(`${folder}\n${log}`);
  // Some end well with nothing built.
  const [file = ""] = (site.figure ?? "figure/").split("#");
  if (!existsSync(join(output, file.replace(/(^|\/)$/, "$1index.html")))) {
    throw new Error(`${name} has no page of the figure: ${log}`);
  }
  const { server, address } = await serve(policyOf(snippets), undefined, output);
  const close = () => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const seconds = (performance.now() - start) / 1000;
  return { address: (path) => `${address}${path}`, seconds, close };
}

/**
 * No generator asks a host of its own for news. Vitest's NODE_ENV would make test builds of them.
 */
const QUIET = {
  NODE_ENV: "production",
  ASTRO_TELEMETRY_DISABLED: "1",
  DOCUSAURUS_NO_TELEMETRY: "1",
  // It stands in node_modules, which several sites share, and holds their folders.
  DOCUSAURUS_NO_PERSISTENT_CACHE: "1",
  NO_UPDATE_NOTIFIER: "1",
  OBSERVABLE_TELEMETRY_DISABLE: "true",
};

function policyOf({ headers = "" }: Snippets): Record<string, string> {
  return Object.fromEntries(
    headers
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [line.split(": ") as [string, string]])),
  );
}
