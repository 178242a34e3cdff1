/**
 * When undivided scores freeze: Σy² over d and n, and the other failure, rows that turn into means.
 */
import { extent, least } from "d3-array";
import { html, nothing, type TemplateResult } from "lit";
import { oneFor } from "../../belonging.js";
import { chartPicture, layoutChart, NARROW } from "../../draw/chart.js";
import { type Chart, line, linear, log, note, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import { Pointed } from "../../draw/pointed.js";
import type { DrawSummaries } from "../../engine/api.js";
import { paragraphs } from "../../page/prose.js";
import { COUNTS, DIMS } from "../../part-kit/axes.js";
import type { Answered, PartView, Section } from "../../part-kit/part-view.js";
import { bandOf, dimAxis, findingOf, keysAxis, many, smallTable } from "../../part-kit/pieces.js";
import { proseOf } from "../../part-kit/prose.js";
import type { en } from "../../text/en/critical.js";
import { fixed, significant, weight } from "../../text/numbers.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { richText } from "../../ui/rich.js";
import { criticalSpread, frozenParticipation, map as mapOfRows, means } from "./experiments.js";

/**
 * Edges of the cells: halfway between neighbours on a logarithmic axis, and as far outside the
 * first and the last.
 */
function edgesOf(centres: readonly number[]): number[] {
  const between = centres.slice(1).map((centre, i) => Math.sqrt(centre * (centres[i] ?? 1)));
  const first = centres[0] ?? 1;
  const last = centres.at(-1) ?? 1;
  return [first ** 2 / (between[0] ?? 1), ...between, last ** 2 / (between.at(-1) ?? 1)];
}
const X_EDGES = edgesOf(DIMS);
const Y_EDGES = edgesOf(COUNTS);

interface MapCell {
  readonly dim: number;
  readonly keys: number;
}

const mapCellId = ({ dim, keys }: MapCell): string => `${dim} ${keys}`;
function mapCellOf(id: string): MapCell {
  const [dim = 0, keys = 0] = id.split(" ").map(Number);
  return { dim, keys };
}

/** The entry that is nearest by its logarithm. */
const nearest = (list: readonly number[], value: number): number =>
  least(list, (one) => Math.abs(Math.log(one / value))) ?? value;

const measuredAt = (mean: Float64Array, { dim, keys }: MapCell): number =>
  mean[DIMS.indexOf(dim) * COUNTS.length + COUNTS.indexOf(keys)] ?? 0;

/** The number of keys that the question of the part mentions; it asks about more. */
const KNOWN = 512;

/** n on the line d = 2 ln n. */
const onLine = (dim: number) => Math.exp(dim / 2);

type View = PartView<typeof en>;

/** The rows and columns of the small table. */
const TABLE_COUNTS = [3, 64, 512, 4096, 32768];
const TABLE_DIMS = [16, 64, 256, 1024];

const measuredAndFormula = (view: View, result: Float64Array): TemplateResult => {
  const { small: text } = view.text;
  const rows = TABLE_COUNTS.map((keys) => {
    const cells = TABLE_DIMS.map((dim) => {
      const value = measuredAt(result, { dim, keys });
      const written = `${weight(value)} / ${weight(frozenParticipation(keys, dim))}`;
      return html`<td data-d=${dim} data-value=${String(value)}>${written}</td>`;
    });
    return html`<tr
      data-n=${keys}
      ?data-asked=${keys > KNOWN}
    ><th scope="row">${many(keys)}</th>${cells}</tr>`;
  });
  const columns = TABLE_DIMS.map((dim) => `$d$ = ${dim}`);
  return html`${smallTable(text.caption, view.common.keys, columns, rows)}
    <p class="note">${richText(text.note)}</p>`;
};

/** The values of the cell that is pointed at, else of the one of the page's d and n. */
function finding({ text }: View, result: Float64Array, cell: MapCell): TemplateResult {
  const { dim, keys } = cell;
  const spread = Math.sqrt(dim);
  const critical = criticalSpread(keys);
  return findingOf(spread > critical ? text.frozen : text.spread, {
    dim: String(dim),
    keys: many(keys),
    measured: weight(measuredAt(result, cell)),
    formula: weight(frozenParticipation(keys, dim)),
    spread: fixed(spread, 1),
    critical: fixed(critical, 1),
  });
}

/** The cell that is pointed at. A click moves the page's d and n to it. */
const pointedOf = oneFor(
  ({ changed, page }: View) =>
    new Pointed(changed, (id) => {
      const { dim, keys } = mapCellOf(id);
      page.set({ dim, rulekeys: keys });
    }),
);

/** The map of Σy² over d and n, whose cells can be pointed at. */
function mapFigure(view: View, answer: Answered<typeof mapOfRows>): TemplateResult {
  const { result } = answer;
  const { text, common, page, state } = view;
  const { map } = text;
  const pointed = pointedOf(view);
  const here = { dim: nearest(DIMS, state.dim), keys: nearest(COUNTS, state.rulekeys) };
  const cell = pointed.at === null ? here : mapCellOf(pointed.at);
  const chart = ({ weights, unscaled }: Palette, waits: boolean, height: number): Chart => {
    const drawn = waits ? COUNTS.filter((keys) => keys <= KNOWN) : COUNTS;
    const participationAt = (column: number, row: number) =>
      result[column * COUNTS.length + row] ?? 0;
    const steps = Array.from({ length: 41 }, (_, i) => 2 * Math.log(Y_EDGES[0] ?? 1) + i / 2);
    const numbers = DIMS.flatMap((dim, column) =>
      drawn.map((keys, row) => {
        const value = participationAt(column, row);
        // The baseline of a number lies below the middle of its cell.
        const place = [dim, keys / 1.17] as const;
        return note(weight(value), place, weights.inkAt(value), { align: "center" });
      }),
    );
    const [x0 = 1, x1 = 1] = X_EDGES.slice(DIMS.indexOf(cell.dim));
    const [y0 = 1, y1 = 1] = Y_EDGES.slice(COUNTS.indexOf(cell.keys));
    const frame = zip([x0, x1, x1, x0, x0], [y0, y0, y1, y1, y0]);
    const fill = (column: number, row: number) =>
      row < drawn.length ? weights.at(participationAt(column, row)) : null;
    return {
      x: dimAxis(extent(X_EDGES) as [number, number]),
      y: keysAxis(common.keys, extent(Y_EDGES) as [number, number]),
      height,
      marks: [
        { kind: "fields", xEdges: X_EDGES, yEdges: Y_EDGES, fill },
        line(zip(steps, steps.map(onLine)), unscaled, { width: 3 }),
        note("$d$ = 2 ln $n$", [16, 27000], unscaled, { align: "right", bold: true }),
        ...numbers,
        line(frame, unscaled, { width: 2.5 }),
      ],
    };
  };
  return html`${view.figures.make({
    name: "map",
    title: map.title,
    label: map.table,
    kind: "unscaled",
    source: answer,
    picture: (width, palette, textWidth, waits) => {
      const height = width < NARROW ? 240 : 330;
      const make = (colors: Palette) => chart(colors, waits, height);
      const { toX, toY } = layoutChart(make(palette), width, textWidth);
      const xs = X_EDGES.map(toX);
      const ys = Y_EDGES.map(toY);
      const areas = DIMS.flatMap((dim, i) =>
        COUNTS.map((keys, j) => {
          const x = xs[i] ?? 0;
          const right = xs[i + 1] ?? 0;
          const bottom = ys[j] ?? 0;
          const y = ys[j + 1] ?? 0;
          return { id: mapCellId({ dim, keys }), x, y, width: right - x, height: bottom - y };
        }),
      );
      return { ...chartPicture(make)(width, palette, textWidth), areas };
    },
    deps: [result, cell.dim, cell.keys],
    events: pointed,
    highlighted: mapCellId(cell),
    after: rampLegend(page.palette.weights, "ramp", ["0", "1"], map.ramp),
    tables: view.tables.make("map", map.table, [result], () => ({
      corner: common.keys,
      rows: COUNTS,
      columns: DIMS.map((dim) => `$d$ = ${dim}`),
      values: DIMS.map((dim) => COUNTS.map((keys) => measuredAt(result, { dim, keys }))),
    })),
  })}
  ${finding(view, result, cell)}`;
}

/** Entropy / ln n of many scores of deviation 1. */
const expected = COUNTS.map((n) => 1 - 1 / (2 * Math.log(n)));

function meansFigures(view: View, answer: Answered<typeof means>): TemplateResult {
  const { common, text } = view;
  const { entropy, peak } = answer.result;
  const { statistics } = common;
  const ends = [COUNTS[0] ?? 0, 4096] as const;
  const meansAtEnds = ({ mean }: DrawSummaries) => ends.map((n) => mean[COUNTS.indexOf(n)] ?? 0);
  const [before = "", after = ""] = meansAtEnds(entropy).map((share) => fixed(share, 2));
  const [first = "", last = ""] = meansAtEnds(peak).map((weight) => significant(weight, 2));
  const found = findingOf(text.means.finding, {
    few: many(ends[0]),
    most: many(ends[1]),
    entropy: [before, after],
    largest: [first, last],
  });
  const charts = [
    ["means", entropy, linear([0.5, 1.02], text.means.means.y), [expected]],
    ["largest", peak, log([1e-4, 1], text.means.largest.y), []],
  ] as const;
  const drawn = charts.map(([name, summaries, y, formula]) =>
    view.figures.make({
      name,
      ...text.means[name],
      kind: "scaled",
      beside: `$d$ = ${answer.request.dim}`,
      source: answer,
      chart: ({ scaled, ink }) => ({
        x: keysAxis(common.keys),
        y,
        height: 190,
        marks: [
          bandOf(COUNTS, summaries, scaled),
          line(zip(COUNTS, summaries.mean), scaled, { width: 2.5 }),
          ...formula.map((values) => line(zip(COUNTS, values), ink, { width: 1.25, dash: [6, 3] })),
        ],
      }),
      tables: () => ({
        corner: common.keys,
        rows: COUNTS,
        columns: [
          statistics.low,
          statistics.mean,
          statistics.high,
          ...formula.map(() => "1 − 1/(2 ln $n$)"),
        ],
        values: [summaries.low, summaries.mean, summaries.high, ...formula],
      }),
    }),
  );
  return html`<div class="pair-of-figures">${drawn}</div>
    ${found}`;
}

/**
 * The other failure: with the division entropy goes to its largest value as n grows, and the
 * largest weight to 0.
 */
const meansOfRows = (view: View): unknown[] => [
  proseOf(view.page, paragraphs([view.text.means.text])),
  view.progress.answered(view.answers.to(means), { wide: 330, narrow: 620 }, (answer) =>
    meansFigures(view, answer),
  ),
];

function content(view: View): unknown[] {
  const { text, common, state } = view;
  const answer = view.answers.to(mapOfRows);
  return [
    view.progress.answered(answer, { wide: 640, narrow: 590 }, (drawn) => mapFigure(view, drawn)),
    answer.result === null || state.figure !== ""
      ? nothing
      : measuredAndFormula(view, answer.result),
    view.controls.foldedRow("critical-settings", text.settings, () => [
      view.controls.sliderField("rulekeys", common.keys, { step: 1, log: true }),
      view.controls.sliderField("rowdraws", common.controls.draws, { step: 10, log: true }),
      view.controls.field("drawseed", common.controls.drawseed),
    ]),
    view.figures.fold("critical-means", text.means.fold, () => meansOfRows(view)),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["freezingDisplay", "frozenDisplay"],
  bar: () => ({ words: null, seed: "drawseed" }),
  question: { right: 1, moves: { dim: 64, rulekeys: 32_768 } },
  content,
};
