import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KEYS } from "../../web/src/state/state.js";
import { keyTablesProblem, withKeyTables } from "../../web/tools/key-tables.mjs";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const readme = read("README.md");
const docs = read("web/docs/keys.md");

describe("the tables of keys", () => {
  it("have a line for each key, with values, start and meaning, and README names all", async () => {
    await expect(keyTablesProblem("README.md", readme)).resolves.toBeUndefined();
    await expect(keyTablesProblem("web/docs/keys.md", docs)).resolves.toBeUndefined();
    for (const key of KEYS) {
      expect(readme + docs).toMatch(new RegExp(`^\\| \`${key}\` \\|.*\\S \\|$`, "m"));
      expect(readme).toContain(`\`${key}\``);
    }
  });

  it("are written from the keys, and what a key means is kept", async () => {
    const limits = readme.replace("| 1 to 1024 | `64` |", "| 1 to 512 | `64` |");
    const unnamed = readme.replace("`sigma`, ", "");
    for (const other of [limits, unnamed]) {
      await expect(keyTablesProblem("README.md", other)).resolves.toContain("differ");
      await expect(withKeyTables(other)).resolves.toBe(readme);
    }
    const without = docs.replace(/^\| `sigma` .*\n/m, "");
    await expect(keyTablesProblem("web/docs/keys.md", without)).resolves.toContain("differ");
  });

  it("may not leave out what a key means", async () => {
    const bare = await withKeyTables(docs.replace(/^\| `sigma` .*\n/m, ""));
    await expect(keyTablesProblem("web/docs/keys.md", bare)).resolves.toContain("`sigma`");
    await expect(keyTablesProblem("README.md", "")).resolves.toContain("lacks");
  });
});
