/** Why the exponent is a half: the map of exponents and d, longer sentences, and the place of the division by √d. */
import { chooser, controlRow, sliderField } from "../../part-kit/controls.js";
import { empty, fold, progress } from "../../part-kit/figure.js";
import type { PartView, Section } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/exponent.js";
import { draws } from "../gradient/draws.js";
import { growthOfEntropy } from "./growth-figures.js";
import { EXPONENTS, mapAndCurves } from "./map-figures.js";
import { placesOfTheRoot } from "./places-figures.js";

type View = PartView<typeof en>;

function content(view: View): unknown[] {
  const { text, common, engine } = view;
  const shown = view.answer(draws, { exponents: EXPONENTS }, "map");
  return [
    controlRow(
      view,
      chooser(view, "measure", text.controls.measure, text.controls.measures),
      sliderField(view, "keys", common.controls.keys, { step: 1, log: true }),
      sliderField(view, "draws", common.controls.draws, { step: 100, log: true }),
    ),
    shown.result === null || engine === null
      ? [empty(549, 635, 594), progress(view, shown.study)]
      : mapAndCurves(view, engine, shown),
    fold(view, "exponent-growth", text.growth.heading, () => growthOfEntropy(view)),
    fold(view, "exponent-precision", text.places.fold, () => placesOfTheRoot(view)),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["fadingDisplay"],
  question: { right: 2 },
  content,
};
