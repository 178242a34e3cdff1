/** The grid: recall trained at every learning rate and every d, with the division and without it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Inputs, PartView, Section } from "../../part-kit/part-view.js";
import { kindOf, smallTable } from "../../part-kit/part-view.js";
import { fragmentFor } from "../../state/address.js";
import { chapterOf } from "../../state/chapters.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/grid.js";
import { fixed } from "../../text/numbers.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { richText, typeset } from "../../ui/rich.js";
import { recordedGrid } from "../training/recorded-runs.js";
import {
  bestRate,
  blank,
  cellAt,
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
type Lane = ReturnType<typeof laneOf>;

const MAPPED: readonly Mapped[] = ["loss", "right"];

/** Whether the reader has asked for the grid. */
const filled = (view: View) => view.shared("grid", () => ({ asked: false }));

/** The cell that is pointed at, in every map. */
const pointedOf = (view: View) => view.pointed("grid", (id) => openRace(view, id));

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

const NOTHING = { result: null, study: undefined };

/** What a lane has come to, where the reader has the grid filled cell by cell; else what is recorded, if it is. */
function laneOf(view: View, side: Side, filling: boolean) {
  const request = requestOf(view, side);
  const { result, study } = filling ? view.answer(grid, request, side) : NOTHING;
  // The question of the part is about the lane that does not divide.
  const known = !filling && !(view.waits && side === "unscaled");
  const before = () => (known ? recordedGrid(request) : undefined) ?? blank(request);
  const deps = [JSON.stringify(request), known];
  return { side, result: result ?? view.memo(`before-${side}`, deps, before), study };
}

/** The columns of d all of whose cells are trained, in all of the lanes. */
const complete = (...lanes: readonly Lane[]): number[] =>
  DIMS.flatMap((_, column) =>
    lanes.every(({ result }) => bestRate(result, column) !== null) ? [column] : [],
  );

/** Of a stopped run a file tells the cells that are trained, as its program takes them. */
function inputsOf(view: View, { result: { request, loss }, study }: Lane): Inputs {
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

function mapFigure(view: View, quantity: Mapped, lane: Lane): TemplateResult {
  const { text, page } = view;
  const { side, result } = lane;
  const pointed = pointedOf(view);
  const race = raceWords(view);
  const title = quantity === "loss" ? text.lossMap : race.measures.right.title;
  const columns = complete(lane);
  return view.figure({
    ...{ name: `${quantity}-${side}`, title, ...kindOf(side), beside: text.lanes[side] },
    ...{ label: text.alt(title, text.lanes[side]), deps: [result, pointed.at] },
    picture: mapPicture(result, quantity, text.rate, pointed.at),
    ...{ events: pointed, at: pointed.at ?? cellId(1, DIMS[0] ?? 0) },
    after: rampLegend(page.palette.weights, "ramp", ENDS[quantity]),
    tableName: text.table(`${race.column[side]} ${race.columns[quantity]}`),
    tables: () => [
      text.rate,
      RATES.map(String),
      columns.map((column) => `d = ${DIMS[column]}`),
      columns.map((column) => RATES.map((_, row) => cellAt(result, quantity, row, column))),
    ],
    inputs: inputsOf(view, lane),
  });
}

/** Loss and weight of a cell, written. */
const written = (result: GridResult, row: number, column: number) => ({
  rate: String(RATES[row]),
  loss: fixed(cellAt(result, "loss", row, column), 3),
  right: fixed(cellAt(result, "right", row, column), 2),
});

/** What the cell that is pointed at holds in both lanes. */
function cellLine(view: View, lanes: readonly Lane[], id: string | null): TemplateResult {
  const { text } = view;
  const { rate, dim } = cellOf(id ?? "");
  const [row, column] = [RATES.indexOf(rate), DIMS.indexOf(dim)];
  const told = lanes.flatMap(({ side, result }) => {
    if (id === null || Number.isNaN(cellAt(result, "loss", row, column))) return [];
    const { loss, right } = written(result, row, column);
    return [richText(text.inCell({ lane: side, name: text.lanes[side] }, loss, right))];
  });
  return html`<p class="note spoken">${
    told.length === 0
      ? typeset(text.open)
      : [typeset(text.cell(String(dim), String(rate))), view.listed(told)]
  }</p>`;
}

/** The best rate of each d that all lanes have trained at every rate, and the sentence about the largest of them. */
function bestRates(view: View, lanes: readonly Lane[]): unknown {
  const { text } = view;
  const all = complete(...lanes);
  const best = ({ result }: Lane, column: number) =>
    written(result, bestRate(result, column) ?? 0, column);
  const rows = all.map((column) => {
    const cells = lanes.flatMap((lane) => {
      const { rate, loss, right } = best(lane, column);
      return [rate, loss, right];
    });
    return html`<tr><th scope="row">${DIMS[column]}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  });
  const last = all.at(-1);
  if (last === undefined) return nothing;
  const found = lanes.map((lane) => {
    const called = { lane: lane.side, name: text.lanes[lane.side] };
    return richText(text.reached({ ...called, ...best(lane, last) }));
  });
  const columns = lanes.flatMap(({ side }) => text.best.columns(text.lanes[side]));
  return html`${smallTable(text.best.caption, "d", columns, rows)}
    <p class="caption spoken">${view.sentenceOf(text.finding(String(DIMS[last])), found)}</p>`;
}

function content(view: View): unknown[] {
  const { text, state, page } = view;
  const fill = () => {
    filled(view).asked = true;
    view.changedAnew();
  };
  const controls = view.controlRow(
    view.chooser("gridone", text.first, text.lanes),
    view.chooser("gridtwo", text.second, text.lanes),
    view.chooser("gridoptimiser", text.optimiser, raceWords(view).optimisers),
    view.sliderField("gridsteps", text.steps, { step: 1, log: true }),
  );
  // It takes minutes: nobody who scrolls by waits for it, or pays for it.
  const recorded = sidesOf(state).some((side) => recordedGrid(requestOf(view, side)));
  const filling = filled(view).asked || (state.figure !== "" && !recorded);
  // A map alone shows one lane.
  const only = GRID_LANES.find((side) => state.figure.endsWith(`-${side}`));
  const sides = only === undefined ? sidesOf(state) : [only];
  const lanes = sides.map((side) => laneOf(view, side, filling));
  const last = lanes.at(-1) as Lane;
  const usual = sides.every((side) => side === "unscaled" || side === "scaled");
  const maps = MAPPED.map(
    (quantity) =>
      html`<div class="pair-of-figures">
        ${lanes.map((lane) => mapFigure(view, quantity, lane))}
      </div>`,
  );
  return [
    controls,
    filling
      ? html`<div class="pair-of-figures">${lanes.map(({ side, study }) => html`<div>${typeset(text.lanes[side])} ${view.progress(study)}</div>`)}</div>`
      : html`<div class="race-buttons">
          <button type="button" @click=${fill}>${text.fill}</button>
          <p class="note">${recorded ? html`${typeset(text.recorded(state.seed))} ` : nothing}${typeset(text.cost)}</p>
        </div>`,
    maps,
    html`<p class="note">${typeset(`${text.marked}${view.common.signs.semicolon}${text.diverged}`)}</p>`,
    cellLine(view, lanes, pointedOf(view).at),
    bestRates(view, lanes),
    page.shows("text")
      ? html`<p class="note">${richText(text.honest[usual ? stepOf(state.gridoptimiser) : "rules"])}</p>
          <p class="caption-text about">${richText(text.scores.text)}</p>`
      : nothing,
    scoreFigure(view, lanes, complete(...lanes), {
      ...inputsOf(view, last),
      others: sides.slice(0, -1),
    }),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  question: { right: 1 },
  content,
};
