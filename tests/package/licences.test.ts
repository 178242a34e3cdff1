/**
 * Files that readers and bloggers copy without the notices beside them name the work of others that
 * they contain.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../package.json";
import { dist } from "../browser/browser.js";

const read = (file: string) => readFileSync(join(dist, file), "utf8");

/**
 * What THIRD-PARTY-NOTICES.txt says of each work: its name, its licence, and the first line that
 * says who holds the copyright.
 */
const notices = read("THIRD-PARTY-NOTICES.txt")
  .split(/\n-{80}\n/)
  .slice(1)
  .map((notice) => {
    const [, name = "", licence = ""] = /^\s*(.+)\nLicence: ([\w. -]+\w)/.exec(notice) ?? [];
    const copyright = /^ *(Copyright .*\d{4}.*)$/m.exec(notice)?.[1]?.replaceAll("©", "(c)");
    return { name, licence, copyright };
  });

/** Only the service worker of the hosted page is made with it. */
const within = notices.filter(({ name }) => !name.startsWith("workbox-"));

const files = [
  ["embed.js", /^\/\*!\n([\s\S]*?)\*\//],
  [
    "attention-scale.html",
    /^<!doctype html>\n<html lang="en" data-own-page>\n *<head>\n *<meta charset="utf-8" \/>\n *<!--!\n([\s\S]*?)-->/,
  ],
] as const;

test.each(files)("%s says whose work it contains, under which licences", (file, comment) => {
  const [, told = ""] = comment.exec(read(file)) ?? [];
  const own = "Copyright (c) 2026 the attention-scale authors";
  expect(told).toContain(`attention-scale ${version} | MIT | ${own}\n`);
  expect(told).toContain("THIRD-PARTY-NOTICES.txt");
  // Eigen's licence asks for it.
  expect(told).toContain("https://gitlab.com/libeigen/eigen");
  expect(told).not.toContain("workbox");
  const lines = told.split("\n");
  const missing = within.filter(({ name, licence, copyright }) => {
    const line = lines.find((one) => one.startsWith(`${name} | ${licence}`));
    return line === undefined || (copyright !== undefined && !line.includes(copyright));
  });
  expect(missing).toEqual([]);
});

test("the notices name all that is known to be shipped", () => {
  const names = within.map(({ name }) => name.replace(/ .*/, ""));
  const known = [
    "lit",
    "comlink",
    "d3-array",
    "@fontsource/stix-two-math",
    "Eigen",
    "Emscripten",
    "musl,",
  ];
  expect(names).toEqual(expect.arrayContaining(known));
  expect(within.filter(({ licence }) => licence === "")).toEqual([]);
});
