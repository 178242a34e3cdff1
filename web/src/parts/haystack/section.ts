/** One key that fits the query among many that do not: which rule still finds it, and what that costs. */

import { html, nothing, type TemplateResult } from "lit";
import {
  band,
  type Chart,
  dots,
  line,
  linear,
  log,
  type Mark,
  note,
  type Point,
  stretches,
  zip,
} from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { MatrixTable } from "../../draw/table.js";
import type { DrawSummaries } from "../../engine/api.js";
import { paragraphs } from "../../page/prose.js";
import { controlRow, field, sliderField } from "../../part-kit/controls.js";
import {
  empty,
  figure,
  fold,
  hueLegend,
  keysAxis,
  many,
  progress,
  smallTable,
  waitingChart,
} from "../../part-kit/figure.js";
import type { AnyStudy, PartView, Section, Shown } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/haystack.js";
import { significant, weight } from "../../text/numbers.js";
import { richText, typeset } from "../../ui/rich.js";
import { type CostResult, cost } from "./cost.js";
import {
  COUNTS,
  FEWEST,
  limitsOf,
  MOST_KEYS,
  manyKeys,
  type NeedleRequest,
  type NeedleResult,
  needle,
  ofRule,
  RULES,
  type Rule,
} from "./needle.js";

type View = PartView<typeof en>;

/** Rules with a curve of their own: that of QK-norm is that of 1/√d. */
const DRAWN = RULES.filter((rule) => rule !== "qk-norm");

const colorOf = ({ unscaled, scaled, ink, scores }: Palette, rule: Rule): string =>
  ({
    ...{ none: unscaled, head: scaled, "qk-norm": scaled, "log-n": scores.at(0.93) },
    ...{ matched: ink, own: scores.at(0.07) },
  })[rule];

const nameOf = ({ text }: View, rule: Rule, sharpness: number): string =>
  ({
    none: text.none,
    head: "1/√d",
    "log-n": "× ln n",
    matched: "σ = c√d",
    own: `σ = ${sharpness}`,
    "qk-norm": "QK-norm",
  })[rule];

interface Curves {
  readonly counts: readonly number[];
  readonly request: { readonly sharpness: number };
}

/** The curves of one summary of the draws, on bands from 10 to 90 % of these. */
const curves = (
  view: View,
  palette: Palette,
  result: Curves,
  { low, high }: DrawSummaries,
  shown: Float64Array,
  drawn: readonly Rule[] = DRAWN,
): Mark[] => {
  const { counts, request } = result;
  const of = (values: Float64Array, rule: Rule) => ofRule(values, rule, result);
  return [
    ...drawn.map((rule) => {
      const interval = stretches(counts, of(low, rule), of(high, rule));
      return band(interval, colorOf(palette, rule), { opacity: 0.1 });
    }),
    ...drawn.map((rule) =>
      line(zip(counts, of(shown, rule)), colorOf(palette, rule), {
        width: rule === "none" || rule === "head" ? 2.75 : 2,
        label: nameOf(view, rule, request.sharpness),
      }),
    ),
  ];
};

/** A table with a row for each number of keys and a column for each rule. */
const tableOfRules = (
  view: View,
  name: string,
  result: Curves,
  values: Float64Array,
): MatrixTable =>
  view.table(name, [result], () => [
    view.common.keys,
    result.counts.map(String),
    RULES.map((rule) => nameOf(view, rule, result.request.sharpness)),
    RULES.map((rule) => ofRule(values, rule, result)),
  ]);

/** Numbers of keys at which the formula is drawn. */
const DENSE = Array.from({ length: 81 }, (_, i) => FEWEST * (MOST_KEYS / FEWEST) ** (i / 80));

/** The number of keys of the sentence about the gradient. */
const TOLD = 1024;

const inPicture = (keys: number) => keys >= FEWEST && keys <= MOST_KEYS;

/** The formula of each rule where it holds, and a point where it ends. */
function formulas(palette: Palette, request: NeedleRequest, rules: readonly Rule[]): Mark[] {
  return rules.flatMap((rule) => {
    const holds = DENSE.flatMap((n): Point[] => {
      const value = manyKeys(rule, request, n);
      return value === null ? [] : [[n, value]];
    });
    const color = colorOf(palette, rule);
    const ends = holds.length < DENSE.length ? holds.slice(0, 1) : [];
    return [
      line(holds, color, { width: 1.5, dash: [5, 4] }),
      dots(ends, color, { hollow: true, radius: 4 }),
    ];
  });
}

/** A limit beyond so many keys has its number on the left, where there is room. */
const FAR = 700;

/**
 * Both limits as upright lines with their numbers, the lower one of which ends below the upper number.
 * @param waits whether the first one is asked about
 */
function limits(
  { text }: View,
  { muted }: Palette,
  request: NeedleRequest,
  waits: boolean,
): Mark[] {
  const { half, last } = limitsOf(request);
  const named = [
    [half, text.weight.half, last <= FAR],
    [last, text.weight.last, last > FAR],
  ] as const;
  return named.flatMap(([keys, name, upper]): Mark[] => {
    if (!inPicture(keys) || (waits && name === text.weight.half)) return [];
    const align = keys > FAR ? "right" : "left";
    const x = keys * (align === "left" ? 1.06 : 0.94);
    const upright = [0, upper ? 1.19 : 1.11].map((y): Point => [keys, y]);
    return [
      line(upright, muted, { width: 1 }),
      note(name(many(Math.round(keys))), [x, upper ? 1.13 : 1.05], muted, { align }),
    ];
  });
}

const inputsOf = (view: View, { request }: { request: NeedleRequest }, study?: AnyStudy) => {
  const { dim, cosine, sharpness, draws: rowdraws, seed: drawseed } = request;
  return view.inputs(null, { dim, cosine, sharpness, rowdraws, drawseed }, study);
};

function weightFigure(view: View, { result, study }: Shown<NeedleResult>): TemplateResult {
  const { weight: text } = view.text;
  const { counts, request } = result;
  const { mean } = result.weight;
  const chart = (palette: Palette, waits: boolean): Chart => {
    const drawn = waits ? APART : DRAWN;
    const same = waits ? [] : zip(counts, ofRule(mean, "qk-norm", result));
    return {
      x: keysAxis(view.common.keys),
      y: linear([0, 1.2], text.y, { ticks: [0, 0.25, 0.5, 0.75, 1] }),
      height: 300,
      marks: [
        ...limits(view, palette, request, waits),
        ...curves(view, palette, result, result.weight, mean, drawn),
        ...formulas(palette, request, drawn),
        dots(same, palette.scaled, { hollow: true, radius: 3 }),
      ],
    };
  };
  return figure(view, {
    title: text.title,
    beside: `c = ${request.cosine}, d = ${request.dim}`,
    drawing: waitingChart(view, "weight", text.table, [result], chart),
    tables: tableOfRules(view, text.table, result, mean),
    inputs: inputsOf(view, result, study),
  });
}

/** The rows of the small table: the limits, and some of the others. */
const ROWS = [3, 16, 64, 256, 1024, 4096, 32768];

/** The rules that the question of the part is not about. */
const APART: readonly Rule[] = ["none", "log-n", "matched", "own"];

/** A weight in at least two digits, and three for small ones. */
const written = (value: number) => (value < 0.095 ? value.toFixed(3).slice(1) : weight(value));

function weights(view: View, { result, study }: Shown<NeedleResult>): TemplateResult {
  const { text } = view;
  const { counts, request } = result;
  const of = (rule: Rule, keys: number) =>
    ofRule(result.weight.mean, rule, result)[counts.indexOf(keys)] ?? 0;
  const shown = counts.filter((n) => ROWS.includes(n) || !COUNTS.includes(n));
  const rows = shown.map(
    (n) =>
      html`<tr data-n=${n} ?data-asked=${!COUNTS.includes(n)}><th scope="row">${many(n)}</th>${RULES.map(
        (rule) => {
          const value = of(rule, n);
          return html`<td data-rule=${rule} ?data-asked=${!APART.includes(rule)} data-value=${String(value)}>${written(value)}</td>`;
        },
      )}</tr>`,
  );
  const names = RULES.map((rule) => nameOf(view, rule, request.sharpness));
  return html`${smallTable(text.small.caption, view.common.keys, names, rows)}
    <p class="note">${typeset(text.small.note(many(study?.held.done ?? request.draws)))}</p>`;
}

/** What is left of the needle at both limits. */
function finding({ text }: View, result: NeedleResult): TemplateResult {
  const { counts, request } = result;
  const { half, last } = limitsOf(request);
  const at = (keys: number, rule: Rule) =>
    written(ofRule(result.weight.mean, rule, result)[counts.indexOf(Math.round(keys))] ?? 0);
  const told = (keys: number) => (keys < 1e6 ? many(Math.round(keys)) : significant(keys, 2));
  const inside = (keys: number) => counts.includes(Math.round(keys));
  const first = inside(half)
    ? text.half(told(half), at(half, "head"))
    : text.halfOutside(told(half));
  const left = [at(last, "head"), at(last, "matched"), at(last, "none")] as const;
  const second = inside(last) ? text.last(told(last), ...left) : text.lastOutside(told(last));
  return html`<p class="caption spoken">${richText(first)} ${richText(second)}</p>`;
}

function costFigure(view: View, { result, study }: Shown<CostResult>): TemplateResult {
  const { cost: text } = view.text;
  const { counts, gradient, request } = result;
  const at = (rule: Rule) =>
    significant(ofRule(gradient.median, rule, result)[counts.indexOf(TOLD)] ?? 0, 2);
  return html`${figure(view, {
    title: text.title,
    beside: `d = ${request.dim}`,
    drawing: view.chart("cost", text.table, [result], (palette) => ({
      x: keysAxis(view.common.keys),
      y: log([1e-13, 10], text.y),
      height: 260,
      marks: curves(view, palette, result, gradient, gradient.median),
    })),
    tables: tableOfRules(view, text.table, result, gradient.median),
    inputs: inputsOf(view, result, study),
  })}
    <p class="caption spoken">${richText(text.finding(many(TOLD), at("head"), at("matched"), at("none")))}</p>`;
}

function costContent(view: View, request: NeedleRequest): TemplateResult {
  const shown = view.answer("cost", cost, request);
  const legend = hueLegend(view, [{ name: view.text.hues.band }]);
  return html`${view.page.shows("text") ? html`<div class="prose">${paragraphs(view.text.cost.text)}</div>` : nothing}
    ${legend} ${shown.result === null ? empty(330) : costFigure(view, shown)} ${progress(view, shown.study)}`;
}

function content(view: View): unknown[] {
  const { text, common, state } = view;
  const { dim, cosine, sharpness, rowdraws: draws, drawseed: seed } = state;
  const request = { seed, draws, dim, cosine, sharpness };
  const shown = view.answer("needle", needle, request);
  const { hues } = text;
  return [
    controlRow(
      view,
      sliderField(view, "cosine", text.controls.cosine, { step: 0.01 }),
      sliderField(view, "sharpness", text.controls.sharpness, { step: 0.1, log: true }),
      sliderField(view, "rowdraws", common.controls.draws, { step: 10, log: true }),
      field(view, "drawseed", common.controls.drawseed),
    ),
    hueLegend(view, [
      { name: hues.qkNorm, color: "scaled", hollow: true },
      ...[hues.logN, hues.formula, hues.band].map((name) => ({ name })),
    ]),
    shown.result === null ? empty(420, 460) : weightFigure(view, shown),
    shown.result === null || state.figure !== "" ? nothing : finding(view, shown.result),
    progress(view, shown.study),
    shown.result === null || state.figure !== "" ? nothing : weights(view, shown),
    fold(view, "haystack-cost", text.cost.fold, () => costContent(view, request)),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["needleDisplay"],
  question: { right: 0 },
  content,
};
