/** Attention between two sentences: the words of one look at those of the other. */

import { html, nothing, type TemplateResult } from "lit";
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import { repeated } from "../../attention/words.js";
import { largestOf } from "../../draw/heatmap.js";
import { empty, type PartView, type Section, SIDES, type Side } from "../../part-kit/part-view.js";
import { secondField } from "../../part-kit/second-sentence.js";
import type { en } from "../../text/en/cross.js";
import { captionOf, findingOf } from "../../text/finding.js";
import { fixed, powerText, significant } from "../../text/numbers.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { richText } from "../../ui/rich.js";
import { arithmetic } from "../matrices/arithmetic.js";
import { rowsAlone, weightsHeatmap } from "../matrices/heatmaps.js";
import { isExamplePair, TwoSentences } from "./two-sentences.js";

type View = PartView<typeof en>;

const inputsOf = (view: View, { request, keyWords }: SentenceAttention) =>
  view.inputs(request, { second: keyWords.join(" ") });

/** A figure whose cells are pairs of words; `settled` is the answer that its table shows. */
function pairFigure(
  view: View,
  { pointer }: TwoSentences,
  result: SentenceAttention,
  settled: SentenceAttention,
  id: Side | "scores",
): TemplateResult {
  const { text, page, state } = view;
  const { matrices } = page.text;
  const name = id === "scores" ? text.names.scores : view.common.named[id](text.names.weights);
  const of = (answer: SentenceAttention) => ({
    matrix: id === "scores" ? answer.scores : answer[id].weights,
    ...{ rowLabels: answer.queryWords, colLabels: answer.keyWords },
  });
  const shown = of(result);
  const largest = largestOf(result.scores);
  const ends = [significant(-largest, 3), significant(largest, 3)] as const;
  const title = id === "scaled" ? matrices.scaled(powerText("d", state.exponent)) : matrices[id];
  return view.matrixFigure({
    ...{ title, kind: id, inputs: inputsOf(view, result), name: id, table: name, ...shown },
    alt: matrices.picture(name, shown.rowLabels.length, shown.colLabels.length),
    ...{ pointing: pointer, settled: of(settled) },
    ...(id === "scores"
      ? { largest, largestPitch: 40, after: rampLegend(page.palette.scores, "ramp short", ends) }
      : {
          twin: id === "unscaled" ? "scaled" : "unscaled",
          rows: (palette) => weightsHeatmap({ palette, text: page.text }, result, id).rows,
        }),
  });
}

/** The numbers beside the rows, which a narrow page has no room for in the matrices. */
function rowLists(view: View, result: SentenceAttention, { pointer }: TwoSentences) {
  const { text, page } = view;
  const { ofTable, rowsTable } = page.text.matrices;
  const list = (side: Side) =>
    view.heatmap(
      `${side}-rows`,
      ofTable(rowsTable, view.common.named[side](text.names.weights)),
      [result, pointer.highlight.row],
      (palette) => rowsAlone({ palette, text: page.text }, result, side),
    ).template;
  return html`<div class="row-lists">${SIDES.map(list)}</div>`;
}

/** The outputs without the division and with it. */
const outputs = (view: View, drawn: SentenceAttention, settled: SentenceAttention) =>
  view.outputPair({
    ...{ name: view.text.names.output, words: drawn.queryWords, drawn, settled },
    ...{ columns: drawn.request.dim, inputs: inputsOf(view, drawn) },
  });

function content(view: View): unknown[] {
  const { page, text, state } = view;
  const pair = view.shared("cross", () => new TwoSentences(view));
  pair.ask(page);
  const { latest, pointer } = pair;
  const { result, problem: failed } = latest;
  const controls = view.controlRow(secondField(view, pair.second.reading, view.common.second));
  if (result === null) return [controls, empty()];
  const settled = latest.settled ?? result;
  const { matrices } = page.text;
  const count = result.keyWords.length;
  const again = [...new Set([...repeated(result.queryWords), ...repeated(result.keyWords)])];
  const known = isExamplePair(state, result.queryWords, result.keyWords);
  const many = Math.max(count, result.queryWords.length) > 8;
  const most = fixed(Math.log(count), 2);
  return [
    controls,
    failed === null
      ? nothing
      : html`<p class="notice" role="alert">${page.text.problems.compute(failed)}</p>`,
    html`<p class="note">${richText(known ? text.example : text.drawn)}</p>`,
    again.length > 0
      ? html`<p class="note">${richText(page.text.controls.repeated(again))}</p>`
      : nothing,
    html`<div class="matrices" data-pointing=${pointer.highlight.kind !== "finding"} data-many=${many}>
      <div class="figures">
        ${SIDES.map((side) => pairFigure(view, pair, result, settled, side))}
        ${rampLegend(page.palette.weights, "ramp", ["0", "1"], matrices.legendWeights, matrices.entropyNote(count, most))}
        <div class="finding">
          <p class="caption spoken">${richText(captionOf(matrices, findingOf(result)))}</p>
        </div>
        ${rowLists(view, result, pair)} ${pairFigure(view, pair, result, settled, "scores")}
      </div>
      ${arithmetic({ pointer, text: page.text, attention: latest, state: { cell: state.pair } }, result)}
    </div>`,
    view.fold("cross-output", text.outputs, () => outputs(view, result, settled)),
    view.remark([text.shapes]),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["crossDisplay", "crossScaledDisplay"],
  question: { right: 0 },
  always: true,
  content,
};
