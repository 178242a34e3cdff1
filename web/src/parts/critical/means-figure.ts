/** The other failure: with the division entropy goes to its largest value as n grows, and the largest weight to 0. */
import { html, nothing, type TemplateResult } from "lit";
import { type Axis, band, line, linear, log, stretches, zip } from "../../draw/marks.js";
import type { DrawSummaries } from "../../engine/api.js";
import { paragraphs } from "../../page/prose.js";
import { type Content, empty, figure, keysAxis, many, progress } from "../../part-kit/figure.js";
import type { PartView, Shown } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/critical.js";
import { fixed, significant } from "../../text/numbers.js";
import { richText } from "../../ui/rich.js";
import { COUNTS, type MeansResult, means } from "./participation.js";

type View = PartView<typeof en>;

/** Entropy / ln n of many scores of deviation 1. */
const expected = COUNTS.map((n) => 1 - 1 / (2 * Math.log(n)));

/** @param formula what the means come to for many keys, if there is a formula */
function againstKeys(
  view: View,
  { result, study }: Shown<MeansResult>,
  name: "means" | "largest",
  { low, mean, high }: DrawSummaries,
  y: Axis,
  formula?: readonly number[],
): TemplateResult {
  const {
    text: { means: text },
    common,
  } = view;
  const { dim, draws: rowdraws, seed: drawseed } = result.request;
  return figure(view, {
    ...{ title: text[name].title, kind: "scaled", beside: `d = ${dim}` },
    drawing: view.chart(name, text[name].title, [result], ({ scaled, ink }) => ({
      x: keysAxis(common.keys),
      y,
      height: 190,
      marks: [
        band(stretches(COUNTS, low, high), scaled),
        line(zip(COUNTS, mean), scaled, { width: 2.5 }),
        line(zip(COUNTS, formula ?? []), ink, { width: 1.25, dash: [6, 3] }),
      ],
    })),
    note: text[name].note,
    tables: view.table(text[name].title, [result], () => [
      common.keys,
      COUNTS.map(String),
      formula === undefined ? text.columns : [...text.columns, text.formula],
      formula === undefined ? [low, mean, high] : [low, mean, high, formula],
    ]),
    inputs: view.inputs(null, { dim, rowdraws, drawseed }, study),
  });
}

function figures(view: View, shown: Shown<MeansResult>): TemplateResult {
  const { means: text } = view.text;
  const { entropy, peak } = shown.result;
  const ends = [COUNTS[0] ?? 0, 4096] as const;
  const at = ({ mean }: DrawSummaries) => ends.map((n) => mean[COUNTS.indexOf(n)] ?? 0);
  const [before = "", after = ""] = at(entropy).map((share) => fixed(share, 2));
  const [first = "", last = ""] = at(peak).map((weight) => significant(weight, 2));
  const found = text.finding(
    ...(ends.map(many) as [string, string]),
    [before, after],
    [first, last],
  );
  return html`<div class="pair-of-figures">
      ${againstKeys(view, shown, "means", entropy, linear([0.5, 1.02], text.means.y), expected)}
      ${againstKeys(view, shown, "largest", peak, log([1e-4, 1], text.largest.y))}
    </div>
    <p class="caption spoken">${richText(found)}</p>`;
}

export function meansOfRows(view: View): Content {
  const { text, state, page } = view;
  const { dim, rowdraws: draws, drawseed: seed } = state;
  const shown = view.answer("means", means, { seed, dim, draws });
  return html`${page.shows("text") ? html`<div class="prose">${paragraphs(text.means.text)}</div>` : nothing}
    ${shown.result === null ? empty(330, 620) : figures(view, shown)}
    ${progress(view, shown.study)}`;
}
