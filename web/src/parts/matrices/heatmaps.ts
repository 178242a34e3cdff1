/**
 * The heat maps of an answer. Not the first screen alone draws them: so do its later half
 * (web/src/first-chapter) and the attention between two sentences (parts/cross).
 */
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import type { Side } from "../../attention/sides.js";
import { type Heatmap, largestOf } from "../../draw/heatmap.js";
import { coordinates } from "../../draw/table.js";
import type { Matrix } from "../../engine/api.js";
import type { FigureName, Page } from "../../page/page.js";
import { powerText } from "../../text/numbers.js";
import { say } from "../../text/rich.js";

type Looks = Pick<Page, "palette" | "text">;

/** The title of a figure whose cells are pairs of words. */
export const titleOf = ({ matrices }: Page["text"], id: Side | "scores", exponent: number) =>
  id === "scaled" ? say(matrices.scaled, { root: powerText("d", exponent) }) : matrices[id];

/** Attention weights, with each row's entropy and largest weight beside it. */
export function weightsHeatmap({ palette, text }: Looks, result: SentenceAttention, id: Side) {
  const { queryWords: rowLabels, keyWords: colLabels } = result;
  const { weights: matrix, entropy, peak } = result[id];
  const rows = { entropy, peak, most: Math.log(colLabels.length), color: palette[id] };
  return { matrix, rowLabels, colLabels, rows: { ...rows, titles: text.matrices } };
}

/** The rows' entropies without the weights, for a narrow page. */
export function rowsAlone(page: Looks, result: SentenceAttention, id: Side): Heatmap {
  const heatmap = weightsHeatmap(page, result, id);
  const matrix = { rows: heatmap.matrix.rows, cols: 0, data: new Float64Array() };
  return { ...heatmap, colLabels: [], matrix };
}

/** The heat map of a figure of the page. */
export function heatmapOf(page: Looks, result: SentenceAttention, name: FigureName): Heatmap {
  const { queryWords: rowLabels, keyWords, scores, x, unscaled, scaled } = result;
  const signed = (
    matrix: Matrix,
    largest = largestOf(matrix),
    colLabels: readonly string[] = coordinates(matrix.cols),
  ): Heatmap => ({ matrix, rowLabels, colLabels, largest });
  // One scale for both outputs, so that they can be compared.
  const output = (matrix: Matrix) => signed(matrix, largestOf(unscaled.output, scaled.output));
  const make: Record<FigureName, () => Heatmap> = {
    scores: () => signed(scores, largestOf(scores), keyWords),
    x: () => signed(x),
    unscaled: () => weightsHeatmap(page, result, "unscaled"),
    scaled: () => weightsHeatmap(page, result, "scaled"),
    unscaledOutput: () => output(unscaled.output),
    scaledOutput: () => output(scaled.output),
    unscaledRows: () => rowsAlone(page, result, "unscaled"),
    scaledRows: () => rowsAlone(page, result, "scaled"),
  };
  return make[name]();
}
