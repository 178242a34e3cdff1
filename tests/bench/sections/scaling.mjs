// @ts-check
/**
 * How time and memory grow: the slope of their logarithms, from the sizes where the growth is what
 * costs.
 */
import { inProject, run } from "../../../web/tools/run.mjs";
import { median, QUICK } from "../rounds.mjs";
import { duration, printTable } from "../table.mjs";

/** @typedef {{ ms: number, grown: number, held: number }} Footprint */

/**
 * @param {readonly (string | number)[]} args
 * @param {number} rounds
 * @returns {Promise<Footprint>}
 */
async function footprint(args, rounds) {
  const program = inProject("tests/bench/programs/footprint.mjs");
  const found = [];
  for (let round = 0; round < rounds; round++) {
    const text = await run(process.execPath, [program, ...args.map(String)], { quiet: true });
    found.push(/** @type {Footprint} */ (JSON.parse(text)));
  }
  const { grown = Number.NaN, held = Number.NaN } = found[0] ?? {};
  return { ms: median(found.map(({ ms }) => ms)), grown, held };
}

/**
 * Least squares through the logarithms.
 * @param {readonly number[]} x
 * @param {readonly number[]} y
 */
function logLogSlope(x, y) {
  const u = x.map(Math.log);
  const v = y.map(Math.log);
  const mean = (/** @type {number[]} */ list) =>
    list.reduce((sum, each) => sum + each, 0) / list.length;
  const meanU = mean(u);
  const meanV = mean(v);
  const moment = (/** @type {number[]} */ list, /** @type {number} */ middle) =>
    u.reduce((sum, each, index) => sum + (each - meanU) * ((list[index] ?? 0) - middle), 0);
  return moment(v, meanV) / moment(u, meanU);
}

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** @type {import("../run.mjs").Section} */
export async function section({ pace, report }) {
  const quick = pace === QUICK;
  const rounds = quick ? 1 : 3;
  const rows = [256, 512, 1024, 2048, ...(quick ? [] : [4096])];
  const dims = [64, 128, 256, 512, ...(quick ? [] : [1024])];
  const samples = [100, 316, 1000, 3162, ...(quick ? [] : [10_000])];
  /**
   * @type
   *   {{ name: string, x: number[], args: (x: number) => (string | number)[], size: (x: number) => number }[]}
   */
  const series = [
    ...["full", "output"].map((what) => ({
      name: `attention, n at d = 64, ${what === "full" ? "all four results" : "the output alone"}`,
      x: rows,
      args: (/** @type {number} */ n) => ["attention", n, 64, what],
      size: (/** @type {number} */ n) => n,
    })),
    {
      name: "attention, d at n = 512, the output alone",
      x: dims,
      args: (d) => ["attention", 512, d, "output"],
      size: (d) => d,
    },
    {
      name: "scores of the histogram, d = 100",
      x: samples,
      args: (count) => ["histogram", count, 100],
      size: (count) => count * count,
    },
  ];
  const found = [];
  for (const { name, x, args, size } of series) {
    const footprints = [];
    for (const each of x) footprints.push(await footprint(args(each), rounds));
    const sizes = x.map(size);
    const slope = logLogSlope(
      sizes,
      footprints.map(({ ms }) => ms),
    );
    // A call that fits into what the engine holds at its start makes nothing grow.
    const growing = footprints
      .map(({ grown }, index) => ({ grown, size: sizes[index] ?? 0 }))
      .filter(({ grown }) => grown > 0);
    const memorySlope =
      growing.length < 2
        ? Number.NaN
        : logLogSlope(
            growing.map(({ size }) => size),
            growing.map(({ grown }) => grown),
          );
    found.push({ name, sizes, footprints, slope, memorySlope });
  }
  printTable(
    "How time and the engine's memory grow, float32, one thread: from the smallest to the largest, and the slope",
    ["", "sizes", "time", "slope", "memory grown by", "slope"],
    found.map(({ name, sizes, footprints, slope, memorySlope }) => {
      const first = footprints[0];
      const last = footprints.at(-1);
      return [
        name,
        `${sizes[0]} … ${sizes.at(-1)}`,
        `${duration(first?.ms ?? Number.NaN)} … ${duration(last?.ms ?? Number.NaN)}`,
        slope.toFixed(2),
        `${megabytes(first?.grown ?? Number.NaN)} … ${megabytes(last?.grown ?? Number.NaN)}`,
        Number.isFinite(memorySlope) ? memorySlope.toFixed(2) : "–",
      ];
    }),
  );
  const [full, output] = found;
  const lastFull = full?.footprints.at(-1);
  const lastOutput = output?.footprints.at(-1);
  const n = rows.at(-1) ?? 0;
  const ratio = (lastFull?.ms ?? Number.NaN) / (lastOutput?.ms ?? Number.NaN);
  console.log(
    `\n  At n = ${n} the output alone takes ${duration(lastOutput?.ms ?? Number.NaN)}, all four results ` +
      `${ratio.toFixed(2)} times as long.`,
  );
  // Queries, keys, values and output are n×64 each; twice that leaves room for blocks.
  const linear = 2 * 4 * n * 64 * Float32Array.BYTES_PER_ELEMENT;
  const grown = lastOutput?.grown ?? Number.NaN;
  report.reach(
    `the output alone, n = ${n}: no memory of n × n (at most ${megabytes(linear)} more)`,
    megabytes(grown),
    grown <= linear,
  );
  report.figures.scaling = found;
}
