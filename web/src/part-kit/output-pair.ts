/** The outputs of an attention side by side on one scale: without the division and with it. */
import { html, type TemplateResult } from "lit";
import { largestOf } from "../draw/heatmap.js";
import { coordinates } from "../draw/table.js";
import type { Matrix } from "../engine/api.js";
import type { Inputs } from "../page/inputs.js";
import { matrixFigure } from "./matrix-figure.js";
import type { PartView, Words } from "./part-view.js";
import { SIDES, type Side } from "./sides.js";

type Sides<T> = Readonly<Record<Side, T>>;

interface Outputs {
  /** Of the tables, with which the figures are described. */
  readonly names: Sides<string>;
  /** A row each. */
  readonly words: readonly string[];
  readonly drawn: Sides<Matrix>;
  /** Of the tables, which do not follow a slider within a frame. */
  readonly settled: Sides<Matrix>;
  /** Of the whole output, of which the first ones are drawn. */
  readonly columns: number;
  readonly inputs: Inputs;
}

export function outputPair<W extends Words>(
  view: PartView<W>,
  { names, words, drawn, settled, columns, inputs }: Outputs,
): TemplateResult {
  const { text } = view.page;
  const largest = largestOf(drawn.unscaled, drawn.scaled);
  return html`<div class="pair-of-figures">
    ${SIDES.map((side) => {
      const matrix = drawn[side];
      return matrixFigure(view, {
        ...{ title: text.output[side], kind: side, inputs },
        beside: text.coordinates(matrix.cols, columns),
        ...{ name: `${side}-output`, table: names[side], alt: names[side] },
        ...{ matrix, rowLabels: words, colLabels: coordinates(matrix.cols) },
        ...{ largest, largestPitch: 60 },
        settled: {
          matrix: settled[side],
          ...{ rowLabels: words, colLabels: coordinates(settled[side].cols) },
        },
      });
    })}
  </div>`;
}
