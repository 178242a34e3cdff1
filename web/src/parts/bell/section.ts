/**
 * What d does, in one figure: the bell of all scores of a query, the softmax of three typical ones,
 * and its slope, without the division and with it. All of it is exact, and computed in the frame in
 * which d moves.
 */
import type { TemplateResult } from "lit";
import { memoFor } from "../../belonging.js";
import { type Lettering, type Sketch, sketched } from "../../draw/sketch.js";
import { typesetWidth } from "../../draw/typeset.js";
import type { Engine, WeightArithmetic } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import { dimSlider } from "../../page/controls.js";
import type { Powers } from "../../page/inputs.js";
import {
  findingOf,
  type PartView,
  type Section,
  SIDES,
  type Side,
} from "../../part-kit/part-view.js";
import type { en } from "../../text/en/bell.js";
import { powerText, significant, weight } from "../../text/numbers.js";
import { plainText, rich, say } from "../../text/rich.js";

type View = PartView<typeof en>;

/** The exponent of d with which its power is the standard deviation of the scores. */
const ROOT = 0.5;

/** The scores on the axis, which is the same for every d: ±√1024 is on it. */
const REACH = 40;
const TICKS = [-40, -20, 0, 20, 40];

/** The typical scores, in standard deviations from their mean. */
const TYPICAL = [-1, 0, 1];
/** The number of the highest one. */
const HIGHEST = 2;

/** Points of a curve on either side of its middle. */
const HALF = 48;
/** Standard deviations beyond which a curve is not drawn. */
const TAIL = 4;

/** The scores of the table of densities. */
const TABLE_SCORES = Array.from({ length: 21 }, (_, i) => 4 * i - REACH);

/** A place on a curve: a score, and its density relative to that of the mean. */
interface CurvePoint {
  readonly score: number;
  readonly height: number;
}

/** One side of the comparison. */
interface Bell {
  /** The standard deviation of the scores. */
  readonly deviation: number;
  readonly curve: readonly CurvePoint[];
  /** The typical scores on the curve. */
  readonly typical: readonly CurvePoint[];
  /** What softmax makes of each of them. */
  readonly steps: readonly WeightArithmetic[];
  /** The densities at the scores of the table. */
  readonly densities: Float64Array;
}

type Bells = Readonly<Record<Side, Bell>>;

function bellOf(engine: Engine, deviation: number): Bell {
  const law = { mean: 0, std: deviation };
  const [peak = 1] = engine.normalDensity([0], law);
  const pointsAt = (scores: readonly number[]): CurvePoint[] => {
    const densities = engine.normalDensity(scores, law);
    return scores.map((score, i) => ({ score, height: (densities[i] ?? 0) / peak }));
  };
  const reach = Math.min(REACH, TAIL * deviation);
  const scores = TYPICAL.map((deviations) => deviations * deviation);
  return {
    deviation,
    curve: pointsAt(Array.from({ length: 2 * HALF + 1 }, (_, i) => (i / HALF - 1) * reach)),
    typical: pointsAt(scores),
    steps: scores.map((_, index) => engine.weightArithmetic(scores, { scale: 1, index })),
    densities: engine.normalDensity(TABLE_SCORES, law),
  };
}

const bellsOf = memoFor((engine: Engine, dim: number, exponent: number): Bells => {
  const deviation = engine.scoreDivisor(dim, ROOT);
  return {
    unscaled: bellOf(engine, deviation),
    scaled: bellOf(engine, deviation / engine.scoreDivisor(dim, exponent)),
  };
});

/** The numbers of a side as they are written. */
function written({ deviation, steps }: Bell) {
  const highest = steps[HIGHEST];
  return {
    deviation: significant(deviation, 2),
    weight: weight(highest?.weight ?? 0),
    slope: significant(highest?.slope ?? 0, 2),
  };
}

// ---- the picture ----

/** From this width on the three panels stand beside each other. */
const WIDE = 700;
/** Between panels that stand beside each other. */
const GAP = 36;
/** Heights: of the two lines above the bells, of the bells, of what stands below an axis. */
const NAMES = 42;
const BELLS = 150;
const BELOW = 40;
/** The title of a panel with the numbers of the highest bars, and the bars of weight 1. */
const TITLE = 40;
const BARS = 84;
/** The latter where panels stand beside each other: their titles are at the top of the bells. */
const WIDE_BARS = BELLS - 28;
/** The slope y(1 − y) is at most this. */
const STEEPEST = 0.25;

const NAME = 13;
const LABEL = 12;
const NUMBER = 11.5;
/** What is 0 is still seen. */
const LEAST = 1.5;

/** Where a panel is drawn: from x on, down to the line at `base`. */
interface Panel {
  readonly x: number;
  readonly base: number;
  readonly width: number;
}

/** A panel of bars, and the height of the largest. */
interface BarPanel extends Panel {
  readonly tall: number;
}

/** A line of text, as small as it must be to have room. */
function drawText(sketch: Sketch, text: string, y: number, panel: Panel, style: Lettering) {
  const wide = typesetWidth(sketch.textWidth)(text, style.size, style.bold);
  const size = style.size * Math.min(1, panel.width / wide);
  sketch.math(text, panel.x, y, { ...style, size });
}

function drawBells(sketch: Sketch, bells: Bells, panel: Panel, { text, names }: Named) {
  const { x, base, width } = panel;
  const { palette } = sketch;
  const middle = x + width / 2;
  const toX = (score: number) => middle + (score / REACH) * (width / 2 - 10);
  const toY = (height: number) => base - height * BELLS;
  for (const [i, side] of indexed(SIDES)) {
    const { curve, typical } = bells[side];
    const color = palette[side];
    const name = say(text.typical, { side: names[side], ...written(bells[side]) });
    const style = { size: NAME, bold: true, fill: color };
    drawText(sketch, name, base - BELLS - NAMES + 13 + 17 * i, panel, style);
    const points = curve.map(({ score, height }) => [toX(score), toY(height)] as const);
    const first = curve[0]?.score ?? 0;
    const ground = [-first, first].map((score) => [toX(score), base] as const);
    sketch.path([...points, ...ground], { closed: true, fill: color, opacity: 0.16 });
    sketch.path(points, { stroke: color, strokeWidth: 2.25 });
    for (const { score, height } of typical) {
      sketch.line([toX(score), base], [toX(score), toY(height)], { stroke: color });
      sketch.dot(toX(score), toY(height), side === "scaled" ? 2.5 : 4, { fill: color });
    }
  }
  drawLine(sketch, panel);
  for (const tick of TICKS) {
    sketch.line([toX(tick), base], [toX(tick), base + 4], { stroke: palette.muted });
    sketch.text(String(tick).replace("-", "−"), toX(tick), base + 17, {
      size: NUMBER,
      align: "center",
    });
  }
  sketch.math(text.axis, middle, base + 34, { size: LABEL, align: "center" });
}

/** The line that a panel stands on. */
const drawLine = (sketch: Sketch, { x, base, width }: Panel) =>
  sketch.line([x, base], [x + width, base], { stroke: sketch.palette.muted });

const drawTitle = (sketch: Sketch, title: string, panel: BarPanel) =>
  drawText(sketch, title, panel.base - panel.tall - TITLE + 13, panel, { size: LABEL });

/** A pair of bars for each typical score. */
function drawWeights(sketch: Sketch, bells: Bells, panel: BarPanel, { text }: Named) {
  const { x, base, width, tall } = panel;
  drawTitle(sketch, text.weights, panel);
  const room = width / TYPICAL.length;
  const wide = Math.min(36, room * 0.4);
  for (const [score, called] of indexed(text.scores)) {
    const middle = x + (score + 0.5) * room;
    for (const side of SIDES) {
      const share = bells[side].steps[score]?.weight ?? 0;
      const height = Math.max(LEAST, share * tall);
      const left = side === "unscaled" ? middle - wide - 1 : middle + 1;
      const fill = sketch.palette[side];
      sketch.rect({ x: left, y: base - height, width: wide, height }, { fill });
      const number = { size: NUMBER, fill, align: "center" } as const;
      sketch.text(weight(share), left + wide / 2, base - height - 5, number);
    }
    sketch.text(called, middle, base + 15, { size: NUMBER, align: "center" });
  }
  drawLine(sketch, panel);
}

/** For each side the tangent of softmax at the highest score, over one unit of the score. */
function drawSlopes(sketch: Sketch, bells: Bells, panel: BarPanel, { text }: Named) {
  const { x, base, width, tall } = panel;
  drawTitle(sketch, text.slope, panel);
  const room = width / SIDES.length;
  for (const [i, side] of indexed(SIDES)) {
    const slope = bells[side].steps[HIGHEST]?.slope ?? 0;
    const from = x + (i + 0.1) * room;
    const to = x + (i + 0.9) * room;
    // The line of a slope of 0 lies on the ground.
    const ground = base - LEAST;
    const top = ground - (slope / STEEPEST) * tall;
    const fill = sketch.palette[side];
    sketch.path(
      [
        [from, ground],
        [to, top],
        [to, ground],
      ],
      { closed: true, fill, opacity: 0.3 },
    );
    sketch.line([from, ground], [to, top], { stroke: fill, strokeWidth: 3 });
    sketch.text(written(bells[side]).slope, (from + to) / 2, top - 6, {
      size: NUMBER,
      fill,
      align: "center",
    });
  }
  drawLine(sketch, panel);
}

/** The words of the picture, and the names of the sides. */
interface Named {
  readonly text: View["text"];
  readonly names: Readonly<Record<Side, string>>;
}

/** The bells, and the weights and slopes beside them, or below on a narrow page. */
const bellPicture = (bells: Bells, named: Named) =>
  sketched((sketch) => {
    const { width } = sketch;
    const upper = NAMES + BELLS;
    if (width >= WIDE) {
      const wide = width * 0.54;
      const rest = width - wide - 2 * GAP;
      const beside = { base: upper, tall: WIDE_BARS };
      const weights = { x: wide + GAP, width: rest * 0.56, ...beside };
      drawBells(sketch, bells, { x: 0, base: upper, width: wide }, named);
      drawWeights(sketch, bells, weights, named);
      const left = weights.x + weights.width + GAP;
      drawSlopes(sketch, bells, { x: left, width: width - left, ...beside }, named);
      return upper + BELOW;
    }
    const below = { base: upper + BELOW + TITLE + BARS, tall: BARS };
    drawBells(sketch, bells, { x: 0, base: upper, width }, named);
    drawWeights(sketch, bells, { x: 0, width: width * 0.56, ...below }, named);
    drawSlopes(sketch, bells, { x: width * 0.62, width: width * 0.38, ...below }, named);
    return below.base + 20;
  });

/**
 * Three pictures an octave are a file of less than 1 MB. The worked example has three coordinates
 * for good.
 */
const movesOf = ({ state }: View): Powers | null =>
  state.vectors === "example"
    ? null
    : { key: "dim", name: "$d$", from: 0, to: 10, steps: 3, digits: 0 };

function bellFigure(view: View, engine: Engine): TemplateResult {
  const { text, dim, state, tables } = view;
  const { exponent } = state;
  const bells = bellsOf(view, engine, dim, exponent);
  const values = {
    dim,
    by: powerText("d", exponent),
    before: written(bells.unscaled),
    after: written(bells.scaled),
  };
  const finding = plainText(rich(text.finding, values));
  const ofScores = (of: (step: WeightArithmetic) => number) =>
    SIDES.map((side) => bells[side].steps.map(of));
  return view.figures.make({
    name: "curve",
    title: text.title,
    label: finding,
    finding,
    inputs: { ...view.answers.inputs(null, { dim, exponent }), moves: movesOf(view) },
    deps: [bells],
    picture: bellPicture(bells, { text, names: tables.sideNames(powerText("d", exponent)) }),
    after: findingOf(text.finding, values),
    tables: [
      tables.make("scores", text.title, [bells], () => ({
        corner: text.columns[0],
        rows: text.scores,
        columns: tables.sided(text.columns),
        values: [
          ...ofScores(({ score }) => score),
          ...ofScores(({ weight }) => weight),
          ...ofScores(({ slope }) => slope),
        ],
      })),
      tables.make("densities", text.density.title, [bells], () => ({
        corner: text.columns[0],
        rows: TABLE_SCORES,
        columns: tables.sided([text.density.column]),
        values: SIDES.map((side) => bells[side].densities),
      })),
    ],
  });
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["scoreLawDisplay", "highSlopeDisplay"],
  pictureFirst: true,
  before: ({ page }) => dimSlider(page, "dim"),
  bar: () => ({ words: null, seed: null }),
  content: (view) => [
    view.engine === null ? view.progress.withoutEngine() : bellFigure(view, view.engine),
    view.wordingBelow,
  ],
};
