// @ts-check
/**
 * An encoder of 6 layers, 64 words of 512 numbers, forward and with all gradients. The parameters are held, as onnxruntime's session
 * holds them; one column passes them with each call, as the gradients do.
 */
import { encoderInTorch, inChromium, inNode } from "../contestants.mjs";
import { matchUp, printMatch, ratioIn } from "../matchup.mjs";
import { times } from "../table.mjs";
import { PLAIN, TORCH } from "../torch.mjs";

const SHAPE = /** @type {const} */ ({ precision: "float32", n: 64, d: 512 });

/** What is asked for: at least so many times as fast as a peer. */
const GOALS = /** @type {const} */ ([
  ["onnxruntime", "ours", 1.15],
  [`${PLAIN} backward`, "ours backward", 4],
]);

/** @type {import("../run.mjs").Section} */
export async function encoder({ pace, report }) {
  const places = { Node: inNode(), Chromium: await inChromium() };
  const torches = Object.entries(TORCH).map(([name, variant]) => ({
    name,
    place: encoderInTorch(variant),
  }));
  const hosts = /** @type {const} */ (["Node", "Chromium"]);
  /** @type {import("../matchup.mjs").Column[]} */
  const columns = [
    ...hosts.flatMap((host) => {
      const place = places[host];
      return /** @type {const} */ ([
        { name: `ours, ${host}`, place, who: "attention-scale", task: "encoder" },
        { name: `ours, not held, ${host}`, place, who: "attention-scale", task: "encoderWhole" },
        { name: `onnxruntime, ${host}`, place, who: "onnxruntime", task: "encoder" },
        { name: `ours backward, ${host}`, place, who: "attention-scale", task: "encoderBackward" },
      ]);
    }),
    ...torches.flatMap(({ name, place }) => {
      return /** @type {const} */ ([
        { name, place, who: "", task: "encoder" },
        { name: `${name} backward`, place, who: "", task: "encoderBackward" },
      ]);
    }),
  ];
  const rows = await matchUp({ shapes: [SHAPE], columns, pace, report });
  const [row] = rows;
  if (row === undefined) return;
  for (const host of hosts) {
    printMatch(`Encoder, 6 layers, float32, ${host}`, rows, [
      ...[`ours, ${host}`, `ours, not held, ${host}`, `onnxruntime, ${host}`],
      ...torches.map(({ name }) => name),
    ]);
    printMatch(`Encoder, forward and all gradients, float32, ${host}`, rows, [
      `ours backward, ${host}`,
      ...torches.map(({ name }) => `${name} backward`),
    ]);
    for (const [peer, ours, least] of GOALS) {
      const name = peer === "onnxruntime" ? `${peer}, ${host}` : peer;
      const ratio = ratioIn(row, name, `${ours}, ${host}`);
      if (!Number.isFinite(ratio)) continue;
      report.reaches.push({
        goal: `encoder, float32, ${host}: ${least} times as fast as ${peer}`,
        found: times(ratio),
        met: ratio >= least,
      });
    }
  }
  report.figures["encoder float32"] = rows.map(({ shape, timings }) => ({
    shape,
    timings: [...timings.values()],
  }));
  for (const place of [...Object.values(places), ...torches.map(({ place }) => place)])
    await place.close();
}
