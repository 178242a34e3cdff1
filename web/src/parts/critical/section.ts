/** When undivided scores freeze: Σy² over d and n, and the other failure, rows that turn into means. */
import { html, nothing, type TemplateResult } from "lit";
import { controlRow, field, sliderField } from "../../part-kit/controls.js";
import { empty, figure, fold, many, progress, smallTable } from "../../part-kit/figure.js";
import type { PartView, Section, Shown } from "../../part-kit/part-view.js";
import { pointedIn } from "../../part-kit/pointed.js";
import type { en } from "../../text/en/critical.js";
import { fixed, weight } from "../../text/numbers.js";
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
import { meansOfRows } from "./means-figure.js";
import {
  COUNTS,
  criticalSpread,
  DIMS,
  frozenParticipation,
  type MapResult,
  map as mapOfRows,
} from "./participation.js";

type View = PartView<typeof en>;

/** The cell that is pointed at; a click moves the page's d and n to it. */
const pointedOf = (view: View) =>
  pointedIn(view, "critical", (id) => {
    const { dim, keys } = cellOf(id);
    view.page.set({ dim, rulekeys: keys });
  });

/** The rows and columns of the small table. */
const ROWS = [3, 64, 512, 4096, 32768];
const COLUMNS = [16, 64, 256, 1024];

const measuredAndFormula = (view: View, result: MapResult): TemplateResult => {
  const { small: text } = view.text;
  const rows = ROWS.map((keys) => {
    const cells = COLUMNS.map((dim) => {
      const value = measuredAt(result, { dim, keys });
      const written = `${weight(value)} / ${weight(frozenParticipation(keys, dim))}`;
      return html`<td data-d=${dim} data-value=${String(value)}>${written}</td>`;
    });
    return html`<tr data-n=${keys} ?data-asked=${keys > KNOWN}><th scope="row">${many(keys)}</th>${cells}</tr>`;
  });
  return html`${smallTable(text.caption, view.common.keys, COLUMNS.map(text.column), rows)}
    <p class="note">${richText(text.note)}</p>`;
};

/** What the cell that is pointed at, or else the one of the page's d and n, holds. */
function finding({ text }: View, result: MapResult, cell: Cell): TemplateResult {
  const { dim, keys } = cell;
  const [spread, critical] = [Math.sqrt(dim), criticalSpread(keys)];
  const here = [String(dim), many(keys), weight(measuredAt(result, cell))] as const;
  const against = [fixed(spread, 1), fixed(critical, 1)] as const;
  const told =
    spread > critical
      ? text.frozen(...here, weight(frozenParticipation(keys, dim)), ...against)
      : text.spread(...here, ...against);
  return html`<p class="caption spoken">${richText(told)}</p>`;
}

function mapFigure(view: View, { result, study }: Shown<MapResult>): TemplateResult {
  const { text, common, page, state } = view;
  const { map } = text;
  const pointed = pointedOf(view);
  const here = nearestCell({ dim: state.dim, keys: state.rulekeys });
  const cell = pointed.at === null ? here : cellOf(pointed.at);
  const { seed: drawseed, draws: rowdraws } = result.request;
  return html`${figure(view, {
    title: map.title,
    kind: "unscaled",
    drawing: {
      ...view.picture(
        "map",
        map.label,
        [result, cell.dim, cell.keys, view.waits],
        mapPicture(view, result, cell, view.waits),
        pointed,
        cellId(cell),
      ),
      scene: mapPicture(view, result, cell, false),
    },
    after: rampLegend(page.palette.weights, "ramp", ["0", "1"], map.ramp),
    tables: view.table(map.table, [result], () => [
      common.keys,
      COUNTS.map(String),
      DIMS.map((dim) => `d = ${dim}`),
      DIMS.map((dim) => COUNTS.map((keys) => measuredAt(result, { dim, keys }))),
    ]),
    inputs: view.inputs(null, { drawseed, rowdraws }, study),
  })}
  ${finding(view, result, cell)}`;
}

function content(view: View): unknown[] {
  const { text, common, state } = view;
  const { rowdraws: draws, drawseed: seed } = state;
  const shown = view.answer("map", mapOfRows, { seed, draws });
  return [
    controlRow(
      view,
      sliderField(view, "rulekeys", common.keys, { step: 1, log: true }),
      sliderField(view, "rowdraws", common.controls.draws, { step: 10, log: true }),
      field(view, "drawseed", common.controls.drawseed),
    ),
    shown.result === null ? empty(640, 700) : mapFigure(view, shown),
    progress(view, shown.study),
    shown.result === null || state.figure !== "" ? nothing : measuredAndFormula(view, shown.result),
    fold(view, "critical-means", text.means.fold, () => meansOfRows(view)),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["freezingDisplay", "frozenDisplay"],
  question: { right: 1 },
  content,
};
