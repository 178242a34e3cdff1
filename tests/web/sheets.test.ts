/** What a comment may break in a style sheet is whole. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const styles = fileURLToPath(new URL("../../web/styles", import.meta.url));

test("in no sheet a selector lost its declarations before a comment", () => {
  for (const file of readdirSync(styles, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".css")) continue;
    const text = readFileSync(join(styles, file), "utf8");
    expect(text.match(/,\s*\/\*.*?\*\/[^;{}]*\{/s), file).toBeNull();
  }
});
