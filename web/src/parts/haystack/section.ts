/**
 * One key that fits the query among many that do not: which rule still finds it, and what that
 * costs.
 */

import { html, nothing, type TemplateResult } from "lit";
import type { Hue } from "../../draw/figure-export.js";
import { dots, line, linear, log, type Mark, note, type Point, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { Columns } from "../../draw/table.js";
import { paragraphs } from "../../page/prose.js";
import { COUNTS } from "../../part-kit/axes.js";
import type { Answered, PartView, Section } from "../../part-kit/part-view.js";
import { bandOf, findingOf, keysAxis, many, smallTable } from "../../part-kit/part-view.js";
import { hueLegend } from "../../part-kit/pieces.js";
import { proseOf } from "../../part-kit/prose.js";
import type { en } from "../../text/en/haystack.js";
import { significant, weight } from "../../text/numbers.js";
import { rich, say } from "../../text/rich.js";
import { richText, typeset } from "../../ui/rich.js";
import type { NeedleRequest, OfRules, Rule } from "./experiments.js";
import {
  cost,
  DENSE,
  inPicture,
  limitsOf,
  manyKeys,
  NEEDLE_RULES,
  needle,
  ofRule,
} from "./experiments.js";

type View = PartView<typeof en>;
type Needle = Answered<typeof needle>;

/** Rules with a curve of their own: that of QK-norm is that of 1/√d. */
const CURVE_RULES = NEEDLE_RULES.filter((rule) => rule !== "qk-norm");

const colorOf = ({ unscaled, scaled, ink, scores }: Palette, rule: Rule): string =>
  ({
    none: unscaled,
    head: scaled,
    "qk-norm": scaled,
    "log-n": scores.at(0.93),
    matched: ink,
    own: scores.at(0.07),
  })[rule];

/** The names of the rules, in their order. */
const namesOf = ({ text }: View, { request }: Needle): Readonly<Record<Rule, string>> => ({
  none: text.none,
  head: "$1/√d$",
  "log-n": "× ln $n$",
  matched: "$σ = c√d$",
  own: `$σ$ = ${request.sharpness}`,
  "qk-norm": "QK-norm",
});

/** The summaries that are drawn. */
type Statistic = "mean" | "median";

/** A statistic of a rule with a number of keys, one of `counts`. */
const valueAt = ({ counts, summaries }: OfRules, statistic: Statistic, rule: Rule, keys: number) =>
  summaries[statistic][NEEDLE_RULES.indexOf(rule) * counts.length + counts.indexOf(keys)] ?? 0;

/** The curves of a statistic of the draws, on bands from 10 to 90 % of these. */
const ruleCurves = (
  view: View,
  palette: Palette,
  answer: Needle,
  statistic: Statistic,
  drawn: readonly Rule[] = CURVE_RULES,
): Mark[] => [
  ...drawn.map((rule) =>
    bandOf(answer.result.counts, ofRule(answer.result, rule), colorOf(palette, rule), {
      opacity: 0.1,
    }),
  ),
  ...drawn.map((rule) =>
    line(
      zip(answer.result.counts, ofRule(answer.result, rule)[statistic]),
      colorOf(palette, rule),
      {
        width: rule === "none" || rule === "head" ? 2.75 : 2,
        label: namesOf(view, answer)[rule],
      },
    ),
  ),
];

/** A table with a row for each number of keys and a column for each rule. */
const tableOfRules = (view: View, answer: Needle, statistic: Statistic): Columns => ({
  corner: view.common.keys,
  rows: answer.result.counts,
  columns: Object.values(namesOf(view, answer)),
  values: NEEDLE_RULES.map((rule) => ofRule(answer.result, rule)[statistic]),
});

/** The number of keys of the sentence about the gradient. */
const GRADIENT_KEYS = 1024;

/** The formula of each rule where it holds, and a point where it ends. */
const formulaMarks = (palette: Palette, request: NeedleRequest, rules: readonly Rule[]): Mark[] =>
  rules.flatMap((rule) => {
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

/** A limit beyond so many keys has its number on the left, where there is room. */
const FAR = 700;

/**
 * Both limits as upright lines with their numbers, the lower one of which ends below the upper
 * number; the question is about the first.
 */
function limits({ text }: View, muted: string, request: NeedleRequest, waits: boolean): Mark[] {
  const { half, last } = limitsOf(request);
  const named = [
    [half, text.weight.half, last <= FAR],
    [last, text.weight.last, last > FAR],
  ] as const;
  return named.slice(waits ? 1 : 0).flatMap(([keys, name, upper]) => {
    if (!inPicture(keys)) return [];
    const align = keys > FAR ? "right" : "left";
    const x = keys * (align === "left" ? 1.06 : 0.94);
    const upright = [0, upper ? 1.19 : 1.11].map((y): Point => [keys, y]);
    return [
      line(upright, muted, { width: 1 }),
      note(say(name, { at: many(Math.round(keys)) }), [x, upper ? 1.13 : 1.05], muted, { align }),
    ];
  });
}

const legendOf = ({ text: { hues } }: View): readonly Hue[] => [
  { name: hues.qkNorm, color: "scaled", hollow: true },
  { name: hues.logN },
  { name: hues.formula },
  { name: hues.band },
];
const legendOfCost = ({ text }: View): readonly Hue[] => [{ name: text.hues.band }];

function weightFigure(view: View, answer: Needle): TemplateResult {
  const { weight: text } = view.text;
  const { result, request } = answer;
  return view.figures.make({
    name: "weight",
    legend: legendOf(view),
    title: text.title,
    label: text.table,
    source: answer,
    beside: `$c$ = ${request.cosine}, $d$ = ${request.dim}`,
    chart: (palette, waits) => {
      const drawn = waits ? RULES_NOT_ASKED : CURVE_RULES;
      const same = waits ? [] : zip(result.counts, ofRule(result, "qk-norm").mean);
      return {
        x: keysAxis(view.common.keys),
        y: linear([0, 1.2], text.y, { ticks: [0, 0.25, 0.5, 0.75, 1] }),
        height: 235,
        marks: [
          ...limits(view, palette.muted, request, waits),
          ...ruleCurves(view, palette, answer, "mean", drawn),
          ...formulaMarks(palette, request, drawn),
          dots(same, palette.scaled, { hollow: true, radius: 3 }),
        ],
      };
    },
    tables: () => tableOfRules(view, answer, "mean"),
  });
}

/** The rows of the small table: the limits, and some of the others. */
const TABLE_COUNTS = [3, 16, 64, 256, 1024, 4096, 32768];

/** The rules that the question of the part is not about. */
const RULES_NOT_ASKED: readonly Rule[] = ["none", "log-n", "matched", "own"];

/** A weight in at least two digits, and three for small ones. */
const writtenWeight = (value: number) =>
  value < 0.095 ? value.toFixed(3).slice(1) : weight(value);

function weightsTable(view: View, answer: Needle): TemplateResult {
  const { text } = view;
  const { result, request, study } = answer;
  const tableCounts = result.counts.filter((n) => TABLE_COUNTS.includes(n) || !COUNTS.includes(n));
  const rows = tableCounts.map((n) => {
    const cells = NEEDLE_RULES.map((rule) => {
      const value = valueAt(result, "mean", rule, n);
      return html`<td
        data-rule=${rule}
        ?data-asked=${!RULES_NOT_ASKED.includes(rule)}
        data-value=${String(value)}
      >${writtenWeight(value)}</td>`;
    });
    return html`<tr
      data-n=${n}
      ?data-asked=${!COUNTS.includes(n)}
    ><th scope="row">${many(n)}</th>${cells}</tr>`;
  });
  const names = Object.values(namesOf(view, answer));
  return html`${smallTable(text.small.caption, view.common.keys, names, rows)}
    <p class="note">${typeset(text.small.note, {
      draws: many(study?.valueRun.done ?? request.rowdraws),
    })}</p>`;
}

/** The weight of the needle at both limits. */
function finding({ text }: View, { result, request }: Needle): TemplateResult {
  const { half, last } = limitsOf(request);
  const weightAt = (keys: number, rule: Rule) =>
    writtenWeight(valueAt(result, "mean", rule, Math.round(keys)));
  const countText = (keys: number) => (keys < 1e6 ? many(Math.round(keys)) : significant(keys, 2));
  const isMeasured = (keys: number) => result.counts.includes(Math.round(keys));
  const first = isMeasured(half)
    ? rich(text.half, { keys: countText(half), weight: weightAt(half, "head") })
    : rich(text.halfOutside, { keys: countText(half) });
  const root = weightAt(last, "head");
  const matched = weightAt(last, "matched");
  const none = weightAt(last, "none");
  const second = isMeasured(last)
    ? rich(text.last, { keys: countText(last), root, matched, none })
    : rich(text.lastOutside, { keys: countText(last) });
  return html`<p class="caption spoken">${richText(first)} ${richText(second)}</p>`;
}

function costFigure(view: View, answer: Needle): unknown[] {
  const { cost: text } = view.text;
  const medianOf = (rule: Rule) =>
    significant(valueAt(answer.result, "median", rule, GRADIENT_KEYS), 2);
  return [
    view.figures.make({
      name: "cost",
      legend: legendOfCost(view),
      title: text.title,
      label: text.table,
      source: answer,
      beside: `$d$ = ${answer.request.dim}`,
      chart: (palette) => ({
        x: keysAxis(view.common.keys),
        y: log([1e-13, 10], text.y),
        height: 260,
        marks: ruleCurves(view, palette, answer, "median"),
      }),
      tables: () => tableOfRules(view, answer, "median"),
    }),
    findingOf(text.finding, {
      keys: many(GRADIENT_KEYS),
      root: medianOf("head"),
      matched: medianOf("matched"),
      none: medianOf("none"),
    }),
  ];
}

function content(view: View): unknown[] {
  const { text, common, page } = view;
  const answer = view.answers.to(needle);
  const alone = view.state.figure !== "";
  return [
    view.controls.row(
      view.controls.sliderField("cosine", text.controls.cosine, { step: 0.01 }),
      view.controls.sliderField("sharpness", text.controls.sharpness, { step: 0.1, log: true }),
    ),
    hueLegend(legendOf(view)),
    view.progress.answered(answer, { wide: 355, narrow: 400 }, (known) => [
      weightFigure(view, known),
      alone ? nothing : finding(view, known),
    ]),
    answer.result === null || alone ? nothing : weightsTable(view, answer),
    view.controls.foldedRow("haystack-settings", text.settings, () => [
      view.controls.sliderField("rowdraws", common.controls.draws, { step: 10, log: true }),
      view.controls.field("drawseed", common.controls.drawseed),
    ]),
    view.figures.fold("haystack-cost", text.cost.fold, () => [
      proseOf(page, paragraphs(text.cost.text)),
      hueLegend(legendOfCost(view)),
      view.progress.answered(view.answers.to(cost), { wide: 330 }, (drawn) =>
        costFigure(view, drawn),
      ),
    ]),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["needleDisplay"],
  bar: () => ({ words: null, seed: "drawseed" }),
  question: { right: 0, moves: { dim: 64, cosine: 0.5 } },
  content,
};
