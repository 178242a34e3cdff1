/**
 * The Jacobian of softmax, diag(y) − yyᵀ, vanishes, and with it every gradient that passes through
 * it.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import { memoFor, memoForEach } from "../../belonging.js";
import { atX, type ChartMaker, dots, line, linear, log, note, zip } from "../../draw/marks.js";
import { rowsOf } from "../../draw/table.js";
import type { Engine } from "../../engine/api.js";
import { paragraphs } from "../../page/prose.js";
import type { PartView, Section, Side } from "../../part-kit/part-view.js";
import { figurePair, SIDES, smallTable, tableRow } from "../../part-kit/part-view.js";
import { hueLegend } from "../../part-kit/pieces.js";
import { proseOf } from "../../part-kit/prose.js";
import type { en } from "../../text/en/jacobian.js";
import { divisorText } from "../../text/finding.js";
import { fixed, significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { displayFormula, displayFormulas, richText, typeset } from "../../ui/rich.js";
import {
  barOfLogits,
  factorControls,
  type Logits,
  logitField,
  logitsOf,
  SCALES,
  shiftField,
  sourceField,
} from "../saturation/logits.js";

type View = PartView<typeof en>;

/** The largest absolute value that an entry of a Jacobian can have: all share one colour scale. */
const LARGEST_ENTRY = 0.25;

// ---- the Jacobian without the division and with it ----

const jacobians = memoForEach(
  (_: Side, engine: Engine, values: readonly number[], divisor: number) => {
    const logits = values.map((logit) => logit / divisor);
    // J times ones is the sum of each row.
    const ones = logits.map(() => 1);
    return {
      matrix: engine.softmaxJacobian(logits),
      norms: engine.jacobianNorms(logits),
      sums: engine.softmaxJacobianProduct(logits, ones),
    };
  },
);

/** The logits as they are, or divided by the divisor of the scores. */
function mapFigure(
  view: View,
  engine: Engine,
  { values, labels, inputs }: Logits,
  settled: SentenceAttention,
  kind: Side,
): TemplateResult {
  const { maps: text } = view.text;
  const { request, scaled } = settled;
  const { divisor } = settled[kind];
  const title = view.tables.sideNames(divisorText(request.dim, request.exponent, scaled.divisor))[
    kind
  ];
  const { matrix, norms } = jacobians(view, kind, engine, values, divisor);
  const name = kind === "scaled" ? "matrix-scaled" : "matrix";
  const table = say(text.table, { name: title });
  const { rows, cols } = matrix;
  return view.figures.matrix({
    title,
    kind,
    inputs,
    name,
    table,
    matrix,
    rowLabels: labels,
    largest: LARGEST_ENTRY,
    alt: say(view.page.text.matrices.picture, { name: table, rows, cols }),
    note: say(text.norms, {
      frobenius: significant(norms.frobenius, 3),
      spectral: significant(norms.spectral, 3),
    }),
  });
}

/** What the text says of the rows, as it is computed. */
function rowSums(view: View, engine: Engine, { values }: Logits): TemplateResult | typeof nothing {
  const { settled } = view.page.attention;
  if (settled === null) return nothing;
  const [without = "", withIt = ""] = SIDES.map((side) => {
    const { sums } = jacobians(view, side, engine, values, settled[side].divisor);
    return significant(Math.max(...sums.map(Math.abs)), 1);
  });
  return html`<p class="note">${say(view.text.maps.rowSum, { without, withIt })}</p>`;
}

/** The most cells that are large enough side by side also on a phone. */
const MOST_CELLS = 6;

// ---- the norms ----

const LADDER: readonly number[] = [1, 1, 2, 4];
/** a from 0 to 20, densest where the norms turn. */
const AS: readonly number[] = Array.from({ length: 121 }, (_, i) => (20 * i * i) / 14400);

/** ‖J‖_F of each row of the sentence. */
const sentenceNorms = (engine: Engine, settled: SentenceAttention, side: Side): number[] =>
  rowsOf(settled.scores).map((row) => {
    const logits = row.map((score) => score / settled[side].divisor);
    return engine.jacobianNorms(logits).frobenius;
  });

const normsAlong = memoFor((engine: Engine, base: readonly number[], scales: readonly number[]) =>
  engine.saturation(base, scales),
);
const normsHere = memoFor((engine: Engine, base: readonly number[], scale: number) =>
  engine.saturation(base, [scale]),
);
const normsOfSentence = memoFor((engine: Engine, settled: SentenceAttention | null) =>
  SIDES.map((side) => (settled === null ? [] : sentenceNorms(engine, settled, side))),
);

/** The norms against a for the ladder, or against the factor of other logits. */
function normsFigure(view: View, engine: Engine, logits: Logits): TemplateResult {
  const { norms: text } = view.text;
  const { settled } = view.page.attention;
  const ladder = logits.source === "ladder";
  const x = ladder ? "$a$" : view.text.upstream.x;
  const base = ladder ? LADDER : logits.base;
  const scales = ladder ? AS : SCALES;
  const { a, factor } = view.state;
  const scale = ladder ? a * factor : factor;
  const curve = normsAlong(view, engine, base, scales);
  const pageNorms = normsHere(view, engine, base, scale);
  const settledNorms = normsOfSentence(view, engine, settled);
  const highest = curve.spectral.indexOf(Math.max(...curve.spectral));
  const chart: ChartMaker = (palette) => {
    const { ink, hairline } = palette;
    const most = ladder ? Math.max(6, Math.min(20, scale * 1.15)) : 64;
    const name = (words: string, y: number) => note(words, [ladder ? most * 0.55 : 1, y], ink);
    const beside = most * (ladder ? 1.05 : 1.5);
    const rings = SIDES.map((side, i) =>
      dots(atX(beside, settledNorms[i] ?? []), palette[side], { hollow: true, radius: 4.5 }),
    );
    return {
      x: ladder
        ? linear([0, most * 1.1], x)
        : log([1 / 64, most * 2], x, { ticks: [1 / 16, 1 / 4, 1, 4, 16] }),
      y: linear([0, 0.56], text.y, { ticks: [0, 0.125, 0.25, 0.375, 0.5] }),
      height: 220,
      marks: [
        line(zip(scales, curve.frobenius), ink, { dash: [5, 3] }),
        line(zip(scales, curve.spectral), ink),
        { kind: "rule", x: most, color: hairline },
        name(`- - ${text.frobenius}`, 0.52),
        name(`— ${text.spectral}`, 0.475),
        ...rings,
        dots(atX(scale, [...pageNorms.frobenius, ...pageNorms.spectral]), ink, { radius: 5 }),
      ],
    };
  };
  const varied = ladder ? "$a$" : view.common.logits.factor;
  const highestText = `${varied} = ${significant(scales[highest] ?? 0, 2)}`;
  const norm = significant(curve.spectral[highest] ?? 0, 3);
  const title = say(text.title, { x });
  return view.figures.make({
    name: "norms",
    legend: view.figures.legend(),
    title,
    chart,
    deps: [curve, pageNorms, settledNorms],
    inputs: logits.inputs,
    note: `${say(text.highest, { norm, at: highestText })} ${text.dots}`,
    tables: view.tables.make("norms", title, [curve], () => ({
      corner: x,
      rows: scales.map((scale) => significant(scale, 3)),
      columns: [text.frobenius, text.spectral],
      values: [curve.frobenius, curve.spectral],
    })),
  });
}

// ---- the Jacobian at the one-hot outputs ----

function oneHots(view: View, engine: Engine): TemplateResult {
  const { oneHots: text } = view.text;
  const labels = ["", "", "", ""];
  const corner = (index: number) => {
    const logits = labels.map((_, i) => (i === index ? 0 : Number.NEGATIVE_INFINITY));
    const labelled = { rowLabels: labels, colLabels: labels, largest: LARGEST_ENTRY };
    const make = () => ({ ...labelled, matrix: engine.softmaxJacobian(logits) });
    return html`<div>
      ${view.drawings.heatmap(`corner-${index}`, say(text.label, { index: index + 1 }), [], make).template}
      <span>${typeset(`$y = e${"₁₂₃₄"[index]}$`)}</span>
    </div>`;
  };
  return html`<figure>
    <figcaption><h3>${text.title}</h3></figcaption>
    <div class="shown">
      <p class="caption-text">${richText(text.text)}</p>
      <div class="corners">${labels.map((_, index) => corner(index))}</div>
    </div>
  </figure>`;
}

// ---- an upstream gradient ----

/** The step of the finite difference. */
const DIFFERENCE_STEP = 1e-5;

/** The norm of the gradient that passes. */
const PASSED = "$‖J g‖$";

/** What arrives at the weights: as many numbers as there are logits. */
const gradientAbove = memoFor((upstream: readonly number[], count: number) =>
  Array.from({ length: count }, (_, i) => upstream[i] ?? 0),
);
/** It, the weights, and what leaves them, as the product and as a finite difference. */
const passedColumns = memoFor((engine: Engine, values: readonly number[], g: readonly number[]) => {
  const difference = engine.softmaxCentralDifference(values, g, { step: DIFFERENCE_STEP });
  return [g, engine.softmax(values), engine.softmaxJacobianProduct(values, g), difference];
});
const passedNorms = memoFor((engine: Engine, base: readonly number[], g: readonly number[]) =>
  engine.passedNorms(base, g, SCALES),
);
const passedNow = memoFor(
  (engine: Engine, base: readonly number[], g: readonly number[], factor: number) =>
    engine.passedNorms(base, g, [factor]),
);

function upstreamFigure(view: View, engine: Engine, logits: Logits): TemplateResult {
  const { base, values, labels } = logits;
  const { upstream: text } = view.text;
  const { factor, upstream } = view.state;
  const g = gradientAbove(view, upstream, base.length);
  const columns = passedColumns(view, engine, values, g);
  const [, , passed = [], difference = []] = columns;
  const off = Math.max(...Array.from(passed, (entry, i) => Math.abs(entry - (difference[i] ?? 0))));
  const norms = passedNorms(view, engine, base, g);
  const [now = 0] = passedNow(view, engine, base, g, factor);
  const row = (name: string, index: number) => {
    const cells = columns.map((column) => {
      const value = column[index] ?? 0;
      return { value, written: fixed(value, 6) };
    });
    return tableRow(html`<bdi>${name}</bdi>`, cells);
  };
  const chart: ChartMaker = ({ ink }) => ({
    x: log([1 / 64, 64], text.x, { ticks: [1 / 16, 1 / 4, 1, 4, 16] }),
    y: linear([0, Math.max(...norms, now, 1e-6) * 1.1], PASSED),
    height: 150,
    marks: [
      line(zip(SCALES, norms), ink),
      dots([[Math.max(1 / 64, factor), now]], ink, { radius: 5 }),
    ],
  });
  const label = say(view.common.against, { y: PASSED, x: text.x });
  return view.figures.make({
    name: "upstream",
    title: text.title,
    label,
    chart,
    deps: [norms, now, factor],
    inputs: logits.inputs,
    before: html`<p class="caption-text">${richText(text.text)}</p>
      ${displayFormula("productDisplay")}
      ${view.controls.row(view.controls.listField("upstream", text.field, text.hint))}`,
    after: html`<div class="scroll short" tabindex="0" role="region" aria-label=${text.table}>
      ${smallTable(text.table, text.corner, text.columns, labels.map(row), true)}
    </div>`,
    tables: [
      view.tables.make("upstream", text.table, [columns], () => ({
        corner: text.corner,
        rows: labels,
        columns: text.columns,
        values: columns,
      })),
      view.tables.make("upstream norms", label, [norms], () => ({
        corner: text.x,
        rows: SCALES.map((scale) => significant(scale, 3)),
        columns: [PASSED],
        values: [norms],
      })),
    ],
    tableElsewhere: true,
    note: say(text.step, { step: "10⁻⁵", off: significant(off, 1) }),
  });
}

/** The row of logits from any source, and the norms at each. */
const normsFold = (view: View, engine: Engine, logits: Logits): unknown[] => [
  proseOf(
    view.page,
    html`<div class="told">${paragraphs(view.text.norms.text)}</div>
      <div class="told">${displayFormulas("jacobianDisplay")} ${rowSums(view, engine, logits)}</div>`,
  ),
  view.controls.row(sourceField(view), factorControls(view), shiftField(view)),
  hueLegend(view.figures.legend()),
  figurePair(normsFigure(view, engine, logits), oneHots(view, engine)),
];

function content(view: View): unknown[] {
  const { engine, page } = view;
  const { settled } = page.attention;
  const { folds } = view.text;
  const controls = view.controls.row(logitField(view));
  if (engine === null) return [controls, view.progress.withoutEngine()];
  const logits = logitsOf(view);
  return [
    controls,
    html`<div class=${logits.values.length > MOST_CELLS ? "pair-of-figures" : "pair-of-figures beside"}>
      ${settled && SIDES.map((side) => mapFigure(view, engine, logits, settled, side))}
    </div>`,
    view.figures.fold("jacobian-norms", folds.norms, () => normsFold(view, engine, logits)),
    view.figures.fold("jacobian-upstream", folds.upstream, () =>
      upstreamFigure(view, engine, logits),
    ),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["jacobianMatrixDisplay"],
  foldSettings: { "jacobian-upstream": ["upstream"] },
  bar: barOfLogits,
  question: { right: 2 },
  content,
};
