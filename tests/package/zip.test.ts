/** dist/attention-scale.zip: what a blog needs, and the same bytes each time. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { LANGUAGES } from "../../web/tools/languages.mjs";
import { zipBytes } from "../../web/tools/zip.mjs";
import { dist } from "../browser/browser.js";

const zip = readFileSync(join(dist, "attention-scale.zip"));
const files = Object.entries(unzipSync(zip));

test("the zip holds the files that the pieces load, and the licences, in one folder", () => {
  const names = files.map(([name]) => name.replace(/-[\w-]{8}(?=\.\w+$)/, ""));
  expect(names.filter((name) => !name.startsWith("attention-scale/assets/")).sort()).toEqual(
    [
      "LICENSE",
      "THIRD-PARTY-NOTICES.txt",
      "attention-scale.html",
      "embed.js",
      "frame.js",
      "loader.js",
      ...[...LANGUAGES]
        .sort()
        .flatMap((language) => [`still-${language}-narrow.svg`, `still-${language}.svg`]),
    ].map((name) => `attention-scale/${name}`),
  );
  for (const name of ["early.js", "hosted.js", "guest.js", "sections.js", "worker.js"]) {
    expect(names).toContain(`attention-scale/assets/${name}`);
  }
  expect(names.filter((name) => !/\.(js|json|wasm|html|svg|txt)$|LICENSE$/.test(name))).toEqual([]);
});

test("its files are those of dist/", () => {
  for (const [name, content] of files) {
    if (name.endsWith("LICENSE")) continue;
    const original = readFileSync(join(dist, name.replace("attention-scale/", "")));
    expect(original.equals(content), name).toBe(true);
  }
});

test("the same files give the same bytes, in any time zone", async () => {
  const { TZ } = process.env;
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  for (const zone of ["UTC", "Asia/Tokyo", "America/New_York"]) {
    process.env.TZ = zone;
    expect(zip.equals(await zipBytes()), zone).toBe(true);
  }
});
