/**
 * The curves of a race: for each lane a line over its single steps, or a band; and curves of its
 * heads among other numbers of keys.
 */
import { extent } from "d3-array";
import { html, nothing } from "lit";
import type { Axis, Chart, Mark, Point } from "../../draw/marks.js";
import { band, dots, line, linear, log, note, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { MatrixTable } from "../../draw/table.js";
import { figurePair, many } from "../../part-kit/pieces.js";
import { sentenceOf } from "../../part-kit/prose.js";
import { slideOf } from "../../part-kit/slides.js";
import type { en } from "../../text/en/training.js";
import { fixed } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { richText, typeset } from "../../ui/rich.js";
import { type KeyTestResult, TEST_COUNTS } from "./experiments.js";
import { laneName, laneStyle, lanesLegend, laneWord, type View } from "./lane-figures.js";
import type { Race } from "./race.js";
import { raceInputs } from "./race-controls.js";
import type { ShownRace } from "./shown-race.js";
import type { Lane, RecordName } from "./track.js";
import { recordedSteps, rounded125, smoothed, TEST_EVERY, thinned } from "./track.js";

export type CurveName = keyof (typeof en)["measures"];

/** Points of a line, and single steps, that are drawn of a lane. */
const LINE_POINTS = 300;
const SINGLE = 200;

/** The steps on the axis of a race that has fewer. */
const LEAST_STEPS = 50;

const LOGARITHMIC: readonly CurveName[] = ["loss", "gradientNorm", "g50"];
/** Shares of 1. */
const SHARES: readonly CurveName[] = ["right", "peak", "share"];

/** The points of a lane at some of its steps. */
const pointsAt = (values: readonly number[], most: number): Point[] =>
  thinned(values.length, most).map((i) => [i + 1, values[i] ?? 0]);

/**
 * The curve of a lane: a line over its single steps, or in a band; of exact answers what was
 * tested.
 */
function laneMarks(lane: Lane, curve: CurveName, palette: Palette): Mark[] {
  const { color, dash } = laneStyle(palette, lane.name);
  if (curve === "exact") {
    const points = [...lane.exact];
    return [line(points, color, { dash }), dots(points, color, { radius: 2 })];
  }
  const smooth = (measure: RecordName) =>
    smoothed(lane.valuesOf(measure), LOGARITHMIC.includes(curve));
  const middle = line(pointsAt(smooth(curve), LINE_POINTS), color, { dash });
  if (curve !== "g50") {
    return [
      dots(pointsAt(lane.valuesOf(curve), SINGLE), color, { radius: 1.2, opacity: 0.28 }),
      middle,
    ];
  }
  const low = pointsAt(smooth("g10"), LINE_POINTS);
  const high = pointsAt(smooth("g90"), LINE_POINTS);
  const stretches = low.map(([x, y], i) => [x, y, high[i]?.[1] ?? 0] as const);
  return [band(stretches, color), middle];
}

/** Where a lane ended whose next step was not finite. */
function endMarks({ text }: View, lane: Lane, palette: Palette): Mark[] {
  const last = lane.valuesOf("loss").at(-1);
  if (!lane.diverged || last === undefined) return [];
  const { color } = laneStyle(palette, lane.name);
  const end = [lane.step, last] as const;
  return [
    dots([end], color, { radius: 5, hollow: true }),
    note(`  ${text.diverged}`, end, color, { bold: true }),
  ];
}

/** Ends between 1, 2 and 5 times powers of ten, so that the axis rarely moves. */
const below = (value: number) => 1 / rounded125(1 / value);

function yAxis({ lanes }: ShownRace, curve: CurveName, label: string): Axis {
  if (curve === "exact" || SHARES.includes(curve)) return linear([0, 1.02], label);
  const ends: readonly RecordName[] = curve === "g50" ? ["g10", "g90"] : [curve];
  const values = lanes.flatMap((lane) => ends.flatMap((measure) => lane.valuesOf(measure)));
  const [least, most] = extent(values.filter((value) => value > 0));
  if (!LOGARITHMIC.includes(curve)) return linear([0, most ? most * 1.08 : 1], label);
  if (!least || !most) return log([0.1, 10], label);
  return log([below(least * 0.95), Math.max(rounded125(most * 1.05), 10 * below(least))], label);
}

/** @param tables tables other than that of the curve */
export function curveFigure(
  view: View,
  race: ShownRace,
  curve: CurveName,
  tables?: readonly MatrixTable[],
) {
  const { text } = view;
  const { title, y } = text.measures[curve];
  const { step, shownSnapshot, version } = race;
  // A slide shows room for the steps that it asks about.
  const { steps = LEAST_STEPS } = slideOf(view.state);
  const most = step > steps ? rounded125(step) : steps;
  const chart = (palette: Palette, waits: boolean): Chart => {
    // The question of the part is about the lane that does not divide.
    const lanes = race.lanes.filter(({ name }) => !(waits && name === "unscaled"));
    return {
      x: linear([0, most], text.axis),
      y: yAxis(race, curve, y),
      height: 210,
      marks: [
        ...lanes.flatMap((lane) => laneMarks(lane, curve, palette)),
        ...lanes.flatMap((lane) => (curve === "loss" ? endMarks(view, lane, palette) : [])),
        shownSnapshot && { kind: "rule", x: shownSnapshot.step, color: palette.ink },
      ],
    };
  };
  const noteText = { exact: text.tested, g50: text.bands }[curve as string] ?? text.smoothing;
  return view.figures.make({
    name: curve,
    legend: lanesLegend(view, race),
    title,
    deps: [race, version],
    chart,
    note: noteText,
    inputs: raceInputs(view, race),
    tables:
      tables ?? curveTable(view, race, title, curve === "g50" ? ["g10", "g50", "g90"] : [curve]),
  });
}

/**
 * The value of a lane at a step of the table. Of a lane that has diverged there is none: it is
 * infinite.
 */
function valueAt(lane: Lane, curve: RecordName | "exact", step: number) {
  if (curve === "exact") return lane.exactAt(step) ?? 0;
  if (lane.diverged && step > lane.step) return Number.POSITIVE_INFINITY;
  return lane.valuesOf(curve)[step - 1] ?? Number.NaN;
}

type Column = readonly [Lane, RecordName | "exact"];

/** Curves of lanes at some steps, a column each. @param reached changes with what they hold */
const tableAt = (
  view: View,
  race: ShownRace,
  key: string,
  name: string,
  reached: number,
  stepsOf: () => readonly number[],
  columns: readonly Column[],
): MatrixTable =>
  view.tables.make(key, name, [race, reached], () => {
    const { text } = view;
    const steps = stepsOf();
    const names = columns.map(
      ([lane, record]) => `${text.column[lane.name]} ${text.columns[record]}`,
    );
    const values = columns.map(([lane, curve]) => steps.map((step) => valueAt(lane, curve, step)));
    return { corner: text.axis, rows: steps, columns: names, values };
  });

/** Some numbers of each lane at the recorded steps. */
export function curveTable(
  view: View,
  race: ShownRace,
  name: string,
  curves: readonly Column[1][],
) {
  const { tabledStep, lanes, setup } = race;
  const columns = curves.flatMap((curve) => lanes.map((lane): Column => [lane, curve]));
  const steps = () => recordedSteps(tabledStep, setup.task === "dates" ? TEST_EVERY : 1);
  return tableAt(view, race, curves.join(), name, tabledStep, steps, columns);
}

/** Every number of every step, for the files. */
export function everyStepTable(view: View, race: ShownRace): MatrixTable {
  const { step, version, lanes } = race;
  const columns = lanes.flatMap((lane) =>
    [...lane.records.keys()].map((record): Column => [lane, record]),
  );
  const steps = () => Array.from({ length: step }, (_, i) => i + 1);
  return tableAt(view, race, "every step", view.text.everyStep, version, steps, columns);
}

/**
 * The content of the fold that asks the heads of recall among more keys than they were trained on.
 */
export function keyTestOf(view: View, race: Race): unknown {
  const { keyTest: words, column } = view.text;
  const { lanes, setup, keyTest } = race;
  const results = lanes.flatMap(({ name, keys }) => (keys ? { name, ...keys } : []));
  const tested = results.filter(({ plain }) => plain.length > 0);
  const lost = results.flatMap(({ name, plain }) => (plain.length ? [] : laneName(view, name)));
  const numbers = tested.flatMap(({ plain, grown }) => [plain, grown]);
  const inputs = raceInputs(view, race);
  // Both figures have the same table.
  const tables = view.tables.make("keys", words.table, numbers, () => ({
    corner: view.common.keys,
    rows: TEST_COUNTS,
    columns: tested.flatMap(({ name }) =>
      words.columns.map((heading) => say(heading, { lane: column[name] })),
    ),
    values: numbers,
  }));
  const ofKind = (kind: keyof KeyTestResult) => {
    const title = kind === "plain" ? words.plain : say(words.grown, { n: setup.tokens });
    const deps = tested.map((result) => result[kind]);
    const chart = (palette: Palette) => ({
      x: log([14, 4700], view.common.keys, { ticks: [...TEST_COUNTS] }),
      y: linear([0, 1.02], words.weight),
      height: 210,
      marks: tested.flatMap((result) => {
        const { color, dash } = laneStyle(palette, result.name);
        const points = zip(TEST_COUNTS, result[kind]);
        return [line(points, color, { dash }), dots(points, color, { radius: 2.5 })];
      }),
    });
    return view.figures.make({
      name: `keytest-${kind}`,
      legend: lanesLegend(view, race),
      title,
      inputs,
      deps,
      chart,
      tables,
    });
  };
  const last = (weights: readonly number[]) => fixed(weights.at(-1) ?? 0, 2);
  const laneTexts = tested.map(({ name, plain, grown }) =>
    richText(words.lane, {
      lane: laneWord(name, laneName(view, name)),
      plain: last(plain),
      grown: last(grown),
    }),
  );
  const finding = () =>
    sentenceOf(view.common.signs, say(words.finding, { step: many(keyTest.step) }), laneTexts);
  return [
    html`<p class="caption-text">${richText(words.text, { n: setup.tokens })}</p>
      <div class="race-buttons">
        <button type="button" @click=${() => void race.testKeys()}>${words.test}</button>
        ${keyTest.running ? html`<p class="note">${words.testing}</p>` : nothing}
      </div>`,
    lost.map((name) => html`<p class="note">${typeset(words.lost, { name })}</p>`),
    tested.length === 0
      ? nothing
      : html`${figurePair(ofKind("plain"), ofKind("grown"))}
          <p class="caption spoken">${finding()}</p>`,
  ];
}
