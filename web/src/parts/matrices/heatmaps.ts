/** The heat maps of an answer. */
import type { SentenceAttention, Side } from "../../attention/sentence-attention.js";
import { type Heatmap, largestOf } from "../../draw/heatmap.js";
import { coordinates } from "../../draw/table.js";
import type { Matrix } from "../../engine/api.js";
import type { FigureName, Page } from "../../page/page.js";
import type { Text } from "../../text/index.js";

/** Attention weights, with each row's entropy and largest weight beside it. */
export function weightsHeatmap(
  { queryWords, keyWords }: Pick<SentenceAttention, "queryWords" | "keyWords">,
  side: Side,
  color: string,
  text: Text,
): Heatmap & { rows: NonNullable<Heatmap["rows"]> } {
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

/** What stands beside the rows without the weights, for a narrow page. */
export const rowsAlone = (heatmap: Heatmap): Heatmap => ({
  ...{ ...heatmap, colLabels: [] },
  matrix: { rows: heatmap.matrix.rows, cols: 0, data: new Float64Array() },
});

/** All of the page, by their figures. */
export function heatmapsOf(
  { palette, text }: Pick<Page, "palette" | "text">,
  result: SentenceAttention,
): Record<FigureName, Heatmap> {
  const { queryWords: rowLabels, keyWords, scores, x, unscaled, scaled } = result;
  const signed = (
    matrix: Matrix,
    largest = largestOf(matrix),
    colLabels: readonly string[] = coordinates(matrix.cols),
  ): Heatmap => ({ matrix, rowLabels, colLabels, scale: { kind: "signed", largest } });
  const without = weightsHeatmap(result, unscaled, palette.unscaled, text);
  const withIt = weightsHeatmap(result, scaled, palette.scaled, text);
  // One scale for both outputs, so that they can be compared.
  const largest = largestOf(unscaled.output, scaled.output);
  return {
    scores: signed(scores, largestOf(scores), keyWords),
    ...{ unscaled: without, scaled: withIt },
    ...{ unscaledRows: rowsAlone(without), scaledRows: rowsAlone(withIt) },
    x: signed(x),
    unscaledOutput: signed(unscaled.output, largest),
    scaledOutput: signed(scaled.output, largest),
  };
}
