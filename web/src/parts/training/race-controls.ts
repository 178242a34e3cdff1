/** The settings of a race, its buttons, and the slider back through the run. */

import { html, nothing, type TemplateResult } from "lit";
import { rowsOf } from "../../draw/table.js";
import { keys, LANE_NAMES, type LaneName } from "../../keys/training.js";
import type { FigureSteps } from "../../page/inputs.js";
import { type Content, many } from "../../part-kit/pieces.js";
import { say } from "../../text/rich.js";
import { choice, slider, textField } from "../../ui/controls.js";
import { typeset } from "../../ui/rich.js";
import { SEALED, save } from "../../ui/save.js";
import { laneName, type View } from "./lane-figures.js";
import { type Race, racesOf } from "./race.js";
import type { RecordedRace } from "./recorded-runs.js";
import { readDate } from "./request.js";
import type { ShownRace } from "./shown-race.js";
import { NO_VALUES, thinned } from "./track.js";

const WEIGHTS = "attention-scale-training-weights.json";

/** Digits that a number in single precision needs. */
const DIGITS = 9;

/**
 * JSON: the setup, the number of steps of each lane, and of each every matrix by its name, as a
 * list of rows.
 */
export function weightsFile({ setup, shownSnapshot, shownStep, lanes }: Race): Blob {
  const rounded = (value: number) => Number(value.toPrecision(DIGITS));
  const steps = Object.fromEntries(lanes.map((lane) => [lane.name, lane.stepAt(shownStep)]));
  const matrices = lanes.map(({ name, state, layout }, i) => {
    const parameters = shownSnapshot?.parameters[i] ?? state?.parameters ?? NO_VALUES;
    const entries = layout.map(({ name: entry, from, rows, cols }) => {
      const data = parameters.subarray(from, from + rows * cols);
      return [entry, rowsOf({ rows, cols, data }).map((row) => Array.from(row, rounded))];
    });
    return [name, Object.fromEntries(entries)];
  });
  // The number of tokens is n in the file.
  const { tokens: n, ...same } = setup;
  const content = { setup: { ...same, n }, steps, ...Object.fromEntries(matrices) };
  return new Blob([JSON.stringify(content)], { type: "application/json" });
}

/** The lanes that run, as boxes to check. */
function lanesField(view: View): TemplateResult {
  const { text, state, page } = view;
  const { lanes } = state;
  // The lanes keep their order, however they were checked: the start, chosen again, has its
  // address.
  const choose = (lane: LaneName) =>
    page.set({
      lanes: new Set(LANE_NAMES.filter((other) => (other === lane) !== lanes.has(other))),
    });
  return choice({
    name: view.idOf("lanes"),
    label: text.lanes,
    value: lanes,
    choose,
    options: LANE_NAMES.map((lane) => [lane, laneName(view, lane)] as const),
  });
}

/** The task, and all other settings behind a label with the main ones. */
export function settings(view: View) {
  const { text, common, state } = view;
  const dates = state.task === "dates";
  const label = say(text.settings, { ...state, optimiser: text.optimisers[state.optimiser] });
  const all = (): readonly Content[] => [
    lanesField(view),
    view.controls.chooser("optimiser", text.optimiser, text.optimisers),
    view.controls.field("rate", text.rate, 2),
    view.controls.field("batch", text.batch),
    dates ? nothing : view.controls.sliderField("tokens", text.tokens, { step: 1 }),
    dates ? view.controls.sliderField("blocks", common.model.layers, { step: 1 }) : nothing,
    dates ? view.controls.sliderField("blockheads", common.heads, { step: 1 }) : nothing,
    dates ? view.controls.unfitHeads(state.dim, state.blockheads) : nothing,
    view.controls.sliderField("exponent", text.exponent, { step: 0.01 }),
    state.lanes.has("norm") ? view.controls.field("gain", text.gain, 2) : nothing,
    state.lanes.has("cap") ? view.controls.field("cap", text.cap, 2) : nothing,
    state.lanes.has("clip") ? view.controls.field("clip", text.clip, 2) : nothing,
    view.controls.chooser("init", common.model.init, common.model.inits),
  ];
  const task = view.controls.row(view.controls.chooser("task", text.task, text.tasks));
  return [task, view.controls.foldedRow("training-settings", label, all)];
}

/**
 * What a reader does with a race. One that has no effect now is not disabled: it would lose the
 * focus.
 */
export function raceButtons(view: View, race: Race): TemplateResult {
  const { text } = view;
  const button = (label: string, idle: boolean, act: () => void) =>
    html`<button type="button" ?data-idle=${idle} @click=${act}>${label}</button>`;
  const { train, pause, step, restart } = text.buttons;
  const over = race.lanes.every(({ diverged }) => diverged);
  return html`<div class="race-buttons" role="group" aria-label=${text.buttonsLabel}>
    ${button(train, race.running || over, () => void race.train())}
    ${button(pause, !race.running, () => void race.pause())}
    ${button(step, race.running || over, () => void race.train(1))}
    ${button(restart, race.step === 0 && !race.running, () => racesOf(view).restart())}
  </div>`;
}

/** Saves the parameters of all lanes at the step that is shown. */
export const weightsButton = (view: View, race: Race): TemplateResult | typeof nothing =>
  SEALED || !view.page.shows("download")
    ? nothing
    : html`<p><button
      type="button"
      class="small"
      @click=${() => save(WEIGHTS, weightsFile(race))}
    >${view.text.weights}</button></p>`;

/** The date that the lanes are asked. What is typed stays, also where it is none. */
export function dateField(view: View, recorded: boolean): TemplateResult {
  const { text, state, page } = view;
  const id = view.idOf("date");
  const wrong = readDate(state.date) === null ? text.problems.date : null;
  return html`<div class="setting date">
    ${textField({
      id,
      label: text.date,
      wrong,
      value: state.date,
      input: (date) => page.set({ date }),
    })}
    ${
      recorded
        ? html`<span class="hint">${typeset(text.recorded.date, { date: keys.date.start })}</span>`
        : nothing
    }
  </div>`;
}

/** Plays the recorded run from its start, or stops it where it is. */
function playButton({ text }: View, recorded: RecordedRace): TemplateResult {
  const { playing } = recorded;
  const act = () => {
    if (!playing) {
      recorded.play();
      return;
    }
    recorded.seek(recorded.shownSnapshot);
  };
  const { play, stop } = text.recorded;
  return html`<button type="button" class="small" @click=${act}>${playing ? stop : play}</button>`;
}

/**
 * Leads back to the steps whose parameters are kept.
 * @param recorded the race where it is a recorded one, which can be played
 */
export function scrub(
  view: View,
  race: ShownRace,
  recorded: RecordedRace | undefined,
): TemplateResult | typeof nothing {
  const { text } = view;
  const { snapshots: list, shownSnapshot, running, step } = race;
  if (list.length < 2) return nothing;
  // The newest parameters stand after the snapshots.
  const index = shownSnapshot === null || running ? list.length : list.indexOf(shownSnapshot);
  const stepText = say(text.status.step, { step: many(list[index]?.step ?? step) });
  return html`<div class="setting wide scrub">
    ${recorded === undefined ? nothing : playButton(view, recorded)}
    ${slider({
      id: view.idOf("scrub"),
      label: text.scrub,
      least: 0,
      most: list.length,
      step: 1,
      position: index,
      valueText: index === list.length ? text.newest : stepText,
      move: (position) => race.seek(list[position] ?? null),
    })}
    <output for=${view.idOf("scrub")}>${stepText}</output>
  </div>`;
}

/** Pictures at most. */
const MOST_PICTURES = 30;

/** The steps whose parameters are kept; null while there are none to go through. */
function stepsOf({ text }: View, race: ShownRace): FigureSteps | null {
  const { snapshots, shownSnapshot, running } = race;
  if (running || snapshots.length < 2) return null;
  const chosen = thinned(snapshots.length, MOST_PICTURES).flatMap((i) => snapshots[i] ?? []);
  return {
    names: chosen.map(({ step }) => say(text.status.step, { step: many(step) })),
    show: (index) => race.seek(index === null ? shownSnapshot : (chosen[index] ?? null)),
    reached: (index) =>
      race.shownSnapshot === chosen[index] &&
      race.lanes.every((lane) => lane.look?.step === lane.stepAt(race.shownStep)),
  };
}

/**
 * What a figure of the race was computed from: with the date that the lanes were asked, after so
 * many steps.
 */
export function raceInputs(
  view: View,
  race: ShownRace,
  { step, date }: Pick<ShownRace, "step" | "date"> = race,
) {
  const { names, running } = race;
  const { layers: _, heads: __, ...setup } = race.setup;
  const requestedState = { ...setup, lanes: new Set(names), date };
  const run = { done: step, total: null, unit: view.text.steps, stopped: !running };
  const moves = stepsOf(view, race);
  return {
    ...view.answers.inputs(null, requestedState),
    run: race.step > 0 ? run : undefined,
    moves,
  };
}
