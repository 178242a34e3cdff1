/** The numbers that the programs of the chapter "The Transformer" must print. */
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import type { Side } from "../../web/src/attention/sides.js";
import type { Matrix } from "../../web/src/engine/api.js";
import { depth, MEASURES } from "../../web/src/parts/depth/depth.js";
import type { Embedding } from "../../web/src/parts/flow/flow.js";
import {
  attentionIn,
  boxIn,
  flow as experiment,
  isAttention,
} from "../../web/src/parts/flow/flow.js";
import { engine } from "../loaded-engine.js";
import { type Expected, found, sums } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";
import { ofSides, resultOf } from "./program-sentence.js";

export function flow({ state, words }: Case): Expected {
  const { heads, layers: count, box } = state;
  const attention = requestOf(state, words);
  const result = found(experiment.run(engine, { ...state, attention }));
  const layer = Math.min(state.layer, count) - 1;
  const head = Math.min(state.head, heads) - 1;
  const embedded = (name: string, of: Embedding): Expected => ({
    [`${name}: word vectors`]: of.vectors.data,
    [`${name}: positions`]: sums(of.positions.data),
    [`${name}: their sum`]: sums(of.sum.data),
  });
  const n = result.scaled.target.words.length;
  const opened = (side: Side): Expected => {
    const heading = `${side} output of the box`;
    if (box === "none" || box === "embedding" || box === "target") return {};
    if (box === "memory" || box === "output") return { [heading]: sums(result[side][box].data) };
    const { before, output } = boxIn(result[side], box, layer);
    const weights: Matrix | undefined = isAttention(box)
      ? attentionIn(result[side], box, layer).heads[head]?.weights
      : undefined;
    return {
      ...(weights && { [`${side} weights of the head`]: sums(weights.data) }),
      [`${side} matrix before`]: sums(before.data),
      [heading]: sums(output.data),
    };
  };
  return {
    ...embedded("encoder", result.scaled.embedding),
    ...embedded("decoder", result.scaled.target),
    mask: Array.from({ length: n * n }, (_, i) => Number(i % n <= Math.floor(i / n))),
    ...ofSides((side) => {
      const layers = (["attention", "masked", "cross"] as const).map((of) => [
        `${side} ${of}: mean entropy and largest weight of each layer`,
        sums(
          Array.from({ length: count }, (_, i) => attentionIn(result[side], of, i)).flatMap(
            ({ means }) => [means.entropy, means.peak],
          ),
        ),
      ]);
      return { ...Object.fromEntries(layers), ...opened(side) };
    }),
  };
}

const NAMES = {
  spread: "deviation",
  entropy: "entropy",
  peak: "largest weight",
  gradient: "gradient",
};

export function depthOf(own: Case): Expected {
  const { sides } = resultOf(own, depth, {}, own.figure);
  return ofSides((side) => {
    const measured = MEASURES.map((measure) => {
      const { median, low, high } = sides[side][measure];
      const rows = Array.from(median, (middle, i) => [middle, low[i] ?? 0, high[i] ?? 0]).flat();
      const heading = `${side} ${NAMES[measure]}: median, lower and upper decile of each layer`;
      return [heading, sums(rows, Math.max(...rows))];
    });
    return Object.fromEntries(measured);
  });
}
