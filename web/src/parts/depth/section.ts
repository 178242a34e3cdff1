/**
 * What the division does in every layer of encoders as they are initialised, and how the
 * initialisation can replace it.
 */
import { html, nothing, type TemplateResult } from "lit";
import { oneFor } from "../../belonging.js";
import { dots, line, linear, log, note, zip } from "../../draw/marks.js";
import type { Answered, PartView, Section, Side } from "../../part-kit/part-view.js";
import { bandOf, figurePair, findingOf, many, SIDES } from "../../part-kit/part-view.js";
import type { Content } from "../../part-kit/pieces.js";
import { hueLegend } from "../../part-kit/pieces.js";
import type { en } from "../../text/en/depth.js";
import { divisorText } from "../../text/finding.js";
import { fixed, significant } from "../../text/numbers.js";
import { rich, say } from "../../text/rich.js";
import { richText, typeset } from "../../ui/rich.js";
import {
  claimsThatHold,
  type DepthMeasure,
  type DepthModel,
  depth,
  weightChange,
} from "./depth.js";

type View = PartView<typeof en>;
type Depth = Answered<typeof depth>;

/** σ²·d·√d_k, the deviation of undivided scores of rows of variance 1. */
export function expectedSpread({ attention: { dim }, heads, init }: DepthModel): number {
  const variance = { xavier: 1 / dim, packed: 0.5 / dim, normal: 0.02 ** 2 }[init];
  return variance * dim * Math.sqrt(dim / heads);
}

/** The measures that the question and the finding are about, and the others. */
const FIRST_MEASURES = ["spread", "peak"] as const;
const FURTHER_MEASURES = ["entropy", "gradient"] as const;

/** The columns of each side in the tables. */
const STATISTICS = ["median", "low", "high"] as const;

/** The ticks of an axis of few decades: 1, 2 and 5 times the powers of ten. */
const TICKS = Array.from({ length: 12 }, (_, i) => 10 ** (i - 4)).flatMap((power) =>
  [1, 2, 5].map((digit) => Number((digit * power).toPrecision(1))),
);

/** The axis of y, and the texts in the plot beside the measured lines. */
function frameOf({ text }: View, { request, result: { sides } }: Depth, measure: DepthMeasure) {
  const values = SIDES.flatMap((side) =>
    STATISTICS.flatMap((statistic) => [...sides[side][measure][statistic]]),
  );
  const label = text[measure].y;
  if (measure === "peak") return { axis: linear([0, 1.02], label), rule: null };
  if (measure === "entropy") {
    const most = Math.log(request.attention.words.length);
    const lineText = say(text.entropy.most, { value: fixed(most, 2) });
    const axis = linear([0, Math.max(0.1, most * 1.12)], label);
    return { axis, rule: { y: most, above: most * 1.03, text: lineText } };
  }
  const positive = values.filter((value) => value > 0);
  const expected = expectedSpread(request);
  // The text takes the right half of a narrow chart, and stands above the bands there.
  const right = SIDES.flatMap((side) => [...sides[side][measure].high].slice(request.layers / 2));
  const above = Math.max(expected, ...right) * 1.06;
  const lineText = say(text.spread.expected, { value: significant(expected, 2) });
  const rule = measure === "spread" ? { y: expected, above, text: lineText } : null;
  const ends = [...positive, ...(rule ? [expected] : [])];
  const least = Math.min(...ends) / 1.5;
  const most = Math.max(...ends) * 1.8;
  const ticks = TICKS.filter((tick) => tick >= least && tick <= most);
  return { axis: log([least, most], label, most / least > 300 ? {} : { ticks }), rule };
}

function measureFigure(view: View, answer: Depth, measure: DepthMeasure): TemplateResult {
  const { text } = view;
  const { layers: last } = answer.request;
  const layers = Array.from({ length: last }, (_, i) => i + 1);
  const { axis, rule } = frameOf(view, answer, measure);
  const sides = SIDES.map((side) => answer.result.sides[side][measure]);
  return view.figures.make({
    name: measure,
    legend: view.figures.legend(),
    title: text[measure].title,
    source: answer,
    chart: (palette) => ({
      x: linear([0.7, last + 0.3], text.axis, { ticks: layers }),
      y: axis,
      height: 200,
      marks: [
        rule && { kind: "rule", y: rule.y, color: palette.muted },
        rule && note(rule.text, [last + 0.25, rule.above], palette.muted, { align: "right" }),
        ...sides.flatMap((summaries, i) => {
          const medians = zip(layers, summaries.median);
          const color = palette[SIDES[i] as Side];
          const middle = [line(medians, color, { width: 2 }), dots(medians, color, { radius: 3 })];
          return [bandOf(layers, summaries, color, { opacity: 0.18 }), ...middle];
        }),
      ],
    }),
    tables: () => ({
      corner: text.axis,
      rows: layers,
      ...view.tables.summaryColumns(Object.values(view.tables.sideNames()), sides, STATISTICS),
    }),
  });
}

/** What the second layer measures, or where there is one layer the first. */
function finding({ text }: View, { request, result, study }: Depth): TemplateResult {
  const layer = Math.min(2, request.layers);
  const { attention, heads } = request;
  const { divisor, sides } = result;
  const entropiesOf = (side: Side) => ({
    spread: significant(sides[side].spread.median[layer - 1] ?? 0, 2),
    peak: fixed(sides[side].peak.median[layer - 1] ?? 0, 2),
  });
  const common = {
    encoders: many(study?.valueRun.done ?? 0),
    layer: String(layer),
    expected: significant(expectedSpread(request), 2),
    divisor: divisorText(attention.dim / heads, attention.exponent, divisor),
  };
  return findingOf(text.finding, {
    all: common,
    without: entropiesOf("unscaled"),
    withIt: entropiesOf("scaled"),
  });
}

/** The claims that these encoders support. */
function claims({ text }: View, { request, result }: Depth): TemplateResult {
  const { first, evener, ratio } = claimsThatHold(request, result);
  return html`<p class="note">
    ${first ? typeset(text.first) : nothing}${evener ? typeset(text.evener) : nothing}${
      ratio === null
        ? nothing
        : richText(text.reaching, {
            ratio: significant(ratio, 2),
            why: text.why[ratio > 1 ? "larger" : "smaller"],
          })
    }${ratio !== null && ratio > 1 ? richText(text.noContradiction) : nothing}
  </p>`;
}

/** Whether the reader has asked for the comparison. */
const comparisonOf = oneFor((_: View) => ({ asked: false }));

/** The button that compares an encoder that divides with one whose parameters are divided. */
function movedContent(view: View): Content {
  const { text } = view;
  const comparison = comparisonOf(view);
  const ask = () => {
    comparison.asked = true;
    view.changedAnew();
  };
  if (!comparison.asked && !view.whole) {
    return html`<button type="button" @click=${ask}>${text.moved.button}</button>`;
  }
  const answer = view.answers.to(weightChange);
  if (answer.result === null) return view.progress.of(answer.study);
  const { attention, heads } = answer.request;
  const { difference, largest } = answer.result;
  const divisor = divisorText(attention.dim / heads, attention.exponent, answer.result.divisor);
  const values = { divisor, largest: significant(largest, 3) };
  const differenceText =
    difference === 0
      ? rich(text.moved.exact, values)
      : rich(text.moved.rounded, { ...values, difference: significant(difference, 2) });
  return html`<p class="caption-text"><output
    aria-label=${text.moved.fold}
    data-value=${difference}
  >${richText(differenceText)}</output></p>`;
}

function content(view: View): unknown[] {
  const { engine, text, sentence, common, page } = view;
  if (engine === null || sentence.length === 0) return [view.progress.withoutEngine()];
  const answer = view.answers.to(depth);
  const words = common.model;
  const controls = view.controls.row(
    view.controls.chooser("init", words.init, words.inits),
    view.controls.sliderField("layers", words.layers, { step: 1 }),
    view.controls.sliderField("heads", common.heads, { step: 1 }),
    view.controls.unfitHeads(view.dim),
  );
  return [
    controls,
    view.progress.answered(answer, {}, (drawn) => [
      hueLegend(view.figures.legend()),
      figurePair(FIRST_MEASURES.map((measure) => measureFigure(view, drawn, measure))),
      html`<p class="note">${typeset(text.note)}</p>`,
      finding(view, drawn),
    ]),
    view.controls.foldedRow("depth-settings", text.settings, () => [
      view.controls.chooser("norm", words.norm, words.norms),
      view.controls.chooser("activation", words.activation, words.activations),
      view.controls.sliderField("encoders", text.encoders, { step: 10 }),
      view.controls.field("drawseed", common.controls.drawseed),
    ]),
    answer.result === null
      ? nothing
      : view.figures.fold("depth-layers", text.layers, () => [
          figurePair(FURTHER_MEASURES.map((measure) => measureFigure(view, answer, measure))),
          page.shows("text") ? claims(view, answer) : nothing,
        ]),
    view.figures.fold("depth-moved", text.moved.fold, () => [
      html`<p class="caption-text">${richText(text.moved.text)}</p>`,
      movedContent(view),
    ]),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["initSpreadDisplay"],
  furtherFormulas: ["movedDisplay"],
  question: { right: 1 },
  content,
};
