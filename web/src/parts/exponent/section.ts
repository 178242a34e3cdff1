/** Why the exponent is a half: the map of exponents and d, longer sentences, and the place of the division by √d. */

import { empty, type PartView, type Section } from "../../part-kit/part-view.js";
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
    view.controlRow(
      view.chooser("measure", text.controls.measure, text.controls.measures),
      view.sliderField("keys", common.controls.keys, { step: 1, log: true }),
      view.sliderField("draws", common.controls.draws, { step: 100, log: true }),
    ),
    shown.result === null || engine === null
      ? [empty(549, 635, 594), view.progress(shown.study)]
      : mapAndCurves(view, engine, shown),
    view.fold("exponent-growth", text.growth.heading, () => growthOfEntropy(view)),
    view.fold("exponent-precision", text.places.fold, () => placesOfTheRoot(view)),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["fadingDisplay"],
  question: { right: 2 },
  content,
};
