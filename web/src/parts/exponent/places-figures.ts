/** The place of the division by √d: the logits in a reduced precision, and their differences from the exact ones. */
import { html, nothing, type TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { largestOf } from "../../draw/heatmap.js";
import type { ReducedScores, RootPlace } from "../../engine/api.js";
import { paragraphs } from "../../page/prose.js";
import { chooser, controlRow, sliderField } from "../../part-kit/controls.js";
import { empty, progress, smallTable, tableRow } from "../../part-kit/figure.js";
import { matrixFigure } from "../../part-kit/matrix-figure.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/exponent.js";
import { significant } from "../../text/numbers.js";
import type { Rich } from "../../text/rich.js";
import { displayFormulas, richText } from "../../ui/rich.js";
import { keys } from "./keys.js";
import { type PlacesResult, places } from "./places.js";

type View = PartView<typeof en>;

/** Infinite differences do not count for the ends of the colour scale. */
function largestIn({ difference, exact }: ReducedScores, which: "logits" | "difference") {
  const data = difference.data.map((value) => (Number.isFinite(value) ? value : 0));
  return which === "logits" ? largestOf(exact) : largestOf({ ...difference, data }) || 1;
}

function maps(view: View, { request }: PlacesResult, chosen: ReducedScores): TemplateResult {
  const { places: text } = view.text;
  const { attention, precision, accumulate, size } = request;
  const { words } = attention;
  const inputs = view.inputs(attention, { precision, accumulate, size }, undefined, ["places"]);
  const map = (which: "logits" | "difference") => {
    const title = text[which];
    return matrixFigure(view, {
      ...{ title, inputs, name: `places-${which}`, table: title, alt: title },
      ...{ matrix: chosen[which], rowLabels: words },
      ...{ largest: largestIn(chosen, which), largestPitch: 56 },
    });
  };
  return html`<div class="pair-of-figures">${map("logits")} ${map("difference")}</div>`;
}

function summary(view: View, result: PlacesResult): TemplateResult {
  const { places: text } = view.text;
  const row = (place: RootPlace) => {
    const reduced = result.places[place];
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
  const { state, sentence } = view;
  const { precision, accumulate, size, place } = state;
  const request = { attention: requestOf(state, sentence), precision, accumulate, size };
  const asked = sentence.length === 0 ? undefined : request;
  const { result, study } = view.answer("places", places, asked);
  const chosen = result?.places[place];
  return html`<div class="sub">
    <h3 class="on-paper">${text.heading}</h3>
    ${view.page.shows("text") ? html`<div class="prose">${paragraphs(text.text)} ${displayFormulas("placesDisplay", "bothPlacesDisplay")}</div>` : nothing}
    ${controlRow(
      view,
      chooser(view, "precision", controls.precision, controls.precisions),
      chooser(view, "place", controls.place, controls.places),
      precision === "double"
        ? nothing
        : chooser(view, "accumulate", controls.accumulate, controls.accumulations),
      sliderField(view, "size", controls.size, { step: 1, log: true }),
    )}
    ${
      result === null || chosen === undefined
        ? empty(160)
        : html`<p class="caption">${richText(finding(view, chosen))}${precision === "double" ? html` ${text.exact}` : nothing}</p>
          ${maps(view, result, chosen)} ${summary(view, result)}`
    }
    ${progress(view, study)}
  </div>`;
}
