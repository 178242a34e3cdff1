/** The set-up of a command: the npm packages that are there, and the Node that runs. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isEnough } from "../../web/tools/node-version.cjs";
import { upToDate } from "../../web/tools/npm-packages.mjs";
import { attempt, inProject, root } from "../../web/tools/run.mjs";

const HERE = "node_modules/native-here";
const LOCKED = {
  "": {},
  "node_modules/plain": { version: "1.0.0", integrity: "sha512-a" },
  "node_modules/asked-by-another": { version: "1.0.0", integrity: "sha512-b", optional: true },
  [HERE]: {
    version: "1.0.0",
    integrity: "sha512-c",
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
  "node_modules/native-elsewhere": {
    version: "1.0.0",
    integrity: "sha512-d",
    optional: true,
    os: ["sunos"],
    cpu: [process.arch],
  },
  "node_modules/native-of-another-libc": {
    version: "1.0.0",
    integrity: "sha512-e",
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
    libc: ["none"],
  },
};

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "attention-scale-setup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A folder in which npm has installed what it would here, of those packages. */
function installation(installed: readonly string[]) {
  const folder = temporaryFolder();
  for (const name of installed) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "package.json"), "{}");
  }
  const packages = (names: readonly string[]) =>
    JSON.stringify({
      packages: Object.fromEntries(Object.entries(LOCKED).filter(([name]) => names.includes(name))),
    });
  writeFileSync(join(folder, "package-lock.json"), packages(Object.keys(LOCKED)));
  writeFileSync(join(folder, "node_modules/.package-lock.json"), packages(installed));
  return { path: relative(root, folder), at: (name: string) => join(folder, name) };
}

describe("the npm packages are installed again", () => {
  const COMPLETE = ["node_modules/plain", HERE];

  it("not where all is there that this system takes", () => {
    expect(upToDate(installation(COMPLETE).path)).toBe(true);
  });

  it.each([
    ["where npm left out an optional package for this system", ["node_modules/plain"], ""],
    ["where a package's folder is gone", COMPLETE, HERE],
    ["where a package's folder is empty", COMPLETE, `${HERE}/package.json`],
    ["where npm was ended before its last act", COMPLETE, "node_modules/.package-lock.json"],
  ])("%s", (_, installed, removed) => {
    const { path, at } = installation(installed);
    if (removed !== "") rmSync(at(removed), { recursive: true });
    expect(upToDate(path)).toBe(false);
  });
});

describe("Node", () => {
  it.each(["20.19.0", "20.20.2", "22.12.0", "24.0.0"])("%s is enough", (version) => {
    expect(isEnough(version)).toBe(true);
  });

  it.each(["12.22.12", "18.20.8", "20.18.3", "21.7.3", "22.11.0"])("%s is not", (version) => {
    expect(isEnough(version)).toBe(false);
  });

  it("is looked at before a command is parsed", () => {
    const { scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
    for (const script of Object.values(scripts)) {
      expect(script).toMatch(/^node -r \.\/web\/tools\/node-version\.cjs /);
    }
  });

  it("runs the tools that a command starts by name, also where another stands first on the path", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "node"), "#!/bin/sh\necho another\n", { mode: 0o755 });
    vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { output } = await attempt("node", ["-p", "process.execPath"], { quiet: true });
    expect(realpathSync(output.trim())).toBe(realpathSync(process.execPath));
  });
});
