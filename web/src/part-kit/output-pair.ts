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
  /** Of what the tables hold, with which the figures are described. */
  readonly name: string;
  /** A row each. */
  readonly words: readonly string[];
  readonly drawn: Sides<{ readonly output: Matrix }>;
  /** Of the tables, where they do not follow a slider within a frame. */
  readonly settled?: Outputs["drawn"];
  /** Of the whole output, of which the first ones are drawn. */
  readonly columns: number;
  readonly inputs: Inputs;
}

export function outputPair<W extends Words>(
  view: PartView<W>,
  { name, words, drawn, settled = drawn, columns, inputs }: Outputs,
): TemplateResult {
  const { text } = view.page;
  const largest = largestOf(drawn.unscaled.output, drawn.scaled.output);
  return html`<div class="pair-of-figures">
    ${SIDES.map((side) => {
      const [{ output: matrix }, { output }] = [drawn[side], settled[side]];
      const table = view.common.named[side](name);
      return matrixFigure(view, {
        ...{ title: text.output[side], kind: side, inputs },
        beside: text.coordinates(matrix.cols, columns),
        ...{ name: `${side}-output`, table, alt: table },
        ...{ matrix, rowLabels: words, colLabels: coordinates(matrix.cols) },
        ...{ largest, largestPitch: 60 },
        settled: { matrix: output, rowLabels: words, colLabels: coordinates(output.cols) },
      });
    })}
  </div>`;
}
