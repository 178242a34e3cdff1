// @ts-check
/** Attention forward: typed arrays in and out, copies included, one thread. */
import { inChromium, inNode, natively } from "../contestants.mjs";
import { matchUp, printMatch, ratiosIn } from "../matchup.mjs";
import { SIZES } from "../problem.mjs";
import { geometricMean, times } from "../table.mjs";

/** The problems of both precisions. */
export const SHAPES = /** @type {const} */ (["float32", "float64"]).map((precision) => ({
  precision,
  shapes: SIZES.map(([n, d]) => ({ precision, n, d })),
}));

const PEERS = ["onnxruntime", "tfjs", "ml-matrix"];
const NATIVE = /** @type {const} */ ({
  "our C++, SSE4.2": "bench-sse4.2",
  "our C++, -march=native": "bench-native",
});

/**
 * @param {import("../matchup.mjs").Row[]} rows
 * @param {import("../report.mjs").Report} report
 * @param {string} host
 */
function judge(rows, report, host) {
  const ratios = ratiosIn(rows, `onnxruntime, ${host}`, `ours, ${host}`);
  if (ratios.length < rows.length) return;
  const goal = `float32, ${host}:`;
  const slowest = Math.min(...ratios);
  const small = Math.min(...ratios.slice(0, 2));
  const mean = geometricMean(ratios);
  report.reach(
    `${goal} never slower than onnxruntime-web`,
    `${times(slowest)} at worst`,
    slowest >= 1,
  );
  report.reach(
    `${goal} 3 times as fast as onnxruntime-web up to 16 × 64`,
    `${times(small)} at worst`,
    small >= 3,
  );
  report.atLeast(`${goal} 1.5 times as fast as onnxruntime-web in the geometric mean`, mean, 1.5);
  const large = rows.filter(({ shape }) => shape.n >= 256);
  const speeds = ratiosIn(large, "our C++, SSE4.2", `ours, ${host}`);
  if (speeds.length < large.length) return;
  const least = Math.min(...speeds);
  report.reach(
    `${goal} 70 % of our native SSE4.2 build from 256 × 64 up`,
    `${(least * 100).toFixed(0)} % at worst`,
    least >= 0.7,
  );
}

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  const { report } = context;
  const places = { Node: inNode(), Chromium: await inChromium() };
  /** @type {import("../matchup.mjs").Column[]} */
  const columns = Object.entries(places).flatMap(([host, place]) => [
    { name: `ours, ${host}`, place, who: "attention-scale", task: "forward" },
    { name: `all four results, ${host}`, place, who: "attention-scale", task: "full" },
    ...PEERS.map((who) => ({
      name: `${who}, ${host}`,
      place,
      who,
      task: /** @type {const} */ ("forward"),
    })),
  ]);
  for (const [name, preset] of Object.entries(NATIVE)) {
    try {
      columns.push({ name, place: await natively(preset), task: "forward" });
    } catch (error) {
      report.skip(name, error);
    }
  }
  for (const { precision, shapes } of SHAPES) {
    const rows = await matchUp(context, shapes, columns);
    for (const host of Object.keys(places)) {
      const names = columns.map(({ name }) => name).filter((name) => name.endsWith(`, ${host}`));
      printMatch(`Attention forward, ${precision}, ${host}`, rows, names);
    }
    printMatch(`Attention forward, ${precision}, beside our own C++`, rows, [
      "ours, Node",
      ...Object.keys(NATIVE),
    ]);
    for (const host of precision === "float32" ? Object.keys(places) : []) {
      judge(rows, report, host);
    }
    report.figures[`forward ${precision}`] = rows;
  }
}
