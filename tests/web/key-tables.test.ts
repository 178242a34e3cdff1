import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KEYS } from "../../web/src/state/state.js";
import { keyTablesProblem, withKeyTables } from "../../web/tools/key-tables.mjs";

const docs = readFileSync(new URL("../../web/docs/keys.md", import.meta.url), "utf8");

describe("the tables of keys", () => {
  it("have a line for each key, with values, start and meaning", async () => {
    await expect(keyTablesProblem(docs)).resolves.toBeUndefined();
    for (const key of KEYS) expect(docs).toMatch(new RegExp(`^\\| \`${key}\` \\|.*\\S \\|$`, "m"));
  });

  it("are written from the keys, and what a key means is kept", async () => {
    const limits = docs.replace("| 1 to 1024 | `64` |", "| 1 to 512 | `64` |");
    await expect(keyTablesProblem(limits)).resolves.toContain("differ");
    await expect(withKeyTables(limits)).resolves.toBe(docs);
    const without = docs.replace(/^\| `sigma` .*\n/m, "");
    await expect(keyTablesProblem(without)).resolves.toContain("differ");
  });

  it("may not leave out what a key means", async () => {
    const bare = await withKeyTables(docs.replace(/^\| `sigma` .*\n/m, ""));
    await expect(keyTablesProblem(bare)).resolves.toContain("`sigma`");
    await expect(keyTablesProblem("")).resolves.toContain("lacks");
  });
});
