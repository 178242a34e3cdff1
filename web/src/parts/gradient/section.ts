/** Without the division few of the draws supply the gradient: their share and the medians against d, and behind folds the distributions and the sentence's own gradient. */
import { html, nothing } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { controlRow, field, sliderField } from "../../part-kit/controls.js";
import { empty, fold, legend, progress } from "../../part-kit/figure.js";
import type { PartView, Section } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/gradient.js";
import { richText } from "../../ui/rich.js";
import { drawsOfKeys, mediansAgainstDim, sharesAgainstDim } from "./draws-figures.js";
import { sentence } from "./sentence.js";
import { own } from "./sentence-figures.js";
import { shares } from "./shares.js";

type View = PartView<typeof en>;

/** The study of the sentence's own gradient, which both folds show. */
function sentenceStudy(view: View) {
  const { state, sentence: words } = view;
  const target = Math.min(state.target, words.length) - 1;
  const request = { attention: requestOf(state, words), loss: state.loss, target };
  return view.answer("sentence", sentence, words.length === 0 ? undefined : request);
}

function content(view: View): unknown[] {
  const { text, state, common } = view;
  const { draws, drawseed: seed, exponent } = state;
  const request = { seed, draws, exponents: [0, exponent] };
  const shown = view.answer("shares", shares, request);
  return [
    controlRow(
      view,
      sliderField(view, "draws", common.controls.draws, { step: 100, log: true }),
      field(view, "drawseed", view.common.controls.drawseed),
    ),
    legend(view, [text.shares.legend]),
    shown.result === null ? empty(554, 660, 602) : sharesAgainstDim(view, shown),
    progress(view, shown.study),
    view.page.shows("text") ? html`<p class="note">${richText(text.limits)}</p>` : nothing,
    fold(view, "gradient-medians", text.folds.medians, () =>
      shown.result === null ? empty() : mediansAgainstDim(view, shown),
    ),
    fold(view, "gradient-draws", text.folds.draws, () =>
      drawsOfKeys(view, sentenceStudy(view).result),
    ),
    fold(view, "gradient-sentence", text.folds.sentence, () => own(view, sentenceStudy(view))),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["chainDisplay", "shareDisplay"],
  question: { right: 1 },
  content,
};
