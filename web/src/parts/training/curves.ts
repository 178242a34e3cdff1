/** The curves of a race: a line for each lane over its single steps, or a band. */
import type { TemplateResult } from "lit";
import {
  type Axis,
  band,
  type Chart,
  dots,
  line,
  linear,
  log,
  type Mark,
  note,
  type Point,
} from "../../draw/marks.js";
import type { MatrixTable } from "../../draw/table.js";
import type { Inputs, Palette, PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/training.js";
import { laneStyle } from "./lane-style.js";
import type { Lane, Race } from "./race.js";
import { TEST_EVERY } from "./race.js";
import { type Measure, recordedSteps, rounded125, smoothed, thinned } from "./track.js";

type View = PartView<typeof en>;
export type Curve = keyof (typeof en)["measures"];

/** Points of a line, and single steps, that are drawn of a lane. */
const LINE = 300;
const SINGLE = 200;

const LOGARITHMIC: readonly Curve[] = ["loss", "gradientNorm", "g50"];
/** Shares of 1. */
const SHARES: readonly Curve[] = ["right", "peak", "share"];

/** The points of a lane at some of its steps. */
const pointsAt = (values: readonly number[], most: number): Point[] =>
  thinned(values.length, most).map((i) => [i + 1, values[i] ?? 0]);

/** The curve of a lane: a line over its single steps, or in a band; of exact answers what was tested. */
function marksOf(lane: Lane, curve: Curve, palette: Palette): Mark[] {
  const { color, dash } = laneStyle(palette, lane.name);
  if (curve === "exact") {
    const points = [...lane.exact];
    return [line(points, color, { dash }), dots(points, color, { radius: 2 })];
  }
  const smooth = (measure: Measure) => smoothed(lane.of(measure), LOGARITHMIC.includes(curve));
  const middle = line(pointsAt(smooth(curve), LINE), color, { dash });
  if (curve !== "g50")
    return [dots(pointsAt(lane.of(curve), SINGLE), color, { radius: 1.2, opacity: 0.28 }), middle];
  const [low, high] = [pointsAt(smooth("g10"), LINE), pointsAt(smooth("g90"), LINE)];
  return [
    band(
      low.map(([x, y], i) => [x, y, high[i]?.[1] ?? 0] as const),
      color,
    ),
    middle,
  ];
}

/** Where a lane ended whose next step was not finite. */
function endMarks(lane: Lane, text: string, palette: Palette): Mark[] {
  const last = lane.of("loss").at(-1);
  if (!lane.diverged || last === undefined) return [];
  const { color } = laneStyle(palette, lane.name);
  const end = [lane.step, last] as const;
  return [
    dots([end], color, { radius: 5, hollow: true }),
    note(`  ${text}`, end, color, { bold: true }),
  ];
}

/** Ends between 1, 2 and 5 times powers of ten, so that the axis rarely moves. */
const below = (value: number) => 1 / rounded125(1 / value);

function yAxis({ lanes }: Race, curve: Curve, label: string): Axis {
  if (curve === "exact" || SHARES.includes(curve)) return linear([0, 1.02], label);
  const ends: readonly Measure[] = curve === "g50" ? ["g10", "g90"] : [curve];
  const shown = lanes
    .flatMap((lane) => ends.flatMap((measure) => lane.of(measure)))
    .filter((value) => value > 0);
  const most = shown.reduce((a, b) => Math.max(a, b), 0);
  if (!LOGARITHMIC.includes(curve)) return linear([0, most > 0 ? most * 1.08 : 1], label);
  const least = shown.reduce((a, b) => Math.min(a, b), most);
  if (most === 0) return log([0.1, 10], label);
  return log([below(least * 0.95), Math.max(rounded125(most * 1.05), 10 * below(least))], label);
}

/** @param own tables other than that of the curve */
export function curveFigure(
  view: View,
  race: Race,
  curve: Curve,
  inputs: Inputs,
  own?: readonly MatrixTable[],
): TemplateResult {
  const { text } = view;
  const { title, y } = text.measures[curve];
  const { step, shown, version } = race;
  const chart = (palette: Palette, waits: boolean): Chart => {
    // The question of the part is about the lane that does not divide.
    const lanes = race.lanes.filter(({ name }) => !(waits && name === "unscaled"));
    return {
      x: linear([0, rounded125(Math.max(50, step))], text.axis),
      y: yAxis(race, curve, y),
      height: 210,
      marks: [
        ...lanes.flatMap((lane) => marksOf(lane, curve, palette)),
        ...(curve === "loss" ? lanes : []).flatMap((lane) =>
          endMarks(lane, text.diverged, palette),
        ),
        shown && { kind: "rule", x: shown.step, color: palette.ink },
      ],
    };
  };
  const told = { exact: text.tested, g50: text.bands }[curve as string] ?? text.smoothing;
  return view.figure({
    ...{ name: curve, title, deps: [race, version], chart },
    ...{ note: told, inputs },
    tables: own ?? curveTable(view, race, title, curve === "g50" ? ["g10", "g50", "g90"] : [curve]),
  });
}

/** The value of a lane at a step of the table. Of a lane that has diverged there is none: it is infinite. */
function valueAt(lane: Lane, curve: Measure | "exact", step: number) {
  if (curve === "exact") return lane.exactAt(step) ?? 0;
  if (lane.diverged && step > lane.step) return Number.POSITIVE_INFINITY;
  return lane.of(curve)[step - 1] ?? Number.NaN;
}

const every = ({ setup }: Race) => (setup.task === "dates" ? TEST_EVERY : 1);

/** The rows of a table: curves of lanes at `steps`, a column each. */
function atSteps(
  { text }: View,
  steps: readonly number[],
  columns: readonly (readonly [Lane, Measure | "exact"])[],
) {
  return [
    text.axis,
    steps.map(String),
    columns.map(([lane, curve]) => `${text.column[lane.name]} ${text.columns[curve]}`),
    columns.map(([lane, curve]) => steps.map((step) => valueAt(lane, curve, step))),
  ] as const;
}

/** Some numbers of each lane at the recorded steps. */
export function curveTable(
  view: View,
  race: Race,
  name: string,
  curves: readonly (Measure | "exact")[],
): MatrixTable {
  return view.table(name, [race, race.recorded], () =>
    atSteps(
      view,
      recordedSteps(race.recorded, every(race)),
      curves.flatMap((curve) => race.lanes.map((lane) => [lane, curve] as const)),
    ),
  );
}

/** Every number of every step, for the files. */
export function everyStepTable(view: View, race: Race): MatrixTable {
  return view.table(view.text.everyStep, [race, race.version], () =>
    atSteps(
      view,
      Array.from({ length: race.step }, (_, i) => i + 1),
      race.lanes.flatMap((lane) =>
        [...lane.records.keys()].map((measure) => [lane, measure] as const),
      ),
    ),
  );
}
