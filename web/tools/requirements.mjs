// @ts-check
/** The system's programs and headers: which command needs them, why, and where they are found. */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { findFonts } from "./fonts.mjs";
import { findProgram, isProgram } from "./run.mjs";

/**
 * @typedef {"build" | "test" | "check" | "bench" | "sites" | "pictures"} Purpose
 * @typedef {object} Requirement
 * @property {string} debian the package that brings it on Debian and its kin
 * @property {string} why completes "<package>: …"
 * @property {readonly Purpose[]} purposes
 * @property {() => string | undefined} find where it is, if anywhere
 */

/**
 * CMake looks below these too, so what stands there need not come from a package.
 * @param {string} path such as include/eigen3/Eigen/Core
 */
function findBelowPrefix(path) {
  const own = (process.env.CMAKE_PREFIX_PATH ?? "").split(delimiter).filter(Boolean);
  const prefixes = [...own, "/usr", "/usr/local", "/opt/homebrew"];
  return prefixes.map((prefix) => join(prefix, path)).find((file) => existsSync(file));
}

/** Chromium with its windows; CHROMIUM_PATH chooses another than the one on PATH. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return isProgram(chosen) ? chosen : undefined;
  return findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
}

/** The browser of most tests: Chromium without windows, which opens a page in two thirds of the processor time. */
export function findHeadlessShell() {
  return process.env.CHROMIUM_PATH ? findChromium() : findProgram("chromium-headless-shell");
}

export function findFirefox() {
  return findProgram("firefox-esr", "firefox");
}

/** WebKit's driver and the small browser it drives, which stands outside PATH. */
export function findWebKit() {
  const driver = findProgram("WebKitWebDriver");
  const libraries = existsSync("/usr/lib") ? readdirSync("/usr/lib") : [];
  const browser = libraries
    .map((folder) => join("/usr/lib", folder, "webkit2gtk-4.1/MiniBrowser"))
    .find(isProgram);
  return driver !== undefined && browser !== undefined ? { driver, browser } : undefined;
}

/** Debian's Python that has NumPy; another one on PATH may lack it. */
export function findNumPy() {
  const python = "/usr/bin/python3";
  const numpy = "/usr/lib/python3/dist-packages/numpy/__init__.py";
  return isProgram(python) && existsSync(numpy) ? python : undefined;
}

/**
 * A shared library where the dynamic linker may look; Debian keeps variants of one in folders of their own.
 * @param {string} name
 */
export function findLibrary(name) {
  const own = (process.env.LD_LIBRARY_PATH ?? "").split(delimiter).filter(Boolean);
  const system = ["/usr/lib", "/usr/lib64"].filter((folder) => existsSync(folder));
  const below = system.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.includes("-linux-"))
      .map((entry) => join(folder, entry.name)),
  );
  const folders = [...own, ...system, ...below];
  const variants = folders.flatMap((folder) => [folder, join(folder, "openblas-pthread")]);
  return variants.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** The folder that holds Eigen/. */
export function findEigen() {
  const header = findBelowPrefix("include/eigen3/Eigen/Core");
  return header === undefined ? undefined : dirname(dirname(header));
}

const BUILDS = /** @type {const} */ (["build", "test", "check", "bench"]);

/**
 * Where nothing else is said, the package has a program of its name.
 * @type {readonly (Omit<Requirement, "find"> & Partial<Requirement>)[]}
 */
const packages = [
  { debian: "cmake", why: "configures the C++ builds", purposes: BUILDS },
  {
    debian: "ninja-build",
    why: "compiles what has changed, and nothing else",
    purposes: BUILDS,
    find: () => findProgram("ninja"),
  },
  {
    debian: "emscripten",
    why: "compiles the C++ engine to WebAssembly",
    purposes: BUILDS,
    find: () => findProgram("em++"),
  },
  {
    debian: "libeigen3-dev",
    why: "the matrix library the engine is built on (headers only)",
    purposes: BUILDS,
    find: findEigen,
  },
  {
    debian: "g++",
    why: "compiles the engine for this machine, for the C++ tests, the sanitizers and clang-tidy",
    purposes: ["test", "check", "bench"],
  },
  {
    debian: "googletest",
    why: "runs the C++ tests (its sources: they are compiled to WebAssembly too)",
    purposes: ["test", "check"],
    find: () => ["/usr/src/googletest/CMakeLists.txt"].find((file) => existsSync(file)),
  },
  {
    debian: "python3-numpy",
    why: "runs the lines of NumPy that the page hands out, whose digits the tests compare",
    purposes: ["test", "bench"],
    find: findNumPy,
  },
  {
    debian: "libopenblas0-pthread",
    why: "makes NumPy as fast as it can be, so that the comparison with it is a fair one",
    purposes: ["bench"],
    find: () => findLibrary("libopenblas.so.0"),
  },
  {
    debian: "python3-torch",
    why: "the gradient of attention in PyTorch, which ours is measured beside",
    purposes: ["bench"],
    find: () =>
      ["/usr/lib/python3/dist-packages/torch/__init__.py"].find((file) => existsSync(file)),
  },
  {
    debian: "chromium",
    why: "the browser of benchmarks, and of the tests of tabs (CHROMIUM_PATH may name another)",
    purposes: ["test", "bench"],
    find: findChromium,
  },
  {
    debian: "chromium-headless-shell",
    why: "the same browser without windows, in which most tests of the page run",
    purposes: ["test"],
    find: findHeadlessShell,
  },
  {
    debian: "fonts-noto-cjk",
    why: "the Chinese characters of the page in the tests and the kept pictures",
    purposes: ["test", "pictures"],
    find: () => findFonts("noto", "opentype/noto"),
  },
  {
    debian: "fonts-noto-core",
    why: "the Latin letters of the tests, and of the kept pictures and heights of figures",
    purposes: ["test", "pictures"],
    find: () => findFonts("noto", "truetype/noto"),
  },
  {
    debian: "fonts-dejavu-core",
    why: "wider Latin letters, with which the tests of layout run too",
    purposes: ["test"],
    find: () => findFonts("dejavu", "truetype/dejavu"),
  },
  {
    debian: "firefox-esr",
    why: "opens the page from disk and over http in the tests",
    purposes: ["test"],
    find: findFirefox,
  },
  {
    debian: "webkit2gtk-driver",
    why: "does the same with WebKit, on which Safari is built",
    purposes: ["test"],
    find: () => findWebKit()?.driver,
  },
  {
    debian: "xvfb",
    why: "the screen for WebKit's tests, which needs one",
    purposes: ["test"],
    find: () => findProgram("xvfb-run"),
  },
  { debian: "xauth", why: "opens that screen to WebKit alone", purposes: ["test"] },
  {
    debian: "hugo",
    why: "builds the small blog that tests the piece for Hugo",
    purposes: ["test"],
  },
  {
    debian: "jekyll",
    why: "builds the small blog that tests the piece for Jekyll",
    purposes: ["test"],
  },
  {
    debian: "jekyll-theme-minima",
    why: "the usual theme of Jekyll, in which the element is tried",
    purposes: ["sites"],
    find: () =>
      findBelowPrefix("share/rubygems-integration/all/specifications/minima-2.5.1.gemspec"),
  },
  { debian: "clang-format", why: "checks the layout of the C++ code", purposes: ["check"] },
  { debian: "clang-tidy", why: "looks for mistakes in the C++ code", purposes: ["check"] },
];

/** @type {readonly Requirement[]} */
export const requirements = packages.map((one) => ({
  find: () => findProgram(one.debian),
  ...one,
}));
