// @ts-check
/** Attention backward: the gradients at queries, keys and values, forward pass included. */
import { inChromium, inNode, inTorch, natively } from "../contestants.mjs";
import { matchUp, printMatch, ratioIn } from "../matchup.mjs";
import { geometricMean, times } from "../table.mjs";
import { TORCH } from "../torch.mjs";
import { SIZES } from "./forward.mjs";

/** @type {import("../run.mjs").Section} */
export async function backward({ pace, report }) {
  const places = {
    Node: inNode(),
    Chromium: await inChromium(),
    native: await natively("bench-sse4.2"),
    torch: inTorch(TORCH["PyTorch, OpenBLAS"]),
  };
  /** @param {string} name @param {keyof typeof places} place @param {string} who */
  const column = (name, place, who) => ({
    ...{ name, who, place: places[place] },
    task: /** @type {const} */ ("backward"),
  });
  const columns = [
    column("ours, Node", "Node", "attention-scale"),
    column("tfjs, Node", "Node", "tfjs"),
    column("ours, Chromium", "Chromium", "attention-scale"),
    column("tfjs, Chromium", "Chromium", "tfjs"),
    column("PyTorch, OpenBLAS", "torch", ""),
    column("our C++, SSE4.2", "native", ""),
  ];
  for (const precision of /** @type {const} */ (["float32", "float64"])) {
    const shapes = SIZES.map(([n, d]) => ({ precision, n, d }));
    const rows = await matchUp({ shapes, columns, pace, report });
    const beside = ["PyTorch, OpenBLAS", "our C++, SSE4.2"];
    printMatch(`Attention backward, ${precision}, Node`, rows, [
      ...["ours, Node", "tfjs, Node", ...beside],
    ]);
    printMatch(`Attention backward, ${precision}, Chromium`, rows, [
      ...["ours, Chromium", "tfjs, Chromium"],
    ]);
    for (const host of precision === "float32" ? ["Node", "Chromium"] : []) {
      const ratios = rows.map((row) => ratioIn(row, `tfjs, ${host}`, `ours, ${host}`));
      const known = ratios.filter(Number.isFinite);
      if (known.length === 0) continue;
      const mean = geometricMean(known);
      report.reaches.push({
        goal: `backward, float32, ${host}: 2 times as fast as tfjs in the geometric mean`,
        found: `${times(mean)}, ${times(Math.min(...known))} at worst`,
        met: mean >= 2,
      });
    }
    report.figures[`backward ${precision}`] = rows.map(({ shape, timings }) => ({
      shape,
      timings: [...timings.values()],
    }));
  }
  for (const place of Object.values(places)) await place.close();
}
