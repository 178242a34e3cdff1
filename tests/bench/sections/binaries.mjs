// @ts-check
/** How much there is to download of each engine's binary. */
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { plainName } from "../../../web/tools/first-view.mjs";
import { inProject } from "../../../web/tools/run.mjs";
import { printTable, times } from "../table.mjs";

/** @type {import("../run.mjs").Section} */
export async function section({ report }) {
  const binaries = readdirSync(inProject("dist/assets"))
    .filter((name) => name.endsWith(".wasm"))
    .map((name) => ({ name: `ours, ${plainName(name)}`, file: `dist/assets/${name}` }));
  // The whole engine first, by its name without a suffix: it is what the others are compared with.
  const ours = binaries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const packages = "tests/bench/node_modules";
  const files = [
    ...ours,
    {
      name: "onnxruntime-web",
      file: `${packages}/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`,
    },
    {
      name: "tfjs-backend-wasm",
      file: `${packages}/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm`,
    },
  ];
  const sizes = files.map(({ name, file }) => {
    const bytes = readFileSync(inProject(file));
    return { name, bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
  });
  const own = sizes[0];
  printTable(
    "WebAssembly binaries",
    ["", "kB", "", "kB gzipped", ""],
    sizes.map(({ name, bytes, gzip }) => [
      name,
      (bytes / 1000).toFixed(0),
      times(bytes / (own?.bytes ?? 1)),
      (gzip / 1000).toFixed(0),
      times(gzip / (own?.gzip ?? 1)),
    ]),
  );
  const onnx = sizes.find(({ name }) => name === "onnxruntime-web");
  const ratio = (onnx?.bytes ?? Number.NaN) / (own?.bytes ?? Number.NaN);
  report.atLeast("whole engine: 50 times smaller than onnxruntime-web's", ratio, 50);
  report.figures.binaries = sizes;
}
