/** The outputs of an attention side by side on one scale: without the division and with it. */
import { html, type TemplateResult } from "lit";
import { largestOf } from "../draw/heatmap.js";
import { coordinates } from "../draw/table.js";
import type { Matrix } from "../engine/api.js";
import type { Inputs } from "../page/inputs.js";
import { figure } from "./figure.js";
import type { PartView, Words } from "./part-view.js";

const SIDES = ["unscaled", "scaled"] as const;
type Sides<T> = Readonly<Record<(typeof SIDES)[number], T>>;

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
      return figure(view, {
        title: text.output[side],
        kind: side,
        beside: text.vectors.picture(matrix.cols, columns),
        drawing: view.heatmap(`${side}-output`, names[side], [matrix], () => ({
          ...{ matrix, rowLabels: words, colLabels: coordinates(matrix.cols), largestPitch: 60 },
          scale: { kind: "signed", largest },
        })),
        tables: {
          name: names[side],
          matrix: settled[side],
          ...{ rowLabels: words, colLabels: coordinates(settled[side].cols) },
          corner: text.matrices.corner,
        },
        inputs,
      });
    })}
  </div>`;
}
