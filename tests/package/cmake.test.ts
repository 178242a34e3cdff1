/** The C++ library in projects of others: installed, and as a part of their build. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { version } from "../../package.json";
import { buildPreset } from "../../web/tools/cmake.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { testOfAll } from "../browser/browser.js";

const cmake = (...args: string[]) => execFileSync("cmake", args, { encoding: "utf8" });

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "attention-scale-cmake-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

testOfAll(
  "installed, it is found by its name, and the example prints the weights of the README",
  async () => {
    // The build of the C++ tests: another one for this alone would take minutes.
    await buildPreset("sanitize", { target: "attention_scale", quiet: true });
    const prefix = folder();
    const build = folder();
    cmake("--install", inProject("build/sanitize"), "--prefix", prefix);
    const header = readFileSync(join(prefix, "include/attention_scale/version.hpp"), "utf8");
    expect(header).toContain(`"${version}"`);
    cmake(
      "-S",
      inProject("cpp/example"),
      "-B",
      build,
      "-G",
      "Ninja",
      `-DCMAKE_PREFIX_PATH=${prefix}`,
      "-DCMAKE_CXX_FLAGS=-fsanitize=address,undefined",
    );
    cmake("--build", build);
    const printed = execFileSync(join(build, "example"), { encoding: "utf8" });
    const [unscaled = []] = printed.split("\n\n").map((matrix) => matrix.trim().split(/\s+/));
    expect(unscaled.slice(0, 4).map((entry) => Number(entry).toFixed(4))).toEqual([
      "0.9756",
      "0.0179",
      "0.0066",
      "0.2676",
    ]);
  },
  600_000,
);

test("within another build it has an alias, no tests and no options for others", () => {
  const source = folder();
  const build = folder();
  writeFileSync(
    join(source, "CMakeLists.txt"),
    `cmake_minimum_required(VERSION 3.25)
project(host LANGUAGES CXX)
add_subdirectory("${inProject(".")}" attention-scale)
get_target_property(library attention_scale::attention_scale ALIASED_TARGET)
message(STATUS "alias of \${library}")
get_target_property(options \${library} INTERFACE_COMPILE_OPTIONS)
message(STATUS "options for those who link it: \${options}")
`,
  );
  const told = cmake("-S", source, "-B", build, "-G", "Ninja");
  expect(told).toContain("alias of attention_scale");
  expect(told).toContain("options for those who link it: options-NOTFOUND");
  expect(cmake("--build", build, "--target", "help")).not.toMatch(/test|bench/);
});
