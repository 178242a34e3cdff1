/** The race: the same model trained with the division and without it, live. */

import { max, mean } from "d3-array";
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { memoFor } from "../../belonging.js";
import { keys, type LaneName, RULE_LANES } from "../../keys/training.js";
import { failureNotice } from "../../page/notices.js";
import type { Section, Side } from "../../part-kit/part-view.js";
import { empty, figurePair, many, smallTable, tableRow } from "../../part-kit/part-view.js";
import { hueLegend } from "../../part-kit/pieces.js";
import { remark, sentenceOf } from "../../part-kit/prose.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/training.js";
import { fixed, percent, significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { unmarked } from "../../text/typeset.js";
import { problem } from "../../ui/controls.js";
import { richText, typeset } from "../../ui/rich.js";
import { BOX_FIGURES, boxesFold, boxesOpen } from "./boxes-fold.js";
import { type CurveName, curveFigure, curveTable, everyStepTable, keyTestOf } from "./curves.js";
import type { View } from "./lane-figures.js";
import {
  answerLine,
  dateFigure,
  keysFigure,
  laneName,
  lanesLegend,
  laneWord,
} from "./lane-figures.js";
import { type Race, REST_SHARE, racesOf } from "./race.js";
import {
  dateField,
  raceButtons,
  raceInputs,
  scrub,
  settings,
  weightsButton,
} from "./race-controls.js";
import { RecordedRace, type RecordedRun, recordedRaces, recordedRun } from "./recorded-runs.js";
import { DIM_LIMITS, laneNamesOf, setupOf } from "./request.js";
import type { ShownRace } from "./shown-race.js";
import type { Lane } from "./track.js";

/** The recorded run as a race. @param names of its lanes, with commas between them */
const recordedRaceFor = memoFor(
  (run: RecordedRun, names: string, changed: () => void) =>
    new RecordedRace(run, names.split(",") as Side[], changed),
);

/**
 * The recorded run that stands for a race until the reader's own begins; undefined where there is
 * none.
 */
function recordedRace(view: View, race: Race): RecordedRace | undefined {
  const recorded = recordingOf(view, race);
  racesOf(view).showRecorded(recorded);
  return recorded;
}

function recordingOf(view: View, race: Race): RecordedRace | undefined {
  const run = recordedRun(race.setup, race.names);
  // The recording has no parameters to open.
  const opens = BOX_FIGURES.includes(view.state.figure.split("-")[1] ?? "");
  if (run === undefined || race.step > 0 || race.running || opens) return undefined;
  const recorded = recordedRaceFor(view, run, race.names.join(), view.changed);
  recorded.wait(view.waits && run.setup.task === "dates");
  return recorded;
}

const recordedLabel = ({ text, state }: View) => say(text.recorded.label, { seed: state.seed });

/**
 * The text that says about how long the lanes still take to the step at which the recorded runs
 * end; "" where that is not to be told.
 */
function remaining({ text }: View, { lanes, running, setup, step }: Race): string {
  const goal = recordedRaces[setup.task].steps;
  const paces = lanes.map(({ diverged, pace }) => (diverged ? 0 : (pace ?? 0)));
  const seconds = ((goal - step) * Math.max(...paces) * (1 + REST_SHARE)) / 1000;
  if (!running || seconds <= 0) return "";
  const { status: words } = text;
  const few = say(words.seconds, { seconds: many(Math.ceil(seconds)) });
  const time = seconds < 100 ? few : say(words.minutes, { minutes: many(Math.ceil(seconds / 60)) });
  return say(words.remaining, { goal: many(goal), time });
}

/**
 * The race in one frame that stays in sight: its buttons, how far the lanes are, how fast, which
 * have diverged, and what each answers. Nothing in it moves.
 */
function raceStage(view: View, race: ShownRace, ownRace: Race): TemplateResult {
  const { status: words } = view.text;
  const lane = (lane: Lane) => {
    const name = laneName(view, lane.name);
    const speed =
      lane.pace === null
        ? name
        : say(words.speed, { lane: name, speed: significant(1000 / lane.pace, 3) });
    const laneStatus = lane.diverged
      ? say(words.diverged, { lane: name, step: many(lane.step) })
      : speed;
    return html`<div class="lane"><p class=${lane.name}>${typeset(laneStatus)}</p>${
      race.setup.task === "dates" ? answerLine(view, lane) : nothing
    }</div>`;
  };
  const raceStatus = [
    say(words.step, { step: many(race.shownStep) }),
    ownRace.running && ownRace.error === null ? words.checking : "",
    race === ownRace ? remaining(view, ownRace) : recordedLabel(view),
  ];
  const status = raceStatus.filter((text) => text !== "").join(" · ");
  return html`<div class="stage" ${ref(racesOf(view).watch)}>
      ${raceButtons(view, ownRace)}
      <div class="race-status"><p>${typeset(status)}</p>${race.lanes.map(lane)}</div>
    </div>
    ${
      ownRace.problem === null
        ? nothing
        : failureNotice(view.page, [say(view.text.problems.compute, { reason: ownRace.problem })])
    }`;
}

const isRule = (lane: LaneName): lane is keyof typeof en.rules => RULE_LANES.includes(lane);

/** The last steps of which the finding tells the mean. */
const LAST_STEPS = 20;

const lossOf = (lane: Lane, step: number): number =>
  mean(lane.valuesOf("loss").slice(Math.max(0, step - LAST_STEPS), step)) ?? Number.NaN;

/** What the lanes had reached at the step that is shown. Read aloud once the race pauses. */
function finding(view: View, race: ShownRace): TemplateResult {
  const { finding: words } = view.text;
  const { shownStep } = race;
  const reached = race.lanes.flatMap((lane) => {
    const step = lane.stepAt(shownStep);
    if (step === 0) return [];
    const exact = lane.exactAt(step);
    const right = lane.valuesOf("right")[step - 1];
    return html`${richText(words.lane, {
      lane: laneWord(lane.name, laneName(view, lane.name)),
      loss: significant(lossOf(lane, step), 2),
    })}${step < shownStep ? say(words.ended, { step: many(step) }) : ""}${
      exact === undefined ? "" : say(words.exact, { percent: percent(exact) })
    }${right === undefined ? "" : say(words.right, { weight: fixed(right, 2) })}`;
  });
  return html`<p class="caption spoken" aria-busy=${race.running ? "true" : "false"}>
    ${
      reached.length === 0
        ? richText(words.begin)
        : sentenceOf(view.common.signs, say(words.after, { step: many(shownStep) }), reached)
    }
  </p>`;
}

/**
 * The largest difference of the losses of a step between the lane that divides and the one that was
 * started smaller.
 */
function smallerNote(view: View, { lanes, setup }: ShownRace): TemplateResult | typeof nothing {
  const lossesOf = (name: LaneName) =>
    lanes.find((lane) => lane.name === name)?.valuesOf("loss") ?? [];
  const scaledLosses = lossesOf("scaled");
  const other = lossesOf("smaller");
  const steps = Math.min(scaledLosses.length, other.length);
  if (steps === 0) return nothing;
  const largest =
    max(scaledLosses.slice(0, steps), (loss, i) => Math.abs(loss - (other[i] ?? 0))) ?? 0;
  const { text, but, roundings } = view.text.smaller;
  const decays = setup.optimiser === "adamw";
  const values = { but: decays ? but.decay : but.roundings, difference: significant(largest, 2) };
  return html`<p class="note">${richText(text, values)}${
    decays ? nothing : typeset(roundings)
  }</p>`;
}

function alignment(view: View, race: ShownRace): TemplateResult {
  const { alignment: words, column } = view.text;
  const { dim } = race.setup;
  const rows = race.lanes.flatMap(({ name, look }) => {
    if (!look?.alignment) return [];
    const { cosine, score } = look.alignment;
    const numbers = [cosine, score, score / Math.sqrt(dim), score / dim];
    const cells = numbers.map((value) => ({ value, written: significant(value, 3) }));
    return tableRow(column[name], cells);
  });
  return html`<p class="caption-text">${richText(words.text)}</p>
    ${
      rows.length === 0
        ? html`<p class="note">${words.wait}</p>`
        : smallTable(words.caption, words.corner, words.columns, rows)
    }`;
}

/** @param ownRace the reader's race; a recorded one is shown until it has begun */
function raceFigures(view: View, race: ShownRace, ownRace: Race): unknown[] {
  const { text } = view;
  const { folds } = text;
  const { error } = race;
  const recorded = race !== ownRace;
  const dates = race.setup.task === "dates";
  const looked = race.lanes.map((lane) => {
    const { look } = lane;
    if (look === null) return null;
    const raceParts = { inputs: raceInputs(view, race, look), legend: lanesLegend(view, race) };
    return dates
      ? dateFigure(view, lane, look, raceParts)
      : keysFigure(view, lane, look, raceParts);
  });
  const lookFold = dates ? "boxes" : "keys";
  const second: CurveName = dates ? "exact" : "right";
  const curve = (name: CurveName) => curveFigure(view, race, name);
  const curves = [
    curveTable(view, race, text.curves, ["loss", second]),
    ...(race.running ? [] : [everyStepTable(view, race)]),
  ];
  return [
    html`<div class="pair-of-figures lanes">${looked}</div>`,
    html`<p class="note">${typeset(dates ? text.attention.note : text.keys.note)}</p>`,
    figurePair(curveFigure(view, race, "loss", curves), curve(second)),
    hueLegend(lanesLegend(view, race)),
    finding(view, race),
    smallerNote(view, race),
    // How far the hand-written gradients are from finite differences.
    error === null
      ? nothing
      : html`<p class="note">${richText(text.status.check, { error: significant(error, 2) })}</p>`,
    dates ? nothing : alignment(view, race),
    recorded ? nothing : weightsButton(view, ownRace),
    view.page.shows("text")
      ? view.figures.fold("training-measured", folds.measured[race.setup.task], () =>
          remark(view.page, text.honest[race.setup.task]),
        )
      : nothing,
    view.figures.fold("training-attention", folds.attention, () =>
      figurePair(curve("entropy"), curve("peak")),
    ),
    view.figures.fold("training-teachers", folds.teachers, () => [
      html`<p class="caption-text">${richText(text.teachers)}</p>
        ${dates ? html`<p class="caption-text">${richText(text.fewTeachers)}</p>` : nothing}`,
      figurePair(curve("gradientNorm"), curve("share"), curve("g50")),
    ]),
    view.figures.fold(`training-${lookFold}`, folds[lookFold], () => [
      recorded ? html`<p class="note">${typeset(text.recorded.start)}</p>` : nothing,
      (dates ? boxesFold : keyTestOf)(view, ownRace),
    ]),
  ];
}

/** The state, for a figure alone with a task and lanes that it shows. */
function forFigure(state: State): State {
  const [, name = "", lane] = state.figure.split("-");
  let { task } = state;
  if (["exact", "reading", ...BOX_FIGURES].includes(name)) task = "dates";
  if (name === "right" || name === "keys") task = "recall";
  const missing = lane !== undefined && !state.lanes.has(lane as LaneName);
  return { ...state, task, ...(missing ? { lanes: keys.lanes.start } : {}) };
}

function content(view: View): unknown[] {
  const { state, text } = view;
  const races = racesOf(view);
  const figureState = forFigure(state);
  const setup = setupOf(figureState);
  const lanes = laneNamesOf(figureState);
  const above = settings(view);
  if (setup === null) {
    const model = text.problems.models[state.task];
    void races.current?.pause();
    const problemText = say(text.problems.dim, {
      dim: state.dim,
      model,
      ...DIM_LIMITS[state.task],
    });
    return [above, problem(view.idOf("dim"), unmarked(problemText))];
  }
  if (lanes.length === 0) return [above, problem(view.idOf("lanes"), text.problems.lanes)];
  const dates = setup.task === "dates";
  const race = races.raceFor(setup, lanes, state.date, dates && boxesOpen(view));
  const recorded = recordedRace(view, race);
  const shownRace: ShownRace = recorded ?? race;
  const about = view.page.shows("text")
    ? html`<p class="caption-text about">${richText(text.about[state.task])}</p>
        ${lanes.filter(isRule).map(
          (lane) =>
            html`<p class="caption-text about">${richText(text.rules[lane], {
              ...state,
              gain: state.gain === 1 ? "" : `${state.gain} · `,
            })}</p>`,
        )}`
    : nothing;
  return [
    above,
    about,
    dates ? dateField(view, recorded !== undefined) : nothing,
    raceStage(view, shownRace, race),
    scrub(view, shownRace, recorded),
    recorded !== undefined || race.answered ? raceFigures(view, shownRace, race) : empty(),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  question: { right: 1 },
  always: true,
  before: (view) => {
    const { current } = racesOf(view);
    const label = html`<p class="note">${recordedLabel(view)}</p>`;
    return current && [raceButtons(view, current), recordedRace(view, current) && label];
  },
  content,
};
