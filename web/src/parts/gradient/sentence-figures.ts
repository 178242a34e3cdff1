/** The gradient of the sentence: what reaches each query, and a loss's gradient at scores, queries and keys. */
import { html, nothing, type TemplateResult } from "lit";
import { largestOf } from "../../draw/heatmap.js";
import type { ChartMaker } from "../../draw/marks.js";
import { log } from "../../draw/marks.js";
import { coordinates } from "../../draw/table.js";
import { chooser, controlRow, wordField } from "../../part-kit/controls.js";
import { empty, figure, progress } from "../../part-kit/figure.js";
import { matrixFigure } from "../../part-kit/matrix-figure.js";
import type { Answer, PartView } from "../../part-kit/part-view.js";
import { SIDES, sided, sideNames } from "../../part-kit/sides.js";
import { wordStrip } from "../../part-kit/word-strip.js";
import type { en } from "../../text/en/gradient.js";
import { significant } from "../../text/numbers.js";
import { richText, typeset } from "../../ui/rich.js";
import type { SentenceResult, SentenceSide } from "./sentence.js";

type View = PartView<typeof en>;

/** Smaller gradients are drawn at the left edge. */
export const LEAST_SHOWN = 1e-9;

const ownInputs = (view: View, { request }: SentenceResult) => {
  const { attention, loss, target } = request;
  return view.inputs(attention, { loss, target: target + 1 }, undefined, ["sentence"]);
};

const GRADIENTS = { scores: "∂L/∂(QKᵀ)", queries: "∂L/∂Q", keys: "∂L/∂K" };

function ownMaps(view: View, result: SentenceResult): TemplateResult[] {
  const { words } = result.request.attention;
  return (["scores", "queries", "keys"] as const).flatMap((name) => {
    const title = GRADIENTS[name];
    // One scale for both sides, so that they can be compared.
    const largest = largestOf(result.unscaled[name], result.scaled[name]);
    return SIDES.map((kind) => {
      const matrix = result[kind][name];
      const colLabels = name === "scores" ? words : coordinates(matrix.cols);
      const beside = sideNames(view)[kind];
      const table = `${title}, ${beside}`;
      return matrixFigure(view, {
        ...{ title, kind, beside, inputs: ownInputs(view, result) },
        ...{ name: `own-${name}-${kind}`, table, alt: table },
        ...{ matrix, rowLabels: words, colLabels, largest, largestPitch: 50 },
      });
    });
  });
}

/** A row for each word: the gradient at its query without the division and with it. */
function reachingStrip(view: View, result: SentenceResult): TemplateResult {
  const { own: text } = view.text;
  const { unscaled, scaled, request } = result;
  const { words } = request.attention;
  const shown = ({ reaching }: SentenceSide) =>
    Array.from(reaching.gradient, (value) => Math.max(LEAST_SHOWN, value));
  const chart: ChartMaker = (palette) =>
    wordStrip(words, 26, log([LEAST_SHOWN / 2, 30], view.text.fans.axes.gradient), [
      [shown(unscaled), palette.unscaled, false],
      [shown(scaled), palette.scaled, false],
    ]);
  const starved = unscaled.reaching.gradient.some((value) => value < LEAST_SHOWN);
  return figure(view, {
    title: text.strip,
    drawing: view.chart("reaching", text.strip, [result], chart),
    note: starved ? text.zero : undefined,
    tables: view.table(text.strip, [result], () => [
      view.page.text.matrices.corner,
      words,
      sided(view, ["‖∂y/∂q‖", "‖J‖"]),
      (["gradient", "jacobian"] as const).flatMap((quantity) => [
        unscaled.reaching[quantity],
        scaled.reaching[quantity],
      ]),
    ]),
    inputs: ownInputs(view, result),
  });
}

export function own(view: View, { result, study }: Answer<SentenceResult>): TemplateResult {
  const { own: text, controls } = view.text;
  return html`<div class="own">
    <p class="caption-text">${richText(text.text)}</p>
    ${result === null ? empty(160) : reachingStrip(view, result)}
    <p class="caption-text chain">${richText(text.chain)}</p>
    ${controlRow(
      view,
      chooser(view, "loss", controls.loss, controls.losses),
      view.state.loss === "target" ? wordField(view, "target", controls.target) : nothing,
    )}
    ${
      result === null
        ? empty(160)
        : html`<div class="own-maps">${ownMaps(view, result)}</div>
          <p class="note">${typeset(text.loss(significant(result.unscaled.loss), significant(result.scaled.loss)))}</p>`
    }
    ${progress(view, study)}
  </div>`;
}
