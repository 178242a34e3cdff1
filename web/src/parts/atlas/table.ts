/** The table of the models: sorted by a column, filtered as the picture is, with their sources. */
import { html, nothing, type TemplateResult } from "lit";
import { memoFor } from "../../belonging.js";
import { scrollingTable } from "../../part-kit/pieces.js";
import type { State } from "../../state/state.js";
import { significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { unmarked } from "../../text/typeset.js";
import { typeset } from "../../ui/rich.js";
import { addressOf, type Model, type Sources, sourceOf, timesRoot } from "./models.js";
import type { View } from "./view.js";
import { factorText, headsText, headText, listed, sizesText, traitsOf, wordsOf } from "./words.js";

type Sort = State["modelsort"];
type Sorted = number | string;

const largest = (sizes: Model["width"]): number => Math.max(0, ...[sizes ?? 0].flat());

/** What the rows are sorted by. */
const SORTS: Readonly<Record<Sort, (model: Model) => Sorted>> = {
  year: ({ year }) => year,
  name: ({ name }) => name.toLowerCase(),
  kind: ({ kind }) => kind,
  factor: ({ factors: [{ value }] }) => value ?? Infinity,
  times: (model) => timesRoot(model, model.factors[0]) ?? Infinity,
  head: ({ head }) => head ?? Infinity,
  width: ({ width }) => largest(width),
  heads: ({ heads }) => largest(heads),
};

const compare = (a: Sorted, b: Sorted) => Number(a > b) - Number(a < b);

export function sortedModels(models: readonly Model[], sort: Sort, order: State["modelorder"]) {
  const sign = order === "up" ? 1 : -1;
  const by = SORTS[sort];
  return [...models].sort((a, b) => sign * compare(by(a), by(b)));
}

const COLUMNS = [
  "year",
  "kind",
  "factor",
  "times",
  "applied",
  "head",
  "width",
  "heads",
  "beside",
  "read",
  "source",
] as const;
type Column = (typeof COLUMNS)[number];

const isSort = (column: Column | "name"): column is Sort => column in SORTS;

interface TableCell {
  /** As programs read it. */
  readonly value: Sorted | null;
  readonly written: unknown;
}

const sourceLinks = (places: readonly string[]): readonly TemplateResult[] =>
  places.map((place) => {
    const { repository = "", path = "", line = "" } = sourceOf(place) ?? {};
    const file = path.slice(path.lastIndexOf("/") + 1);
    return html`<a
      href=${addressOf(place)}
      target="_blank"
      rel="noopener"
      title="${repository}: ${path}"
    >${file}:${line}</a> `;
  });

function cellOf(view: View, model: Model, sources: Sources, column: Column): TableCell {
  const text = wordsOf(view);
  const [first] = model.factors;
  switch (column) {
    case "year":
      return { value: model.year, written: String(model.year) };
    case "kind":
      return { value: model.kind, written: view.text.kinds[model.kind] };
    case "factor": {
      const written = listed(
        view,
        model.factors.map((factor) => factorText(view, factor)),
      );
      return { value: first.value, written: typeset(written) };
    }
    case "times": {
      const times = timesRoot(model, first);
      return { value: times, written: times === null ? "–" : significant(times, 3) };
    }
    case "applied":
      return { value: model.applied, written: typeset(text.applied[model.applied]) };
    case "head":
      return { value: model.head, written: headText(view, model) };
    case "width": {
      const { width } = model;
      const value = typeof width === "number" ? width : null;
      return { value, written: sizesText(width, text.table.byLevel) };
    }
    case "heads": {
      const { heads } = model;
      const value = typeof heads === "number" ? heads : null;
      return { value, written: headsText(view, model) };
    }
    case "beside": {
      const traits = traitsOf(view, model);
      const written = traits.length === 0 ? text.traits.none : listed(view, traits);
      return { value: traits.length, written: typeset(written) };
    }
    case "read":
      return { value: model.readFrom, written: text.read[model.readFrom] };
    case "source":
      return { value: null, written: sourceLinks(sources[model.id] ?? []) };
  }
}

/** @param choose called with the id of the model whose name is pressed */
function rowOf(
  view: View,
  model: Model,
  sources: Sources,
  chosen: boolean,
  choose: (id: string) => void,
): TemplateResult {
  return html`<tr data-model=${model.id} data-chosen=${chosen}>
    <th scope="row"><button
      type="button"
      class="quiet"
      aria-pressed=${chosen}
      @click=${() => choose(model.id)}
    >${model.name}</button></th>
    ${COLUMNS.map((column) => {
      const { value, written } = cellOf(view, model, sources, column);
      return html`<td data-name=${column} data-value=${value ?? nothing}>${written}</td>`;
    })}
  </tr>`;
}

/** The rows are made again only where they have changed: they take longer than a frame. */
const rowsOf = memoFor(
  (
    view: View,
    shown: readonly Model[],
    sources: Sources,
    chosen: string,
    _language: string,
    choose: (id: string) => void,
  ) => shown.map((model) => rowOf(view, model, sources, model.id === chosen, choose)),
);

/** The heading of a column, a button where the rows can be sorted by it. */
function heading(view: View, column: Column | "name"): TemplateResult {
  const { page, state } = view;
  const name = wordsOf(view).table.columns[column];
  if (!isSort(column)) {
    return html`<th scope="col" aria-label=${unmarked(name)}>${typeset(name)}</th>`;
  }
  const { modelsort, modelorder } = state;
  const isSorted = column === modelsort;
  const isUp = modelorder === "up";
  const press = () => page.set({ modelsort: column, modelorder: isSorted && isUp ? "down" : "up" });
  const direction = isUp ? "ascending" : "descending";
  return html`<th scope="col" aria-sort=${isSorted ? direction : nothing}><button
    type="button"
    class="quiet"
    aria-label=${unmarked(name)}
    @click=${press}
  >${typeset(name)}${isSorted ? html`<span aria-hidden="true">${isUp ? " ↑" : " ↓"}</span>` : nothing}</button></th>`;
}

/** Tells that the card, which may be out of sight, has followed; empty where no model is chosen. */
const told = (view: View, shown: readonly Model[], chosen: string): TemplateResult => {
  const model = shown.find(({ id }) => id === chosen);
  const { chosen: sentence } = wordsOf(view).table;
  return html`<p class="note" role="status">${
    model === undefined ? nothing : say(sentence, { model: model.name })
  }</p>`;
};

/** @param chosen the id of the model that is looked at */
export function modelsTable(
  view: View,
  shown: readonly Model[],
  sources: Sources,
  chosen: string,
  choose: (id: string) => void,
): TemplateResult {
  const { table } = wordsOf(view);
  const { modelsort, modelorder } = view.state;
  const sorted = sortedRows(view, shown, modelsort, modelorder);
  const rows = rowsOf(view, view, sorted, sources, chosen, view.page.language, choose);
  const heads = (["name", ...COLUMNS] as const).map((column) => heading(view, column));
  return html`${scrollingTable(table.caption, heads, rows, "heads-table models-table")}
    ${told(view, shown, chosen)}`;
}

const sortedRows = memoFor(sortedModels);
