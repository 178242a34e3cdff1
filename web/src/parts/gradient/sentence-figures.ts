/** The gradient of the sentence: what reaches each query, and a loss's gradient at scores, queries and keys. */

import { html, nothing, type TemplateResult } from "lit";
import { largestOf } from "../../draw/heatmap.js";
import type { ChartMaker } from "../../draw/marks.js";
import { log } from "../../draw/marks.js";
import { coordinates } from "../../draw/table.js";
import { type Answer, empty, type PartView, type Shown, SIDES } from "../../part-kit/part-view.js";
import { wordStrip } from "../../part-kit/word-strip.js";
import type { en } from "../../text/en/gradient.js";
import { significant } from "../../text/numbers.js";
import { richText, typeset } from "../../ui/rich.js";
import type { SentenceSide, sentence } from "./sentence.js";

type View = PartView<typeof en>;
type Sentence = Shown<typeof sentence>;

/** Smaller gradients are drawn at the left edge. */
export const LEAST_SHOWN = 1e-9;

const GRADIENTS = { scores: "∂L/∂(QKᵀ)", queries: "∂L/∂Q", keys: "∂L/∂K" };

function ownMaps(view: View, shown: Sentence): TemplateResult[] {
  const { result } = shown;
  const { words } = shown.request.attention;
  return (["scores", "queries", "keys"] as const).flatMap((name) => {
    const title = GRADIENTS[name];
    // One scale for both sides, so that they can be compared.
    const largest = largestOf(result.unscaled[name], result.scaled[name]);
    return SIDES.map((kind) => {
      const matrix = result[kind][name];
      const colLabels = name === "scores" ? words : coordinates(matrix.cols);
      const beside = view.sideNames()[kind];
      const table = `${title}, ${beside}`;
      return view.matrixFigure({
        ...{ title, kind, beside, of: shown, complete: true },
        ...{ name: `own-${name}-${kind}`, table, alt: table },
        ...{ matrix, rowLabels: words, colLabels, largest, largestPitch: 50 },
      });
    });
  });
}

/** A row for each word: the gradient at its query without the division and with it. */
function reachingStrip(view: View, shown: Sentence): TemplateResult {
  const { own: text } = view.text;
  const { unscaled, scaled } = shown.result;
  const { words } = shown.request.attention;
  const drawn = ({ reaching }: SentenceSide) =>
    Array.from(reaching.gradient, (value) => Math.max(LEAST_SHOWN, value));
  const chart: ChartMaker = (palette) =>
    wordStrip(words, 26, log([LEAST_SHOWN / 2, 30], view.text.fans.axes.gradient), [
      [drawn(unscaled), palette.unscaled, false],
      [drawn(scaled), palette.scaled, false],
    ]);
  const starved = unscaled.reaching.gradient.some((value) => value < LEAST_SHOWN);
  return view.figure({
    ...{ name: "reaching", title: text.strip, chart },
    ...{ of: shown, complete: true },
    note: starved ? text.zero : undefined,
    tables: () => [
      view.page.text.matrices.corner,
      words,
      view.sided(["‖∂y/∂q‖", "‖J‖"]),
      (["gradient", "jacobian"] as const).flatMap((quantity) => [
        unscaled.reaching[quantity],
        scaled.reaching[quantity],
      ]),
    ],
  });
}

export function own(view: View, shown: Answer<typeof sentence>): TemplateResult {
  const { own: text, controls } = view.text;
  return html`<div class="own">
    <p class="caption-text">${richText(text.text)}</p>
    ${shown.result === null ? empty(160) : reachingStrip(view, shown)}
    <p class="caption-text chain">${richText(text.chain)}</p>
    ${view.controlRow(
      view.chooser("loss", controls.loss, controls.losses),
      view.state.loss === "target" ? view.wordField("target", controls.target) : nothing,
    )}
    ${
      shown.result === null
        ? empty(160)
        : html`<div class="own-maps">${ownMaps(view, shown)}</div>
          <p class="note">${typeset(text.loss(significant(shown.result.unscaled.loss), significant(shown.result.scaled.loss)))}</p>`
    }
    ${view.progress(shown.study)}
  </div>`;
}
