/** When undivided scores freeze: Σy² over d and n, and the other failure, rows that turn into means. */
import { html, nothing, type TemplateResult } from "lit";
import { type Axis, line, linear, log, zip } from "../../draw/marks.js";
import type { DrawSummaries } from "../../engine/api.js";
import { paragraphs } from "../../page/prose.js";
import type { PartView, Section, Shown } from "../../part-kit/part-view.js";
import { bandOf, findingOf, keysAxis, many, smallTable } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/critical.js";
import { fixed, significant, weight } from "../../text/numbers.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { richText } from "../../ui/rich.js";
import {
  type Cell,
  cellId,
  cellOf,
  KNOWN,
  mapPicture,
  measuredAt,
  nearestCell,
} from "./map-figure.js";
import {
  COUNTS,
  criticalSpread,
  DIMS,
  frozenParticipation,
  map as mapOfRows,
  means,
} from "./participation.js";

type View = PartView<typeof en>;
type Means = Shown<typeof means>;

/** The cell that is pointed at; a click moves the page's d and n to it. */
const pointedOf = (view: View) =>
  view.pointed("critical", (id) => {
    const { dim, keys } = cellOf(id);
    view.page.set({ dim, rulekeys: keys });
  });

/** The rows and columns of the small table. */
const ROWS = [3, 64, 512, 4096, 32768];
const COLUMNS = [16, 64, 256, 1024];

const measuredAndFormula = (view: View, result: Float64Array): TemplateResult => {
  const { small: text } = view.text;
  const rows = ROWS.map((keys) => {
    const cells = COLUMNS.map((dim) => {
      const value = measuredAt(result, { dim, keys });
      const written = `${weight(value)} / ${weight(frozenParticipation(keys, dim))}`;
      return html`<td data-d=${dim} data-value=${String(value)}>${written}</td>`;
    });
    return html`<tr data-n=${keys} ?data-asked=${keys > KNOWN}><th scope="row">${many(keys)}</th>${cells}</tr>`;
  });
  return html`${smallTable(
    text.caption,
    view.common.keys,
    COLUMNS.map((dim) => `d = ${dim}`),
    rows,
  )}
    <p class="note">${richText(text.note)}</p>`;
};

/** What the cell that is pointed at, or else the one of the page's d and n, holds. */
function finding({ text }: View, result: Float64Array, cell: Cell): TemplateResult {
  const { dim, keys } = cell;
  const [spread, critical] = [Math.sqrt(dim), criticalSpread(keys)];
  const told = (spread > critical ? text.frozen : text.spread)({
    ...{ dim: String(dim), keys: many(keys), measured: weight(measuredAt(result, cell)) },
    formula: weight(frozenParticipation(keys, dim)),
    ...{ spread: fixed(spread, 1), critical: fixed(critical, 1) },
  });
  return findingOf(told);
}

function mapFigure(view: View, shown: Shown<typeof mapOfRows>): TemplateResult {
  const { result } = shown;
  const { text, common, page, state } = view;
  const { map } = text;
  const pointed = pointedOf(view);
  const here = nearestCell({ dim: state.dim, keys: state.rulekeys });
  const cell = pointed.at === null ? here : cellOf(pointed.at);
  return html`${view.figure({
    ...{ name: "map", title: map.title, label: map.table, kind: "unscaled", of: shown },
    picture: mapPicture(view, result, cell),
    ...{ deps: [result, cell.dim, cell.keys], events: pointed, at: cellId(cell) },
    after: rampLegend(page.palette.weights, "ramp", ["0", "1"], map.ramp),
    tables: view.table(map.table, [result], () => [
      common.keys,
      COUNTS.map(String),
      DIMS.map((dim) => `d = ${dim}`),
      DIMS.map((dim) => COUNTS.map((keys) => measuredAt(result, { dim, keys }))),
    ]),
  })}
  ${finding(view, result, cell)}`;
}

/** Entropy / ln n of many scores of deviation 1. */
const expected = COUNTS.map((n) => 1 - 1 / (2 * Math.log(n)));

/** @param formula what the means come to for many keys, if there is a formula */
function againstKeys(
  view: View,
  of: Means,
  name: "means" | "largest",
  summaries: DrawSummaries,
  y: Axis,
  formula?: readonly number[],
): TemplateResult {
  const { common } = view;
  const { means: text } = view.text;
  const { statistics } = common;
  const { low, mean, high } = summaries;
  return view.figure({
    ...{ name, ...text[name], kind: "scaled", beside: `d = ${of.request.dim}`, of },
    chart: ({ scaled, ink }) => ({
      x: keysAxis(common.keys),
      y,
      height: 190,
      marks: [
        bandOf(COUNTS, summaries, scaled),
        line(zip(COUNTS, mean), scaled, { width: 2.5 }),
        line(zip(COUNTS, formula ?? []), ink, { width: 1.25, dash: [6, 3] }),
      ],
    }),
    tables: () => [
      common.keys,
      COUNTS.map(String),
      [statistics.low, statistics.mean, statistics.high, ...(formula ? ["1 − 1/(2 ln n)"] : [])],
      [low, mean, high, ...(formula ? [formula] : [])],
    ],
  });
}

function figures(view: View, shown: Means): TemplateResult {
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
    ${findingOf(found)}`;
}

/** The other failure: with the division entropy goes to its largest value as n grows, and the largest weight to 0. */
const meansOfRows = (view: View): unknown[] => [
  view.prose(paragraphs(view.text.means.text)),
  view.answered(view.answer(means), [330, 620], (shown) => figures(view, shown)),
];

function content(view: View): unknown[] {
  const { text, common, state } = view;
  const shown = view.answer(mapOfRows);
  return [
    view.controlRow(
      view.sliderField("rulekeys", common.keys, { step: 1, log: true }),
      view.sliderField("rowdraws", common.controls.draws, { step: 10, log: true }),
      view.field("drawseed", common.controls.drawseed),
    ),
    view.answered(shown, [640, 700], (drawn) => mapFigure(view, drawn)),
    shown.result === null || state.figure !== "" ? nothing : measuredAndFormula(view, shown.result),
    view.fold("critical-means", text.means.fold, () => meansOfRows(view)),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["freezingDisplay", "frozenDisplay"],
  question: { right: 1 },
  content,
};
