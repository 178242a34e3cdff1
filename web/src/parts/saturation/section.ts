/**
 * Softmax saturates: the logits and their weights as bars, and in a fold entropy and largest weight
 * while the scale grows.
 */
import { html, type TemplateResult } from "lit";
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import { memoFor } from "../../belonging.js";
import { type Chart, dots, line, linear, log, type Mark, note, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { Engine, Saturation } from "../../engine/api.js";
import { clampToLimits } from "../../page/number-field.js";
import type { PartView, Section, Side } from "../../part-kit/part-view.js";
import { figurePair, hueLegend } from "../../part-kit/pieces.js";
import type { en } from "../../text/en/saturation.js";
import { fixed, weight } from "../../text/numbers.js";
import { rich, say } from "../../text/rich.js";
import {
  barOfLogits,
  factorControls,
  type Logits,
  logitField,
  logitsOf,
  SCALES,
  shiftField,
  sourceField,
} from "./logits.js";

type View = PartView<typeof en>;

/** The most bars that are wide enough side by side also on a phone. */
const MOST_BARS = 6;

/** One bar a value; the values are written over the bars where there are at most 16. */
function barChart(
  labels: readonly string[],
  values: ArrayLike<number>,
  domain: readonly [number, number],
  color: string,
  zero: string,
  write: (value: number) => string,
): Chart {
  const [least, most] = domain;
  const bar = (value: number, i: number): Mark => ({
    kind: "fields",
    xEdges: [i - 0.36, i + 0.36],
    yEdges: value < 0 ? [Math.max(value, least), 0] : [Math.min(0, most), value],
    fill: () => color,
  });
  const above = (most - least) * 0.03;
  const number = (value: number, i: number) =>
    note(write(value), [i, value + above * (value < 0 ? -3.2 : 1)], color, { align: "center" });
  const ticks = labels.map((_, i) => i);
  return {
    x: linear([-0.6, labels.length - 0.4], "", { ticks, format: (i) => labels[i] ?? "" }),
    y: linear(domain, ""),
    height: 170,
    narrowHeight: 130,
    marks: [
      ...Array.from(values, bar),
      { kind: "rule", y: 0, color: zero },
      ...(labels.length > 16 ? [] : Array.from(values, number)),
    ],
  };
}

const legendOf = (view: View) =>
  view.figures.legend([say(view.text.curve.dots, { count: view.sentence.length })]);

const weightsOf = memoFor((engine: Engine, values: readonly number[]) => engine.softmax(values));

function barFigures(view: View, engine: Engine, logits: Logits): TemplateResult {
  const { values, labels, inputs } = logits;
  const { bars: text } = view.text;
  const weights = weightsOf(view, engine, values);
  const most = Math.max(...values, 0);
  const least = Math.min(...values, 0);
  const margin = Math.max(1, most - least) * 0.14;
  const domain = [least < 0 ? least - margin : 0, most + margin] as const;
  const label = say(text.label, { weights: Array.from(weights, weight).join(", ") });
  const { columns, corner } = text;
  const tables = view.tables.make("bars", label, [values], () => ({
    corner,
    rows: labels,
    columns,
    values: [values, weights],
  }));
  const logit = (value: number) => fixed(value, Math.abs(value) < 10 ? 2 : 1);
  const logitChart = ({ muted }: Palette) => barChart(labels, values, domain, muted, muted, logit);
  const weightChart = ({ weights: ramp, muted }: Palette) =>
    barChart(labels, weights, [0, 1.1], ramp.at(0.72), muted, weight);
  const shared = { deps: [values], tables, inputs, legend: legendOf(view) };
  const before = { name: "logits", title: text.logits, chart: logitChart, tableElsewhere: true };
  const after = { name: "weights", title: "softmax($x$)", label, chart: weightChart };
  return html`${view.figures.make({ ...shared, ...before })} ${view.figures.make({ ...shared, ...after })}`;
}

// ---- entropy and largest weight against the spread of the logits ----

/** The axis of the spread. */
const SPREADS = { least: 0.02, most: 60 };

/** Entropy, largest weight and spread of the logits times each scale. */
function curveOf(engine: Engine, base: readonly number[], scales: readonly number[]): Saturation {
  // Equal logits have no spread that a factor could change.
  const flat = base.every((logit) => logit === base[0]);
  return engine.saturation(flat ? base.map(() => 0) : base, scales);
}

const curveAlong = memoFor((engine: Engine, base: readonly number[]) =>
  curveOf(engine, base, SCALES),
);
const curveHere = memoFor((engine: Engine, base: readonly number[], factor: number) =>
  curveOf(engine, base, [factor]),
);
const momentsOfRows = memoFor((engine: Engine, settled: SentenceAttention | null) =>
  settled === null ? [] : engine.matrixMoments(settled.scores).rows,
);

function curveFigures(view: View, engine: Engine, logits: Logits): TemplateResult {
  const { base, inputs } = logits;
  const { curve: text } = view.text;
  const { settled } = view.page.attention;
  const { factor } = view.state;
  const curve = curveAlong(view, engine, base);
  const atFactor = curveHere(view, engine, base, factor);
  const rows = momentsOfRows(view, engine, settled);
  const tables = view.tables.make("curve", text.title, [curve], () => ({
    corner: text.corner,
    rows: SCALES.map((scale) => String(Math.round(scale * 1000) / 1000)),
    columns: text.columns,
    values: [curve.spread, curve.entropy, curve.peak],
  }));
  const curveFigure = (quantity: "entropy" | "peak") => {
    // Each entropy is divided by the largest that its number of logits allows.
    const shares = (values: ArrayLike<number>, n: number) =>
      Array.from(values, (value) => value / (quantity === "entropy" ? Math.log(n) : 1));
    const n = base.length;
    /** Each row of the sentence. */
    const rings = (side: Side, color: string) => {
      const spread = rows.map(({ std }) => std / (settled?.[side].divisor ?? 1));
      const heights = shares(settled?.[side][quantity] ?? [], Math.max(2, rows.length));
      return dots(zip(spread, heights), color, { hollow: true, radius: 4.5 });
    };
    const spread = clampToLimits(atFactor.spread[0] ?? 0, SPREADS);
    const label = say(view.common.against, { y: text[`${quantity}Axis`], x: text.x });
    return view.figures.make({
      name: `${quantity}-curve`,
      legend: legendOf(view),
      title: text[quantity],
      label,
      deps: [curve, atFactor, settled],
      chart: ({ ink, unscaled, scaled }) => ({
        x: log([SPREADS.least, SPREADS.most], text.x, { ticks: [0.1, 1, 10] }),
        y: linear([0, 1.06], text[`${quantity}Axis`]),
        height: 170,
        marks: [
          line(zip(curve.spread, shares(curve[quantity], n)), ink),
          rings("unscaled", unscaled),
          rings("scaled", scaled),
          dots(zip([spread], shares(atFactor[quantity], n)), ink, { radius: 5.5 }),
        ],
      }),
      tables,
      tableElsewhere: quantity === "peak",
      inputs,
    });
  };
  return html`${hueLegend(legendOf(view))}
    ${figurePair(curveFigure("entropy"), curveFigure("peak"))}`;
}

/** Other logits, and how both weights and entropy follow from their spread. */
const spreadFold = (view: View, engine: Engine, logits: Logits): unknown[] => [
  view.furtherWording,
  view.controls.row(sourceField(view), shiftField(view)),
  curveFigures(view, engine, logits),
];

function content(view: View): unknown[] {
  const { engine } = view;
  const controls = view.controls.row(logitField(view), factorControls(view));
  if (engine === null) return [controls, view.progress.withoutEngine()];
  const logits = logitsOf(view);
  const layout = logits.base.length > MOST_BARS ? "pair-of-figures" : "pair-of-figures beside";
  return [
    controls,
    html`<div class=${layout}>${barFigures(view, engine, logits)}</div>`,
    view.figures.fold("saturation-peak", view.text.curve.fold, () =>
      spreadFold(view, engine, logits),
    ),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["shiftDisplay", "scaleDisplay"],
  bar: barOfLogits,
  question: {
    moves: { source: "ladder", a: 4, factor: 1, shift: 0 },
    settle({ engine, text }) {
      if (engine === null) return null;
      const weights = [1, 4].map((a) => engine.softmax([a, a, 2 * a, 4 * a]));
      const spreadAt = (index: number) => {
        const [before = 0, after = 0] = weights.map((row) => row[index]);
        return [weight(before), weight(after)] as const;
      };
      return { right: 2, why: rich(text.question.why, { third: spreadAt(2), last: spreadAt(3) }) };
    },
  },
  content,
};
