/** What the division does in every layer of encoders as they are initialised, and how the initialisation can replace it. */
import { html, nothing, type TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import {
  band,
  type ChartMaker,
  dots,
  line,
  linear,
  log,
  type Mark,
  note,
  stretches,
  zip,
} from "../../draw/marks.js";
import type { DrawSummaries } from "../../engine/api.js";
import { chooser, controlRow, field, sliderField } from "../../part-kit/controls.js";
import {
  type Content,
  columnNames,
  empty,
  figure,
  fold,
  legend,
  many,
  progress,
  withoutEngine,
} from "../../part-kit/figure.js";
import { fittingHeads, unfitHeads } from "../../part-kit/fitting-heads.js";
import type { PartView, Section, Shown } from "../../part-kit/part-view.js";
import { sideNames } from "../../part-kit/sides.js";
import type { en } from "../../text/en/depth.js";
import { divisorText } from "../../text/finding.js";
import { fixed, significant } from "../../text/numbers.js";
import { richText, typeset } from "../../ui/rich.js";
import {
  claimsThatHold,
  type DepthRequest,
  type DepthResult,
  depth,
  MEASURES,
  type Measure,
  type MovedRequest,
  moved,
  SIDES,
} from "./depth.js";

type View = PartView<typeof en>;

/** σ²·d·√d_k, the deviation of undivided scores of rows of variance 1. */
export function expectedSpread({ attention: { dim }, heads, init }: DepthRequest): number {
  const variance = { xavier: 1 / dim, packed: 0.5 / dim, normal: 0.02 ** 2 }[init];
  return variance * dim * Math.sqrt(dim / heads);
}

/** The columns of each side in the tables. */
const STATISTICS = ["median", "low", "high"] as const;

const layersOf = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** Of an axis of few decades: 1, 2 and 5 times the powers of ten. */
const TICKS = Array.from({ length: 12 }, (_, i) => 10 ** (i - 4)).flatMap((power) =>
  [1, 2, 5].map((digit) => Number((digit * power).toPrecision(1))),
);

/** The axis of y, and what stands in the plot beside the measured lines. */
function frameOf(view: View, result: DepthResult, measure: Measure) {
  const { text } = view;
  const { request, sides } = result;
  const all = SIDES.flatMap((side) => {
    const { low, median, high } = sides[side][measure];
    return [...low, ...median, ...high];
  });
  const n = request.attention.words.length;
  const label = text[measure].y;
  if (measure === "peak") return { axis: linear([0, 1.02], label), rule: null };
  if (measure === "entropy") {
    const most = Math.log(n);
    const rule = { y: most, above: most * 1.03, text: text.entropy.most(fixed(most, 2)) };
    return { axis: linear([0, Math.max(0.1, most * 1.12)], label), rule };
  }
  const positive = all.filter((value) => value > 0);
  const expected = expectedSpread(request);
  // The text takes the right half of a narrow chart, and stands above the bands there.
  const right = SIDES.flatMap((side) => [...sides[side][measure].high].slice(request.layers / 2));
  const above = Math.max(expected, ...right) * 1.06;
  const rule =
    measure === "spread"
      ? { y: expected, above, text: text.spread.expected(significant(expected, 2)) }
      : null;
  const ends = [...positive, ...(rule ? [expected] : [])];
  const domain = [Math.min(...ends) / 1.5, Math.max(...ends) * 1.8] as const;
  const ticks = TICKS.filter((tick) => tick >= domain[0] && tick <= domain[1]);
  const wide = domain[1] / domain[0] > 300;
  return { axis: log(domain, label, wide ? {} : { ticks }), rule };
}

function measured(
  { low, median, high }: DrawSummaries,
  layers: readonly number[],
  color: string,
): Mark[] {
  return [
    band(stretches(layers, low, high), color, { opacity: 0.18 }),
    line(zip(layers, median), color, { width: 2 }),
    dots(zip(layers, median), color, { radius: 3 }),
  ];
}

function inputsOf(view: View, { result, study }: Shown<DepthResult>) {
  const { attention, heads, layers, norm, activation, init, encoders, seed } = result.request;
  const asked = { heads, layers, norm, activation, init, encoders, drawseed: seed };
  return view.inputs(attention, asked, study);
}

function measureFigure(view: View, shown: Shown<DepthResult>, measure: Measure): TemplateResult {
  const { text } = view;
  const { result } = shown;
  const { sides, request } = result;
  const layers = layersOf(request.layers);
  const { title } = text[measure];
  const { axis, rule } = frameOf(view, result, measure);
  const chart: ChartMaker = (palette) => ({
    x: linear([0.7, request.layers + 0.3], text.axis, { ticks: layers }),
    y: axis,
    height: 200,
    marks: [
      rule && { kind: "rule", y: rule.y, color: palette.muted },
      rule &&
        note(rule.text, [request.layers + 0.25, rule.above], palette.muted, { align: "right" }),
      ...SIDES.flatMap((side) => measured(sides[side][measure], layers, palette[side])),
    ],
  });
  return figure(view, {
    title,
    drawing: view.chart(measure, title, [result], chart),
    tables: view.table(title, [result], () => [
      text.axis,
      layers.map(String),
      columnNames(view, Object.values(sideNames(view)), STATISTICS),
      SIDES.flatMap((side) => STATISTICS.map((each) => sides[side][measure][each])),
    ]),
    inputs: inputsOf(view, shown),
  });
}

/** What the second layer measures, or where there is one layer the first. */
function finding(view: View, { request, divisor, sides }: DepthResult, done: number) {
  const layer = Math.min(2, request.layers);
  const { attention, heads } = request;
  const of = (side: (typeof SIDES)[number]) => ({
    spread: significant(sides[side].spread.median[layer - 1] ?? 0, 2),
    peak: fixed(sides[side].peak.median[layer - 1] ?? 0, 2),
  });
  const all = {
    ...{ encoders: many(done), layer: String(layer) },
    expected: significant(expectedSpread(request), 2),
    divisor: divisorText(attention.dim / heads, attention.exponent, divisor),
  };
  const told = view.text.finding(all, of("unscaled"), of("scaled"));
  return html`<p class="caption spoken">${richText(told)}</p>`;
}

/** What holds of these encoders. */
function told({ text }: View, result: DepthResult): TemplateResult {
  const { first, evener, ratio } = claimsThatHold(result);
  return html`<p class="note">
    ${first ? typeset(text.first) : nothing}${evener ? typeset(text.evener) : nothing}${ratio === null ? nothing : richText(text.reaching(significant(ratio, 2), ratio > 1))}
  </p>`;
}

/** The button that compares an encoder that divides with one whose parameters are divided. */
function movedContent(view: View, request: MovedRequest): Content {
  const { text } = view;
  const comparison = view.shared("moved", () => ({ asked: false }));
  const ask = () => {
    comparison.asked = true;
    view.changedAnew();
  };
  if (!comparison.asked && !view.whole)
    return html`<button type="button" @click=${ask}>${text.moved.button}</button>`;
  const { result, study } = view.answer("moved", moved, request);
  if (result === null) return progress(view, study);
  const { attention, heads } = result.request;
  const by = divisorText(attention.dim / heads, attention.exponent, result.divisor);
  const largest = significant(result.largest, 3);
  const told =
    result.difference === 0
      ? text.moved.exact(by, largest)
      : text.moved.rounded(by, significant(result.difference, 2), largest);
  return html`<p class="caption-text"><output aria-label=${text.moved.fold} data-value=${result.difference}>${richText(told)}</output></p>`;
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence, common, page } = view;
  if (engine === null || sentence.length === 0) return [withoutEngine(view)];
  const attention = requestOf(state, sentence);
  const { layers, norm, activation, init, encoders, drawseed: seed } = state;
  const heads = fittingHeads(attention.dim, state.heads);
  const model = { attention, heads, layers, norm, activation, init };
  const shown = view.answer("depth", depth, { ...model, encoders, seed });
  const { result, study } = shown;
  const words = common.model;
  const controls = controlRow(
    view,
    chooser(view, "init", words.init, words.inits),
    sliderField(view, "layers", words.layers, { step: 1 }),
    sliderField(view, "heads", common.heads, { step: 1 }),
    unfitHeads(view, attention.dim),
    chooser(view, "norm", words.norm, words.norms),
    chooser(view, "activation", words.activation, words.activations),
    sliderField(view, "encoders", text.encoders, { step: 10 }),
    field(view, "drawseed", common.controls.drawseed),
  );
  const hues = legend(view);
  const figures =
    shown.result === null
      ? empty()
      : html`<div class="pair-of-figures">
          ${MEASURES.map((measure) => measureFigure(view, shown, measure))}
        </div>
        <p class="note">${typeset(text.note)}</p>
        ${hues} ${finding(view, shown.result, study?.held.done ?? 0)}`;
  return [
    controls,
    figures,
    progress(view, study),
    page.shows("text") && result !== null ? told(view, result) : nothing,
    fold(
      view,
      "depth-moved",
      text.moved.fold,
      () =>
        html`<p class="caption-text">${richText(text.moved.text)}</p> ${movedContent(view, model)}`,
    ),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["initSpreadDisplay", "movedDisplay"],
  question: { right: 1 },
  content,
};
