// @ts-check
/**
 * Everything in dist/: the bundles, the engine's type declarations, the notices and the trained
 * model.
 */
import { copyFileSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { writeCourses } from "./courses.mjs";
import { writeDeclarations } from "./declarations.mjs";
import { buildEngine, engineFolder } from "./engine.mjs";
import { HEIGHTS_TABLE, writeFigurePages } from "./figure-pages.mjs";
import { filesIn, fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { writeIntegrity } from "./integrity.mjs";
import { LANGUAGES } from "./languages.mjs";
import { writeModel } from "./model.mjs";
import { LICENCES, writeNotices, writeShortNotices } from "./notices.mjs";
import { inProject } from "./run.mjs";
import { STILLS, writeZip } from "./zip.mjs";

/** @typedef {import("./notices.mjs").Licence} Licence */

/**
 * The inputs of dist/. Of web/docs only the document that the Download menu saves, and for the pages
 * of figures that with their heights: there are pictures taken of the built page.
 * @param {string} address of the page, where the build knows it
 */
const inputs = (address) => [
  ...filesIn("web").filter((file) => !file.startsWith("web/docs/")),
  "web/docs/cpp.md",
  ...(address === "" ? [] : [HEIGHTS_TABLE]),
  engineFolder,
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const stampFile = "build/page.stamp";

/**
 * @param {string} mode of web/vite.config.ts
 * @returns {Promise<Licence[]>} the packages of which something went into it
 */
async function bundle(mode) {
  // Imported here, since node_modules need not exist yet when this file is loaded.
  const { build } = await import("vite");
  const environment = process.env.NODE_ENV;
  const result = await build({ configFile: inProject("web/vite.config.ts"), mode });
  // Vite leaves "production" behind, which whatever this process does next would take for its own.
  if (environment === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = environment;

  if ("on" in result) throw new Error("Vite watches, though nothing asked for it.");
  const files = [result].flat().flatMap(({ output }) => output);
  const licences = files.find(({ fileName }) => fileName === LICENCES);
  if (licences?.type !== "asset") throw new Error(`Vite wrote no ${LICENCES}.`);
  rmSync(inProject("dist", LICENCES), { force: true });
  return JSON.parse(licences.source.toString());
}

/**
 * The module that draws still pictures.
 * @returns {Promise<typeof import("../src/entries/still.ts")>}
 */
export async function stillModule() {
  await bundle("still");
  return import(pathToFileURL(inProject("build/still/still.mjs")).href);
}

/**
 * The still pictures in build/still, which the page's HTML is filled with, and those of the pieces.
 * @returns the module that has drawn them
 */
export async function buildStill() {
  const still = await stillModule();
  const { buildStills } = still;
  for (const language of LANGUAGES) {
    for (const [name, svg] of Object.entries(await buildStills(language))) {
      writeFileSync(inProject("build/still", name), svg);
    }
  }
  return still;
}

/** Copies the pieces for blogs, and the files that they load. */
function copyPieces() {
  for (const name of STILLS) copyFileSync(inProject("build/still", name), inProject("dist", name));
  cpSync(inProject("web/pieces"), inProject("dist/pieces"), { recursive: true });
}

/**
 * Copies the binaries that the package's engine holds, for surroundings that compile none
 * themselves.
 */
function copyBinaries() {
  const binaries = {
    "engine.wasm": "attention_scale.wasm",
    "layers.wasm": "attention_scale_layers.wasm",
  };
  for (const [name, file] of Object.entries(binaries)) {
    copyFileSync(inProject(engineFolder, file), inProject("dist", name));
  }
}

/** Brings the engine and dist/ up to date. */
export async function buildPage() {
  await buildEngine();
  const { PAGE_ADDRESS = "" } = process.env;
  const inputsFingerprint = `${fingerprint(inputs(PAGE_ADDRESS))} ${PAGE_ADDRESS}`.trim();
  const before = readStamp(stampFile);
  if (before.inputs === inputsFingerprint && before.outputs === fingerprint(["dist"])) {
    console.log("dist/ is up to date.");
    return;
  }
  console.log("Building the page and the package into dist/.");
  rmSync(inProject("dist"), { recursive: true, force: true });
  const still = await buildStill();
  const licences = [];
  for (const mode of [
    "engine",
    "frame",
    "widget",
    "course",
    "hosted",
    "offline",
    "worker",
    "embed",
    "loader",
  ]) {
    const ofMode = await bundle(mode);
    licences.push(...ofMode);
    // The loader has the hash of the whole file.
    if (mode === "embed") await writeShortNotices(ofMode);
  }
  copyPieces();
  copyBinaries();
  await writeIntegrity();
  await writeDeclarations();
  await writeNotices(licences);
  await writeZip();
  await writeCourses();
  await writeModel();
  if (PAGE_ADDRESS !== "") await writeFigurePages(PAGE_ADDRESS, still);
  writeStamp(stampFile, { inputs: inputsFingerprint, outputs: fingerprint(["dist"]) });
}
