// @ts-check
/** The system's programs and headers: which command needs them, why, and where they are found. */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { findFonts } from "./fonts.mjs";
import { findProgram, isProgram } from "./run.mjs";

/**
 * @typedef {"build" | "test" | "all" | "check" | "bench" | "sites" | "others" | "pictures"} Purpose
 * @typedef {object} Requirement
 * @property {string} debian the package that brings it on Debian and its kin
 * @property {string | undefined} renamed the name of that package in newer releases, where it has
 *   changed
 * @property {string} why completes "<package>: …"
 * @property {() => string | undefined} find where it is, if anywhere
 */

/**
 * CMake looks below these too, so what stands there need not come from a package.
 * @param {string} path such as include/eigen3/Eigen/Core
 */
function findBelowPrefix(path) {
  const environmentPrefixes = (process.env.CMAKE_PREFIX_PATH ?? "")
    .split(delimiter)
    .filter(Boolean);
  const prefixes = [...environmentPrefixes, "/usr", "/usr/local", "/opt/homebrew"];
  return prefixes.map((prefix) => join(prefix, path)).find((file) => existsSync(file));
}

/** Chromium with its windows; CHROMIUM_PATH chooses another than the one on PATH. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return isProgram(chosen) ? chosen : undefined;
  return findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
}

/**
 * The browser of most tests: Chromium without windows, which opens a page in two thirds of the
 * processor time.
 */
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
 * A shared library where the dynamic linker may look; Debian keeps variants of one in folders of
 * their own.
 * @param {string} name
 */
export function findLibrary(name) {
  const environmentFolders = (process.env.LD_LIBRARY_PATH ?? "").split(delimiter).filter(Boolean);
  const system = ["/usr/lib", "/usr/lib64"].filter((folder) => existsSync(folder));
  const below = system.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.includes("-linux-"))
      .map((entry) => join(folder, entry.name)),
  );
  const folders = [...environmentFolders, ...system, ...below];
  const variants = folders.flatMap((folder) => [folder, join(folder, "openblas-pthread")]);
  return variants.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** The folder that holds Eigen/. */
export function findEigen() {
  const header = findBelowPrefix("include/eigen3/Eigen/Core");
  return header === undefined ? undefined : dirname(dirname(header));
}

/** Jekyll's usual theme, whose version is part of its file's name. */
function findMinima() {
  const gems = "/usr/share/rubygems-integration/all/specifications";
  const names = existsSync(gems) ? readdirSync(gems) : [];
  const name = names.find((file) => /^minima-[\d.]+\.gemspec$/.test(file));
  return name === undefined ? undefined : join(gems, name);
}

/** @param {string} path */
const existing = (path) => (existsSync(path) ? path : undefined);

/**
 * What each package is for, by the commands that need it.
 * @type {Record<string, Record<string, string>>}
 */
const packages = {
  "build test check bench": {
    cmake: "configures the C++ builds",
    "ninja-build": "compiles what has changed, and nothing else",
    emscripten: "compiles the C++ engine to WebAssembly",
    "libeigen3-dev": "the matrix library the engine is built on (headers only)",
  },
  "test check bench": {
    "g++": "compiles the engine for this machine, for the C++ tests, the sanitizers and clang-tidy",
  },
  "test check": {
    googletest: "runs the C++ tests (its sources: they are compiled to WebAssembly too)",
  },
  "test bench": {
    "python3-numpy":
      "runs the NumPy programs that the page hands out, whose digits the tests compare",
    chromium:
      "the browser of benchmarks, and of the tests of tabs (CHROMIUM_PATH may name another)",
  },
  bench: {
    "libopenblas0-pthread":
      "makes NumPy as fast as it can be, so that the comparison is a fair one",
  },
  "all bench others": {
    "python3-torch":
      "the gradient of attention in PyTorch, which ours is measured beside, the notebooks that train, and weights to measure",
  },
  others: {
    "r-base-core": "prints matrices, which the page reads",
    octave: "prints matrices as MATLAB does, which the page reads",
  },
  "test pictures": {
    "fonts-noto-cjk":
      "the Chinese and Japanese characters of the page in the tests and the kept pictures",
    "fonts-noto-core":
      "the Latin letters of the tests, and of the kept pictures and heights of figures",
  },
  test: {
    "python3-matplotlib": "plots the numbers of the notebooks that the page hands out",
    "python3-nbclient": "runs those notebooks as Jupyter does",
    "python3-ipykernel": "the Python in which Jupyter runs them",
    "chromium-headless-shell":
      "the same browser without windows, in which most tests of the page run",
    "fonts-dejavu-core": "wider Latin letters, with which the tests of layout run too",
    "firefox-esr": "opens the page from disk and over http in the tests",
    "webkit2gtk-driver": "does the same with WebKit, on which Safari is built",
    xvfb: "the screen for WebKit's tests, which needs one",
    xauth: "opens that screen to WebKit alone",
    hugo: "builds the small blog that tests the piece for Hugo",
    jekyll: "builds the small blog that tests the piece for Jekyll",
  },
  sites: {
    "jekyll-theme-minima": "the usual theme of Jekyll, in which the element is tried",
    "python3-nbconvert": "makes pages of notebooks, in which attention_scale.py is tried",
    "mkdocs-material": "a theme for documentation, in which the element is tried",
    pandoc:
      "makes web pages, PDF and Word files with the shortcode for Quarto, which is built on it",
  },
  check: { "clang-tidy": "looks for mistakes in the C++ code" },
};

/**
 * Packages that later releases of Debian have under another name.
 * @type {Record<string, string>}
 */
const newNames = { "webkit2gtk-driver": "webkitgtk-webdriver" };

/**
 * How a package is found that has no program of its name.
 * @type {Record<string, () => string | undefined>}
 */
const finders = {
  "ninja-build": () => findProgram("ninja"),
  emscripten: () => findProgram("em++"),
  "libeigen3-dev": findEigen,
  googletest: () => existing("/usr/src/googletest/CMakeLists.txt"),
  "python3-numpy": findNumPy,
  chromium: findChromium,
  "libopenblas0-pthread": () => findLibrary("libopenblas.so.0"),
  "python3-torch": () => existing("/usr/lib/python3/dist-packages/torch/__init__.py"),
  "r-base-core": () => findProgram("Rscript"),
  octave: () => findProgram("octave-cli"),
  "python3-matplotlib": () => existing("/usr/lib/python3/dist-packages/matplotlib/__init__.py"),
  "python3-nbclient": () => existing("/usr/lib/python3/dist-packages/nbclient/__init__.py"),
  "python3-nbconvert": () => existing("/usr/lib/python3/dist-packages/nbconvert/__init__.py"),
  "python3-ipykernel": () => existing("/usr/share/jupyter/kernels/python3/kernel.json"),
  "fonts-noto-cjk": () => findFonts("noto", "opentype/noto"),
  "fonts-noto-core": () => findFonts("noto", "truetype/noto"),
  "chromium-headless-shell": findHeadlessShell,
  "fonts-dejavu-core": () => findFonts("dejavu", "truetype/dejavu"),
  "firefox-esr": findFirefox,
  "webkit2gtk-driver": () => findWebKit()?.driver,
  xvfb: () => findProgram("xvfb-run"),
  "jekyll-theme-minima": findMinima,
  "mkdocs-material": () => existing("/usr/share/mkdocs/themes/material/base.html"),
};

/** What a command needs. @param {Purpose} purpose @returns {Requirement[]} */
export const requirementsOf = (purpose) =>
  Object.entries(packages)
    .filter(([purposes]) => purposes.split(" ").includes(purpose))
    .flatMap(([, needed]) => Object.entries(needed))
    .map(([debian, why]) => ({
      debian,
      renamed: newNames[debian],
      why,
      find: finders[debian] ?? (() => findProgram(debian)),
    }));
