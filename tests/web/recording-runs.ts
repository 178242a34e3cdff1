/** What is recorded of the training: both tasks at their start settings, and the grid. */

import { SIDES } from "../../web/src/attention/sides.js";
import {
  GRID_DIMS,
  type GridRequest,
  QUANTITIES,
  RATES,
  trainGrid,
} from "../../web/src/parts/grid/grid.js";
import { type Round, trainingRound } from "../../web/src/parts/training/experiments.js";
import {
  FIRST_LETTER,
  type RecordedRaceLane,
  type RecordedRun,
  SEEN_EVERY,
  WEIGHT_LEVELS,
} from "../../web/src/parts/training/recorded-runs.js";
import { type Setup, setupOf, type Task } from "../../web/src/parts/training/request.js";
import { TEST_EVERY } from "../../web/src/parts/training/track.js";
import { chapterStart } from "../../web/src/state/chapters.js";
import { START } from "../../web/src/state/state.js";
import { all, last, recall } from "./experiment-steps.js";

const rounded = (value: number, digits = 3) => Number(value.toPrecision(digits));

/** The state of the chapter before its reader changes anything. */
const start = { ...START, view: "race" } as const;

export function startSetup(task: Task): Setup {
  const setup = setupOf({ ...start, ...chapterStart(start), task });
  if (setup === null) throw new Error("The start of the chapter is within the limits.");
  return setup;
}

function recordLane(setup: Setup, lane: (typeof SIDES)[number], steps: number) {
  const { date } = START;
  const asked = { setup, lane, date, boxes: false, check: false };
  const take = (state: Round["state"] | null, count: number, test = false) =>
    last(all(trainingRound, { ...asked, state, steps: count, test })).result;
  const records: Record<string, number[]> & { loss: number[] } = { loss: [] };
  const exact: number[] = [];
  let now = take(null, 0);
  const { alignment: begun } = now.look ?? {};
  const looks = [now];
  for (let step = SEEN_EVERY; step <= steps; step += SEEN_EVERY) {
    now = take(now.state, SEEN_EVERY, step % TEST_EVERY === 0);
    looks.push(now);
    for (const [measure, values] of Object.entries(now.records ?? {}) as [string, Float64Array][]) {
      records[measure] ??= [];
      records[measure].push(...[...values].map((value) => rounded(value)));
    }
    if (now.exact !== null) exact.push(now.exact);
  }
  const { alignment: ended } = take(now.state, 0).look ?? {};
  const numbers = [begun, ended].flatMap((one) => (one ? [one.cosine, one.score] : []));
  const letters = ({ look }: Round) =>
    [...(look?.weights.data ?? [])]
      .map((weight) => String.fromCharCode(FIRST_LETTER + Math.round(weight * WEIGHT_LEVELS)))
      .join("");
  return {
    records,
    exact,
    answers: looks.map(({ look }) => look?.answer ?? ""),
    weights: looks.map(letters),
    alignment: numbers.map((value) => rounded(value)),
  } satisfies RecordedRaceLane;
}

export function recordRun(task: Task, steps: number): RecordedRun {
  const setup = startSetup(task);
  const [unscaled, scaled] = SIDES.map((lane) => recordLane(setup, lane, steps));
  if (unscaled === undefined || scaled === undefined) throw new Error("There are two lanes.");
  return { setup, steps, lanes: { unscaled, scaled } };
}

/** The columns of the grid for some d. */
export function recordGrid(dims: readonly number[]) {
  const lane = (side: GridRequest["side"]) => {
    const request = { side, steps: START.gridsteps, dims, rates: RATES, setup: recall };
    const { result } = last(all(trainGrid, request));
    return Object.fromEntries(
      QUANTITIES.map((name) => [
        name,
        // JSON has no infinite numbers, and NaN stands where those of a lane are no longer finite.
        [...result[name]].map((value) => (Number.isFinite(value) ? rounded(value, 4) : null)),
      ]),
    );
  };
  const [unscaled, scaled] = SIDES.map(lane);
  return { unscaled, scaled };
}

export const recordAll = (dates: number, recallSteps: number) => ({
  dates: recordRun("dates", dates),
  recall: recordRun("recall", recallSteps),
  grid: { steps: START.gridsteps, setup: recall, lanes: recordGrid(GRID_DIMS) },
});
