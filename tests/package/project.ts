/**
 * An empty project that the packed package is installed into, as somebody would who has the .tgz
 * and no network.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A program of the project's own node_modules, by its file: what is tested there is the package and
 * not the tools.
 */
export const tool = (path: string) => join(root, "node_modules", path);

export interface Packed {
  readonly filename: string;
  /** Bytes of the .tgz, and of what is in it. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

export interface Project {
  readonly folder: string;
  readonly packed: Packed;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  /**
   * Runs Node in the project and gives what it printed. Fails, with what was said, where the
   * program does.
   */
  readonly node: (...args: readonly string[]) => Promise<string>;
}

/**
 * The environment of a person's shell: Vitest and npm leave variables that change what Vite and npm
 * do.
 */
function plainEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITE|NODE_ENV$|TEST$|DEV$|PROD$|MODE$)/.test(name),
  );
  return { ...Object.fromEntries(own), ...extra };
}

async function run(program: string, args: readonly string[], cwd: string, env = {}) {
  const options = { cwd, env: plainEnvironment(env), maxBuffer: 2 ** 26 };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")} failed.\n${stdout ?? error}\n${stderr ?? ""}`);
  }
}

/**
 * Packs the package, which builds dist/ only if something has changed, and installs it. Gone when
 * the file's tests are over.
 */
export async function installPackage(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "attention-scale-package-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const write: Project["write"] = (files) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  };
  const report = await run("npm", ["pack", "--json", "--pack-destination", folder], root);
  const [packed] = JSON.parse(report) as Packed[];
  if (packed === undefined) throw new Error("npm pack packed nothing.");
  // An empty cache and no network: nothing but the file itself may be needed.
  write({ "install.sh": filesInGuide()["install.sh"] ?? "" });
  await run("sh", ["-e", "install.sh"], folder, {
    npm_config_cache: join(folder, ".npm"),
    npm_config_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
  });
  const node: Project["node"] = (...args) => run(process.execPath, args, folder);
  return { folder, packed, write, node };
}

/** The files that web/docs/package.md shows, each named in the first line of its block. */
export function filesInGuide(): Record<string, string> {
  const text = readFileSync(join(root, "web/docs/package.md"), "utf8");
  const blocks = text.matchAll(/^```\w+\n(?:\/\/|#|<!--) (\S+\.\w+)(?: -->)?\n([\s\S]*?)^```$/gm);
  const files = Object.fromEntries([...blocks].map(([, name, code]) => [name ?? "", code ?? ""]));
  const fences = text.match(/^```/gm)?.length ?? 0;
  if (fences === 0 || fences !== 2 * Object.keys(files).length) {
    throw new Error("Not every block of web/docs/package.md names its file.");
  }
  return files;
}
