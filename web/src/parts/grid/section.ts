/** The grid: recall trained at every learning rate and every d, with the division and without it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Inputs } from "../../page/inputs.js";
import { chooser, controlRow, sliderField } from "../../part-kit/controls.js";
import { figure, listed, progress, sentenceOf, smallTable } from "../../part-kit/figure.js";
import type { AnyStudy, PartView, Section } from "../../part-kit/part-view.js";
import { pointedIn } from "../../part-kit/pointed.js";
import { kindOf } from "../../part-kit/sides.js";
import { fragmentFor } from "../../state/address.js";
import { chapterOf } from "../../state/chapters.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/grid.js";
import type { Called } from "../../text/lane-word.js";
import { fixed } from "../../text/numbers.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { richText, typeset } from "../../ui/rich.js";
import { recordedGrid } from "../training/recorded-runs.js";
import {
  bestRate,
  blank,
  DIMS,
  type GridRequest,
  type GridResult,
  grid,
  RATES,
  type Side,
} from "./grid.js";
import { GRID_LANES } from "./keys.js";
import { cellId, cellOf, ENDS, type Mapped, mapPicture } from "./map-picture.js";
import { raceWords, scoreFigure } from "./score-figure.js";

type View = PartView<typeof en>;
/** Of the lanes that are compared. */
type Results = readonly GridResult[];

const MAPPED: readonly Mapped[] = ["loss", "right"];

/** Whether the reader has asked for the grid. */
const filled = (view: View) => view.shared("grid", () => ({ asked: false }));

/** The cell that is pointed at, in every map. */
const pointedOf = (view: View) => pointedIn(view, "grid", (id) => openRace(view, id));

/** Opens the race of a cell, from which Back returns to the grid. */
function openRace({ page, state }: View, id: string): void {
  if (state.figure !== "") return;
  const { gridoptimiser: optimiser, lanes } = state;
  const compared = sidesOf(state);
  const race = { task: "recall", optimiser, ...cellOf(id) } as const;
  const alone = chapterOf(state.view) === undefined;
  const place = alone ? ({ view: "training" } as const) : ({ at: "training" } as const);
  page.set({ ...race, ...place, lanes: new Set([...lanes, ...compared]) });
  // The step of the history that is left. The next one begins when the change has settled.
  if (!page.ownPage || alone) return;
  history.replaceState(null, "", `#${fragmentFor({ ...state, at: "grid" })}`);
  // The browser would return to where the page was when that step began: at the race.
  history.scrollRestoration = "manual";
}

/** The lanes that are compared, one alone where both are the same. */
const sidesOf = ({ gridone, gridtwo }: State): readonly Side[] => [...new Set([gridone, gridtwo])];

function requestOf({ state }: View, side: Side): GridRequest {
  const { tokens, init, gridoptimiser: optimiser, batch, seed, exponent, gridsteps } = state;
  const model = { task: "recall", layers: 1, heads: 1 } as const;
  const setup = { ...model, tokens, init, optimiser, batch, seed, exponent };
  return { side, steps: gridsteps, dims: DIMS, rates: RATES, setup };
}

/** The columns of d all of whose cells are trained. */
const complete = (result: GridResult): number[] =>
  result.request.dims.flatMap((_, column) => (bestRate(result, column) === null ? [] : [column]));

/** Of a stopped run a file tells the cells that are trained, as its program takes them. */
function inputsOf(view: View, { request, loss }: GridResult, study: AnyStudy | undefined): Inputs {
  const { steps: gridsteps, setup } = request;
  const { tokens, init, optimiser: gridoptimiser, batch, seed, exponent } = setup;
  const keys = { gridsteps, tokens, init, gridoptimiser, batch, seed, exponent };
  const { run, ...inputs } = view.inputs(null, keys, study);
  if (run === undefined) return inputs;
  const done = loss.filter((cell) => !Number.isNaN(cell)).length;
  return { ...inputs, run: { ...run, done, total: loss.length, what: view.text.cells } };
}

/** What the size of an optimiser's step depends on. */
const stepOf = (optimiser: State["gridoptimiser"]) =>
  optimiser === "adam" || optimiser === "adamw" ? "sign" : "gradient";

const completeInAll = ([first, ...others]: Results): number[] =>
  (first ? complete(first) : []).filter((column) =>
    others.every((other) => complete(other).includes(column)),
  );

function mapFigure(
  view: View,
  quantity: Mapped,
  side: Side,
  result: GridResult,
  study: AnyStudy | undefined,
): TemplateResult {
  const { text, page } = view;
  const pointed = pointedOf(view);
  const { dims, rates } = result.request;
  const title = text.maps[quantity];
  const columns = complete(result);
  const valueAt = (row: number, column: number) =>
    result[quantity][row * dims.length + column] ?? 0;
  return figure(view, {
    ...{ title, ...kindOf(side), beside: text.lanes[side] },
    drawing: view.picture(
      `${quantity}-${side}`,
      text.alt(title, text.lanes[side]),
      [result, pointed.at],
      mapPicture(result, quantity, text.rate, pointed.at),
      pointed,
      pointed.at ?? cellId(1, dims[0] ?? 0),
    ),
    after: rampLegend(page.palette.weights, "ramp", ENDS[quantity]),
    tables: view.table(text.tables[quantity](raceWords(view).column[side]), [result], () => [
      text.rate,
      rates.map(String),
      columns.map((column) => `d = ${dims[column]}`),
      columns.map((column) => rates.map((_, row) => valueAt(row, column))),
    ]),
    inputs: inputsOf(view, result, study),
  });
}

/** Loss and weight of a cell, written. */
function written(
  { request: { dims, rates }, loss, right }: GridResult,
  row: number,
  column: number,
) {
  const cell = row * dims.length + column;
  return {
    rate: String(rates[row]),
    loss: fixed(loss[cell] ?? 0, 3),
    right: fixed(right[cell] ?? 0, 2),
  };
}

/** What the cell that is pointed at holds in both lanes. */
function cellLine(view: View, results: Results, id: string | null): TemplateResult {
  const { text } = view;
  const { rate, dim } = cellOf(id ?? "");
  const told = results.flatMap((result) => {
    const { side } = result.request;
    const [row, column] = [RATES.indexOf(rate), DIMS.indexOf(dim)];
    const trained = !Number.isNaN(result.loss[row * DIMS.length + column]);
    if (id === null || !trained) return [];
    const { loss, right } = written(result, row, column);
    return [richText(text.inCell({ lane: side, name: text.lanes[side] }, loss, right))];
  });
  return html`<p class="note spoken">${
    told.length === 0
      ? typeset(text.open)
      : [typeset(text.cell(String(dim), String(rate))), listed(view, told)]
  }</p>`;
}

/** The best rate of each d that all lanes have trained at every rate, and the sentence about the largest of them. */
function bestRates(view: View, results: Results): unknown {
  const { text } = view;
  const both = completeInAll(results);
  const best = (result: GridResult, column: number) =>
    written(result, bestRate(result, column) ?? 0, column);
  const rows = both.map((column) => {
    const cells = results.flatMap((result) => {
      const { rate, loss, right } = best(result, column);
      return [rate, loss, right];
    });
    return html`<tr><th scope="row">${DIMS[column]}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  });
  const last = both.at(-1);
  if (last === undefined) return nothing;
  const lanes = results.map(({ request }) => ({
    ...{ lane: request.side, name: text.lanes[request.side] },
  }));
  const found = results.map((result, i) =>
    richText(text.reached({ ...(lanes[i] as Called), ...best(result, last) })),
  );
  const columns = lanes.flatMap(({ name }) => text.best.columns(name));
  return html`${smallTable(text.best.caption, "d", columns, rows)}
    <p class="caption spoken">${sentenceOf(view, text.finding(String(DIMS[last])), found)}</p>`;
}

function content(view: View): unknown[] {
  const { text, state, page } = view;
  const fill = () => {
    filled(view).asked = true;
    view.changedAnew();
  };
  const controls = controlRow(
    view,
    chooser(view, "gridone", text.first, text.lanes),
    chooser(view, "gridtwo", text.second, text.lanes),
    chooser(view, "gridoptimiser", text.optimiser, raceWords(view).optimisers),
    sliderField(view, "gridsteps", text.steps, { step: 1, log: true }),
  );
  // It takes minutes: nobody who scrolls by waits for it, or pays for it.
  const recorded = sidesOf(state).some((side) => recordedGrid(requestOf(view, side)));
  const filling = filled(view).asked || (state.figure !== "" && !recorded);
  // A map alone shows one lane.
  const only = GRID_LANES.find((side) => state.figure.endsWith(`-${side}`));
  const sides = only === undefined ? sidesOf(state) : [only];
  const answers = filling
    ? sides.map((side) => view.answer(side, grid, requestOf(view, side)))
    : [];
  const resultOf = (side: Side): GridResult => {
    const request = requestOf(view, side);
    const answer = answers[sides.indexOf(side)];
    // Once the reader has it filled, its cells come one by one.
    // The question of the part is about the lane that does not divide.
    const known = answer === undefined && !(view.waits && side === "unscaled");
    const before = () => (known ? recordedGrid(request) : undefined) ?? blank(request);
    const deps = [JSON.stringify(request), known];
    return answer?.result ?? view.memo(`before-${side}`, deps, before);
  };
  const results: Results = sides.map(resultOf);
  const usual = sides.every((side) => side === "unscaled" || side === "scaled");
  const maps = MAPPED.map(
    (quantity) =>
      html`<div class="pair-of-figures">
        ${sides.map((side, i) => mapFigure(view, quantity, side, resultOf(side), answers[i]?.study))}
      </div>`,
  );
  return [
    controls,
    filling
      ? html`<div class="pair-of-figures">${answers.map(({ study }, i) => html`<div>${typeset(text.lanes[sides[i] as Side])} ${progress(view, study)}</div>`)}</div>`
      : html`<div class="race-buttons">
          <button type="button" @click=${fill}>${text.fill}</button>
          <p class="note">${recorded ? html`${typeset(text.recorded(state.seed))} ` : nothing}${typeset(text.cost)}</p>
        </div>`,
    maps,
    html`<p class="note">${typeset(`${text.marked}${view.common.signs.semicolon}${text.diverged}`)}</p>`,
    cellLine(view, results, pointedOf(view).at),
    bestRates(view, results),
    page.shows("text")
      ? html`<p class="note">${richText(text.honest[usual ? stepOf(state.gridoptimiser) : "rules"])}</p>
          <p class="caption-text about">${richText(text.scores.text)}</p>`
      : nothing,
    scoreFigure(view, results, completeInAll(results), {
      ...inputsOf(view, resultOf(sides.at(-1) ?? "scaled"), answers.at(-1)?.study),
      others: sides.slice(0, -1),
    }),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  question: { right: 1 },
  content,
};
