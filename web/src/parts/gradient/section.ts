/** Without the division few of the draws supply the gradient: their share and the medians against d, and behind folds the distributions and the sentence's own gradient. */

import { empty, type PartView, type Section } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/gradient.js";
import { drawsOfKeys, mediansAgainstDim, sharesAgainstDim } from "./draws-figures.js";
import { sentence } from "./sentence.js";
import { own } from "./sentence-figures.js";
import { shares } from "./shares.js";

type View = PartView<typeof en>;

/** The study of the sentence's own gradient, which both folds show. */
function sentenceStudy(view: View) {
  const target = Math.min(view.state.target, view.sentence.length);
  return view.answer(sentence, { target });
}

function content(view: View): unknown[] {
  const { text, common } = view;
  const shown = view.answer(shares);
  return [
    view.controlRow(
      view.sliderField("draws", common.controls.draws, { step: 100, log: true }),
      view.field("drawseed", view.common.controls.drawseed),
    ),
    view.legend([text.shares.legend]),
    view.answered(shown, [554, 660, 602], (drawn) => sharesAgainstDim(view, drawn)),
    view.remark(text.limits),
    view.fold("gradient-medians", text.folds.medians, () =>
      shown.result === null ? empty() : mediansAgainstDim(view, shown),
    ),
    view.fold("gradient-draws", text.folds.draws, () => drawsOfKeys(view, sentenceStudy(view))),
    view.fold("gradient-sentence", text.folds.sentence, () => own(view, sentenceStudy(view))),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["chainDisplay", "shareDisplay"],
  question: { right: 1 },
  content,
};
