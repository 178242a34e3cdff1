/** The table of all heads: the rule of each, and the numbers of its weights. */
import { html, nothing, type TemplateResult } from "lit";
import { oneFor } from "../../belonging.js";
import type { MeasuredRule } from "../../engine/api.js";
import type { PartView } from "../../part-kit/part-view.js";
import { scrollingTable } from "../../part-kit/pieces.js";
import { nameText } from "../../part-kit/rule-names.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/opened.js";
import { significant, weight } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { unmarked } from "../../text/typeset.js";
import { typeset } from "../../ui/rich.js";
import { selectField } from "../../ui/select-field.js";
import type { HeadReport } from "./experiments.js";
import type { OwnSession } from "./session.js";

type View = PartView<typeof en>;

const COLUMNS = [
  "factor",
  "factor-error",
  "name",
  "cap",
  "norm",
  "mask",
  "rotary",
  "entropy",
  "largest",
  "deviation",
] as const;
type Column = (typeof COLUMNS)[number];

interface TableCell {
  /** As programs read it. */
  readonly value: string;
  readonly written: string;
}

const number = (value: number | null | undefined, digits = 3): TableCell | null =>
  value === null || value === undefined
    ? null
    : { value: String(value), written: significant(value, digits) };

function maskCell({ text: { table } }: View, rule: MeasuredRule | null): TableCell | null {
  if (rule === null) return null;
  const masks = [
    ...(rule.causal === null ? [] : [[rule.causal, table.masks[rule.causal]] as const]),
    ...(rule.window === null
      ? []
      : [[`window ${rule.window}`, say(table.masks.window, { window: rule.window })] as const]),
  ];
  if (masks.length === 0) return null;
  return {
    value: masks.map(([value]) => value).join(" "),
    written: masks.map(([, written]) => written).join(", "),
  };
}

function cellOf(view: View, report: HeadReport, column: Column): TableCell | null {
  const { rule, opened, deviation } = report;
  switch (column) {
    case "factor":
      return number(rule?.factor, 6);
    case "factor-error":
      return number(rule?.factorError, 2);
    case "name":
      return rule?.name ? { value: rule.name, written: nameText(rule.name) } : null;
    case "cap":
      return number(rule?.cap);
    case "norm":
      return number(rule?.queryKeyNorm);
    case "mask":
      return maskCell(view, rule);
    case "rotary":
      return rule?.rotary
        ? { value: rule.rotary.layout, written: view.text.report.layouts[rule.rotary.layout] }
        : null;
    case "entropy":
      return number(opened?.entropy);
    case "largest":
      return opened === null
        ? null
        : { value: String(opened.largest), written: weight(opened.largest) };
    case "deviation":
      return number(deviation);
  }
}

/** What a head is sorted by; a head that lacks it comes last. */
const SORTS: Readonly<Record<State["ownsort"], (report: HeadReport, index: number) => number>> = {
  place: (_, index) => index,
  factor: ({ rule }) => rule?.factor ?? Infinity,
  // The most saturated first.
  entropy: ({ opened }) => opened?.entropy ?? Infinity,
  largest: ({ opened }) => -(opened?.largest ?? -Infinity),
  deviation: ({ deviation }) => (deviation === null ? Infinity : -deviation),
};

/** More rows at once would block the page for longer than a frame or two. */
const ROWS_A_TURN = 12;

const keptRows = oneFor((_: View) => ({ opened: 0, count: ROWS_A_TURN, isWaiting: false }));

/** How many rows stand there of what is open. */
function rowsOf(view: View, { opened }: OwnSession) {
  const rows = keptRows(view);
  const { number = 0 } = opened ?? {};
  if (rows.opened !== number) {
    rows.opened = number;
    rows.count = ROWS_A_TURN;
  }
  return rows;
}

/**
 * Whether the rendering that goes on has a row for every head that has come; no other one may
 * follow.
 */
export const hasAllRows = (view: View, session: OwnSession): boolean =>
  rowsOf(view, session).count >= session.reports.size;

/** The number of rows that stand there after this turn; asks for another one where more are left. */
function rowsThisTurn(view: View, session: OwnSession): number {
  const rows = rowsOf(view, session);
  if (rows.count < session.reports.size && !rows.isWaiting) {
    rows.isWaiting = true;
    setTimeout(() => {
      rows.isWaiting = false;
      rows.count += ROWS_A_TURN;
      view.changed();
    });
  }
  return rows.count;
}

/** @param hold called with the head of a row that is chosen */
export function headsTable(
  view: View,
  session: OwnSession,
  held: number,
  hold: (index: number) => void,
): TemplateResult | typeof nothing {
  const { known } = session;
  if (known === null || session.reports.size === 0) return nothing;
  const { table } = view.text;
  const { ownsort } = view.state;
  // Rows that come one after the other would jump from place to place.
  const order = session.reports.size < session.total ? SORTS.place : SORTS[ownsort];
  const rows = [...session.reports].sort(
    ([index, report], [otherIndex, other]) =>
      order(report, index) - order(other, otherIndex) || index - otherIndex,
  );
  const rowOf = ([index, report]: (typeof rows)[number]) => {
    const layer = Math.floor(index / known.heads) + 1;
    const head = (index % known.heads) + 1;
    return html`<tr data-layer=${layer} data-head=${head} data-chosen=${index === held}>
      <th scope="row"><button type="button" class="quiet" @click=${() => hold(index)}>${layer}.${head}</button></th>
      ${COLUMNS.map((column) => {
        const cell = cellOf(view, report, column);
        return html`<td data-name=${column} data-value=${cell?.value ?? nothing}>${
          cell === null ? table.none : typeset(cell.written)
        }</td>`;
      })}
    </tr>`;
  };
  const options = Object.entries(table.sorts) as [State["ownsort"], string][];
  return html`<div class="settings"><div class="setting">${selectField({
    id: view.idOf("ownsort"),
    label: table.sort,
    value: ownsort,
    options,
    choose: (chosen) => view.page.set({ ownsort: chosen as State["ownsort"] }),
  })}</div></div>
    ${scrollingTable(
      table.caption,
      html`<th><span class="visually-hidden">${table.corner}</span></th>${COLUMNS.map(
        (column) =>
          html`<th scope="col" aria-label=${unmarked(table.columns[column])}>${typeset(
            table.columns[column],
          )}</th>`,
      )}`,
      rows.slice(0, rowsThisTurn(view, session)).map(rowOf),
      "heads-table",
    )}`;
}
