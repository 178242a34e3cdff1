/**
 * The grid: recall trained at every learning rate and every d, with the division and without it.
 */
import { html, nothing, type TemplateResult } from "lit";
import { memoForEach, oneFor } from "../../belonging.js";
import { type ChartMaker, dots, line, log, zip } from "../../draw/marks.js";
import { Pointed } from "../../draw/pointed.js";
import type { Engine } from "../../engine/api.js";
import { GRID_LANES } from "../../keys/grid.js";
import type { Inputs } from "../../page/inputs.js";
import { paragraphs } from "../../page/prose.js";
import type { AnyStudy } from "../../part-kit/part-answers.js";
import type { PartView, Section } from "../../part-kit/part-view.js";
import { figurePair, smallTable, titleColor } from "../../part-kit/part-view.js";
import { proseOf, remark, sentenceOf, withSemicolons } from "../../part-kit/prose.js";
import { sharedObject } from "../../part-kit/shared.js";
import { slideOf } from "../../part-kit/slides.js";
import { fragmentFor } from "../../state/address.js";
import { chapterOf } from "../../state/chapters.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/grid.js";
import type { en as race } from "../../text/en/training.js";
import { fixed, significant, superscript } from "../../text/numbers.js";
import { type Span, say } from "../../text/rich.js";
import { textsOf } from "../../text/words.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { richText, typeset } from "../../ui/rich.js";
import { laneStyle, laneWord } from "../training/lane-figures.js";
import { recordedGrid } from "../training/recorded-runs.js";
import type { GridRequest, GridResult, GridSide } from "./grid.js";
import { atBest, bestRate, blank, GRID_DIMS, quantityAt, RATES, trainGrid } from "./grid.js";
import { cellId, type Mapped, mapPicture, RAMP_ENDS, rateAndDim } from "./map-picture.js";

type View = PartView<typeof en>;

/** A lane of the grid. */
interface GridLane {
  readonly side: GridSide;
  readonly name: string;
  /** The name in the colour of the lane. */
  readonly word: Span;
  /** The recorded result, or the cells that are filled so far. */
  readonly result: GridResult;
  readonly study: AnyStudy | undefined;
}

const RACE = textsOf<typeof race>("training");
/** The words of the race that the grid shares. */
const raceWords = ({ page }: View): typeof race => RACE[page.language];

/** Whether the reader has asked for the grid. */
export const filled = sharedObject(() => ({ asked: false }));

/** The cell that is pointed at, in every map. */
const pointedOf = oneFor((view: View) => new Pointed(view.changed, (id) => openRace(view, id)));

/** Opens the race of a cell, from which Back returns to the grid. */
function openRace({ page, state }: View, id: string): void {
  if (state.figure !== "") return;
  const { gridoptimiser: optimiser, lanes } = state;
  const race = { task: "recall", optimiser, ...rateAndDim(id) } as const;
  const alone = chapterOf(state.view) === undefined;
  const place = alone ? ({ view: "training" } as const) : ({ at: "training" } as const);
  page.set({ ...race, ...place, lanes: new Set([...lanes, ...sidesOf(state)]) });
  // The step of the history that is left, which asks as it did. The next one begins when the change
  // has settled.
  if (!page.ownPage || alone) return;
  history.replaceState(page.asks, "", `#${fragmentFor({ ...state, at: "grid" })}`);
  // The browser would return to where the page was when that step began: at the race. Other steps
  // are the browser's: see own-page.ts.
  history.scrollRestoration = "manual";
}

/** The lanes that are compared, one alone where both are the same. */
const sidesOf = ({ gridone, gridtwo }: State): readonly GridSide[] => [
  ...new Set([gridone, gridtwo]),
];

function gridRequest({ state }: View, side: GridSide): GridRequest {
  const { tokens, init, gridoptimiser: optimiser, batch, seed, exponent, gridsteps } = state;
  const model = { task: "recall", layers: 1, heads: 1 } as const;
  const setup = { ...model, tokens, init, optimiser, batch, seed, exponent };
  return { side, steps: gridsteps, dims: GRID_DIMS, rates: RATES, setup };
}

/**
 * The result in place of a lane that is not filled: the recorded one if it is known, else an empty
 * one.
 */
const resultBefore = memoForEach((_: GridSide, requestText: string, known: boolean): GridResult => {
  const request = JSON.parse(requestText) as GridRequest;
  return (known ? recordedGrid(request) : undefined) ?? blank(request);
});

/**
 * The result of a lane where the reader has the grid filled cell by cell; else the recorded one, if
 * there is one.
 */
function gridLane(view: View, side: GridSide, filling: boolean): GridLane {
  const request = gridRequest(view, side);
  const answer = filling ? view.answers.to(trainGrid, request, side) : undefined;
  // The question of the part is about the lane that does not divide.
  const known = !filling && !(view.waits && side === "unscaled");
  const name = view.text.lanes[side];
  const result = answer?.result ?? resultBefore(view, side, JSON.stringify(request), known);
  return { side, name, word: laneWord(side, name), result, study: answer?.study };
}

/** The columns of d all of whose cells are trained, in all of the lanes. */
const complete = (...lanes: readonly GridLane[]): number[] =>
  GRID_DIMS.flatMap((_, column) =>
    lanes.every(({ result }) => bestRate(result, column) !== null) ? [column] : [],
  );

/**
 * The inputs of the figures. For a stopped run a file names the trained cells, as its program takes
 * them.
 */
function gridInputs(view: View, { result: { request, loss }, study }: GridLane): Inputs {
  const { steps: gridsteps, setup } = request;
  const { tokens, init, optimiser: gridoptimiser, batch, seed, exponent } = setup;
  const keys = { gridsteps, tokens, init, gridoptimiser, batch, seed, exponent };
  const { run, ...inputs } = view.answers.inputs(null, keys, study);
  if (run === undefined) return inputs;
  const done = loss.filter((cell) => !Number.isNaN(cell)).length;
  return { ...inputs, run: { ...run, done, total: loss.length, unit: view.text.cells } };
}

function mapFigure(view: View, quantity: Mapped, lane: GridLane): TemplateResult {
  const { text, page } = view;
  const { side, result } = lane;
  const pointed = pointedOf(view);
  const race = raceWords(view);
  const title = quantity === "loss" ? text.lossMap : race.measures.right.title;
  const columns = complete(lane);
  const table = say(text.table, { what: `${race.column[side]} ${race.columns[quantity]}` });
  return view.figures.make({
    name: `${quantity}-${side}`,
    title,
    ...titleColor(side),
    beside: text.lanes[side],
    label: say(text.alt, { map: title, lane: text.lanes[side] }),
    deps: [result, pointed.at],
    picture: mapPicture(result, quantity, text.rate, pointed.at),
    events: pointed,
    highlighted: pointed.at ?? cellId(1, GRID_DIMS[0] ?? 0),
    after: rampLegend(page.palette.weights, "ramp", RAMP_ENDS[quantity]),
    tables: view.tables.make(`${quantity}-${side}`, table, [result], () => ({
      corner: text.rate,
      rows: RATES,
      columns: columns.map((column) => `$d$ = ${GRID_DIMS[column]}`),
      values: columns.map((column) =>
        RATES.map((_, row) => quantityAt(result, quantity, row, column)),
      ),
    })),
    inputs: gridInputs(view, lane),
  });
}

/** Loss and weight of a cell, written. */
const writtenNumbers = (result: GridResult, row: number, column: number) => ({
  rate: String(RATES[row]),
  loss: fixed(quantityAt(result, "loss", row, column), 3),
  right: fixed(quantityAt(result, "right", row, column), 2),
});

/** The values of the cell that is pointed at, in both lanes. */
function cellLine(view: View, lanes: readonly GridLane[], id: string | null): TemplateResult {
  const { text } = view;
  const { rate, dim } = rateAndDim(id ?? "");
  const row = RATES.indexOf(rate);
  const column = GRID_DIMS.indexOf(dim);
  const cellTexts = lanes.flatMap(({ word: lane, result }) => {
    if (id === null || Number.isNaN(quantityAt(result, "loss", row, column))) return [];
    return [richText(text.inCell, { lane, ...writtenNumbers(result, row, column) })];
  });
  return html`<p class="note spoken">${
    cellTexts.length === 0
      ? typeset(text.open)
      : [typeset(text.cell, { dim, rate }), withSemicolons(view.common.signs, cellTexts)]
  }</p>`;
}

/** The numbers of a lane at the best rate of a d, written. */
const bestOf = ({ result }: GridLane, column: number) =>
  writtenNumbers(result, bestRate(result, column) ?? 0, column);

/** What the lanes reach at the best rate of the largest d that all have trained at every rate. */
function finding(view: View, lanes: readonly GridLane[]): unknown {
  const { text, common } = view;
  const last = complete(...lanes).at(-1);
  if (last === undefined) return nothing;
  const found = lanes.map((lane) =>
    richText(text.reached, { lane: lane.word, ...bestOf(lane, last) }),
  );
  return html`<p class="caption spoken">${sentenceOf(
    common.signs,
    typeset(text.finding, { dim: GRID_DIMS[last] ?? 0 }),
    found,
  )}</p>`;
}

/** The best rate of each d that all lanes have trained at every rate. */
function bestRates({ text }: View, lanes: readonly GridLane[]): unknown {
  const trained = complete(...lanes);
  if (trained.length === 0) return html`<p class="note">${text.best.wait}</p>`;
  const rows = trained.map((column) => {
    const cells = lanes.flatMap((lane) => Object.values(bestOf(lane, column)));
    return html`<tr><th scope="row">${GRID_DIMS[column]}</th>${cells.map(
      (cell) => html`<td>${cell}</td>`,
    )}</tr>`;
  });
  const columns = lanes.flatMap(({ name: lane }) =>
    text.best.columns.map((name) => say(name, { lane })),
  );
  return smallTable(text.best.caption, "$d$", columns, rows);
}

/** The d from which the growth is told. */
const FROM = 64;

/**
 * c·d of both sides at `FROM` and at the last d, as powers of d; null where there is no later d, or
 * no positive score.
 */
export function growthOf(
  engine: Pick<Engine, "localExponents">,
  dims: readonly number[],
  sized: readonly (readonly number[])[],
): readonly number[] | null {
  const first = dims.indexOf(FROM);
  const last = dims.length - 1;
  if (first < 0 || first === last) return null;
  const ends = sized.map((scores) => [scores[first] ?? 0, scores[last] ?? 0]);
  if (!ends.flat().every((score) => score > 0)) return null;
  return ends.map((pair) => engine.localExponents([FROM, dims[last] ?? 0], pair)[0] ?? 0);
}

/** How the score of a query and its own key grows with d once they are trained. */
function scoreFigure(view: View, lanes: readonly GridLane[], inputs: Inputs): TemplateResult {
  const { scores: text } = view.text;
  const { column } = raceWords(view);
  const results = lanes.map(({ result }) => result);
  const columns = complete(...lanes);
  const completeDims = columns.map((column) => GRID_DIMS[column] ?? 0);
  const atBestRates = (result: GridResult, quantity: "score" | "cosine") =>
    columns.map((column) => atBest(result, quantity, column));
  /** q·k of vectors of these cosines whose entries have mean square 1. */
  const sized = (result: GridResult) =>
    atBestRates(result, "cosine").map((cosine, i) => cosine * (completeDims[i] ?? 0));
  const chart: ChartMaker = (palette) => ({
    x: log([3.6, 570], "$d$", { ticks: [...GRID_DIMS] }),
    y: log([1, 1000], text.y),
    height: 260,
    marks: [
      line(zip(GRID_DIMS, GRID_DIMS), palette.muted, {
        width: 1.25,
        dash: [6, 3],
        label: text.same,
      }),
      line(zip(GRID_DIMS, GRID_DIMS.map(Math.sqrt)), palette.muted, {
        width: 1.25,
        dash: [3, 3],
        label: text.independent,
      }),
      ...lanes.flatMap(({ side, name, result }) => {
        const { color, dash } = laneStyle(palette, side);
        // A logarithmic axis has no place for a score that is not positive.
        const points = zip(completeDims, sized(result)).filter(([, score]) => score > 0);
        const style = { width: 2.5, dash, label: name };
        return [line(points, color, style), dots(points, color, { radius: 3 })];
      }),
    ],
  });
  const last = (list: readonly number[]) => list.at(-1) ?? 0;
  const most = last(completeDims);
  const found = lanes.map(({ word: lane, result }) => {
    const cosine = fixed(last(atBestRates(result, "cosine")), 2);
    return richText(text.found, { lane, cosine, score: significant(last(sized(result)), 2) });
  });
  const powers = view.engine && growthOf(view.engine, completeDims, results.map(sized));
  const grown = lanes.map(({ side }, i) => {
    const name = `$d${superscript(Number((powers?.[i] ?? 0).toFixed(2)))}$`;
    return richText([laneWord(side, name)]);
  });
  const { stop } = view.common.signs;
  const growth =
    powers &&
    html`${richText(text.growth, {
      from: FROM,
      to: most,
    })}${withSemicolons(view.common.signs, grown)}${Math.max(...powers) < 1 ? typeset(text.falls) : ""}${stop}`;
  return view.figures.make({
    name: "scores",
    title: text.title,
    deps: results,
    chart,
    inputs,
    note:
      completeDims.length === 0
        ? text.wait
        : html`${richText(text.measured, {
            dim: most,
            root: significant(Math.sqrt(most), 2),
          })}${withSemicolons(view.common.signs, found)}${stop}${growth}`,
    tables: () => ({
      corner: "d",
      rows: completeDims,
      columns: text.columns.flatMap((name) => lanes.map(({ side }) => `${column[side]} ${name}`)),
      values: [
        ...results.map((result) => atBestRates(result, "cosine")),
        ...results.map(sized),
        ...results.map((result) => atBestRates(result, "score")),
      ],
    }),
  });
}

function content(view: View): unknown[] {
  const { text, state, page } = view;
  const { folds } = text;
  const fill = () => {
    filled(view).asked = true;
    view.changedAnew();
  };
  const steps = view.controls.row(
    view.controls.sliderField("gridsteps", text.steps, { step: 1, log: true }),
  );
  // Filled only on request: it takes minutes of computing, which a reader who scrolls by should not
  // pay for.
  const recorded = sidesOf(state).some((side) => recordedGrid(gridRequest(view, side)));
  const filling = filled(view).asked || (state.figure !== "" && !recorded);
  // A map alone shows one lane; a slide has both.
  const isOne = slideOf(state).figures.length === 1;
  const only = GRID_LANES.find((side) => isOne && state.figure.endsWith(`-${side}`));
  const sides = only === undefined ? sidesOf(state) : [only];
  const lanes = sides.map((side) => gridLane(view, side, filling));
  const last = lanes.at(-1) as GridLane;
  // What the size of an optimiser's step depends on.
  const step = state.gridoptimiser.startsWith("adam") ? "sign" : "gradient";
  const usual = sides.every((side) => side === "unscaled" || side === "scaled");
  const maps = (quantity: Mapped) =>
    figurePair(lanes.map((lane) => mapFigure(view, quantity, lane)));
  return [
    steps,
    // The group stays while the button inside it is replaced, so that the focus can move to what
    // replaces it.
    html`<div>${
      filling
        ? html`<div class="pair-of-figures">${lanes.map(
            ({ side, study }) =>
              html`<div>${typeset(text.lanes[side])} ${view.progress.of(study)}</div>`,
          )}</div>`
        : html`<div class="race-buttons">
            <button type="button" @click=${fill}>${text.fill}</button>
            <p class="note">${
              recorded ? html`${typeset(text.recorded, { seed: state.seed })} ` : nothing
            }${typeset(text.cost)}</p>
          </div>`
    }</div>`,
    maps("loss"),
    html`<p class="note">${typeset(
      `${text.marked}${view.common.signs.semicolon}${text.diverged}`,
    )}</p>`,
    cellLine(view, lanes, pointedOf(view).at),
    finding(view, lanes),
    view.controls.foldedRow("grid-settings", folds.settings, () => [
      view.controls.chooser("gridone", text.first, text.lanes),
      view.controls.chooser("gridtwo", text.second, text.lanes),
      view.controls.chooser("gridoptimiser", text.optimiser, raceWords(view).optimisers),
    ]),
    view.figures.fold("grid-weights", folds.weights, () => maps("right")),
    view.figures.fold("grid-best", text.best.caption, () => [
      bestRates(view, lanes),
      remark(page, text.honest[usual ? step : "rules"]),
    ]),
    view.figures.fold("grid-scores", folds.scores, () => [
      proseOf(page, paragraphs([text.scores.text])),
      scoreFigure(view, lanes, { ...gridInputs(view, last), otherStudies: sides.slice(0, -1) }),
    ]),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  // Its axis is d.
  bar: () => ({ slider: null }),
  question: { right: 1 },
  content,
};
