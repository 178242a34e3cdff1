/** The numbers that the programs of the chapter "The Transformer" must print. */
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import type { Matrix } from "../../web/src/engine/api.js";
import { depth, MEASURES } from "../../web/src/parts/depth/depth.js";
import {
  attentionIn,
  entropyOf,
  isAttention,
  meanPeak,
  withinLayer,
} from "../../web/src/parts/flow/boxes.js";
import type { Embedding } from "../../web/src/parts/flow/flow.js";
import { flowOf } from "../../web/src/parts/flow/flow.js";
import { largest } from "../engine/close.js";
import type { Block } from "./printed-blocks.js";
import { block } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";
import { engine, layers, resultOf, SIDES } from "./program-sentence.js";

/** Roundings of scores up to a hundred, and of rows that become alike, over many layers. */
const DEEP = 1e5;

export function flow({ state, words }: Case): Block[] {
  const { heads, layers: count, norm, activation, init, box, causal } = state;
  const shared = { heads, layers: count, norm, activation, init, causal: causal === "on" };
  const request = {
    attention: requestOf(state, words),
    second: state.second.split(" "),
    ...shared,
  };
  const result = flowOf({ ...engine, ...layers }, request);
  const [layer, head] = [Math.min(state.layer, count) - 1, Math.min(state.head, heads) - 1];
  const embedded = ([name, of]: readonly [string, Embedding]) => [
    block(`${name}: word vectors`, of.vectors.data, 2),
    block(`${name}: positions`, of.positions.data, 64, 1),
    block(`${name}: their sum`, of.sum.data, 64, Math.max(1, largest(of.sum.data))),
  ];
  const n = result.scaled.target.words.length;
  const mask = Array.from({ length: n * n }, (_, i) => Number(i % n <= Math.floor(i / n)));
  const deep = (heading: string, { data }: Matrix) =>
    block(heading, data, DEEP, Math.max(1, largest(data)));
  const opened = (side: (typeof SIDES)[number]) => {
    if (box === "embedding" || box === "target") return [];
    if (box === "memory" || box === "output")
      return [deep(`${side} output of the box`, result[side][box])];
    const { before, output } = withinLayer(result[side], box, layer);
    const weights = isAttention(box) && attentionIn(result[side], box, layer).heads[head]?.weights;
    return [
      ...(weights ? [deep(`${side} weights of the head`, weights)] : []),
      deep(`${side} matrix before`, before),
      deep(`${side} output of the box`, output),
    ];
  };
  return [
    ...Object.entries({ encoder: result.scaled.embedding, decoder: result.scaled.target }).flatMap(
      embedded,
    ),
    block("mask", mask, 0),
    ...SIDES.flatMap((side) => [
      ...(["attention", "masked", "cross"] as const).map((of) =>
        block(
          `${side} ${of}: mean entropy and largest weight of each layer`,
          Array.from({ length: count }, (_, i) => attentionIn(result[side], of, i)).flatMap(
            (at) => [entropyOf(at), meanPeak(at)],
          ),
          ...([DEEP, 1] as const),
        ),
      ),
      ...opened(side),
    ]),
  ];
}

export function depthOf(own: Case): Block[] {
  const { heads, layers: count, norm, activation, init, encoders, drawseed: seed } = own.state;
  const attention = requestOf(own.state, own.words);
  const request = { attention, heads, layers: count, norm, activation, init, encoders, seed };
  const { sides } = resultOf(depth, request, own.done);
  const names = {
    spread: "deviation",
    entropy: "entropy",
    peak: "largest weight",
    gradient: "gradient",
  };
  return SIDES.flatMap((side) =>
    MEASURES.map((measure) => {
      const { median, low, high } = sides[side][measure];
      const rows = Array.from(median, (middle, i) => [middle, low[i] ?? 0, high[i] ?? 0]);
      const heading = `${side} ${names[measure]}: median, lower and upper decile of each layer`;
      return block(heading, rows.flat(), DEEP, Math.max(...rows.flat()));
    }),
  );
}
