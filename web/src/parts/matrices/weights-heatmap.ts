/** The heat map of attention weights, with each row's entropy and largest weight beside it. */
import type { SentenceAttention, Side } from "../../attention/sentence-attention.js";
import type { Heatmap } from "../../draw/heatmap.js";
import type { Text } from "../../text/index.js";

export function weightsHeatmap(
  { queryWords, keyWords }: Pick<SentenceAttention, "queryWords" | "keyWords">,
  side: Side,
  color: string,
  text: Text,
): Heatmap {
  return {
    matrix: side.weights,
    rowLabels: queryWords,
    colLabels: keyWords,
    scale: { kind: "weights" },
    rows: {
      entropy: side.entropy,
      peak: side.peak,
      most: Math.log(keyWords.length),
      color,
      titles: text.matrices,
    },
  };
}
