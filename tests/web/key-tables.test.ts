import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KEYS } from "../../web/src/state/state.js";
import { keyTablesProblem, withKeyTables } from "../../web/tools/key-tables.mjs";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

describe("README's tables of keys", () => {
  it("have a line for each key, with values, start and meaning", async () => {
    await expect(keyTablesProblem(readme)).resolves.toBeUndefined();
    for (const key of KEYS)
      expect(readme).toMatch(new RegExp(`^\\| \`${key}\` \\|.*\\S \\|$`, "m"));
  });

  it("are written from the keys, and what a key means is kept", async () => {
    const limits = readme.replace("| 1 to 1024 | `64` |", "| 1 to 512 | `64` |");
    const without = readme.replace(/^\| `sigma` .*\n/m, "");
    for (const other of [limits, without]) {
      await expect(keyTablesProblem(other)).resolves.toContain("differ");
    }
    await expect(withKeyTables(limits)).resolves.toBe(readme);
  });

  it("may not leave out what a key means", async () => {
    const bare = await withKeyTables(readme.replace(/^\| `sigma` .*\n/m, ""));
    await expect(keyTablesProblem(bare)).resolves.toContain("`sigma`");
    await expect(keyTablesProblem("")).resolves.toContain("lacks");
  });
});
