/**
 * Why the exponent is a half: the map of exponents and d, longer sentences, and the place of the
 * division by √d.
 */
import { html, nothing, type TemplateResult } from "lit";
import { memoForEach } from "../../belonging.js";
import { chartPicture } from "../../draw/chart.js";
import { largestOf } from "../../draw/heatmap.js";
import type { Chart, ChartMaker, Point } from "../../draw/marks.js";
import { atX, dots, line, linear, log, note, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { Engine, ReducedScores, RootPlace } from "../../engine/api.js";
import { everyEntry } from "../../experiments/experiment.js";
import { keys, type MapQuantity } from "../../keys/exponent.js";
import { clampToLimits, roundedToThousandths } from "../../page/number-field.js";
import { paragraphs } from "../../page/prose.js";
import { DIMS } from "../../part-kit/axes.js";
import type { Answer, Answered, PartView, Section } from "../../part-kit/part-view.js";
import { bandOf, dimAxis, empty, smallTable, tableRow } from "../../part-kit/part-view.js";
import { proseOf } from "../../part-kit/prose.js";
import { LIMITS } from "../../state/state.js";
import type { en } from "../../text/en/exponent.js";
import { fixed, significant } from "../../text/numbers.js";
import { type Rich, rich, say } from "../../text/rich.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { displayFormulas, richText, typeset } from "../../ui/rich.js";
import { draws } from "../gradient/experiments.js";
import { DIM, FACTORS, type FactorName, GROWTH_COUNTS, growth, places } from "./experiments.js";

type View = PartView<typeof en>;
type Draws = Answered<typeof draws>;

// ---- the map of a median over exponents and d, and the same medians as curves against d ----

/** 0, 0.05 … 1. */
const EXPONENTS: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20);
/** The exponents of the curves. */
const CURVES: readonly number[] = [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1];

/** The quantity whose medians are drawn: a change is one of the gradient. */
const quantityOf = (measure: MapQuantity) => (measure === "change" ? "gradient" : measure);

/**
 * The medians by d of each exponent, or the power of 2 by which that of the gradient changes from
 * one d to the next.
 */
const mediansOf = memoForEach((measure: MapQuantity, engine: Engine, result: Draws["result"]) => {
  const summaries = result.summaries[quantityOf(measure)];
  const rows = EXPONENTS.map(
    (_, j) => everyEntry(summaries, DIMS.length, j, EXPONENTS.length).median,
  );
  return measure === "change" ? rows.map((row) => engine.localExponents(DIMS, row)) : rows;
});

/** What both figures hold: of a quantity the table, and all that the picture is made of. */
function mapParts(view: View, source: Draws, measure: MapQuantity, rows: readonly Float64Array[]) {
  const { map: text, controls } = view.text;
  const attention = view.page.attention.result?.request;
  const { dim, exponent } = attention ?? view.state;
  const label = say(text.table, { measure: controls.measures[measure] });
  return {
    source,
    attention,
    label,
    deps: [source.result, view.state.measure, exponent, dim],
    tables: view.tables.make(`map ${measure}`, label, [rows], () => {
      const steps = DIMS.slice(1).map((d, i) => `${DIMS[i]} → ${d}`);
      const columns = measure === "change" ? steps : DIMS.map(String);
      const values = columns.map((_, i) => rows.map((row) => row[i] ?? 0));
      return { corner: text.corner, rows: EXPONENTS, columns, values };
    }),
  };
}

function mapFigure(view: View, engine: Engine, answer: Draws): TemplateResult {
  const { page, state, text } = view;
  const { map, controls } = text;
  const { keys } = answer.request;
  const { measure } = state;
  const change = measure === "change";
  const rows = mediansOf(view, measure, engine, answer.result);
  const { dim, exponent } = page.attention.result?.request ?? state;
  /** The position of a value on its ramp, from 0 to 1. */
  const position = {
    change: (value: number) => (value + 1) / 2,
    gradient: (value: number) => 1 + Math.log10(Math.max(value, 1e-3)) / 3,
    entropy: (value: number) => value / Math.log(keys),
    peak: (value: number) => value,
  }[measure];
  const chart = (palette: Palette): Chart => {
    const ramp = change ? palette.scores : palette.weights;
    // A change is between two d, a median at one.
    const xEdges = change ? DIMS : [Math.SQRT1_2, ...DIMS.map((d) => d * Math.SQRT2)];
    const yEdges = [...EXPONENTS.map((y) => y - 0.025), 1.025];
    const fill = (column: number, row: number) => ramp.at(position(rows[row]?.[column] ?? 0));
    // The row of ½ is framed in a colour that is visible on each ramp.
    const color = change ? palette.scaled : palette.paper;
    const region = (name: string, point: Point, t: number) =>
      change && note(name, point, ramp.inkAt(t), { align: "center", bold: true });
    return {
      x: dimAxis(change ? [1, 1024] : [Math.SQRT1_2, 1024 * Math.SQRT2]),
      y: linear([-0.025, 1.025], map.y, { ticks: [0, 0.25, 0.5, 0.75, 1] }),
      height: 310,
      narrowHeight: 220,
      marks: [
        { kind: "fields", xEdges, yEdges, fill },
        { kind: "rule", y: 0.475, color },
        { kind: "rule", y: 0.525, color },
        region(map.fades, [32, 0.78], 0.3),
        region(map.grows, [12, 0.3], 0.6),
        region(map.collapses, [420, 0.06], 0),
        dots([[dim, exponent]], palette.unscaled, { hollow: true, radius: 7 }),
        dots([[dim, exponent]], palette.unscaled, { radius: 3 }),
      ],
    };
  };
  const pick = ([x, y]: Point) =>
    page.set({
      // The worked example keeps its three coordinates.
      ...(state.vectors === "example" ? {} : { dim: Math.round(clampToLimits(x, LIMITS.dim)) }),
      exponent: roundedToThousandths(clampToLimits(Math.round(y * 20) / 20, LIMITS.exponent)),
    });
  const name = controls.measures[measure];
  const ends = {
    change: ["≤ −1", "1"],
    gradient: ["≤ 10⁻³", "1"],
    peak: ["0", "1"],
    entropy: ["0", `ln ${keys} = ${fixed(Math.log(keys), 2)}`],
  }[measure] as [string, string];
  const rampNotes = measure === "gradient" ? [map.keeps, name] : [change ? map.doubling : name];
  const colors = change ? page.palette.scores : page.palette.weights;
  return view.figures.make({
    name: "map",
    title: map.title,
    beside: name,
    chart,
    pick,
    ...mapParts(view, answer, measure, rows),
    after: rampLegend(colors, "ramp", ends, ...rampNotes),
  });
}

function curvesFigure(view: View, engine: Engine, answer: Draws): TemplateResult {
  const { page, state, text } = view;
  const quantity = quantityOf(state.measure);
  const rows = mediansOf(view, quantity, engine, answer.result);
  const { dim, exponent: pageExponent } = page.attention.result?.request ?? state;
  // The page's own exponent, rounded to a twentieth, is one of the curves.
  const chosen = Math.round(pageExponent * 20) / 20;
  const title = text.controls.measures[quantity];
  const most = quantity === "peak" ? 1.03 : Math.log(answer.request.keys) * 1.05;
  const curve = ({ scaled, unscaled, ink, muted }: Palette, exponent: number) => {
    let color = muted;
    let width = 1.5;
    if (exponent === chosen) {
      color = ink;
      width = 2.75;
    }
    if (exponent === 0) color = unscaled;
    const half = exponent === 0.5;
    if (half) {
      color = scaled;
      width = 3.5;
    }
    const label = half ? "½" : String(exponent);
    const style = { width, label, bold: half || exponent === chosen };
    return line(zip(DIMS, rows[EXPONENTS.indexOf(exponent)] ?? []), color, style);
  };
  const drawn = [...new Set([...CURVES, chosen])].sort((a, b) => a - b);
  return view.figures.make({
    name: "curves",
    title,
    tableElsewhere: state.measure !== "change",
    ...mapParts(view, answer, quantity, rows),
    chart: (palette) => ({
      x: dimAxis(),
      y: quantity === "gradient" ? log([1e-4, 3], title) : linear([0, most], title),
      height: 310,
      marks: [
        { kind: "rule", x: dim, color: palette.hairline },
        ...drawn.map((exponent) => curve(palette, exponent)),
      ],
    }),
  });
}

// ---- entropy against the number of keys: the root settles d, but not longer sentences ----

const countAxis = (label: string) => log([1.8, 4600], label, { ticks: [2, 8, 32, 128, 512, 2048] });

function growthFigure(view: View, answer: Answered<typeof growth>): TemplateResult {
  const { growth: text } = view.text;
  const { settled } = view.page.attention;
  const { result: lanes } = answer;
  const uniform = GROWTH_COUNTS.map(Math.log);
  const n = settled?.request.words.length ?? 0;
  const ofSentence = n < 2 ? [] : atX(n, settled?.scaled.entropy ?? []);
  /** The medians, as they are or relative to ln n. */
  const medians = ({ scaled, ink }: Palette, curve: (median: number, i: number) => number) =>
    FACTORS.map((lane) => {
      const color = lane === "root" ? scaled : ink;
      const style = { root: { width: 2.5 }, logarithmic: {}, level: { dash: [6, 3] } }[lane];
      return line(zip(GROWTH_COUNTS, lanes[lane].median.map(curve)), color, {
        ...style,
        label: text[lane],
      });
    });
  const chart: ChartMaker = (palette) => ({
    x: countAxis(view.common.keys),
    y: linear([0, Math.log(4096) * 1.03], text.y),
    height: 270,
    marks: [
      line(zip(GROWTH_COUNTS, uniform), palette.muted, {
        width: 1.25,
        dash: [3, 3],
        label: text.uniform,
      }),
      bandOf(GROWTH_COUNTS, lanes.root, palette.scaled),
      bandOf(GROWTH_COUNTS, lanes.logarithmic, palette.ink),
      ...medians(palette, (median) => median),
      dots(ofSentence, palette.scaled, { hollow: true, radius: 4.5 }),
    ],
  });
  const share = (median: number, i: number) => median / (uniform[i] ?? 1);
  /** The same relative to ln n, where the difference between the curves can be seen. */
  const shareChart: ChartMaker = (palette) => ({
    x: countAxis(view.common.keys),
    y: linear([0.6, 1.02], text.share),
    height: 150,
    marks: [{ kind: "rule", x: 512, color: palette.hairline }, ...medians(palette, share)],
  });
  const ends = [GROWTH_COUNTS.indexOf(32), GROWTH_COUNTS.length - 1] as const;
  const [least = 0, most = 0] = ends.map((index) => GROWTH_COUNTS[index]);
  const grown = (lane: FactorName) =>
    ends.map((index) => fixed(share(lanes[lane].median[index] ?? 0, index), 2)) as [string, string];
  const root = grown("root");
  const logarithmic = grown("logarithmic");
  const level = grown("level");
  const measured = rich(text.measured, { root, logarithmic, level, from: least, to: most });
  return view.figures.make({
    name: "growth",
    title: text.title,
    beside: `$d$ = ${DIM}`,
    chart,
    source: answer,
    attention: settled?.request,
    deps: [lanes, settled],
    after: view.drawings.picture("growth-share", text.share, [lanes], chartPicture(shareChart))
      .template,
    note: html`${typeset(text.settled, {
      dim: settled?.request.dim ?? DIM,
    })} ${richText(measured)}`,
    tables: view.tables.make("growth", text.title, [lanes], () => {
      const called = FACTORS.map((lane) => text[lane]);
      const factors = FACTORS.map((lane) => lanes[lane]);
      const summaries = view.tables.summaryColumns(called, factors, ["low", "median", "high"]);
      return {
        corner: view.common.keys,
        rows: GROWTH_COUNTS,
        columns: [...summaries.columns, "ln $n$"],
        values: [...summaries.values, uniform],
      };
    }),
  });
}

function growthOfEntropy(view: View): TemplateResult {
  const { growth: text } = view.text;
  return html`<div class="sub">
    <h3 class="on-paper">${typeset(text.heading)}</h3>
    ${proseOf(view.page, paragraphs(text.text), displayFormulas("growthDisplay", "levelDisplay"))}
    ${view.progress.answered(view.answers.to(growth), {}, (answer) => growthFigure(view, answer))}
  </div>`;
}

// ---- the place of the division by √d: the logits in a reduced precision, and their differences
// from the exact ones ----

/** Infinite differences do not count for the ends of the colour scale. */
function largestIn({ difference, exact }: ReducedScores, which: "logits" | "difference") {
  const data = difference.data.map((value) => (Number.isFinite(value) ? value : 0));
  return which === "logits" ? largestOf(exact) : largestOf({ ...difference, data }) || 1;
}

function maps(view: View, answer: Answered<typeof places>, chosen: ReducedScores): TemplateResult {
  const map = (which: "logits" | "difference") => {
    const title = view.text.places[which];
    return view.figures.matrix({
      title,
      source: answer,
      complete: true,
      name: `places-${which}`,
      table: title,
      alt: title,
      matrix: chosen[which],
      rowLabels: answer.request.attention.words,
      largest: largestIn(chosen, which),
      largestPitch: 56,
    });
  };
  return html`<div class="pair-of-figures">${map("logits")} ${map("difference")}</div>`;
}

function summary(view: View, { result }: Answered<typeof places>): TemplateResult {
  const { places: text } = view.text;
  const row = (place: RootPlace) => {
    const reduced = result[place];
    if (reduced === undefined) return nothing;
    const { overflowed, largestDifference, largestRelative } = reduced;
    const finite = reduced.logits.data.length - overflowed;
    const ofFinite = (value: string) => {
      if (finite === 0) return "—";
      return overflowed > 0 ? say(text.finiteOnly, { value, count: finite }) : value;
    };
    const cells = [
      { value: overflowed, written: String(overflowed) },
      { value: largestDifference, written: ofFinite(significant(largestDifference, 3)) },
      { value: largestRelative, written: ofFinite(significant(largestRelative, 2)) },
    ];
    return tableRow(text.controls.places[place], cells, place === view.state.place);
  };
  return smallTable(text.summary, text.corner, text.columns, keys.place.words.map(row));
}

/** The finding for the place that is chosen. */
function finding({ text: { places: text }, state }: View, reduced: ReducedScores): Rich {
  const { overflowed, logits, largestDifference, largestRelative } = reduced;
  const name = text.controls.places[state.place];
  return overflowed > 0
    ? rich(text.overflow, { count: overflowed, of: logits.data.length, place: name })
    : rich(text.finite, {
        place: name,
        largest: significant(largestDifference, 2),
        relative: significant(largestRelative, 2),
      });
}

function placesOfTheRoot(view: View): TemplateResult {
  const { places: text } = view.text;
  const { controls } = text;
  const { precision, place } = view.state;
  const answer = view.answers.to(places);
  const chosen = answer.result?.[place];
  return html`<div class="sub">
    <h3 class="on-paper">${typeset(text.heading)}</h3>
    ${proseOf(view.page, paragraphs([text.text]), displayFormulas("placesDisplay", "bothPlacesDisplay"))}
    ${view.controls.row(
      view.controls.chooser("precision", controls.precision, controls.precisions),
      view.controls.chooser("place", controls.place, controls.places),
      precision === "double"
        ? nothing
        : view.controls.chooser("accumulate", controls.accumulate, controls.accumulations),
      view.controls.sliderField("size", controls.size, { step: 1, log: true }),
    )}
    ${
      answer.result === null || chosen === undefined
        ? empty({ wide: 160 })
        : html`<p class="caption">${richText(finding(view, chosen))}${
            precision === "double" ? html` ${text.exact}` : nothing
          }</p>
          ${maps(view, answer, chosen)} ${summary(view, answer)}`
    }
    ${view.progress.of(answer.study)}
  </div>`;
}

/** What the map shows, and the same as curves, beside the words of what they do. */
function curvesFold(view: View, answer: Answer<typeof draws>): unknown[] {
  const { text, common, engine } = view;
  return [
    view.furtherWording,
    view.controls.row(
      view.controls.chooser("measure", text.controls.measure, text.controls.measures),
      view.controls.sliderField("keys", common.controls.keys, { step: 1, log: true }),
      view.controls.sliderField("draws", common.controls.draws, { step: 100, log: true }),
    ),
    answer.result === null || engine === null ? empty() : curvesFigure(view, engine, answer),
  ];
}

function content(view: View): unknown[] {
  const { text, engine } = view;
  const answer = view.answers.to(draws, { exponents: EXPONENTS }, "map");
  return [
    answer.result === null || engine === null
      ? empty({ wide: 490, narrow: 424 })
      : mapFigure(view, engine, answer),
    view.progress.of(answer.study),
    view.figures.fold("exponent-curves", text.curves, () => curvesFold(view, answer)),
    view.figures.fold("exponent-growth", text.growth.fold, () => growthOfEntropy(view)),
    view.figures.fold("exponent-precision", text.places.fold, () => placesOfTheRoot(view)),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["fadingDisplay"],
  foldSettings: { "exponent-precision": ["precision", "accumulate", "place", "size"] },
  bar: ({ host: { openFolds } }) =>
    openFolds.has("exponent-precision") ? { seed: "drawseed" } : { words: null, seed: "drawseed" },
  question: { right: 2 },
  content,
};
