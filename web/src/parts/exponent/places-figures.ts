/** The place of the division by √d: the logits in a reduced precision, and their differences from the exact ones. */
import { html, nothing, type TemplateResult } from "lit";
import { largestOf } from "../../draw/heatmap.js";
import type { ReducedScores, RootPlace } from "../../engine/api.js";
import { paragraphs } from "../../page/prose.js";
import type { PartView, Shown } from "../../part-kit/part-view.js";
import { empty, smallTable, tableRow } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/exponent.js";
import { significant } from "../../text/numbers.js";
import type { Rich } from "../../text/rich.js";
import { displayFormulas, richText } from "../../ui/rich.js";
import { keys } from "./keys.js";
import { places } from "./places.js";

type View = PartView<typeof en>;

/** Infinite differences do not count for the ends of the colour scale. */
function largestIn({ difference, exact }: ReducedScores, which: "logits" | "difference") {
  const data = difference.data.map((value) => (Number.isFinite(value) ? value : 0));
  return which === "logits" ? largestOf(exact) : largestOf({ ...difference, data }) || 1;
}

function maps(view: View, of: Shown<typeof places>, chosen: ReducedScores): TemplateResult {
  const { places: text } = view.text;
  const { words } = of.request.attention;
  const map = (which: "logits" | "difference") => {
    const title = text[which];
    return view.matrixFigure({
      ...{ title, of, complete: true, name: `places-${which}`, table: title, alt: title },
      ...{ matrix: chosen[which], rowLabels: words },
      ...{ largest: largestIn(chosen, which), largestPitch: 56 },
    });
  };
  return html`<div class="pair-of-figures">${map("logits")} ${map("difference")}</div>`;
}

function summary(view: View, { result }: Shown<typeof places>): TemplateResult {
  const { places: text } = view.text;
  const row = (place: RootPlace) => {
    const reduced = result[place];
    if (reduced === undefined) return nothing;
    const { overflowed, largestDifference, largestRelative } = reduced;
    const finite = reduced.logits.data.length - overflowed;
    const of = (value: string) =>
      finite === 0 ? "—" : overflowed > 0 ? text.finiteOnly(value, finite) : value;
    return tableRow(
      text.controls.places[place],
      [
        [overflowed, String(overflowed)],
        [largestDifference, of(significant(largestDifference, 3))],
        [largestRelative, of(significant(largestRelative, 2))],
      ],
      place === view.state.place,
    );
  };
  return smallTable(text.summary, text.corner, text.columns, keys.place.words.map(row));
}

/** The finding for the place that is chosen. */
function finding({ text: { places: text }, state }: View, reduced: ReducedScores): Rich {
  const { overflowed, logits, largestDifference, largestRelative } = reduced;
  const name = text.controls.places[state.place];
  return overflowed > 0
    ? text.overflow(overflowed, logits.data.length, name)
    : text.finite(name, significant(largestDifference, 2), significant(largestRelative, 2));
}

export function placesOfTheRoot(view: View): TemplateResult {
  const { places: text } = view.text;
  const { controls } = text;
  const { precision, place } = view.state;
  const shown = view.answer(places);
  const chosen = shown.result?.[place];
  return html`<div class="sub">
    <h3 class="on-paper">${text.heading}</h3>
    ${view.prose(paragraphs(text.text), displayFormulas("placesDisplay", "bothPlacesDisplay"))}
    ${view.controlRow(
      view.chooser("precision", controls.precision, controls.precisions),
      view.chooser("place", controls.place, controls.places),
      precision === "double"
        ? nothing
        : view.chooser("accumulate", controls.accumulate, controls.accumulations),
      view.sliderField("size", controls.size, { step: 1, log: true }),
    )}
    ${
      shown.result === null || chosen === undefined
        ? empty(160)
        : html`<p class="caption">${richText(finding(view, chosen))}${precision === "double" ? html` ${text.exact}` : nothing}</p>
          ${maps(view, shown, chosen)} ${summary(view, shown)}`
    }
    ${view.progress(shown.study)}
  </div>`;
}
