// @ts-check
/**
 * `npm run test:libraries`: ten rows of input through the attention of real libraries, pinned
 * releases of them, and what each does as a table. It says which cells differ from the stored table,
 * which the part `libraries` of the page shows, and fails where one does.
 * - `-- --write` stores what was found, with today's date.
 *
 * onnxruntime, jax-js, TensorFlow.js and llama.cpp are npm packages of this folder; PyTorch and
 * mlpack are packages of three Debians, which build/libraries keeps.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installNpmPackages } from "../../web/tools/npm-packages.mjs";
import { commandOptions } from "../../web/tools/options.mjs";
import { buildPage } from "../../web/tools/page.mjs";
import { attempt, Failure, inProject, main, run } from "../../web/tools/run.mjs";
import { setup } from "../../web/tools/setup.mjs";
import { debian, python } from "./debian.mjs";
import { CELLS, cellsOf } from "./judge.mjs";
import { ourAnswers } from "./ours.mjs";

const HERE = "tests/libraries";
const INPUTS = inProject(HERE, "inputs.json");
const TABLE = inProject("web/src/parts/libraries/libraries.json");
const KEPT = inProject("build/libraries");
const LLAMA = "node_modules/@node-llama-cpp/linux-x64";

/** PyTorch by the Debian that has it. */
const DEBIANS = { forky: "2.14", trixie: "2.6", bookworm: "1.13" };
/** The newest first. */
const ONNXRUNTIME = ["1.30.0", "1.29.0", "1.27.0", "1.25.1", "1.24.3", "1.23.2"];

/**
 * @typedef {import("./judge.mjs").Answers} Answers
 * @typedef {object} Row of the stored table
 * @property {string} library
 * @property {string} version
 * @property {Readonly<Record<string, string | number>>} cells
 *
 * @typedef {object} Release what a program says about the libraries that it asks
 * @property {string} version
 * @property {Readonly<Record<string, Answers>>} libraries
 */

/** What a program prints. @param {{ code: number, output: string }} ended @param {string} name */
function printed({ code, output }, name) {
  // A library may say something of its own before it.
  const line = output.split("\n").find((line) => line.startsWith("{"));
  if (code !== 0 || line === undefined) throw new Failure(`${name} gave no answers:\n${output}`);
  return JSON.parse(line);
}

/** @param {string} program @param {readonly string[]} given */
const asked = async (program, given) =>
  printed(await attempt(program, given, { quiet: true }), given.join(" "));

/** @param {string} folder of an npm package of this one */
const versionIn = (folder) =>
  JSON.parse(readFileSync(inProject(HERE, folder, "package.json"), "utf8")).version;

/** @returns {Promise<Release[]>} */
async function ours() {
  const { loadEngine } = await import(pathToFileURL(inProject("dist/engine.js")).href);
  const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const inputs = JSON.parse(readFileSync(INPUTS, "utf8"));
  return [{ version, libraries: { ours: ourAnswers(await loadEngine(), inputs) } }];
}

/** @returns {Promise<Release[]>} */
async function pytorch() {
  const releases = [];
  for (const [suite, version] of Object.entries(DEBIANS)) {
    const { root, versionOf } = await debian(suite, ["python3-torch"], join(KEPT, suite));
    const found = versionOf("python3-torch");
    if (!found.startsWith(`${version}.`)) {
      console.log(`Debian ${suite} has PyTorch ${found}, not ${version}: the table grows old.`);
    }
    const ended = await python(root, [inProject(HERE, "torch_attention.py"), INPUTS]);
    releases.push({ version: found, libraries: printed(ended, `PyTorch ${found}`) });
  }
  return releases;
}

/** @returns {Promise<Release[]>} */
async function onnxruntime() {
  const releases = [];
  for (const version of ONNXRUNTIME) {
    const program = inProject(HERE, "onnxruntime.mjs");
    releases.push({ version, libraries: await asked(process.execPath, [program, version]) });
  }
  return releases;
}

/** @param {string} program @param {string} folder of its package @returns {() => Promise<Release[]>} */
const javascript = (program, folder) => async () => [
  {
    version: versionIn(folder),
    libraries: await asked(process.execPath, [inProject(HERE, program)]),
  },
];

/** @returns {Promise<Release[]>} */
async function llama() {
  const folder = inProject(HERE, LLAMA, "bins/linux-x64");
  const about = JSON.parse(readFileSync(join(folder, "_nlcBuildMetadata.json"), "utf8"));
  const version = about.buildOptions.llamaCpp.release.replace(/^v/, "");
  const program = inProject(HERE, "llama_cpp.py");
  return [{ version, libraries: await asked("/usr/bin/python3", [program, INPUTS, folder]) }];
}

/** A row of input as the program in C++ reads it. @param {string} name @param {any} row */
function line(name, { queries, keys, open }) {
  const mask = open ?? queries.map(() => keys.map(() => true));
  return [name, queries.length, keys.length, queries, keys, mask.flat().map(Number)]
    .flat()
    .join(" ");
}

/** @returns {Promise<Release[]>} */
async function mlpack() {
  const folder = join(KEPT, "mlpack");
  const { root, versionOf } = await debian("trixie", ["libmlpack-dev", "libstb-dev"], folder);
  const program = join(folder, "mlpack_attention");
  const settings = ["MLPACK_USE_SYSTEM_STB", "ARMA_DONT_USE_WRAPPER"];
  // Its headers alone: Armadillo multiplies small matrices without BLAS.
  settings.push("ARMA_DONT_USE_BLAS", "ARMA_DONT_USE_LAPACK");
  const include = join(root, "usr/include");
  await run(
    "g++",
    [
      "-std=c++17",
      "-O1",
      "-fopenmp",
      "-w",
      ...settings.map((name) => `-D${name}`),
      ...[include, join(include, "x86_64-linux-gnu")].flatMap((path) => ["-I", path]),
      inProject(HERE, "mlpack_attention.cpp"),
      "-o",
      program,
    ],
    { quiet: true },
  );
  const { factor, overflow, masked, sum } = JSON.parse(readFileSync(INPUTS, "utf8"));
  const rows = [
    line("factor", factor),
    line("overflow", overflow.float64),
    line("masked", masked),
    `sum ${sum.keys}`,
  ];
  const given = join(folder, "rows.txt");
  writeFileSync(given, `${rows.join("\n")}\n`);
  return [{ version: versionOf("libmlpack-dev"), libraries: await asked(program, [given]) }];
}

const SOURCES = {
  ours,
  pytorch,
  onnxruntime,
  jax: javascript("jax.mjs", "node_modules/@jax-js/jax"),
  tensorflow: javascript("tensorflow.mjs", "node_modules/@tensorflow/tfjs"),
  llama,
  mlpack,
};

/**
 * The rows of the table: the releases of a library one below the other, the newest first. An older
 * release of a contrib operator that does what the next newer one does is left out.
 * @param {readonly Release[]} releases
 */
function rowsOf(releases) {
  const libraries = [...new Set(releases.flatMap(({ libraries }) => Object.keys(libraries)))];
  return libraries.flatMap((library) => {
    /** @type {Row[]} */
    const rows = [];
    for (const { version, libraries } of releases) {
      const answers = libraries[library];
      if (answers === undefined) continue;
      const cells = cellsOf(answers);
      const isContrib = library === "onnxruntime-mha" || library === "onnxruntime-gqa";
      const same = JSON.stringify(rows.at(-1)?.cells) === JSON.stringify(cells);
      if (!(isContrib && same)) rows.push({ library, version, cells });
    }
    return rows;
  });
}

/** @param {readonly Row[]} rows */
function print(rows) {
  const names = Object.keys(CELLS);
  const lines = [
    ["library", "version", ...names],
    ...rows.map(({ library, version, cells }) => [
      library,
      version,
      ...names.map((name) => String(cells[name] ?? "–")),
    ]),
  ];
  const widths = [0, 1, ...names.map((_, at) => at + 2)].map((column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of lines) {
    console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  }
}

/** The cells that two tables do not share. @param {readonly Row[]} stored @param {readonly Row[]} found */
function changes(stored, found) {
  const cellsIn = (/** @type {readonly Row[]} */ rows) =>
    new Map(
      rows.flatMap(({ library, version, cells }) =>
        Object.keys(CELLS).map((name) => [`${library} ${version}, ${name}`, cells[name] ?? "–"]),
      ),
    );
  const before = cellsIn(stored);
  const now = cellsIn(found);
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((cell) => before.get(cell) !== now.get(cell))
    .map((cell) => `${cell}: ${before.get(cell) ?? "no row"} → ${now.get(cell) ?? "no row"}`);
}

await main(async () => {
  const options = { write: { type: /** @type {const} */ ("boolean") } };
  const { write } = /** @type {{ write?: boolean }} */ (commandOptions(options));
  await setup({ for: "test" });
  await installNpmPackages(HERE);
  await buildPage();
  /** @type {Row[]} */
  const rows = [];
  for (const source of Object.values(SOURCES)) rows.push(...rowsOf(await source()));
  print(rows);
  const stored = JSON.parse(readFileSync(TABLE, "utf8"));
  const changed = changes(stored.rows, rows);
  for (const change of changed) console.log(change);
  if (write) {
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(TABLE, `${JSON.stringify({ date, rows }, null, 2)}\n`);
    await run("npx", ["biome", "format", "--write", TABLE], { quiet: true });
    console.log(`\nStored in ${TABLE}.`);
  } else if (changed.length > 0) {
    throw new Failure(`${changed.length} cells differ from the stored table.`);
  } else {
    console.log(`\nAll cells are those of the stored table of ${stored.date}.`);
  }
});
