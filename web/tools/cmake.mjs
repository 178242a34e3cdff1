// @ts-check
/** The C++ builds of CMakePresets.json, each in build/<its name>. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findEmscripten } from "./emscripten.mjs";
import { fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { inProject, run } from "./run.mjs";

/** @typedef {"native" | "sanitize" | "wasm" | "bench-sse4.2" | "bench-native"} Preset */

/**
 * Changes that CMake does not detect: presets are read only when it is asked to configure, and a
 * new compiler in the old place leaves old objects behind.
 * @param {Preset} preset
 */
async function conditions(preset) {
  const presets = fingerprint(["CMakePresets.json"]);
  if (preset !== "wasm") return { presets, compiler: process.env.CXX ?? "", env: {} };
  const { toolchain, version } = await findEmscripten();
  return { presets, compiler: `${version} ${toolchain}`, env: { EMSCRIPTEN_TOOLCHAIN: toolchain } };
}

/**
 * Configures where something outside the CMake files changed; they themselves are CMake's to watch.
 * @param {Preset} preset
 * @param {boolean} tests whether the C++ tests are wanted; once configured they stay so, and a
 *   build of one target does not compile them
 * @returns {Promise<Record<string, string>>} the variables the preset needs
 */
async function configure(preset, tests) {
  const stampFile = `build/${preset}.stamp`;
  const before = readStamp(stampFile);
  const { presets, compiler, env } = await conditions(preset);
  const folder = inProject("build", preset);
  const configured = existsSync(join(folder, "build.ninja"));
  const withTests = tests || (configured && before.tests === "ON");
  const now = { presets, compiler, tests: withTests ? "ON" : "OFF" };
  if (!configured || JSON.stringify(before) !== JSON.stringify(now)) {
    const otherCompiler = before.compiler !== undefined && before.compiler !== compiler;
    if (otherCompiler) rmSync(folder, { recursive: true, force: true });
    const options = [`-DATTENTION_SCALE_TESTS=${now.tests}`];
    await run("cmake", ["--preset", preset, ...options], { quiet: true, env });
    writeStamp(stampFile, now);
  }
  return env;
}

/**
 * Brings a build up to date; with no change since, ninja sees that in a moment.
 * @param {Preset} preset
 * @param {object} [options]
 * @param {string} [options.target] one target alone, one that needs none of the tests' libraries
 * @param {boolean} [options.quiet] show no progress
 * @param {number} [options.jobs] compilers at a time; Ninja starts two more than there are cores
 */
export async function buildPreset(preset, { target, quiet = false, jobs } = {}) {
  const env = await configure(preset, target === undefined);
  const only = target === undefined ? [] : ["--target", target];
  const parallel = jobs === undefined ? [] : ["--parallel", `${jobs}`];
  await run("cmake", ["--build", "--preset", preset, ...only, ...parallel], { env, quiet });
}
