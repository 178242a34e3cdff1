// @ts-check
/** Attention forward: typed arrays in and out, copies included, one thread. */
import { inChromium, inNode, natively } from "../contestants.mjs";
import { matchUp, printMatch, ratioIn } from "../matchup.mjs";
import { skip } from "../report.mjs";
import { geometricMean, times } from "../table.mjs";

export const SIZES = /** @type {const} */ ([
  [3, 3],
  [16, 64],
  [64, 64],
  [256, 64],
  [512, 64],
  [1024, 64],
  [512, 512],
  [1024, 512],
]);

const PEERS = ["onnxruntime", "tfjs", "ml-matrix"];
/** @param {string} host */
const columnsIn = (host) => [
  { name: `ours, ${host}`, who: "attention-scale", task: "forward" },
  { name: `all four results, ${host}`, who: "attention-scale", task: "full" },
  ...PEERS.map((who) => ({ name: `${who}, ${host}`, who, task: "forward" })),
];
const NATIVE = [
  { name: "our C++, SSE4.2", preset: "bench-sse4.2" },
  { name: "our C++, -march=native", preset: "bench-native" },
];

/** @param {import("../matchup.mjs").Row[]} rows @param {import("../report.mjs").Report} report */
function judge(rows, report) {
  for (const host of ["Node", "Chromium"]) {
    const against = (/** @type {import("../matchup.mjs").Row} */ row) =>
      ratioIn(row, `onnxruntime, ${host}`, `ours, ${host}`);
    const ratios = rows.map(against);
    if (!ratios.every(Number.isFinite)) continue;
    const slowest = Math.min(...ratios);
    report.reaches.push(
      {
        goal: `float32, ${host}: never slower than onnxruntime-web`,
        found: `${times(slowest)} at worst`,
        met: slowest >= 1,
      },
      {
        goal: `float32, ${host}: 3 times as fast as onnxruntime-web up to 16 × 64`,
        found: `${times(Math.min(...ratios.slice(0, 2)))} at worst`,
        met: ratios.slice(0, 2).every((ratio) => ratio >= 3),
      },
      {
        goal: `float32, ${host}: 1.5 times as fast as onnxruntime-web in the geometric mean`,
        found: times(geometricMean(ratios)),
        met: geometricMean(ratios) >= 1.5,
      },
    );
    const speeds = rows
      .filter(({ shape }) => shape.n >= 256)
      .map((row) => ratioIn(row, "our C++, SSE4.2", `ours, ${host}`));
    if (!speeds.every(Number.isFinite)) continue;
    report.reaches.push({
      goal: `float32, ${host}: 70 % of our native SSE4.2 build from 256 × 64 up`,
      found: `${(Math.min(...speeds) * 100).toFixed(0)} % at worst`,
      met: Math.min(...speeds) >= 0.7,
    });
  }
}

/** @type {import("../run.mjs").Section} */
export async function forward({ pace, report }) {
  const places = { Node: inNode(), Chromium: await inChromium() };
  /** @type {import("../matchup.mjs").Column[]} */
  const columns = Object.entries(places).flatMap(([host, place]) =>
    columnsIn(host).map((column) => ({
      ...column,
      place,
      task: /** @type {import("../workshop.mjs").Task} */ (column.task),
    })),
  );
  for (const { name, preset } of NATIVE) {
    try {
      const place = await natively(/** @type {"bench-sse4.2" | "bench-native"} */ (preset));
      columns.push({ name, place, who: "", task: "forward" });
    } catch (error) {
      skip(report, name, error);
    }
  }
  for (const precision of /** @type {const} */ (["float32", "float64"])) {
    const shapes = SIZES.map(([n, d]) => ({ precision, n, d }));
    const rows = await matchUp({ shapes, columns, pace, report });
    for (const host of Object.keys(places)) {
      const names = columnsIn(host).map(({ name }) => name);
      printMatch(`Attention forward, ${precision}, ${host}`, rows, names);
    }
    const natives = ["ours, Node", ...NATIVE.map(({ name }) => name)];
    printMatch(`Attention forward, ${precision}, beside our own C++`, rows, natives);
    if (precision === "float32") judge(rows, report);
    report.figures[`forward ${precision}`] = rows.map(({ shape, timings }) => ({
      shape,
      timings: [...timings.values()],
    }));
  }
  for (const place of new Set(columns.map(({ place }) => place))) await place.close();
}
