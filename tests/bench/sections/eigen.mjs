// @ts-check
/**
 * Our matrix product and exponential beside Eigen's, inside one program: native with 128-bit SIMD,
 * and WebAssembly in Node.
 */
import { buildPreset } from "../../../web/tools/cmake.mjs";
import { attempt, inProject } from "../../../web/tools/run.mjs";
import { printTable, times } from "../table.mjs";

/**
 * @typedef {{ what: string, precision: string, n: number, d: number, ours: number, eigen: number }}
 *   Line nanoseconds
 */

const target = "attention_scale_eigen_bench";
const BUILDS = /** @type {const} */ ([
  { name: "WebAssembly, Node", preset: "wasm", suffix: ".cjs" },
  { name: "native, SSE4.2", preset: "bench-sse4.2", suffix: "" },
]);

/** @type {import("../run.mjs").Section} */
export async function section({ report }) {
  for (const { name, preset, suffix } of BUILDS) {
    try {
      await buildPreset(preset, { target });
      const program = inProject("build", preset, "tests/bench/native", target + suffix);
      const [command, args] = suffix ? [process.execPath, [program]] : [program, []];
      const { code, output } = await attempt(command, args, { quiet: true });
      if (code !== 0) throw new Error(output);
      /** @type {Line[]} */
      const lines = output
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const rows = lines.map(({ what, precision, n, d, ours, eigen }) => [
        what === "exp" ? `exp of ${n} numbers` : `Q·Kᵀ ${n} × ${d}`,
        precision,
        `${(ours / 1000).toPrecision(3)} µs`,
        `${(eigen / 1000).toPrecision(3)} µs`,
        times(eigen / ours),
      ]);
      printTable(
        `Beside Eigen's kernels, ${name}`,
        ["", "", "ours", "Eigen", "Eigen / ours"],
        rows,
      );
      report.figures[`eigen ${name}`] = lines;
    } catch (error) {
      report.skip(`Eigen beside ours, ${name}`, error);
    }
  }
}
