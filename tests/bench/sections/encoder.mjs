// @ts-check
/**
 * An encoder of 6 layers, 64 words of 512 numbers, forward and with all gradients. The parameters
 * are held, as onnxruntime's session holds them; one column passes them with each call, as the
 * gradients do.
 */
import { encoderInTorch, inChromium, inNode } from "../contestants.mjs";
import { matchUp, printMatch, ratiosIn } from "../matchup.mjs";
import { PLAIN, TORCH } from "../torch.mjs";

const SHAPE = /** @type {const} */ ({ precision: "float32", n: 64, d: 512 });

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  const { report } = context;
  const hosts = Object.entries({ Node: inNode(), Chromium: await inChromium() });
  const torches = Object.keys(TORCH);
  /** @type {import("../matchup.mjs").Column[]} */
  const columns = hosts.flatMap(([host, place]) => [
    { name: `ours, ${host}`, place, who: "attention-scale", task: "encoder" },
    { name: `ours, not held, ${host}`, place, who: "attention-scale", task: "encoderWhole" },
    { name: `onnxruntime, ${host}`, place, who: "onnxruntime", task: "encoder" },
    { name: `ours backward, ${host}`, place, who: "attention-scale", task: "encoderBackward" },
  ]);
  for (const [name, variant] of Object.entries(TORCH)) {
    const place = encoderInTorch(variant);
    columns.push({ name, place, task: "encoder" });
    columns.push({ name: `${name} backward`, place, task: "encoderBackward" });
  }
  const rows = await matchUp(context, [SHAPE], columns);
  if (rows.length === 0) return;
  for (const [host] of hosts) {
    const forward = [`ours, ${host}`, `ours, not held, ${host}`, `onnxruntime, ${host}`];
    printMatch(`Encoder, 6 layers, float32, ${host}`, rows, [...forward, ...torches]);
    printMatch(`Encoder, forward and all gradients, float32, ${host}`, rows, [
      `ours backward, ${host}`,
      ...torches.map((name) => `${name} backward`),
    ]);
    const goals = /** @type {const} */ ([
      ["onnxruntime", `onnxruntime, ${host}`, `ours, ${host}`, 1.15],
      [`${PLAIN} backward`, `${PLAIN} backward`, `ours backward, ${host}`, 4],
    ]);
    for (const [peer, name, ours, least] of goals) {
      const goal = `encoder, float32, ${host}: ${least} times as fast as ${peer}`;
      for (const ratio of ratiosIn(rows, name, ours)) report.atLeast(goal, ratio, least);
    }
  }
  report.figures["encoder float32"] = rows;
}
