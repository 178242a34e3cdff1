// @ts-check
/** Attention backward: the gradients at queries, keys and values, forward pass included. */
import { inChromium, inNode, inTorch, natively } from "../contestants.mjs";
import { matchUp, printMatch, ratiosIn } from "../matchup.mjs";
import { geometricMean, times } from "../table.mjs";
import { TORCH } from "../torch.mjs";
import { SHAPES } from "./forward.mjs";

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  const { report } = context;
  const task = /** @type {const} */ ("backward");
  const hosts = Object.entries({ Node: inNode(), Chromium: await inChromium() });
  const columns = [
    ...hosts.flatMap(([host, place]) => [
      { name: `ours, ${host}`, place, who: "attention-scale", task },
      { name: `tfjs, ${host}`, place, who: "tfjs", task },
    ]),
    { name: "PyTorch, OpenBLAS", place: inTorch(TORCH["PyTorch, OpenBLAS"]), task },
    { name: "our C++, SSE4.2", place: await natively("bench-sse4.2"), task },
  ];
  for (const { precision, shapes } of SHAPES) {
    const rows = await matchUp(context, shapes, columns);
    for (const [host] of hosts) {
      const beside = host === "Node" ? ["PyTorch, OpenBLAS", "our C++, SSE4.2"] : [];
      const names = [`ours, ${host}`, `tfjs, ${host}`, ...beside];
      printMatch(`Attention backward, ${precision}, ${host}`, rows, names);
      const ratios = ratiosIn(rows, `tfjs, ${host}`, `ours, ${host}`);
      if (precision !== "float32" || ratios.length === 0) continue;
      const mean = geometricMean(ratios);
      report.reach(
        `backward, float32, ${host}: 2 times as fast as tfjs in the geometric mean`,
        `${times(mean)}, ${times(Math.min(...ratios))} at worst`,
        mean >= 2,
      );
    }
    report.figures[`backward ${precision}`] = rows;
  }
}
